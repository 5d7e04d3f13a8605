/* history_bdd.c -- see history_bdd.h. */
#include <config.h>

#include "wpds/history_bdd.h"

#include <assert.h>
#include <string.h>

static uint32_t *
new_table (struct arena *arena, size_t count)
{
  uint32_t *table = arena_alloc (arena, count * sizeof *table);
  memset (table, 0xff, count * sizeof *table); /* HISTORY_NO_FACT */
  return table;
}

/* Number the facts about the pair (l, m), if there is an operation of m inside l. */
static void
number_pair (struct history_facts *facts, const bool *inside, uint32_t l, uint32_t m)
{
  size_t pair = (size_t) l * facts->locks + m;
  if (!inside[pair])
    return;
  facts->after[pair] = facts->facts++;
  facts->before[pair] = facts->facts++;
}

void
history_facts_init (struct history_facts *facts, struct arena *arena, uint32_t locks,
                    const bool *inside, uint32_t plies, uint32_t processes)
{
  assert (plies > 1 && processes > 0);
  assert (inside || locks == 0);
  size_t pairs = (size_t) locks * locks;
  *facts = (struct history_facts){
    .locks = locks, .plies = plies, .processes = processes, .facts = 0
  };
  facts->released = new_table (arena, locks);
  facts->used = new_table (arena, locks);
  facts->acquired = new_table (arena, locks);
  facts->held = new_table (arena, locks);
  facts->after = new_table (arena, pairs);
  facts->before = new_table (arena, pairs);
  for (uint32_t l = 0; l < locks; l++)
    {
      facts->held[l] = facts->facts++;
      facts->acquired[l] = facts->facts++;
      facts->released[l] = facts->facts++;
      facts->used[l] = facts->facts++;
      for (uint32_t m = 0; m < l; m++)
        {
          number_pair (facts, inside, l, m);
          number_pair (facts, inside, m, l);
        }
    }
}

/* Columns of a block: the start of a phase, the twin, the end of the phase. */
enum column
{
  COLUMN_START, /* only of the first block: ply 0 */
  COLUMN_TWIN,
  COLUMN_END,
  COLUMNS,
};

static uint32_t
variable_at (const struct history_facts *facts, uint32_t block, uint32_t fact,
             enum column column, uint32_t process)
{
  assert (fact < facts->facts && process < facts->processes);
  assert (block + 1 < facts->plies);
  return ((block * facts->facts + fact) * COLUMNS + (uint32_t) column) * facts->processes
         + process;
}

bool
history_fact_is_held (const struct history_facts *facts, uint32_t fact)
{
  assert (fact < facts->facts);
  for (uint32_t l = 0; l < facts->locks; l++)
    if (facts->held[l] == fact)
      return true;
  return false;
}

uint32_t
history_facts_variables (const struct history_facts *facts)
{
  return (facts->plies - 1) * facts->facts * COLUMNS * facts->processes;
}

uint32_t
history_variable (const struct history_facts *facts, uint32_t fact, uint32_t ply,
                  uint32_t process)
{
  if (ply == 0)
    return variable_at (facts, 0, fact, COLUMN_START, process);
  return variable_at (facts, ply - 1, fact, COLUMN_END, process);
}

uint32_t
history_twin (const struct history_facts *facts, uint32_t fact, uint32_t ply,
              uint32_t process)
{
  assert (ply > 0);
  return variable_at (facts, ply - 1, fact, COLUMN_TWIN, process);
}

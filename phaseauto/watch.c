/* watch.c -- see watch.h. */
#include <config.h>

#include "watch.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "phaseauto/role.h"

/* Does the range of CLAUSE start or end with a step of another thread? */
static bool
is_tied (const struct pa_automaton *automaton, const struct pa_clause *clause)
{
  const struct pa_step *steps = automaton->steps.at;
  return steps[clause->from - 1].thread != clause->thread
         || steps[clause->to - 1].thread != clause->thread;
}

/* In which states is what THREAD may do bounded by a step of another one? */
static uint64_t
tied_states (const struct pa_automaton *automaton, uint32_t thread)
{
  uint64_t tied = 0;
  for (uint32_t c = 0; c < automaton->clauses.count; c++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[c];
      if (clause->thread != thread || !is_tied (automaton, clause))
        continue;
      for (uint32_t x = 0; x < automaton->steps.count; x++)
        if (pa_clause_holds (clause, x))
          tied |= (uint64_t) 1 << x;
    }
  return tied;
}

static void
prepare (struct watch *watch, const struct pds *pds,
         const struct pa_automaton *automaton, struct arena *arena)
{
  memset (watch, 0, sizeof *watch);
  assert (automaton->steps.count <= PRODUCT_STEPS_LIMIT);
  watch->steps = automaton->steps.count;
  watch->actions = pds->actions.count;
  watch->classes = arena_calloc (arena, watch->actions, sizeof *watch->classes);
  watch->matters = arena_calloc (arena, watch->actions, sizeof *watch->matters);
}

static void
finish (struct watch *watch)
{
  watch->hash = XXH3_64bits_withSeed (watch->classes,
                                      watch->actions * sizeof *watch->classes,
                                      watch->foreign ^ watch->steps);
}

void
watch_init (struct watch *watch, const struct pds *pds,
            const struct pa_automaton *automaton, uint32_t thread,
            const uint32_t *fields, uint32_t set, struct arena *arena)
{
  prepare (watch, pds, automaton, arena);
  struct pa_role role;
  pa_role_init (&role, automaton, thread, arena);
  uint32_t *bound
    = arena_alloc (arena, role.parameter_count * sizeof *bound + 1);
  pa_role_bind (&role, fields, bound);
  uint64_t tied = tied_states (automaton, thread);
  for (uint32_t x = 0; x < watch->steps; x++)
    {
      uint64_t bit = (uint64_t) 1 << x;
      if (!role.steps[x].own)
        watch->foreign |= bit;
      for (uint32_t a = 0; a < pds->actions.count; a++)
        {
          struct pa_moves moves = pa_role_moves (&role, bound, set, pds->idsets, x,
                                                 &pds->actions.at[a]);
          struct slice_class *class = &watch->classes[a];
          class->step |= moves.step ? bit : 0;
          class->forbidden |= moves.loop ? 0 : bit;
        }
    }
  for (uint32_t a = 0; a < pds->actions.count; a++)
    watch->matters[a]
      = watch->classes[a].step || (watch->classes[a].forbidden & tied);
  finish (watch);
}

void
watch_init_bystander (struct watch *watch, const struct pds *pds,
                      const struct pa_automaton *automaton, struct arena *arena)
{
  prepare (watch, pds, automaton, arena);
  watch->foreign = ((uint64_t) 1 << watch->steps) - 1;
  finish (watch);
}

struct watch
watch_copy (const struct watch *watch, struct arena *arena)
{
  struct watch copy = *watch;
  size_t classes = watch->actions * sizeof *copy.classes;
  copy.classes = arena_alloc (arena, classes);
  memcpy (copy.classes, watch->classes, classes);
  copy.matters = arena_alloc (arena, watch->actions * sizeof *copy.matters);
  memcpy (copy.matters, watch->matters, watch->actions * sizeof *copy.matters);
  return copy;
}

bool
watch_equal (const struct watch *a, const struct watch *b)
{
  return a->hash == b->hash && a->steps == b->steps && a->foreign == b->foreign
         && a->actions == b->actions
         && memcmp (a->classes, b->classes, a->actions * sizeof *a->classes) == 0;
}

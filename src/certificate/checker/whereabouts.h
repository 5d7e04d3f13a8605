/* whereabouts.h -- all places where the processes of a model can be, whatever the values.
 *
 * A place is a stack: the symbol to be executed, and below it the calls that are open,
 * each by the symbol of its call.  Stacks have numbers; two numbers stand for no stack: a
 * process that has ended, and one that has gone wrong, for ever (ir/ir.h: only an assume
 * leads there, since others could change what it reads).
 */
#ifndef CERTIFICATE_CHECKER_WHEREABOUTS_H
#define CERTIFICATE_CHECKER_WHEREABOUTS_H

#include <assert.h>

#include "ir/project.h"

#define PLACE_ENDED 0
#define PLACE_WRONG 1
#define PLACE_FIRST 2 /* the first number of a stack */
#define PLACE_NONE UINT32_MAX

/* The places of one process.  Processes with one body share them. */
struct place_list
{
  VEC (uint32_t)
  at; /* by index: the place.  The first two are PLACE_ENDED and PLACE_WRONG */
  struct pairmap index; /* (place, 0) -> number in the list */
};

struct whereabouts
{
  const struct ir_projection *lowering;
  struct arena *arena;
  struct pairmap cells;     /* (symbol, place below) -> place, which is the number of
                               the pair plus PLACE_FIRST */
  struct place_list *lists; /* by body */
  struct place_list **of;   /* by process */
};

/* The most places of a process. */
#define PLACES_LIMIT ((uint32_t) 1 << 17)

/* False: there are too many, or infinitely many (recursion). */
bool places_init (struct whereabouts *places, const struct ir_projection *lowering,
                  struct arena *arena);

static inline pds_symbol
place_symbol (const struct whereabouts *places, uint32_t place)
{
  assert (place >= PLACE_FIRST && place - PLACE_FIRST < places->cells.entries.count);
  return (pds_symbol){ places->cells.entries.at[place - PLACE_FIRST].first };
}

/* The calls that are open. */
static inline uint32_t
place_below (const struct whereabouts *places, uint32_t place)
{
  assert (place >= PLACE_FIRST && place - PLACE_FIRST < places->cells.entries.count);
  return places->cells.entries.at[place - PLACE_FIRST].second;
}

/* The place with SYMBOL over BELOW, and that to which rule number RULE leads from PLACE;
   PLACE_NONE: no process can be there. */
uint32_t place_find (const struct whereabouts *places, pds_symbol symbol, uint32_t below);
uint32_t place_after (const struct whereabouts *places, uint32_t place, uint32_t rule);

/* The index of PLACE in the list of PROCESS; PLACE_NONE: it is never there. */
uint32_t place_index (const struct whereabouts *places, uint32_t process, uint32_t place);

static inline uint32_t
place_count (const struct whereabouts *places, uint32_t process)
{
  return places->of[process]->at.count;
}

static inline uint32_t
place_at (const struct whereabouts *places, uint32_t process, uint32_t index)
{
  assert (index < place_count (places, process));
  return places->of[process]->at.at[index];
}

#endif

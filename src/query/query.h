/* query.h -- the queries of a model: an automaton with fields in place of its
 * parameters, every ordered choice of different fields of one atomic set.
 *
 * Queries come in a stable order: patterns first, automata as their set has them,
 * then fields in the order of their declaration; then races, field by field; then
 * the deadlock.
 */
#ifndef QUERY_QUERY_H
#define QUERY_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "phaseauto/phase_automaton.h"
#include "wpds/pds.h"

/* What a query asks: the "question" of its records. */
enum query_kind
{
  QUERY_PATTERN,
  QUERY_RACE,     /* automaton: pa_race, over one field */
  QUERY_DEADLOCK, /* automaton: pa_deadlock; its circles are found when it is decided */
};

struct query
{
  enum query_kind kind;
  const struct pa_automaton *automaton;
  const field_id *fields; /* by parameter */
  set_id set;             /* their atomic set, if there are any; else SET_NONE */
};

/* "pattern", "race", "deadlock". */
const char *query_kind_word (enum query_kind kind);

/* Which queries are asked: those of these automata over these fields, and races and
   deadlocks if they are asked for. */
struct query_filter
{
  const bool *automata; /* by automaton of the set; null: all */
  const bool *fields;   /* by field: may a query be over it?  null: all */
  bool race, deadlock;
};

struct queries
{
  VEC (struct query) list;
};

/* List the queries of PDS with the automata of SET.  They borrow both, and are in
   ARENA.  There is a race query for each field that is not volatile, and a deadlock
   query if there is a lock. */
void queries_list (struct queries *queries, const struct pa_set *set,
                   const struct pds *pds, const struct query_filter *filter,
                   struct arena *arena);

#endif

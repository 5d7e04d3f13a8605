/* query.h -- the queries of a model: an automaton with fields in place of its
 * parameters, every ordered choice of different fields of one atomic set.
 *
 * Queries come in a stable order: patterns first, automata as their set has them, then
 * fields in the order of their declaration; then races, field by field; then the
 * deadlock.  A model with data goes on with its claims (ir/ir.h) in the order of the
 * text, then the fields that have an access predicate.  The last query is whether a
 * process waits for ever.
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
  QUERY_RACE,      /* automaton: pa_race, over one field */
  QUERY_DEADLOCK,  /* automaton: pa_deadlock; the circle is found by deciding it */
  QUERY_ASSERT,    /* automaton: pa_assert; of one claim */
  QUERY_EXCLUSIVE, /* automaton: pa_exclusive, over one field */
  QUERY_STUCK,     /* automaton: pa_stuck; who waits is found by deciding it */
};

#define QUERY_KINDS 6

struct query
{
  enum query_kind kind;
  const struct pa_automaton *automaton;
  const field_id *fields; /* by parameter */
  set_id set;             /* their atomic set, if there are any; else SET_NONE */
  uint32_t claim;         /* of an assert: in the flow's table `claims' */
};

/* "pattern", "race", "deadlock", "assert", "exclusive", "stuck". */
const char *query_kind_word (enum query_kind kind);

/* The queries that are asked: patterns of these automata over these fields, and races,
   deadlocks and `stuck' if chosen. */
struct query_filter
{
  const bool *automata; /* by automaton of the set; null: all */
  const bool *fields;   /* by field: may a query be over it?  null: all */
  bool race, deadlock, stuck;
  uint32_t claims;           /* the number of asserts of the model */
  const bool *claim;         /* by number: is it asked about? null: all are */
  const uint32_t *exclusive; /* by field: IR_NO_EXPR: it has no access predicate; null:
                                none is asked about */
};

struct ir_subject;
/* Leave out what SUBJECT is not asked: FILTER is about a set of AUTOMATA automata. */
void query_filter_fit (struct query_filter *filter, const struct ir_subject *subject,
                       uint32_t automata, struct arena *arena);

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

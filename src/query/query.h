/* query.h -- the queries of a model: an automaton with fields in place of its
 * parameters, every ordered choice of different fields of one atomic set.
 *
 * Queries come in a stable order: automata as their set has them, then fields
 * in the order of their declaration.
 */
#ifndef SRC_QUERY_H
#define SRC_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "phaseauto/phase_automaton.h"
#include "wpds/pds.h"

struct query
{
  const struct pa_automaton *automaton;
  const field_id *fields; /* by parameter */
  set_id set;             /* their atomic set */
};

/* Which queries are asked. */
struct query_filter
{
  /* Null: all; else by automaton of the set, is it asked? */
  const bool *automata;
  /* Null: all; else by field, is it asked?  Every field of a query must be. */
  const bool *fields;
};

struct queries
{
  VEC (struct query) list;
};

void queries_list (struct queries *queries, const struct pa_set *set,
                   const struct pds *pds, const struct query_filter *filter,
                   struct arena *arena);

#endif

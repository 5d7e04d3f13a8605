/* shipped.h -- the tables of the sets that ship.
 *
 * compile_automata.c writes them when phaselock is built: to read a
 * shipped set is to copy its rows, and the start of the program parses no text.  The
 * source of a set remains its .pa file.
 */
#ifndef PHASEAUTO_SHIPPED_H
#define PHASEAUTO_SHIPPED_H

#include "phaseauto/phase_automaton.h"

/* A struct pa_automaton whose vectors are constants. */
struct pa_row
{
  const char *name, *title; /* as in struct pa_automaton */
  bool numbered;
  uint32_t number;
  struct pa_text text; /* its own, or that of its namesake in another set */
  struct span span;
  const struct pa_symbol *parameters, *threads;
  const struct pa_step *steps;
  const struct pa_clause *clauses;
  uint32_t parameter_count, thread_count, step_count, clause_count;
};

struct pa_shipped
{
  const char *name;
  const char *text; /* of its .pa file: certificates have a digest of it */
  uint32_t length;
  const struct pa_row *rows;
  uint32_t count;
};

/* The table ends with a null name. */
extern const struct pa_shipped pa_shipped[];

#endif

/* print_automaton.h -- automata for people: as a formula, as text, as a graph, and in
 * their own language.
 *
 * Names are shown safely: no control character reaches a terminal.
 */
#ifndef PHASEAUTO_PRINT_AUTOMATON_H
#define PHASEAUTO_PRINT_AUTOMATON_H

#include <stdio.h>

#include "phaseauto/phase_automaton.h"

/* R_u(l1) W_v(l2) ..., the notation of the papers; A is `accesses', and
   begin_u and end_u are the edges of a unit.  No line end. */
void pa_print_pattern (const struct pa_automaton *automaton, FILE *file);

/* The phases, each with what is forbidden in it and the step that ends it. */
void pa_print_phases (const struct pa_automaton *automaton, FILE *file);

/* The same as a subgraph of a digraph in DOT; INDEX keeps the nodes of several
   automata apart. */
void pa_print_dot (const struct pa_automaton *automaton, uint32_t index, FILE *file);

/* The automaton in its own language: reading the output gives it again. */
void pa_print_source (const struct pa_automaton *automaton, FILE *file);

#endif

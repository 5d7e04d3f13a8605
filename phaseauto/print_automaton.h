/* print.h -- automata for people: as a formula, as text, as a graph, as source.
 *
 * Names are shown safely: no control character reaches a terminal.
 */
#ifndef PHASEAUTO_PRINT_H
#define PHASEAUTO_PRINT_H

#include <stdio.h>

#include "phaseauto/phase_automaton.h"

/* R_u(l1) W_v(l2) ..., the notation of the papers; A is `accesses', and
   begin_u and end_u are the edges of a unit.  No line end. */
void pa_print_pattern (const struct pa_automaton *automaton, FILE *file);

/* The chain of phases, with what is forbidden in each and what ends it. */
void pa_print_phases (const struct pa_automaton *automaton, FILE *file);

/* The same as a part of a digraph of DOT; INDEX keeps the nodes of several
   automata apart. */
void pa_print_dot (const struct pa_automaton *automaton, uint32_t index, FILE *file);

/* The automaton in its own language: reading that gives it again. */
void pa_print_source (const struct pa_automaton *automaton, FILE *file);

#endif

/* print_automaton.h -- automata for people: as a formula, as text, as a graph, and in
 * their own language.
 *
 * Names are shown safely: no control character reaches a terminal.
 */
#ifndef PHASEAUTO_PRINT_AUTOMATON_H
#define PHASEAUTO_PRINT_AUTOMATON_H

#include <stdio.h>

#include "phaseauto/phase_automaton.h"

/* The name of THREAD for people.  Threads called u, v and w, in this order, are u, u' and
   u'': the first to third unit of work.  Others keep the names of their file. */
const char *pa_thread_name (const struct pa_automaton *automaton, thread_id thread);
/* Print that name, in quotes if it is more than a word. */
void pa_print_thread (const struct pa_automaton *automaton, thread_id thread, FILE *file);

/* The mark of THREAD's accesses in the notation: nothing, a prime or two; nothing also
   for other names. */
const char *pa_thread_primes (const struct pa_automaton *automaton, thread_id thread);

/* R, W, A for `accesses'; begin and end, the edges of a unit. */
const char *pa_kind_letter (enum pa_kind kind);

/* Print the letter and thread of STEP: R, W', begin'; with other threads: R_reader. */
void pa_print_letter (const struct pa_automaton *automaton, const struct pa_step *step,
                      FILE *file);

/* R(l1) W'(l2) ...: the one notation of patterns.  No line end. */
void pa_print_pattern (const struct pa_automaton *automaton, FILE *file);

/* Print the phases, each with what is forbidden in it and the step that ends it. */
void pa_print_phases (const struct pa_automaton *automaton, FILE *file);

/* Print them as a subgraph of a digraph in DOT; INDEX tells nodes of automata apart. */
void pa_print_dot (const struct pa_automaton *automaton, uint32_t index, FILE *file);

/* Print the automaton in its own language: reading the output gives it again. */
void pa_print_source (const struct pa_automaton *automaton, FILE *file);

#endif

/* print_automaton.h -- automata for people: as a formula, as text, as a graph, and in
 * their own language.
 *
 * Names are shown safely: no control character reaches a terminal.
 */
#ifndef PHASEAUTO_PRINT_AUTOMATON_H
#define PHASEAUTO_PRINT_AUTOMATON_H

#include <stdio.h>

#include "phaseauto/phase_automaton.h"

/* The name of THREAD for a person.  Threads that are called u, v and w, in this order,
   are u, u' and u'': the second and third unit of work.  Others are called what they are
   called in their file. */
const char *pa_thread_name (const struct pa_automaton *automaton, thread_id thread);
/* The same, in quotes if the thread has a name that is more than a word. */
void pa_print_thread (const struct pa_automaton *automaton, thread_id thread, FILE *file);

/* What marks the accesses of THREAD in the notation: nothing, a prime or two.  Nothing,
   too, if threads have names of their own. */
const char *pa_thread_primes (const struct pa_automaton *automaton, thread_id thread);

/* R, W, A for `accesses'; begin and end, the edges of a unit. */
const char *pa_kind_letter (enum pa_kind kind);

/* What STEP does and who does it: R, W', begin'.  Of threads with names of their own:
   R_reader. */
void pa_print_letter (const struct pa_automaton *automaton, const struct pa_step *step,
                      FILE *file);

/* R(l1) W'(l2) ...: the one notation of patterns.  No line end. */
void pa_print_pattern (const struct pa_automaton *automaton, FILE *file);

/* The phases, each with what is forbidden in it and the step that ends it. */
void pa_print_phases (const struct pa_automaton *automaton, FILE *file);

/* The same as a subgraph of a digraph in DOT; INDEX keeps the nodes of several
   automata apart. */
void pa_print_dot (const struct pa_automaton *automaton, uint32_t index, FILE *file);

/* The automaton in its own language: reading the output gives it again. */
void pa_print_source (const struct pa_automaton *automaton, FILE *file);

#endif

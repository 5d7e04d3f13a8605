/* finding.h -- a violation with its witness, and what can be read off it.
 *
 * Whoever shows a violation (as a table, a picture, a record) starts from here.
 * A finding is explained once (explain.h), before anything is shown; what shows it
 * only reads.  Everything is borrowed; results live in the arena that is given.
 */
#ifndef EXPLAIN_FINDING_H
#define EXPLAIN_FINDING_H

#include <assert.h>
#include <stdio.h>

#include "ir/subject.h"
#include "query/query.h"
#include "witness/driven.h"
#include "witness/witness.h"

struct because; /* explain/because.h */
struct repair;  /* explain/repair.h */
struct repairs;

/* The innermost activation of a body in which a thread's process makes some of its
   steps of the automaton, and the statements of that body from which the first and
   the last of them are made: the steps themselves, or calls. */
struct finding_site
{
  body_id body;
  bool called;          /* the body is a procedure, not the process's own body */
  uint32_t first, last; /* offsets in the text */
};

struct finding
{
  struct ir_subject *subject; /* its table of sets grows, nothing else changes */
  const struct query *query;
  /* Whose steps happened: the circle of a deadlock; null: the query's. */
  const struct pa_automaton *automaton;
  const process_id *processes; /* by thread of the automaton, then others that have a
                                  part in the witness: companions of the threads */
  uint32_t cast;               /* how many these are; 0 without a witness */
  const struct witness *witness;
  bool suspected; /* it is no violation: the witness is without the data of
                     the model, and nobody knows whether it is so with it */
  const struct execution
    *execution;                  /* what was seen on a real machine; null: not driven */
  const struct repairs *earlier; /* which the repair is to go together with; or null */
  /* What finding_explain computes (explain.h); null before. */
  const idset *held;                /* by step and process: finding_held */
  const struct finding_site *sites; /* by thread: of all its steps */
  const struct because *because;    /* why no lock prevented it */
  const struct repair *repair;      /* which lock would have; null: none is known */
  bool explained;                   /* all of this is there; a repair was sought */
};

/* A copy that lives in ARENA: witness and processes.  Not of a finding that is
   explained already. */
struct finding finding_copy (const struct finding *finding, struct arena *arena);

static inline const struct pa_automaton *
finding_automaton (const struct finding *finding)
{
  return finding->automaton ? finding->automaton : finding->query->automaton;
}

static inline uint32_t
finding_threads (const struct finding *finding)
{
  return finding_automaton (finding)->threads.count;
}

/* Processes that have a part in the witness. */
static inline uint32_t
finding_cast (const struct finding *finding)
{
  assert (finding->cast >= finding_threads (finding));
  return finding->cast;
}

/* The thread of the automaton that PROCESS plays, or its place among the others. */
thread_id finding_thread (const struct finding *finding, process_id process);
const char *finding_process_name (const struct finding *finding, process_id process);
const char *finding_body_name (const struct finding *finding, body_id body);
/* Are two bodies one method of a program, for different arguments? */
bool finding_same_method (const struct ir_model *model, body_id a, body_id b);
/* "pop()", whichever copy of it BODY is. */
void finding_show_method (const struct ir_model *model, body_id body, FILE *file);
const char *finding_lock_name (const struct finding *finding, lock_id lock);
const char *finding_field_name (const struct finding *finding, parameter_id parameter);

/* NAME of a field or lock as a step shows it: those of the class that a model was made
   from go without its name. */
const char *finding_short_name (const struct finding *finding, const char *name);

/* ---- In words: safe to show on a terminal, whatever names hold. ---- */

/* What a step does: "acquire this", "begin unit", "call push", "waits for this". */
void finding_print_step (const struct finding *finding, uint32_t step, FILE *file);

/* The process that plays THREAD. */
void finding_print_process (const struct finding *finding, thread_id thread, FILE *file);

/* Where a step is: the position that the model gives, or FILE:LINE:COLUMN of the
   model, the file without its folders; of a model that was made, what from. */
void finding_print_place (const struct finding *finding, uint32_t step, FILE *file);

/* The same of a statement: its position, or NAME_NONE, and its offset in the text. */
void finding_print_position (const struct ir_subject *subject, name_id position,
                             uint32_t offset, FILE *file);

/* u, u', u'', or the name of a thread that has one (phaseauto/print_automaton.h). */
void finding_print_thread (const struct finding *finding, thread_id thread, FILE *file);
/* "u = Consumer[0]"; all processes of a deadlock have one part: "Kant". */
void finding_print_player (const struct finding *finding, thread_id thread, FILE *file);
/* "u = Consumer[0] in pop": with the procedure in which all steps of the automaton
   are made, of an explained finding. */
void finding_print_role (const struct finding *finding, thread_id thread, FILE *file);
/* "pattern 1, lost update". */
void finding_print_automaton (const struct finding *finding, FILE *file);
/* R(a) W'(b) ...: the pattern with the fields of the finding. */
void finding_print_pattern (const struct finding *finding, FILE *file);
/* "field balance", "fields count,data". */
void finding_print_fields (const struct finding *finding, FILE *file);

/* The statement of a claim of EML in one line: "assert (count == 2)". */
void claim_print (const struct ir_subject *subject, uint32_t claim, FILE *file);

/* ---- Locks held. ---- */

/* By step and process of the cast: the locks that the process holds once the step is
   done. */
const idset *finding_list_held (const struct finding *finding, struct arena *arena);

/* The same of one step and thread, in an explained finding. */
static inline idset
finding_held (const struct finding *finding, uint32_t step, thread_id thread)
{
  assert (finding->held && step < finding->witness->steps.count);
  assert (thread.index < finding_cast (finding));
  return finding->held[(size_t) step * finding_cast (finding) + thread.index];
}

/* ---- Calls. ---- */

/* By step: the body of its statement, and how many calls deep that is. */
struct finding_place
{
  body_id body;
  uint32_t depth;
};
struct finding_place *finding_places (const struct finding *finding, struct arena *arena);

/* The site of THREAD's steps of the automaton from step FROM to step TO; there is
   one at least. */
struct finding_site finding_site (const struct finding *finding, thread_id thread,
                                  uint32_t from, uint32_t to, struct arena *arena);

/* The same of THREAD's steps FROM and TO themselves, whatever they are. */
struct finding_site finding_site_between (const struct finding *finding, thread_id thread,
                                          uint32_t from, uint32_t to,
                                          struct arena *arena);

/* The body that a person calls what THREAD does: of the unit around its steps of the
   automaton, the procedure that it is in, or (in a model that was made from a program
   always) the first that it calls; without a unit the outermost procedure; else the body
   of the process. */
body_id finding_method (const struct finding *finding, thread_id thread);

/* Who plays the threads, by what a person calls it: "u = pop(), u' = push(Object)". */
void finding_print_methods (const struct finding *finding, FILE *file);

/* ---- Meetings: races and deadlocks. ---- */

/* Where the last steps begin, which are all about to happen at one moment; of a pattern
   the number of steps. */
uint32_t finding_meeting (const struct finding *finding);

/* The step of the meeting that THREAD is about to make. */
uint32_t finding_next_step (const struct finding *finding, thread_id thread);

/* Where THREAD took LOCK, which it holds in the end. */
uint32_t finding_taken (const struct finding *finding, thread_id thread, lock_id lock);

#endif

/* finding.h -- a violation with its witness, and what can be read off it.
 *
 * Whoever shows a violation (as a table, a picture, a log) starts from here.
 * Everything is borrowed; results live in the arena that is given.
 */
#ifndef WITNESS_FINDING_H
#define WITNESS_FINDING_H

#include <stdio.h>

#include "eml/eml.h"
#include "query/query.h"
#include "witness/witness.h"

struct finding
{
  struct eml *eml; /* its sets of numbers grow, nothing else changes */
  const struct query *query;
  const process_id *processes; /* by thread of the automaton */
  const struct witness *witness;
};

/* A copy that lives in ARENA: witness and processes. */
struct finding finding_copy (const struct finding *finding, struct arena *arena);

/* The thread that PROCESS plays. */
thread_id finding_thread (const struct finding *finding, process_id process);
const char *finding_process_name (const struct finding *finding, process_id process);
const char *finding_body_name (const struct finding *finding, body_id body);
const char *finding_lock_name (const struct finding *finding, lock_id lock);
/* Of the field that is in place of PARAMETER. */
const char *finding_field_name (const struct finding *finding, parameter_id parameter);

/* What a step does, in words: "acquire this", "begin unit", "call push".  As
   names are, or safe for a terminal. */
void finding_print_step (const struct finding *finding, uint32_t step, FILE *file);

/* Where a step is: what the model says, or FILE:LINE:COLUMN of the model, the
   file without its folders. */
void finding_print_place (const struct finding *finding, uint32_t step, FILE *file);

/* u, u', u'': threads in the order of the automaton; other names than u and v
   are kept. */
void finding_print_thread (const struct finding *finding, thread_id thread, FILE *file);
/* R W' W, or R(a) W'(b) ... where there are several fields. */
void finding_print_pattern (const struct finding *finding, FILE *file);
/* "field balance", "fields count,data". */
void finding_print_fields (const struct finding *finding, FILE *file);

/* ---- Locks held. ---- */

/* By step and thread: the locks that the thread's process holds once the step
   is done. */
struct finding_locks
{
  uint32_t threads;
  idset *held;
};
struct finding_locks finding_locks (const struct finding *finding, struct arena *arena);
static inline idset
finding_held (const struct finding_locks *locks, uint32_t step, thread_id thread)
{
  return locks->held[(size_t) step * locks->threads + thread.index];
}

/* ---- Calls. ---- */

/* By step: the body that its statement is in, and how many calls deep that is. */
struct finding_place
{
  body_id body;
  uint32_t depth;
};
struct finding_place *finding_places (const struct finding *finding, struct arena *arena);

/* The innermost activation of a body that all steps of the automaton by THREAD
   from step FROM to step TO are made in, and the statements of that body from
   which the first and the last are made: themselves, or calls. */
struct finding_site
{
  body_id body;
  bool called;          /* it is not the process's own body */
  uint32_t first, last; /* offsets in the text */
  name_id first_position, last_position;
};
struct finding_site finding_site (const struct finding *finding, thread_id thread,
                                  uint32_t from, uint32_t to, struct arena *arena);

#endif

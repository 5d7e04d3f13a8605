/* witness.h -- the story of a violation, statement by statement.
 *
 * Names things as the model does: processes by their number (copies counted),
 * locks, fields and bodies by their index, places by their offset in the text.
 * Includes no header of wpds/, so that the replayer can include it and still share
 * nothing with the engines.
 */
#ifndef WITNESS_WITNESS_H
#define WITNESS_WITNESS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/model.h"

enum witness_action
{
  WITNESS_ACQUIRE,
  WITNESS_RELEASE,
  WITNESS_READ,
  WITNESS_WRITE,
  WITNESS_UNIT_BEGIN,
  WITNESS_UNIT_END,
  WITNESS_CALL,
  WITNESS_RETURN,
  WITNESS_START,
  WITNESS_JOIN,
  WITNESS_END,    /* the end of a process that others join */
  WITNESS_AWAIT,  /* awaits a lock that the next process of a circle holds; a no-op */
  WITNESS_NOTIFY, /* wakes processes that wait for a lock: only in `stuck' */
  /* Of models with data.  The first three are no steps for other processes. */
  WITNESS_SET,    /* a local gets a value */
  WITNESS_CHOOSE, /* any value is chosen, for `*' */
  WITNESS_BRANCH, /* takes a branch of a condition, or a way of `*' */
  WITNESS_ASSUME, /* its condition is true, and the process goes on */
  WITNESS_ASSERT, /* its condition is false, and the process stays there: the last step */
  WITNESS_WRONG,  /* the process goes wrong, and stays there: the last step */
  WITNESS_STUCK,  /* the process waits here, and will for ever: one of the last steps */
};

#define WITNESS_ACTIONS 20

struct witness_step
{
  process_id process;
  enum witness_action action;
  union
  {
    lock_id lock;    /* see witness_lock */
    field_id field;  /* see witness_field */
    body_id body;    /* see witness_body */
    idset processes; /* see witness_processes */
  } object;
  idset sets;       /* the atomic sets of a unit boundary */
  bool nested;      /* of an operation or unit boundary: it is not the outermost */
  bool waits;       /* of an operation or unit boundary: it belongs to a wait, which ends
                       all open units, releases the lock, acquires it again, and begins
                       the units again */
  uint32_t phase;   /* the step of the automaton that it is, from 1; 0: none */
  uint32_t offset;  /* where the statement is in the text of the model */
  name_id position; /* where the model says that the statement comes from, or none */
  /* Values, if the model has data. */
  bool has_value;
  bool is_bool;     /* the value is a truth value */
  bool has_cell;    /* of an access: the field is an array, */
  uint32_t cell;    /* and this is the cell, from 0 */
  int64_t value;    /* read, written, set, chosen or returned; of a branch without a
                       condition: the way, from 0; of a notify, but not of one that wakes
                       all: the process that it wakes, from 1, or 0: nobody waits */
  const char *text; /* from WITNESS_SET on: the local, condition, mistake or what is
                       waited for; WITNESS_ANY for a choice or way of `*'.  Else null */
};

/* An initial value of a field that can start with any. */
struct witness_initial
{
  field_id field;
  uint32_t cell;
  int64_t value;
};

static inline bool
witness_is_operation (const struct witness_step *step)
{
  return step->action == WITNESS_ACQUIRE || step->action == WITNESS_RELEASE;
}

static inline bool
witness_is_access (const struct witness_step *step)
{
  return step->action == WITNESS_READ || step->action == WITNESS_WRITE;
}

/* Does STEP call or leave a body? */
static inline bool
witness_has_body (const struct witness_step *step)
{
  return step->action == WITNESS_CALL || step->action == WITNESS_RETURN
         || step->action == WITNESS_END;
}

/* The lock of an operation, notify or await, the field of an access, the body that is
   called or left, the processes that are started or joined. */
static inline lock_id
witness_lock (const struct witness_step *step)
{
  assert (witness_is_operation (step) || step->action == WITNESS_AWAIT
          || step->action == WITNESS_NOTIFY);
  return step->object.lock;
}

static inline field_id
witness_field (const struct witness_step *step)
{
  assert (witness_is_access (step));
  return step->object.field;
}

static inline body_id
witness_body (const struct witness_step *step)
{
  assert (witness_has_body (step));
  return step->object.body;
}

static inline idset
witness_processes (const struct witness_step *step)
{
  assert (step->action == WITNESS_START || step->action == WITNESS_JOIN);
  return step->object.processes;
}

struct witness
{
  VEC (struct witness_step) steps;
  VEC (struct witness_initial) initial; /* of each cell that can start with any value */
};

/* The text of `*'. */
#define WITNESS_ANY "*"

/* Copy WITNESS to COPY, with all its texts, in ARENA. */
void witness_copy (struct witness *copy, const struct witness *witness,
                   struct arena *arena);

/* Print the value of STEP: "3", "-1", "true"; and its cell, if it has one: "[3]". */
void witness_print_value (FILE *file, const struct witness_step *step);
void witness_print_cell (FILE *file, const struct witness_step *step);

/* How often the process changes in the first COUNT steps.  What happens together at the
   end, as accesses of a race or waits of a deadlock, counts as no switch. */
uint32_t witness_switches (const struct witness *witness, uint32_t count);

/* "acquire", "unit-begin", "await" and so on: as in records. */
const char *witness_action_word (enum witness_action action);

/* The name of the lock, field or body of STEP, or its text; null for a unit boundary,
   whose sets are a list, and for a start or join, whose processes are. */
const char *witness_object_name (const struct ir_model *model,
                                 const struct witness_step *step);
/* Print the names of SETS, each one word, with commas between them. */
void witness_print_sets (FILE *file, const struct ir_model *model, idset sets);

/* Print the names of PROCESSES, each one word, with commas between them; all copies of
   a process by its name alone. */
void witness_print_processes (FILE *file, const struct ir_model *model, idset processes);

/* A process by the body that it runs and the number of its copy. */
struct witness_process
{
  body_id body;
  uint32_t copy;
};
struct witness_process witness_process_of (const struct ir_model *model,
                                           process_id process);

#endif

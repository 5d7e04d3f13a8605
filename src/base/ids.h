/* ids.h -- what the things of a model and of an automaton are called: numbers,
 * each kind a type of its own, so that the compiler refuses a lock where a
 * field is due.
 *
 * All count up from 0 in the order of the declarations and are places in a
 * table: `model->locks.at[lock.index]'.  A model, its flow graphs, its
 * multi-PDS and its witnesses share these numbers.  Sets of them are idsets of
 * their indices (idset.h).
 *
 * Numbers that mean something only inside one computation are not among them,
 * but for two that many use and must not take for the model's: lock_number, a
 * lock among those that matter to a query (wpds/lock_numbers.h), and
 * participant_id, a process among those that take part.
 */
#ifndef BASE_IDS_H
#define BASE_IDS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- Of a model. ---- */

typedef struct
{
  uint32_t index;
} lock_id;

typedef struct
{
  uint32_t index;
} field_id;

/* An atomic set. */
typedef struct
{
  uint32_t index;
} set_id;

/* A process, copies counted. */
typedef struct
{
  uint32_t index;
} process_id;

/* The statements of a procedure or a process.  Copies of a process share them;
   in a multi-PDS only those of processes appear, under the same numbers. */
typedef struct
{
  uint32_t index;
} body_id;

/* ---- Of a phase automaton. ---- */

typedef struct
{
  uint32_t index;
} thread_id;

/* What a query puts a field in place of. */
typedef struct
{
  uint32_t index;
} parameter_id;

/* ---- Of a computation. ---- */

/* A lock among those that a computation looks at. */
typedef struct
{
  uint32_t index;
} lock_number;

/* A process among those that take part in a question: the ones that play the
   threads of its automaton, in their order, then the bystanders. */
typedef struct
{
  uint32_t index;
} participant_id;

#define LOCK_NONE ((lock_id){ UINT32_MAX })
#define FIELD_NONE ((field_id){ UINT32_MAX })
#define PROCESS_NONE ((process_id){ UINT32_MAX })
#define THREAD_NONE ((thread_id){ UINT32_MAX })
#define LOCK_NUMBER_NONE ((lock_number){ UINT32_MAX })
#define PARTICIPANT_NONE ((participant_id){ UINT32_MAX })

static inline bool
lock_equal (lock_id a, lock_id b)
{
  return a.index == b.index;
}

static inline bool
field_equal (field_id a, field_id b)
{
  return a.index == b.index;
}

static inline bool
set_equal (set_id a, set_id b)
{
  return a.index == b.index;
}

static inline bool
process_equal (process_id a, process_id b)
{
  return a.index == b.index;
}

static inline bool
body_equal (body_id a, body_id b)
{
  return a.index == b.index;
}

static inline bool
thread_equal (thread_id a, thread_id b)
{
  return a.index == b.index;
}

static inline bool
parameter_equal (parameter_id a, parameter_id b)
{
  return a.index == b.index;
}

static inline bool
lock_number_equal (lock_number a, lock_number b)
{
  return a.index == b.index;
}

static inline bool
participant_equal (participant_id a, participant_id b)
{
  return a.index == b.index;
}

#endif

/* ids.h -- identifiers of locks, fields, processes and so on: numbers, each
 * kind a type of its own, so that the compiler refuses a lock where a field is
 * due.
 *
 * Identifiers count up from 0 in the order of the declarations and are indices
 * of a table: `model->locks.at[lock.index]'.  A model, its flow graphs, its
 * multi-PDS and its witnesses share them.  Sets of identifiers are idsets of
 * their indices (idset.h).
 *
 * Two kinds number things within one computation, and have types so that
 * nobody takes them for the model's: lock_number, a lock among those that matter
 * to a query (wpds/lock_numbers.h), and participant_id, a process among those
 * that take part in it.
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

/* A parameter of an automaton, which a query instantiates with a field. */
typedef struct
{
  uint32_t index;
} parameter_id;

/* ---- Of a computation. ---- */

/* A lock among those that a computation considers. */
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
#define SET_NONE ((set_id){ UINT32_MAX })
#define PROCESS_NONE ((process_id){ UINT32_MAX })
#define THREAD_NONE ((thread_id){ UINT32_MAX })
#define LOCK_NUMBER_NONE ((lock_number){ UINT32_MAX })
#define PARTICIPANT_NONE ((participant_id){ UINT32_MAX })

/* For each kind a function that compares two of it: lock_equal and so on. */
#define IDS_EQUAL(name, kind)                                                            \
  static inline bool name (kind a, kind b) { return a.index == b.index; }
IDS_EQUAL (lock_equal, lock_id)
IDS_EQUAL (field_equal, field_id)
IDS_EQUAL (set_equal, set_id)
IDS_EQUAL (process_equal, process_id)
IDS_EQUAL (body_equal, body_id)
IDS_EQUAL (thread_equal, thread_id)
IDS_EQUAL (parameter_equal, parameter_id)
IDS_EQUAL (lock_number_equal, lock_number)
IDS_EQUAL (participant_equal, participant_id)
#undef IDS_EQUAL

#endif

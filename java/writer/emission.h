/* emission.h -- a model under way: what of the program is in it, and what that is called
 * there.
 *
 * A read-write lock is one lock for each process, its *parts*: a reader takes that of its
 * own process, a writer takes all.  So a body in which somebody reads is there once for
 * each process that comes to it.
 */
#ifndef JAVA_WRITER_EMISSION_H
#define JAVA_WRITER_EMISSION_H

#include "java/interpreter/threads.h"
#include "java/writer/body.h"
#include "java/writer/writer.h"

/* A process of the model: a client of the class, or one that the program starts. */
struct emitted_process
{
  const char *name;
  uint32_t source; /* of a program: the process that it is (interpreter/threads.h); of a
                      class: one more than the entry that it calls alone, 0: a client */
  uint32_t copies; /* 0: one, without a number in its name */
  uint32_t number; /* of its first copy, among all copies of the model's processes */
  body_id body;
};

/* A body in which a process reads. */
struct bound_body
{
  uint32_t body, process;
};

struct emission
{
  struct extraction *x;
  struct java_model *model;
  struct ir_model *declared; /* of the model */
  struct bodies bodies;
  bool *is_called;  /* by body */
  bool *has_field;  /* by location */
  bool *has_lock;   /* by lock */
  uint32_t monitor; /* of I, which is declared even if nobody takes it: a repair may */
  uint32_t parts;   /* of a read-write lock */
  VEC (struct emitted_process) processes;
  VEC (struct bound_body) bound; /* in the order in which they are declared */
  field_id *field_of;            /* by location */
  lock_id *lock_of;              /* by lock; the other parts follow */
  body_id *body_of;              /* by body and process: see emission_body */
};

/* ---- emit.c ---- */

/* Which body BODY is in process number PROCESS. */
static inline body_id *
emission_body (const struct emission *m, uint32_t body, uint32_t process)
{
  assert (body < m->bodies.list.count && process < m->parts);
  return &m->body_of[(size_t) body * m->parts
                     + (m->bodies.list.at[body].reads_halves ? process : 0)];
}

/* The body of INSTANCE, UINT32_MAX: it does nothing to I. */
static inline uint32_t
emission_body_of (const struct emission *m, uint32_t instance)
{
  return m->x->instances.at[instance].body;
}

/* Of a class: does PROCESS call entry number ENTRY? */
static inline bool
emission_calls (const struct emission *m, const struct emitted_process *process,
                uint32_t entry)
{
  assert (entry < m->x->client.entries.count);
  return process->source > 0 ? process->source - 1 == entry
                             : m->x->client.entries.at[entry].caller == CALLED_BY_CLIENTS;
}

/* ---- namings.c ---- */

/* Tell the model what its methods call I. */
void namings_give (struct emission *m);

/* ---- declare.c ---- */

/* Declare everything. */
void declare_model (struct emission *m);

/* ---- steps.c ---- */

/* The steps of all bodies, in the order in which they are declared. */
void steps_build (struct emission *m);

#endif

/* lock_order.h -- in which order the processes of a model take locks.
 *
 * A take is an acquisition, the outermost one of its lock, by a process that holds other
 * locks; it orders each of these before the one that it takes.  A cycle is a sequence of
 * takes, each by another process, in which each process takes a lock that the next one
 * holds, the last one a lock that the first one holds, and no two hold a lock in common:
 * such a lock is a gate, which lets only one of them in at a time.  If all of them get
 * that far at the same time, they wait for each other for ever; whether they can is not
 * decided here.
 *
 * Cost: linear in the stack symbols, unless locks are taken in both orders; then a
 * search for cycles, with a limit on its steps.
 */
#ifndef IR_LOCK_ORDER_H
#define IR_LOCK_ORDER_H

#include "ir/project.h"

struct lock_take
{
  process_id process;
  lock_id taken;
  idset held;
  pds_symbol place; /* where the lock is taken */
};

struct lock_order
{
  const struct ir_projection *lowering;
  struct arena *arena;
  const bool *returns; /* by symbol (wpds/survey.h); null if there are no takes */
  uint32_t *group;     /* by lock: locks in one group are ordered before each other,
                          directly or by way of others */
  uint32_t groups;
  uint32_t *group_size; /* by group: its locks */
  /* The takes of one lock of a group while another lock of the group is held.  If several
     processes run the same body, a few of theirs are kept: others add no cycle. */
  VEC (struct lock_take) takes;
  uint32_t *first_after; /* by lock, and an end: index in AFTER of the takes that */
  uint32_t *after;       /* are done with this lock held */
  uint32_t *first_of;    /* by lock, and an end: index in OF of the takes */
  uint32_t *of;          /* of this lock */
};

/* The locks l0, l1, ... and by whom: take number i is done with lock i held, and it
   takes lock i + 1; the last one takes l0. */
struct lock_cycle
{
  uint32_t length; /* 0: there is none */
  const lock_id *locks;
  const struct lock_take *takes;
};

/* Longer cycles are not searched for. */
#define LOCK_CYCLE_LONGEST 1000

/* The order of the locks in LOWERING, which is borrowed. */
void lock_order_init (struct lock_order *order, const struct ir_projection *lowering,
                      struct arena *arena);

/* Returns, by group, a shortest cycle among its locks. */
const struct lock_cycle *lock_order_cycles (const struct lock_order *order);

/* A shortest cycle through LOCK that is not a cycle of KNOWN, the order of the locks in
   another version of the model. */
struct lock_cycle lock_order_new_cycle (const struct lock_order *order, lock_id lock,
                                        const struct lock_order *known);

/* Warn of cycles, one for each group of locks, and show how each process gets there
   (lock_order_warn.c). */
void lock_order_warn (const struct ir_projection *lowering, struct arena *arena,
                      struct diags *diags);

#endif

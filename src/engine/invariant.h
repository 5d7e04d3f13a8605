/* invariant.h -- why something never happens: an inductive invariant, for a certificate.
 *
 * An engine that proved a query can hand over clauses over the bits of a state.  They are
 * about the system without any reduction: each rule that a process goes along is a step,
 * local ones too, and only what ir/ir.h says of atomic blocks restricts who is next.
 * Together the clauses hold initially, each step from a state where they hold leads to
 * one where they hold, and no state where they hold is bad.  A certificate contains them
 * (doc/certificates.md), and its checker proves all three with code of its own, so
 * nothing in here need be believed.
 *
 * What a bit means is said by name, so that the checker finds it in a system that it
 * builds by itself.  A state is
 *
 *     PLACE     where each process is: a stack of open calls with the symbol to be
 *               executed on top; or it has ended; or it has gone wrong, for ever.
 *               Engines number places as they like and say which is which
 *     SLOT      values in the open frames of a process.  A frame is named by the stack
 *               below it, whose top is the symbol of the call; that of the body of a
 *               process has the empty stack below.  Frames that are not open are 0
 *     CELL      values of fields
 *     OWNER     of a lock: 0 nobody, else the process, from 1
 *     STARTED, FINISHED    of each process: it was started, it has finished
 *     WAITING   of each process, if the query is about who waits for ever: the lock in
 *               whose wait set it is, from 1; 0: it is in none
 *     DONE      how many steps of the automaton are done
 *     MIDST     who is in the midst of an atomic block: 0 nobody, else the process,
 *               from 1.  After each of its steps a process is in the midst iff it was
 *               before, or the step begins a block (ir.h: not a local one), and its next
 *               node is atomic and need not wait in the state that it came to
 */
#ifndef ENGINE_INVARIANT_H
#define ENGINE_INVARIANT_H

#include "wpds/stacks.h"

enum invariant_kind
{
  INVARIANT_PLACE,    /* process; bit: of the number of its place */
  INVARIANT_SLOT,     /* process, below; object: the slot */
  INVARIANT_CELL,     /* object: the field; cell */
  INVARIANT_OWNER,    /* object: the lock */
  INVARIANT_STARTED,  /* process */
  INVARIANT_FINISHED, /* process */
  INVARIANT_WAITING,  /* process */
  INVARIANT_DONE,
  INVARIANT_MIDST,
};

/* The meaning of a bit of the state: bit number `bit' of something. */
struct invariant_bit
{
  enum invariant_kind kind;
  uint32_t process;
  uint32_t object, cell;
  pds_stack below; /* in the stacks of its process */
  uint32_t bit;
  /* For a slot, by number of a place of its process: has the bit the slot's value there?
     If not, since the slot is dead, it may be 0.  Null: everywhere. */
  const bool *kept;
};

/* The places of a process by their numbers; the empty stack is its end. */
struct invariant_places
{
  const struct stacks *stacks;
  const pds_stack *at;
  uint32_t count;
  uint32_t wrong; /* the number for "gone wrong", not in at[]; UINT32_MAX: none */
};

struct invariant_literal
{
  uint32_t bit;
  bool value;
};

struct invariant_clause
{
  const struct invariant_literal *literals;
  uint32_t count;
};

struct invariant
{
  const struct invariant_bit *bits;
  uint32_t bit_count;
  const struct invariant_places *places; /* by process */
  const struct invariant_clause *clauses;
  uint32_t clause_count;
};

#endif

/* repair.h -- one lock that, held longer or taken first, would have prevented a
 * violation.
 *
 * A candidate is a lock of the model and one or two statement ranges.  The steps of the
 * model are changed, as if each range were put into `sync LOCK { }' (repaired.h), and
 * the same query is decided again, by the same engine.  Only if the query
 * is safe then is the candidate a repair; second best, if it is safe for the
 * processes of the violation in their roles, while others, or the same with their
 * roles exchanged, still do it.  So what is said is true of these processes whatever
 * they do, not only of this interleaving.  Bodies that are written once for many
 * objects change together: each with the lock of its own object, or else all of them
 * with one lock, which may be better for the order of locks (ir_lock_in).
 *
 * A lock that is held longer may come to be taken in both orders.  If the changed model
 * has a cycle in its order of locks (ir/lock_order.h) that the model does not have,
 * other candidates are preferred, and if there is none that helps, the cycle is part
 * of the repair.  The absence of cycles is not the absence of deadlocks.
 *
 * Candidates come from the gaps of because.h.  First the ranges of one process: from
 * the first to the last step of the holder, with a lock that the other holds; and
 * the other's range, with a lock that the holder holds throughout.  Then locks that
 * make a difference only if both hold them: those, the locks that the holder has for
 * a part of the gap, those that either has at a step of the automaton, and those
 * that both take anywhere.  They are tried on the holder's range alone where the
 * other runs the same body, so that one change is a change of both; then on the
 * ranges of both.  Each time with the range, the unit around it, and the whole body.
 *
 * Of a race, the ranges are the two accesses: each with a lock that the other holds
 * there, then both with one lock.  Where none helps, the field may be volatile.  Of a
 * deadlock, the range of a process is from where it takes the lock that it holds to
 * where it waits; the lock is the one that it waits for, so that it takes the two in the
 * other order; or both processes of a circle of two get one lock around theirs.
 *
 * Of processes that wait for ever for a notify of a lock, all notifies of it wake
 * everybody; who has waited looks again at the condition; both; who waits does not hold
 * another lock meanwhile; or a process that waits holds the lock around its wait, and
 * more and more of what comes before, such as its look at what it waits for.  Of those
 * that wait for a lock, who fails while it has it gives it back.
 *
 * Cost: at most REPAIR_CANDIDATES changed models and REPAIR_DECISIONS
 * decisions of the query; for each candidate that helps, two more for the
 * order of locks, or four with earlier repairs.
 */
#ifndef EXPLAIN_REPAIR_H
#define EXPLAIN_REPAIR_H

#include "explain/because.h"
#include "ask/decide_options.h"

/* A statement range that is put under the lock. */
struct repair_place
{
  thread_id thread; /* whose steps are in the range */
  body_id body;
  struct span range; /* of the model's text */
  uint32_t again;    /* as of a hold (ir/hold.h) */
  uint32_t first_line, last_line;
  /* Where its statements come from, if the model gives positions of one file; else
     null.  The path is the first bytes of this. */
  const char *source;
  uint32_t source_length;
  uint32_t first_source_line, last_source_line;
};

/* A process of a cycle: with HELD it takes the lock that the next one holds. */
struct repair_wait
{
  process_id process;
  lock_id held;
};

/* Of a longer cycle, the first ones are kept. */
#define REPAIR_WAITS 8

enum repair_kind
{
  REPAIR_HOLD,     /* hold LOCK in all places */
  REPAIR_ORDER,    /* of a deadlock: the same, so that LOCK is taken before BEFORE */
  REPAIR_ONE_CALL, /* of a pattern: the two calls of a library object in the place are
                      one call, as if LOCK were held, which only these calls can hold */
  REPAIR_VOLATILE, /* of a race: declare the field volatile; no lock, no place.  That is
                      what the word means, so nothing is decided */
  /* Of who waits for ever, without a place: */
  REPAIR_NOTIFY_ALL,     /* every notify of LOCK wakes all */
  REPAIR_LOOK_AGAIN,     /* who has waited for LOCK looks again: `while' for `if' */
  REPAIR_LOOK_AGAIN_ALL, /* both */
  REPAIR_WAIT_OUTSIDE,   /* who waits for LOCK does not hold BEFORE */
  REPAIR_FINALLY,        /* who fails while it holds LOCK gives it back */
};

/* Does a repair of KIND have places? */
static inline bool
repair_has_places (enum repair_kind kind)
{
  return kind == REPAIR_HOLD || kind == REPAIR_ORDER || kind == REPAIR_ONE_CALL;
}

/* No pointers but those of places: workers send repairs as they are. */
struct repair
{
  enum repair_kind kind;
  bool safe;       /* for all processes, not only those of the violation; */
  bool restricted; /* "all" are those that were asked about (-P) */
  lock_id lock;
  lock_id before; /* of REPAIR_ORDER and REPAIR_WAIT_OUTSIDE */
  uint32_t call;  /* of REPAIR_ONE_CALL: which two (repair_call.c) */
  bool by_name;   /* in bodies that are written once for many objects: this lock for
                     all of them, not the one that each has in its place */
  uint32_t count; /* of places: 1 or 2 */
  struct repair_place places[2]; /* neither is within the other */
  uint32_t cycle;                /* its length; 0: no new cycle */
  bool together;                 /* only together with earlier repairs */
  struct repair_wait waits[REPAIR_WAITS];
};

/* Repairs that are made together. */
struct repairs
{
  VEC (const struct repair *) list;
};

/* Candidates for one violation, each decided at most twice; nanoseconds for each
   decision; a model with more steps is not changed over and over again. */
#define REPAIR_CANDIDATES 12
#define REPAIR_DECISIONS (2 * REPAIR_CANDIDATES)
#define REPAIR_TIMEOUT ((uint64_t) 5000000000)
#define REPAIR_LARGEST ((uint32_t) 1 << 16)
/* Of a model with data: states for each decision that values have to make. */
#define REPAIR_STATES 100000

/* The repair of FINDING, whose `because' is known, in ARENA; null: none was found.
   OPTIONS are those of the query.  At most *BUDGET decisions are made and subtracted
   from it; it becomes 0 when one could not be decided in time.  EARLIER repairs of the
   same model are in the model in which cycles are sought, but not in the one that is
   decided; null: there are none.  No decider may be in the middle of a query: engines
   have global state. */
const struct repair *repair_find (const struct finding *finding,
                                  const struct decide_options *options,
                                  const struct repairs *earlier, uint32_t *budget,
                                  struct arena *arena);

/* Has the model with REPAIR a cycle in its order of locks that it does not have
   without?  And if not, has it one together with EARLIER repairs (null: none)?  Fill in
   what REPAIR has about it (repair_order.c). */
void repair_find_cycle (struct repair *repair, const struct finding *finding,
                        const struct repairs *earlier, struct arena *arena);

/* Nanoseconds that seeking a repair takes at most, reading not counted; 0: no limit
   is kept, because the query has none. */
uint64_t repair_time_limit (const struct decide_options *options);

/* Are there bodies with the same text and other objects, locks or fields? */
bool repair_is_shared (const struct ir_model *model, body_id body);

/* The lock that BODY of a model that was made from a program would hold if its method
   were synchronized, or LOCK_NONE (repair_program.c). */
lock_id repair_monitor (const struct ir_subject *subject, body_id body);

/* Can the program hold LOCK in BODY?  What makes the calls of a library object one by
   one, such as those of a ConcurrentHashMap, is none that others can have; and a method
   has to have a name for the object whose monitor it takes. */
bool repair_can_be_held (const struct ir_subject *subject, lock_id lock, body_id body);

/* Is LOCK that of the calls of such a library object? */
bool repair_is_piece (const struct ir_subject *subject, lock_id lock);

/* Of REPAIR_ONE_CALL: what to call instead; and in a sentence, "Replace get and put on
   lines 4 to 6 of Cache.java, in find(String) by compute, computeIfAbsent or merge".  No
   line end. */
const char *repair_call_instead (const struct repair *repair);
void repair_print_call (const struct finding *finding, FILE *file);

/* Is PLACE a whole method of such a model, which would hold the lock of REPAIR if it were
   synchronized? */
bool repair_is_method (const struct repair *repair, const struct repair_place *place,
                       const struct ir_subject *subject);

/* Of a finding of such a model, the places of its repair: "Make pop() synchronized",
   "Hold 'Stack.lock' from line 41 to 54 of Stack.java, in pop()".  No line end. */
void repair_print_program (const struct finding *finding, FILE *file);

/* The repair of FINDING, which has one: "Holding 's' in pop (Stack.java:51-54,
   stack.eml:54-62) would have prevented it: the query is then safe.", "Holding 's' in P
   (...) and in Q (...)", "..., and likewise for other objects, would", "..., whichever
   objects it is called for, would", or "... with u = P, u' = Q; with other processes in
   these roles it still happens."  Then, if it has a cycle: "But then 's' and 't' are
   taken in both orders: P takes 't' while it holds 's', Q takes 's' while it holds 't'.",
   or "But together with the repairs above ...".  Of a deadlock: "Taking 'f1' before 'f3'
   in Marx (...) would have prevented it".  Of a model that was made from a program, the
   places as above, and then ": the query is then safe."  No line end. */
void repair_print (const struct finding *finding, FILE *file);

#endif

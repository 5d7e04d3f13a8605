/* repair.h -- one lock that, held longer, would have prevented a violation.
 *
 * A candidate is a stretch of statements of one body and a lock of the model.
 * The text of the model is changed: the stretch is put into `sync LOCK { }';
 * then it is read again and the same query is decided again, by the same
 * engine.  Only if the query is safe then is the candidate a repair; second
 * best, if it is safe for the processes of the violation in their roles, while
 * others, or the same with their roles exchanged, still do it.  So what is said
 * is true of these processes whatever they do, not only of this interleaving.
 * It says nothing of deadlocks.
 *
 * Candidates come from the gaps of because.h.  First what one process does:
 * the stretch from the first to the last step of the holder with a lock that
 * the other holds, and the other's stretch with a lock that the holder holds
 * throughout.  Then locks that make a difference only if both hold them: those,
 * the locks that the holder has for a part of the gap, those that either has at
 * a step of the automaton, and those that both take anywhere.  They are tried
 * on the holder's stretch alone where its body is the other's, too, so that one
 * change is one for both; then on the stretches of both.  Each time with the
 * stretch, the unit around it, and the whole body.
 */
#ifndef WITNESS_REPAIR_H
#define WITNESS_REPAIR_H

#include "engine/decide.h"
#include "explain/because.h"

/* A stretch that is put under the lock. */
struct repair_place
{
  thread_id thread;            /* whose steps they are */
  body_id body;
  struct span region;          /* of the model's text */
  uint32_t first_line, last_line;
  /* Where its statements come from, if the model says so of one file, or null:
     the path is the first bytes of this. */
  const char *source;
  uint32_t source_length;
  uint32_t first_source_line, last_source_line;
};

struct repair
{
  bool found;
  bool safe;       /* for all processes, not only those of the violation; */
  bool restricted; /* all that were asked about */
  lock_id lock;
  uint32_t count;                /* of places: 1 or 2 */
  struct repair_place places[2]; /* neither is within the other */
};

/* Candidates for one violation, each decided twice at most, and nanoseconds for
   each decision; a longer model is read once and not over and over again. */
#define REPAIR_CANDIDATES 12
#define REPAIR_TIMEOUT ((uint64_t) 5000000000)
#define REPAIR_LONGEST ((uint32_t) 1 << 20)

/* OPTIONS are those of the query.  *BUDGET more decisions may be made; those
   that were made are taken off, and all of them when one could not be decided
   in time.  No decider may be at work: engines have
   global state. */
void repair_find (struct repair *repair, const struct finding *finding,
                  const struct because *because, const struct decide_options *options,
                  uint32_t *budget, struct arena *arena);

/* The text of the model with REPAIR in it. */
char *repair_text (const struct repair *repair, const struct finding *finding,
                   struct arena *arena);

/* "Holding 's' in pop (Stack.java:51-54, stack.eml:54-62) would have prevented
   it: the query is safe then.", "Holding 's' in P (...) and in Q (...)", or
   "... with u = P, u' = Q; with other processes
   in these roles it still happens."  No line end. */
void repair_print (const struct repair *repair, const struct finding *finding,
                   FILE *file);

#endif

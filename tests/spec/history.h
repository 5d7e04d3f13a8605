/* history.h -- lock histories, one at a time (SPIN09 section 5; theory.md, 3).
 *
 * What a stretch of a path did with the locks, as far as it matters to the
 * other processes.  This is the plain form, a struct of bit masks, in which
 * the definitions can be read; the engines have forms of their own and are
 * tested against it.
 *
 * U trap.  SPIN09's `post' collects in U every lock that was acquired and
 * released again anywhere along the path; its Example 2 prints only those of
 * the matched middle part.  We follow `post': with the smaller U a process
 * could use, before its first release, a lock that another holds throughout,
 * and nobody would notice.
 */
#ifndef TESTS_SPEC_HISTORY_H
#define TESTS_SPEC_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#define HISTORY_LOCKS 64

/* A set of locks. */
typedef uint64_t history_locks;

struct history
{
  history_locks released;                       /* R: held at the start, released */
  history_locks used;                           /* U: acquired and released again */
  history_locks acquired;                       /* A: acquired and still held */
  history_locks held;                           /* HT: held throughout */
  history_locks released_before[HISTORY_LOCKS]; /* RH[l] for l in R */
  history_locks acquired_after[HISTORY_LOCKS];  /* AH[l] for l in A */
};

/* The history of the empty path that starts with HELD. */
void history_start (struct history *history, history_locks held);

/* One more action at the end of the path: SPIN09's post. */
void history_acquire (struct history *history, unsigned lock);
void history_release (struct history *history, unsigned lock);

/* The history at the start of the next phase: SPIN09's ptrans. */
void history_next_phase (struct history *history);

/* I = R + HT and A + HT. */
history_locks history_initially_held (const struct history *history);
history_locks history_finally_held (const struct history *history);

bool history_equal (const struct history *a, const struct history *b);

#endif

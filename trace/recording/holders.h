/* holders.h -- who holds which lock, so that acquires and releases alternate in the
 * trace.
 *
 * Programs have recursive locks, locks that are shared by readers, locks that another
 * thread gives back; a trace has acquire and release, one holder at a time.  A recursive
 * lock is acquired by its first acquire and released by its last release.  A lock with
 * readers becomes several: one for the writers, and one for each thread that ever reads.
 * A reader takes its own, a writer takes all; so readers exclude writers and not each
 * other, and the order between releases and acquires is what it was.
 */
#ifndef RECORDING_HOLDERS_H
#define RECORDING_HOLDERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/pairmap.h"
#include "base/vec.h"

#define HOLDERS_NOBODY UINT32_MAX

struct holders_reader
{
  uint32_t thread;
  uint32_t depth;
  uint32_t region; /* as of the lock */
};

struct holders_lock
{
  uint32_t holder; /* a thread, or HOLDERS_NOBODY */
  uint32_t depth;
  uint32_t region; /* the lock's region (cells.h) at its acquire, for the name */
  VEC (struct holders_reader) readers; /* every thread that ever shares it */
};

struct holders
{
  struct arena *arena;
  struct pairmap numbers; /* by address */
  VEC (struct holders_lock) locks;
};

void holders_init (struct holders *holders, struct arena *arena);

/* The lock at ADDRESS; valid until the next call. */
struct holders_lock *holders_find (struct holders *holders, uint64_t address);
/* Add THREAD as a reader of LOCK. */
void holders_add_reader (struct holders *holders, struct holders_lock *lock,
                         uint32_t thread);
struct holders_reader *holders_find_reader (struct holders_lock *lock, uint32_t thread);

#endif

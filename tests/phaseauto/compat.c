/* compat.c -- compatibility of histories: explicit, as a BDD, and in truth.
 *
 * Truth is an interleaving: N processes, each with the locks it holds and a
 * properly nested word of lock operations, are stepped in every order in which
 * no lock is held twice.  Histories are compatible iff all words can be done
 * to their ends (Kahlon and Gupta's theorem, for segments of paths).
 */
#include <config.h>

#include <string.h>

#include "base/arena.h"
#include "phaseauto/compat_bdd.h"
#include "tests/base/random.h"
#include "tests/lib/tap.h"
#include "tests/spec/compat.h"
#include "tests/wpds/encode.h"

#define LOCKS_LIMIT 4
#define PROCESSES_LIMIT 4
#define LONGEST 6

struct path
{
  history_locks held; /* at the start */
  unsigned length;
  unsigned locks[LONGEST]; /* acquired if not held, otherwise released */
};

static history_locks
only (unsigned lock)
{
  return (history_locks) 1 << lock;
}

static struct history
history_of (const struct path *path)
{
  struct history history;
  history_start (&history, path->held);
  for (unsigned i = 0; i < path->length; i++)
    if (history_finally_held (&history) & only (path->locks[i]))
      history_release (&history, path->locks[i]);
    else
      history_acquire (&history, path->locks[i]);
  return history;
}

/* ---- Truth. ---- */

/* Breadth first over the positions of all processes. */
static bool
can_interleave (const struct path *paths, uint32_t count)
{
  bool seen[(LONGEST + 1) * (LONGEST + 1) * (LONGEST + 1) * (LONGEST + 1)] = { false };
  uint32_t queue[sizeof seen], head = 0, tail = 0, goal = 0;
  for (uint32_t p = count; p-- > 0;)
    {
      goal = goal * (LONGEST + 1) + paths[p].length;
      for (uint32_t q = 0; q < p; q++)
        if (paths[p].held & paths[q].held)
          return false;
    }
  seen[0] = true;
  queue[tail++] = 0;
  while (head < tail)
    {
      uint32_t now = queue[head++], rest = now, weight = 1;
      history_locks taken = 0;
      unsigned at[PROCESSES_LIMIT];
      history_locks held[PROCESSES_LIMIT];
      if (now == goal)
        return true;
      for (uint32_t p = 0; p < count; p++, rest /= LONGEST + 1)
        {
          at[p] = rest % (LONGEST + 1);
          held[p] = paths[p].held;
          for (unsigned i = 0; i < at[p]; i++)
            held[p] ^= only (paths[p].locks[i]);
          taken |= held[p];
        }
      for (uint32_t p = 0; p < count; p++, weight *= LONGEST + 1)
        {
          if (at[p] == paths[p].length)
            continue;
          history_locks lock = only (paths[p].locks[at[p]]);
          bool blocked = !(held[p] & lock) && (taken & lock);
          if (!blocked && !seen[now + weight])
            {
              seen[now + weight] = true;
              queue[tail++] = now + weight;
            }
        }
    }
  return false;
}

/* ---- Random paths. ---- */

/* Processes that hold different locks at the start (mostly), in some order,
   and then release the last one or acquire another. */
static void
random_paths (uint64_t *state, struct path *paths, uint32_t count, unsigned locks)
{
  history_locks taken = 0;
  for (uint32_t p = 0; p < count; p++)
    {
      unsigned stack[LOCKS_LIMIT], depth = 0;
      struct path *path = &paths[p];
      *path = (struct path){ .length = random_below (state, LONGEST + 1) };
      while (random_below (state, 3) == 0)
        {
          unsigned lock = random_below (state, locks);
          bool clash = taken & only (lock) && random_below (state, 20) != 0;
          if (!clash && !(path->held & only (lock)))
            {
              path->held |= only (lock);
              stack[depth++] = lock;
            }
        }
      taken |= path->held;
      history_locks held = path->held;
      for (unsigned i = 0; i < path->length; i++)
        {
          unsigned lock = random_below (state, locks);
          bool full = held == only (locks) - 1;
          if (depth > 0 && (full || random_below (state, 2) == 0))
            lock = stack[--depth];
          else
            {
              while (held & only (lock))
                lock = (lock + 1) % locks;
              stack[depth++] = lock;
            }
          held ^= only (lock);
          path->locks[i] = lock;
        }
    }
}

static void
test_truth (uint32_t count, unsigned locks)
{
  uint64_t state = 100 * count + locks;
  uint32_t wrong = 0, yes = 0, rounds = 6000;
  for (uint32_t round = 0; round < rounds; round++)
    {
      struct path paths[PROCESSES_LIMIT];
      struct history histories[PROCESSES_LIMIT];
      random_paths (&state, paths, count, locks);
      for (uint32_t p = 0; p < count; p++)
        histories[p] = history_of (&paths[p]);
      bool truth = can_interleave (paths, count);
      wrong += compat_histories (histories, count) != truth;
      yes += truth;
    }
  tap_ok (wrong == 0 && yes > rounds / 50 && yes < rounds - rounds / 50,
          "%u processes, %u locks: compatible iff there is an interleaving (%u of %u)",
          (unsigned) count, locks, (unsigned) yes, (unsigned) rounds);
}

/* ---- The BDD. ---- */

#define VARIABLES_LIMIT 512

static buddy_set
cube_of (const struct history_facts *facts, uint32_t ply, const bool *values)
{
  buddy_set cube = buddy_true ();
  for (uint32_t f = facts->facts; f-- > 0;)
    for (uint32_t p = facts->processes; p-- > 0;)
      {
        uint32_t variable = history_variable (facts, f, ply, p);
        buddy_set fact
          = values[variable] ? buddy_variable (variable) : buddy_not_variable (variable);
        buddy_and_into (&cube, fact);
        buddy_release (fact);
      }
  return cube;
}

/* WHOLE: restrict all there is once and look histories up; else restrict the
   histories themselves, which also works where the whole is large. */
static void
test_bdd (uint32_t count, unsigned locks, bool whole, struct quota *quota)
{
  struct arena arena;
  arena_init (&arena, quota);
  bool inside[LOCKS_LIMIT * LOCKS_LIMIT];
  for (unsigned i = 0; i < locks * locks; i++)
    inside[i] = i / locks != i % locks;
  struct history_facts facts;
  history_facts_init (&facts, &arena, locks, inside, 2, count);
  assert (history_facts_variables (&facts) <= VARIABLES_LIMIT);
  buddy_start (quota, (struct buddy_limits){ history_facts_variables (&facts), 0 });
  buddy_set all = buddy_true ();
  if (whole)
    compat_restrict (&all, &facts, 1, &arena);
  uint64_t state = 10 * count + locks;
  uint32_t wrong = 0, yes = 0, rounds = whole ? 4000 : 400;
  for (uint32_t round = 0; round < rounds; round++)
    {
      struct path paths[PROCESSES_LIMIT];
      struct history histories[PROCESSES_LIMIT];
      bool values[VARIABLES_LIMIT] = { false };
      random_paths (&state, paths, count, locks);
      for (uint32_t p = 0; p < count; p++)
        {
          histories[p] = history_of (&paths[p]);
          encode_history (&facts, &histories[p], 1, p, values);
        }
      bool wanted = compat_histories (histories, count), got;
      if (whole)
        got = buddy_holds (all, values);
      else
        {
          buddy_set set = cube_of (&facts, 1, values);
          buddy_set before = buddy_retain (set);
          compat_restrict (&set, &facts, 1, &arena);
          got = !buddy_is_false (set);
          wrong += got && !buddy_equal (set, before);
          buddy_release (before);
          buddy_release (set);
        }
      wrong += got != wanted;
      yes += wanted;
    }
  tap_ok (wrong == 0 && yes > rounds / 50 && yes < rounds - rounds / 50,
          "%u processes, %u locks: the BDD%s agrees (%u of %u compatible)",
          (unsigned) count, locks, whole ? "" : " of single histories", (unsigned) yes,
          (unsigned) rounds);
  buddy_release (all);
  arena_clear (&arena);
}

/* Only the ply that was asked for counts, and the set only gets smaller. */
static void
test_ply (struct quota *quota)
{
  static const bool inside[4] = { false, true, true, false };
  struct arena arena;
  arena_init (&arena, quota);
  struct history_facts facts;
  history_facts_init (&facts, &arena, 2, inside, 2, 2);
  buddy_start (quota, (struct buddy_limits){ history_facts_variables (&facts), 0 });
  buddy_set all = buddy_true ();
  compat_restrict (&all, &facts, 1, &arena);
  bool values[VARIABLES_LIMIT] = { false };
  struct history held;
  history_start (&held, 1);
  for (uint32_t p = 0; p < 2; p++)
    encode_history (&facts, &held, 0, p, values);
  tap_ok (buddy_holds (all, values), "a clash in another ply does not matter");
  for (uint32_t p = 0; p < 2; p++)
    encode_history (&facts, &held, 1, p, values);
  tap_ok (!buddy_holds (all, values), "a clash in this ply does");
  buddy_release (all);
  arena_clear (&arena);
}

/* ---- Examples in which one condition alone says no. ---- */

enum condition
{
  INITIALLY = 1,
  FINALLY = 2,
  THROUGHOUT = 4,
  ACQUISITIONS = 8,
  RELEASES = 16,
};

/* Follow the edges of the chosen histories from LOCK; is START met again?  Each
   edge may be of any process: a definition of its own, without a closure. */
static bool
comes_back (const struct history *h, uint32_t count, bool releases, unsigned start,
            unsigned lock, unsigned steps)
{
  for (uint32_t p = 0; p < count && steps > 0; p++)
    {
      history_locks next
        = releases ? h[p].released_before[lock] : h[p].acquired_after[lock];
      for (unsigned m = 0; m < LOCKS_LIMIT; m++)
        if (m != lock && (next & only (m))
            && (m == start || comes_back (h, count, releases, start, m, steps - 1)))
          return true;
    }
  return false;
}

/* The conditions that do not hold. */
static unsigned
broken_conditions (const struct history *h, uint32_t count)
{
  unsigned broken = 0;
  for (uint32_t p = 0; p < count; p++)
    for (uint32_t q = 0; q < count; q++)
      {
        if (p == q)
          continue;
        if ((h[p].released | h[p].held) & (h[q].released | h[q].held))
          broken |= INITIALLY;
        if ((h[p].acquired | h[p].held) & (h[q].acquired | h[q].held))
          broken |= FINALLY;
        if ((h[p].acquired | h[p].used) & h[q].held)
          broken |= THROUGHOUT;
      }
  for (unsigned l = 0; l < LOCKS_LIMIT; l++)
    {
      if (comes_back (h, count, false, l, l, LOCKS_LIMIT))
        broken |= ACQUISITIONS;
      if (comes_back (h, count, true, l, l, LOCKS_LIMIT))
        broken |= RELEASES;
    }
  return broken;
}

static void
test_example (const char *name, const struct path *paths, uint32_t count, unsigned wanted,
              struct quota *quota)
{
  struct history histories[PROCESSES_LIMIT];
  struct arena arena;
  arena_init (&arena, quota);
  bool inside[LOCKS_LIMIT * LOCKS_LIMIT], values[VARIABLES_LIMIT] = { false };
  for (unsigned i = 0; i < LOCKS_LIMIT * LOCKS_LIMIT; i++)
    inside[i] = i / LOCKS_LIMIT != i % LOCKS_LIMIT;
  struct history_facts facts;
  history_facts_init (&facts, &arena, LOCKS_LIMIT, inside, 2, count);
  buddy_start (quota, (struct buddy_limits){ history_facts_variables (&facts), 0 });
  for (uint32_t p = 0; p < count; p++)
    {
      histories[p] = history_of (&paths[p]);
      encode_history (&facts, &histories[p], 0, p, values);
    }
  buddy_set set = cube_of (&facts, 0, values);
  compat_restrict (&set, &facts, 0, &arena);
  bool truth = can_interleave (paths, count);
  tap_ok (broken_conditions (histories, count) == wanted, "%s: the conditions", name);
  tap_ok (truth == (wanted == 0) && compat_histories (histories, count) == truth
            && buddy_is_false (set) == !truth,
          "%s: they %s be interleaved", name, truth ? "can" : "cannot");
  /* Without any one of them the others can. */
  bool others = true;
  for (uint32_t out = 0; out < count && count > 2; out++)
    {
      struct history rest[PROCESSES_LIMIT];
      uint32_t used = 0;
      for (uint32_t p = 0; p < count; p++)
        if (p != out)
          rest[used++] = histories[p];
      others &= compat_histories (rest, used);
    }
  if (count > 2)
    tap_ok (others, "%s: any of them may be left out", name);
  buddy_release (set);
  arena_clear (&arena);
}

static void
test_examples (struct quota *quota)
{
  /* Each holds one lock at the end and has used the other's since. */
  static const struct path deadlock[2] = { { 0, 3, { 0, 1, 1 } }, { 0, 3, { 1, 0, 0 } } };
  test_example ("acquisitions of two", deadlock, 2, ACQUISITIONS, quota);
  /* Each holds one lock at the start and uses the other's before it lets go. */
  static const struct path backwards[2]
    = { { 1, 3, { 1, 1, 0 } }, { 2, 3, { 0, 0, 1 } } };
  test_example ("releases of two", backwards, 2, RELEASES, quota);
  static const struct path three[3]
    = { { 0, 3, { 0, 1, 1 } }, { 0, 3, { 1, 2, 2 } }, { 0, 3, { 2, 0, 0 } } };
  test_example ("acquisitions of three", three, 3, ACQUISITIONS, quota);
  static const struct path three_back[3]
    = { { 1, 3, { 1, 1, 0 } }, { 2, 3, { 2, 2, 1 } }, { 4, 3, { 0, 0, 2 } } };
  test_example ("releases of three", three_back, 3, RELEASES, quota);
  static const struct path four[4] = { { 0, 3, { 0, 1, 1 } },
                                       { 0, 3, { 1, 2, 2 } },
                                       { 0, 3, { 2, 3, 3 } },
                                       { 0, 3, { 3, 0, 0 } } };
  test_example ("acquisitions of four", four, 4, ACQUISITIONS, quota);
  /* A philosopher less: no cycle. */
  test_example ("no cycle", four, 3, 0, quota);
  /* Two edges of one process in a row are one edge: 0 -> 1 -> 2 -> 0. */
  static const struct path in_a_row[2]
    = { { 0, 4, { 0, 1, 2, 2 } }, { 0, 3, { 2, 0, 0 } } };
  test_example ("two locks of one process", in_a_row, 2, ACQUISITIONS, quota);
  /* Why U is collected over the whole path (theory.md, 3): the first path uses
     lock 1 before its release of lock 0, in no matched middle part; the second
     holds lock 1 throughout.  Nothing but U + A against HT says no. */
  static const struct path use_trap[2] = { { 1, 3, { 1, 1, 0 } }, { 2, 0, { 0 } } };
  test_example ("use trap", use_trap, 2, THROUGHOUT, quota);
  struct history printed[2] = { history_of (&use_trap[0]), history_of (&use_trap[1]) };
  printed[0].used = 0;
  tap_ok (compat_histories (printed, 2),
          "use trap: with U of the matched part alone they would seem compatible");
}

int
main (void)
{
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    {
      tap_ok (false, "there is enough memory");
      return tap_done ();
    }
  for (uint32_t count = 2; count <= PROCESSES_LIMIT; count++)
    for (unsigned locks = 2; locks <= LOCKS_LIMIT; locks++)
      {
        test_truth (count, locks);
        bool small = count + locks <= 6;
        test_bdd (count, locks, small, &quota);
      }
  test_ply (&quota);
  test_examples (&quota);
  buddy_stop ();
  tap_ok (quota.bytes == 0, "nothing is left behind");
  return tap_done ();
}

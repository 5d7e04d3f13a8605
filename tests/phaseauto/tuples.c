/* tuples.c -- choosing tuples, against compatible histories phase by phase.
 *
 * Random nested paths, cut into phases, start with nothing held.  Each gives
 * a tuple of fragments, and one history per phase (tests/spec/history.h); a choice
 * of paths is right iff the histories of every phase are compatible, which
 * tests/phaseauto/compat.c compares with interleavings.  Choices are tried one by one.
 * The locks are few, but in a wide row every 33rd is one of them.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "phaseauto/compat_tuples.h"
#include "tests/base/random.h"
#include "tests/lib/tap.h"
#include "tests/spec/compat.h"

#define PROCESSES_LIMIT 4
#define PATHS_LIMIT 5
#define LOCKS_LIMIT 5
#define MOST 3 /* phase changes */
#define LONGEST 20
#define PHASE UINT32_MAX
#define WIDE 33

/* Actions: PHASE, or a lock, acquired where it is not held, otherwise released. */
struct path
{
  uint32_t length;
  uint32_t at[LONGEST];
  tuple tuple;
  struct history phases[MOST + 1];
};

struct process
{
  uint32_t count;
  struct path paths[PATHS_LIMIT];
  const struct antichain *set;
};

struct setting
{
  struct quota quota;
  struct arena arena;
  struct fragments fragments;
  struct antichains antichains;
  uint32_t spread;       /* lock l is number l * SPREAD */
  const uint64_t *focus; /* or null */
  struct process processes[PROCESSES_LIMIT];
};

static void
setting_init (struct setting *s, uint32_t spread, bool keep_all)
{
  memset (s->processes, 0, sizeof s->processes);
  quota_init (&s->quota);
  arena_init (&s->arena, &s->quota);
  s->spread = spread;
  fragments_init (&s->fragments, &s->arena, LOCKS_LIMIT * spread);
  if (s->focus)
    fragments_focus (&s->fragments, s->focus);
  antichains_init (&s->antichains, &s->arena, &s->fragments, MOST);
  s->antichains.keep_all = keep_all;
}

/* ---- Paths. ---- */

/* Processes like to take a lock of their own first, otherwise hardly any choice
   is compatible.  Some just use that of the next one then: these make cycles. */
static void
random_path (struct path *path, uint32_t process, uint32_t locks, uint32_t degree,
             uint64_t *state)
{
  uint32_t stack[LOCKS_LIMIT], depth = 0, held = 0;
  uint32_t length = random_below (state, LONGEST - MOST);
  path->length = 0;
  if (random_below (state, 2))
    {
      uint32_t own = process % locks, next = (process + 1) % locks;
      memcpy (path->at, (uint32_t[]){ own, next, next }, 3 * sizeof *path->at);
      path->length = length = 3;
    }
  while (path->length < length)
    {
      uint32_t lock = random_below (state, locks);
      if (depth == 0 && random_below (state, 3))
        lock = process % locks;
      if (held >> lock & 1 || (depth > 0 && random_below (state, 3) == 0))
        lock = stack[--depth];
      else
        stack[depth++] = lock;
      held ^= 1u << lock;
      path->at[path->length++] = lock;
    }
  while (degree-- > 0)
    {
      uint32_t place = random_below (state, path->length + 1);
      memmove (path->at + place + 1, path->at + place,
               (path->length - place) * sizeof *path->at);
      path->at[place] = PHASE;
      path->length++;
    }
}

/* The histories and the tuple of PATH; the tuple goes into the set. */
static void
follow_path (struct setting *s, struct process *process, struct path *path)
{
  struct antichains *all = &s->antichains;
  const struct antichain *weight = all->one;
  struct history h;
  uint32_t phase = 0;
  history_start (&h, 0);
  for (uint32_t i = 0; i < path->length; i++)
    {
      uint32_t lock = path->at[i];
      if (lock == PHASE)
        {
          path->phases[phase++] = h;
          history_next_phase (&h);
          weight = antichain_extend (all, weight, all->phase);
        }
      else if (history_finally_held (&h) >> lock & 1)
        {
          history_release (&h, lock);
          weight = antichain_extend (all, weight, all->release[lock * s->spread]);
        }
      else
        {
          history_acquire (&h, lock);
          weight = antichain_extend (all, weight, all->acquire[lock * s->spread]);
        }
    }
  path->phases[phase] = h;
  assert (weight->count == 1 && weight->degree == phase);
  path->tuple = weight->tuples[0];
  process->set = antichain_combine (all, process->set, weight, NULL);
}

static void
random_processes (struct setting *s, uint32_t count, uint32_t locks, uint32_t degree,
                  uint64_t *state)
{
  for (uint32_t p = 0; p < count; p++)
    {
      struct process *process = &s->processes[p];
      process->count
        = 1 + random_below (state, random_below (state, 2) ? 2 : PATHS_LIMIT);
      process->set = s->antichains.zero;
      for (uint32_t i = 0; i < process->count; i++)
        {
          random_path (&process->paths[i], p, locks, degree, state);
          follow_path (s, process, &process->paths[i]);
        }
    }
}

/* Process P does WORD: digits acquire or release, a bar changes the phase. */
static void
add_path (struct setting *s, uint32_t p, const char *word)
{
  struct process *process = &s->processes[p];
  if (process->count == 0)
    process->set = s->antichains.zero;
  struct path *path = &process->paths[process->count++];
  for (path->length = 0; *word; word++)
    path->at[path->length++] = *word == '|' ? PHASE : (uint32_t) (*word - '0');
  follow_path (s, process, path);
}

/* ---- Choices. ---- */

/* Are PATHS compatible in every phase, and if not, are all pairs of them?  If
   a pair is not, more processes do not help, and it is the quicker look. */
static bool
can_choose (const struct path *const *paths, uint32_t count, uint32_t degree, bool *pairs)
{
  struct history histories[PROCESSES_LIMIT];
  *pairs = false;
  for (uint32_t p = 0; p < count; p++)
    for (uint32_t q = 0; q < p; q++)
      for (uint32_t phase = 0; phase <= degree; phase++)
        {
          histories[0] = paths[p]->phases[phase];
          histories[1] = paths[q]->phases[phase];
          if (!compat_histories (histories, 2))
            return false;
        }
  *pairs = true;
  for (uint32_t phase = 0; phase <= degree; phase++)
    {
      for (uint32_t p = 0; p < count; p++)
        histories[p] = paths[p]->phases[phase];
      if (!compat_histories (histories, count))
        return false;
    }
  return true;
}

/* Try choices until one is right; *CYCLES counts those that only a longer cycle
   rules out. */
static bool
can_choose_any (const struct setting *s, uint32_t count, uint32_t degree,
                uint32_t *cycles)
{
  uint32_t at[PROCESSES_LIMIT] = { 0 };
  for (;;)
    {
      const struct path *paths[PROCESSES_LIMIT];
      bool pairs;
      for (uint32_t p = 0; p < count; p++)
        paths[p] = &s->processes[p].paths[at[p]];
      if (can_choose (paths, count, degree, &pairs))
        return true;
      *cycles += pairs;
      uint32_t p = 0;
      while (p < count && ++at[p] == s->processes[p].count)
        at[p++] = 0;
      if (p == count)
        return false;
    }
}

static bool
choose (struct setting *s, uint32_t count, tuple *choice)
{
  const struct antichain *sets[PROCESSES_LIMIT];
  for (uint32_t p = 0; p < count; p++)
    sets[p] = s->processes[p].set;
  return compat_choose (&s->antichains, sets, count, choice, &s->arena);
}

/* Is CHOICE made of tuples of the sets, of paths that are compatible? */
static bool
is_right_choice (const struct setting *s, uint32_t count, uint32_t degree,
                 const tuple *choice)
{
  const struct path *paths[PROCESSES_LIMIT];
  for (uint32_t p = 0; p < count; p++)
    {
      const struct process *process = &s->processes[p];
      bool member = false;
      paths[p] = NULL;
      for (uint32_t i = 0; i < process->count; i++)
        if (process->paths[i].tuple.index == choice[p].index)
          paths[p] = &process->paths[i];
      for (uint32_t i = 0; i < process->set->count; i++)
        member |= process->set->tuples[i].index == choice[p].index;
      if (!paths[p] || !member)
        return false;
    }
  bool pairs;
  return can_choose (paths, count, degree, &pairs);
}

/* ---- Tests. ---- */

/* How many choices only a longer cycle rules out is returned. */
static uint32_t
test_random (uint32_t count, uint32_t locks, uint32_t degree, uint32_t spread,
             bool keep_all)
{
  uint64_t state = count * 1000 + locks * 100 + degree * 10 + keep_all;
  uint32_t wrong = 0, bad = 0, without = 0, yes = 0, cycles = 0,
           rounds = count == 2 ? 150 : 50;
  struct setting *s = &(struct setting){ .spread = spread };
  for (uint32_t round = 0; round < rounds; round++)
    {
      tuple choice[PROCESSES_LIMIT];
      setting_init (s, spread, keep_all);
      random_processes (s, count, locks, degree, &state);
      bool wanted = can_choose_any (s, count, degree, &cycles);
      bool found = choose (s, count, choice);
      wrong += found != wanted;
      bad += found && !is_right_choice (s, count, degree, choice);
      without += choose (s, count, NULL) != found || s->antichains.exceeded;
      yes += wanted;
      arena_clear (&s->arena);
    }
  tap_ok (
    wrong == 0 && bad == 0 && without == 0 && yes > 0
        && yes<
          rounds,
          "%u processes, %u locks%s, %u phases, %s: chosen iff there is a choice, and it"
          " is right (%u of %u; %u longer cycles)",
          count, locks, spread> 1
      ? " far apart"
      : "",
    degree + 1, keep_all ? "all tuples" : "minimal tuples", yes, rounds, cycles);
  return cycles;
}

/* The same by looking at more and more locks (5j). */
static void
test_focus (uint32_t count, uint32_t locks, uint32_t degree, uint32_t spread)
{
  uint64_t state = count * 1000 + locks * 100 + degree * 10 + 7;
  uint32_t wrong = 0, bad = 0, stuck = 0, yes = 0, rounds = 60, looks = 0, cycles = 0;
  for (uint32_t round = 0; round < rounds; round++)
    {
      uint64_t focus[(LOCKS_LIMIT * WIDE + 63) / 64] = { 0 }, before = state, seen = 0;
      enum compat_answer answer;
      struct setting *s = &(struct setting){ .spread = spread, .focus = focus };
      bool wanted;
      do
        {
          tuple choice[PROCESSES_LIMIT];
          const struct antichain *sets[PROCESSES_LIMIT];
          state = before;
          setting_init (s, spread, false);
          random_processes (s, count, locks, degree, &state);
          for (uint32_t p = 0; p < count; p++)
            sets[p] = s->processes[p].set;
          wanted = can_choose_any (s, count, degree, &cycles);
          answer = compat_choose_in_focus (&s->antichains, sets, count, choice, focus,
                                           &s->arena);
          bad += answer == COMPAT_FOUND && !is_right_choice (s, count, degree, choice);
          looks++;
          arena_clear (&s->arena);
        }
      while (answer == COMPAT_CONFLICT && ++seen <= locks);
      stuck += answer == COMPAT_CONFLICT;
      wrong += (answer == COMPAT_FOUND) != wanted;
      yes += wanted;
    }
  tap_ok (wrong == 0 && bad == 0 && stuck == 0 && yes > 0 && looks > rounds,
          "%u processes, %u locks%s, %u phases: the same by looking at locks in the way"
          " (%u looks for %u)",
          count, locks, spread > 1 ? " far apart" : "", degree + 1, looks, rounds);
}

/* Each holds a lock in the end and used another one's after it was taken. */
static void
test_cycles (uint32_t spread)
{
  struct setting *s = &(struct setting){ .spread = spread };
  tuple choice[PROCESSES_LIMIT];
  setting_init (s, spread, true);
  add_path (s, 0, "011");
  add_path (s, 1, "122");
  add_path (s, 2, "200");
  tap_ok (choose (s, 2, NULL), "spread %u: two of a cycle are compatible", spread);
  tap_ok (!choose (s, 3, NULL), "spread %u: a cycle through three", spread);
  add_path (s, 2, "2");
  tap_ok (choose (s, 3, choice)
            && choice[2].index == s->processes[2].paths[1].tuple.index,
          "spread %u: the other path of the third has none", spread);
  arena_clear (&s->arena);
  /* The same for releases: held at the start of phase 1, released after uses. */
  setting_init (s, spread, true);
  add_path (s, 0, "0|110");
  add_path (s, 1, "1|221");
  add_path (s, 2, "2|002");
  tap_ok (choose (s, 2, NULL) && !choose (s, 3, NULL),
          "spread %u: a cycle of releases, in the second phase", spread);
  add_path (s, 1, "1|1");
  tap_ok (choose (s, 3, choice) && is_right_choice (s, 3, 1, choice),
          "spread %u: not with another second", spread);
  arena_clear (&s->arena);
  setting_init (s, spread, true);
  add_path (s, 0, "011");
  add_path (s, 1, "122");
  add_path (s, 2, "233");
  add_path (s, 3, "300");
  tap_ok (choose (s, 3, NULL) && !choose (s, 4, NULL), "spread %u: a cycle through four",
          spread);
  arena_clear (&s->arena);
}

static void
test_edges (void)
{
  struct setting *s = &(struct setting){ .spread = 1 };
  setting_init (s, 1, true);
  add_path (s, 0, "0|0");
  add_path (s, 1, "1|1");
  const struct antichain *zero = s->antichains.zero, *some = s->processes[0].set;
  const struct antichain *first[] = { zero, some }, *last[] = { some, zero };
  const struct antichain *both[] = { zero, zero };
  tap_ok (!compat_choose (&s->antichains, first, 2, NULL, &s->arena)
            && !compat_choose (&s->antichains, last, 2, NULL, &s->arena)
            && !compat_choose (&s->antichains, both, 2, NULL, &s->arena),
          "from an empty set nothing can be chosen");
  tap_ok (choose (s, 1, NULL) && choose (s, 2, NULL),
          "one process, and two with nothing in common");
  s->antichains.budget = s->antichains.work;
  choose (s, 2, NULL);
  choose (s, 2, NULL);
  tap_ok (s->antichains.exceeded && !choose (s, 2, NULL),
          "over the budget none is chosen");
  arena_clear (&s->arena);
}

int
main (void)
{
  uint32_t cycles = 0;
  test_edges ();
  test_cycles (1);
  test_cycles (WIDE);
  for (uint32_t count = 2; count <= PROCESSES_LIMIT; count++)
    for (uint32_t degree = 0; degree <= MOST; degree++)
      for (int keep_all = 0; keep_all < 2; keep_all++)
        {
          cycles += test_random (count, 3, degree, 1, keep_all);
          cycles
            += test_random (count, LOCKS_LIMIT, degree, keep_all ? WIDE : 1, keep_all);
        }
  for (uint32_t count = 2; count <= PROCESSES_LIMIT; count++)
    for (uint32_t degree = 0; degree <= MOST; degree++)
      test_focus (count, LOCKS_LIMIT, degree, degree % 2 ? WIDE : 1);
  tap_ok (cycles >= 5, "cycles through three processes or more were among them (%u)",
          cycles);
  return tap_done ();
}

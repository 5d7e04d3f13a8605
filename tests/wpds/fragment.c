/* fragment.c -- lock histories that compose.
 *
 * Words of acquisitions and releases, properly used: what is held is released,
 * what is not is acquired.  Three ways to know the history of one:
 *
 *   define   the definitions (SPIN09 section 5), position by position, with
 *            arrays of bool for any number of locks;
 *   follow   tests/spec/history.h, for up to 64 locks;
 *   compose  the fragments of its actions, in random bracketings.
 *
 * Nested words are what models have, and there all three agree.  In others a
 * lock may be acquired before the first release of l and still be held then:
 * composition has it in RH[l] (A1 in its rule), history.h, which has what was
 * released before, has not.  Nested words have no such lock.
 *
 * Composition is associative for fragments of words that follow each other,
 * not for any three: "+l", "-l" and "-l" never do.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "tests/base/random.h"
#include "tests/lib/tap.h"
#include "tests/spec/history.h"
#include "wpds/fragment.h"

#define LOCKS_LIMIT 200
#define LONGEST 60

struct action
{
  bool acquire;
  uint32_t lock;
};

struct word
{
  uint32_t locks;
  bool held[LOCKS_LIMIT]; /* at the start */
  uint32_t length;
  struct action at[LONGEST];
};

/* ---- Random words. ---- */

/* Near the ends of 64-bit words every other time. */
static uint32_t
random_lock (uint64_t *state, uint32_t locks)
{
  static const uint32_t edges[] = { 0, 1, 63, 64, 65, 127, 128, 129, 191, 192, 199 };
  uint32_t edge = edges[random_below (state, sizeof edges / sizeof *edges)];
  return edge < locks && random_below (state, 2) ? edge : random_below (state, locks);
}

/* With NESTED, only what was acquired last is released; at the start the held
   locks are in some order. */
static void
random_word (struct word *word, uint32_t locks, uint32_t longest, bool nested,
             uint64_t *state)
{
  assert (locks <= LOCKS_LIMIT && longest <= LONGEST);
  uint32_t stack[LOCKS_LIMIT], depth = 0;
  bool held[LOCKS_LIMIT] = { false };
  memset (word, 0, sizeof *word);
  word->locks = locks;
  for (uint32_t n = random_below (state, 2 * locks < 20 ? 2 * locks : 20); n-- > 0;)
    {
      uint32_t lock = random_lock (state, locks);
      if (!held[lock])
        stack[depth++] = lock;
      word->held[lock] = held[lock] = true;
    }
  uint32_t length = random_below (state, longest + 1);
  while (word->length < length)
    {
      uint32_t lock = random_lock (state, locks);
      if (nested && depth > 0 && (held[lock] || random_below (state, 3) == 0))
        lock = stack[depth - 1];
      if (held[lock] && nested)
        depth--;
      else if (nested)
        stack[depth++] = lock;
      word->at[word->length++] = (struct action){ !held[lock], lock };
      held[lock] = !held[lock];
    }
}

/* COPY is WORD with uses of locks that are free put in: the larger history. */
static void
enlarge_word (struct word *copy, const struct word *word, uint64_t *state)
{
  bool held[LOCKS_LIMIT];
  *copy = *word;
  copy->length = 0;
  memcpy (held, word->held, sizeof held);
  for (uint32_t i = 0; i <= word->length; i++)
    {
      uint32_t lock = random_lock (state, word->locks);
      if (!held[lock] && random_below (state, 3) == 0
          && copy->length + 2 + (word->length - i) <= LONGEST)
        {
          copy->at[copy->length++] = (struct action){ true, lock };
          copy->at[copy->length++] = (struct action){ false, lock };
        }
      if (i == word->length)
        break;
      held[word->at[i].lock] = word->at[i].acquire;
      copy->at[copy->length++] = word->at[i];
    }
}

/* ---- What the history is. ---- */

/* The fragment of WORD from FROM to TO, bracketed at random. */
static fragment
compose_stretch (struct fragments *fragments, const struct word *word, uint32_t from,
                 uint32_t to, uint64_t *state)
{
  if (from == to)
    return FRAGMENT_EMPTY;
  if (from + 1 == to)
    {
      struct action action = word->at[from];
      lock_number lock = { action.lock };
      return action.acquire ? fragment_acquire (fragments, lock)
                            : fragment_release (fragments, lock);
    }
  uint32_t middle = from + 1 + random_below (state, to - from - 1);
  fragment left = compose_stretch (fragments, word, from, middle, state);
  return fragment_compose (fragments, left,
                           compose_stretch (fragments, word, middle, to, state));
}

static fragment
compose_word (struct fragments *fragments, const struct word *word, uint64_t *state)
{
  return compose_stretch (fragments, word, 0, word->length, state);
}

/* Does ROW have the locks of SET, and no others (also past the last)? */
static bool
is_row (const struct fragments *fragments, const uint64_t *row, const bool *set)
{
  for (lock_number l = { 0 }; l.index < fragments->row * 64; l.index++)
    if (locks_has (row, l) != (l.index < fragments->locks && set[l.index]))
      return false;
  return true;
}

/* RH or AH of LOCK by the definitions: what is released (or acquired, where
   that is not the same) up to its first release, or acquired from its last
   acquisition on. */
static void
define_row (const struct word *word, uint32_t lock, bool nested, bool before, bool *set)
{
  uint32_t first = 0, last = word->length;
  for (uint32_t i = word->length; i-- > 0 && before;)
    if (word->at[i].lock == lock && !word->at[i].acquire)
      last = i + 1;
  for (uint32_t i = 0; i < word->length && !before; i++)
    if (word->at[i].lock == lock && word->at[i].acquire)
      first = i;
  memset (set, 0, LOCKS_LIMIT * sizeof *set);
  for (uint32_t i = first; i < last; i++)
    if (word->at[i].acquire != before || (before && !nested))
      set[word->at[i].lock] = true;
}

/* Is F what the definitions say of WORD? */
static bool
is_defined (const struct fragments *fragments, fragment f, const struct word *word,
            bool nested)
{
  bool released[LOCKS_LIMIT] = { false }, used[LOCKS_LIMIT] = { false };
  bool acquired[LOCKS_LIMIT] = { false }, held[LOCKS_LIMIT], row[LOCKS_LIMIT];
  memcpy (held, word->held, sizeof held);
  for (uint32_t i = 0; i < word->length; i++)
    {
      uint32_t lock = word->at[i].lock;
      assert (held[lock] != word->at[i].acquire);
      held[lock] = word->at[i].acquire;
      if (held[lock])
        {
          acquired[lock] = true;
          continue;
        }
      if (acquired[lock])
        used[lock] = true;
      else
        released[lock] = true;
      acquired[lock] = false;
    }
  bool fine = is_row (fragments, fragment_released (fragments, f), released)
              && is_row (fragments, fragment_used (fragments, f), used)
              && is_row (fragments, fragment_acquired (fragments, f), acquired);
  for (uint32_t l = 0; l < word->locks && fine; l++)
    {
      define_row (word, l, nested, true, row);
      if (released[l])
        fine
          &= is_row (fragments, fragment_before (fragments, f, (lock_number){ l }), row);
      define_row (word, l, nested, false, row);
      if (acquired[l])
        fine
          &= is_row (fragments, fragment_after (fragments, f, (lock_number){ l }), row);
    }
  return fine;
}

/* Is F what tests/spec/history.h says of WORD? */
static bool
is_followed (const struct fragments *fragments, fragment f, const struct word *word,
             bool nested)
{
  struct history h;
  history_locks held = 0, before[HISTORY_LOCKS] = { 0 }, taken = 0, left = 0;
  assert (word->locks <= HISTORY_LOCKS && fragments->row == 1);
  for (uint32_t l = 0; l < word->locks; l++)
    held |= (history_locks) word->held[l] << l;
  history_start (&h, held);
  for (uint32_t i = 0; i < word->length; i++)
    if (word->at[i].acquire)
      {
        history_acquire (&h, word->at[i].lock);
        taken |= (history_locks) 1 << word->at[i].lock;
      }
    else
      {
        history_release (&h, word->at[i].lock);
        if (!nested && !(left >> word->at[i].lock & 1))
          before[word->at[i].lock] = taken;
        left |= (history_locks) 1 << word->at[i].lock;
      }
  bool fine = *fragment_released (fragments, f) == h.released
              && *fragment_used (fragments, f) == h.used
              && *fragment_acquired (fragments, f) == h.acquired;
  for (uint32_t l = 0; l < word->locks && fine; l++)
    {
      if (h.released >> l & 1)
        fine &= *fragment_before (fragments, f, (lock_number){ l })
                == (h.released_before[l] | before[l]);
      if (h.acquired >> l & 1)
        fine &= *fragment_after (fragments, f, (lock_number){ l }) == h.acquired_after[l];
    }
  return fine;
}

/* ---- Tests, for a number of locks. ---- */

struct setting
{
  struct quota quota;
  struct arena arena;
  struct fragments fragments;
  uint32_t locks;
  uint32_t rounds;
  uint64_t state;
};

/* Every hundredth round starts from nothing, so tables of all sizes are seen. */
static void
renew (struct setting *s, uint32_t round)
{
  if (round % 100)
    return;
  arena_clear (&s->arena);
  arena_init (&s->arena, &s->quota);
  fragments_init (&s->fragments, &s->arena, s->locks);
}

static void
test_words (struct setting *s, bool nested)
{
  uint32_t differ = 0, undefined = 0, unlike = 0;
  for (uint32_t round = 0; round < s->rounds; round++)
    {
      struct word word;
      renew (s, round);
      random_word (&word, s->locks, s->locks > 5 ? LONGEST : 14, nested, &s->state);
      fragment f = compose_word (&s->fragments, &word, &s->state);
      for (int again = 0; again < 3; again++)
        differ += compose_word (&s->fragments, &word, &s->state).index != f.index;
      undefined += !is_defined (&s->fragments, f, &word, nested);
      if (s->locks <= HISTORY_LOCKS)
        unlike += !is_followed (&s->fragments, f, &word, nested);
    }
  const char *kind = nested ? "nested" : "any";
  tap_ok (differ == 0, "%u locks, %s words: all bracketings give one fragment", s->locks,
          kind);
  tap_ok (undefined == 0, "%u locks, %s words: the fragment is what is defined", s->locks,
          kind);
  if (s->locks <= HISTORY_LOCKS)
    tap_ok (unlike == 0, "%u locks, %s words: the fragment is the history", s->locks,
            kind);
}

/* A random fragment that follows the word so far: it starts with HELD, which
   becomes the set held after it, and *LARGER gets one that is not smaller. */
static fragment
random_next_fragment (struct setting *s, bool *held, fragment *larger)
{
  struct word word, more;
  random_word (&word, s->locks, 8, false, &s->state);
  /* Another start turns acquisitions and releases of a lock round. */
  for (uint32_t i = 0; i < word.length; i++)
    if (held[word.at[i].lock] != word.held[word.at[i].lock])
      word.at[i].acquire = !word.at[i].acquire;
  memcpy (word.held, held, sizeof word.held);
  enlarge_word (&more, &word, &s->state);
  *larger = compose_word (&s->fragments, &more, &s->state);
  for (uint32_t i = 0; i < word.length; i++)
    held[word.at[i].lock] = word.at[i].acquire;
  return compose_word (&s->fragments, &word, &s->state);
}

static void
test_laws (struct setting *s)
{
  uint32_t not_associative = 0, not_below = 0, not_monotone = 0, strictly = 0;
  uint32_t not_identity = 0;
  struct fragments *all = &s->fragments;
  for (uint32_t round = 0; round < s->rounds; round++)
    {
      bool held[LOCKS_LIMIT] = { false };
      fragment small[3], large[3];
      renew (s, round);
      for (uint32_t l = 0; l < s->locks; l++)
        held[l] = random_below (&s->state, 3) == 0;
      for (int i = 0; i < 3; i++)
        small[i] = random_next_fragment (s, held, &large[i]);
      /* Each of the three large or small, so shapes agree and rows do not. */
      fragment a = random_below (&s->state, 2) ? small[0] : large[0];
      fragment b = random_below (&s->state, 2) ? small[1] : large[1];
      fragment c = random_below (&s->state, 2) ? small[2] : large[2];
      not_associative += fragment_compose (all, fragment_compose (all, a, b), c).index
                         != fragment_compose (all, a, fragment_compose (all, b, c)).index;
      not_identity += fragment_compose (all, a, FRAGMENT_EMPTY).index != a.index
                      || fragment_compose (all, FRAGMENT_EMPTY, a).index != a.index;
      not_below += !fragment_is_below (all, small[0], large[0]);
      strictly += small[0].index != large[0].index;
      fragment least = fragment_compose (all, small[0], small[1]);
      fragment left = fragment_compose (all, large[0], small[1]);
      fragment right = fragment_compose (all, small[0], large[1]);
      fragment most = fragment_compose (all, large[0], large[1]);
      not_monotone += !fragment_is_below (all, least, left)
                      || !fragment_is_below (all, least, right)
                      || !fragment_is_below (all, left, most)
                      || !fragment_is_below (all, right, most);
    }
  tap_ok (not_associative == 0, "%u locks: composition is associative", s->locks);
  tap_ok (not_identity == 0, "%u locks: the empty path changes nothing", s->locks);
  tap_ok (not_below == 0 && (strictly > s->rounds / 4 || s->locks == 1),
          "%u locks: with more uses a fragment is not smaller (%u times larger)",
          s->locks, strictly);
  tap_ok (not_monotone == 0, "%u locks: composition is monotone in both arguments",
          s->locks);
}

/* `Below' by its definition. */
static bool
is_below (const struct fragments *all, fragment a, fragment b)
{
  size_t bytes = all->row * sizeof (uint64_t);
  if (memcmp (fragment_released (all, a), fragment_released (all, b), bytes)
      || memcmp (fragment_acquired (all, a), fragment_acquired (all, b), bytes))
    return false;
  for (lock_number m = { 0 }; m.index < all->locks; m.index++)
    {
      if (locks_has (fragment_used (all, a), m) && !locks_has (fragment_used (all, b), m))
        return false;
      for (lock_number l = { 0 }; l.index < all->locks; l.index++)
        if ((locks_has (fragment_released (all, a), l)
             && locks_has (fragment_before (all, a, l), m)
             && !locks_has (fragment_before (all, b, l), m))
            || (locks_has (fragment_acquired (all, a), l)
                && locks_has (fragment_after (all, a, l), m)
                && !locks_has (fragment_after (all, b, l), m)))
          return false;
    }
  return true;
}

/* All pairs and triples of a pool of fragments in which many are comparable. */
static void
test_order (struct setting *s)
{
  enum
  {
    POOL = 60
  };
  fragment pool[POOL];
  uint32_t wrong = 0, below = 0, reflexive = 0, symmetric = 0, intransitive = 0;
  struct word word = { .locks = 0 };
  renew (s, 0);
  for (uint32_t i = 0; i < POOL; i++)
    {
      struct word more;
      if (i % 10 == 0)
        random_word (&word, s->locks, 8, false, &s->state);
      enlarge_word (&more, &word, &s->state);
      pool[i] = compose_word (&s->fragments, &more, &s->state);
      if (i % 3 == 0) /* go on from there */
        word = more;
    }
  for (uint32_t i = 0; i < POOL; i++)
    {
      reflexive += !fragment_is_below (&s->fragments, pool[i], pool[i]);
      for (uint32_t k = 0; k < POOL; k++)
        {
          bool is = fragment_is_below (&s->fragments, pool[i], pool[k]);
          wrong += is != is_below (&s->fragments, pool[i], pool[k]);
          below += is;
          if (!is)
            continue;
          symmetric += fragment_is_below (&s->fragments, pool[k], pool[i])
                       && pool[i].index != pool[k].index;
          for (uint32_t m = 0; m < POOL; m++)
            intransitive += fragment_is_below (&s->fragments, pool[k], pool[m])
                            && !fragment_is_below (&s->fragments, pool[i], pool[m]);
        }
    }
  tap_ok (wrong == 0 && below > POOL && below < POOL * POOL,
          "%u locks: below is what is defined (%u of %u pairs)", s->locks, below,
          POOL * POOL);
  tap_ok (reflexive + symmetric + intransitive == 0, "%u locks: below is a partial order",
          s->locks);
}

/* ---- Rows, and examples. ---- */

static void
test_next (void)
{
  uint64_t state = 5;
  uint32_t wrong = 0;
  for (int round = 0; round < 2000; round++)
    {
      uint64_t row[4];
      uint32_t words = 1 + random_below (&state, 4);
      for (uint32_t w = 0; w < words; w++)
        {
          row[w] = random_next (&state) & random_next (&state) & random_next (&state)
                   & random_next (&state);
          if (random_below (&state, 3) == 0)
            row[w] = random_below (&state, 2) ? 0 : UINT64_C (0x8000000000000001);
        }
      for (uint32_t from = 0; from <= words * 64; from++)
        {
          uint32_t wanted = from;
          while (wanted < words * 64 && !(row[wanted / 64] >> wanted % 64 & 1))
            wanted++;
          if (wanted == words * 64)
            wanted = UINT32_MAX;
          wrong += locks_next (row, words, from).index != wanted;
        }
    }
  tap_ok (wrong == 0, "locks_next: the next lock, from every place, also from the end");
}

static void
test_examples (void)
{
  struct quota quota;
  struct arena arena;
  struct fragments all;
  quota_init (&quota);
  arena_init (&arena, &quota);
  fragments_init (&all, &arena, 0);
  tap_ok (fragment_compose (&all, FRAGMENT_EMPTY, FRAGMENT_EMPTY).index
            == FRAGMENT_EMPTY.index,
          "without locks there is the empty path");
  fragments_init (&all, &arena, 3);
  const lock_number one = { 1 };
  fragment take = fragment_acquire (&all, one), leave = fragment_release (&all, one);
  tap_ok (take.index != leave.index && take.index == fragment_acquire (&all, one).index,
          "equal fragments are one");
  fragment use = fragment_compose (&all, take, leave);
  fragment swap = fragment_compose (&all, leave, take);
  tap_ok (!*fragment_released (&all, use) && !*fragment_acquired (&all, use)
            && *fragment_used (&all, use) == 2,
          "+1 -1 uses");
  tap_ok (*fragment_released (&all, swap) == 2 && *fragment_acquired (&all, swap) == 2
            && !*fragment_used (&all, swap) && *fragment_before (&all, swap, one) == 2
            && *fragment_after (&all, swap, one) == 2,
          "-1 +1 releases and acquires");
  tap_ok (fragment_is_below (&all, FRAGMENT_EMPTY, use)
            && !fragment_is_below (&all, use, FRAGMENT_EMPTY),
          "to use nothing is below to use");
  tap_ok (!fragment_is_below (&all, take, swap) && !fragment_is_below (&all, swap, take),
          "other shapes are not comparable");
  uint32_t known = all.compositions.entries.count, made = all.list.count;
  fragment_compose (&all, take, leave);
  tap_ok (all.compositions.entries.count == known && all.list.count == made,
          "compositions are remembered");
  arena_clear (&arena);
}

/* ---- A focus. ---- */

/* WORD without the operations of locks outside FOCUS. */
static struct word
cut_word (const struct word *word, const bool *focus)
{
  struct word cut = *word;
  cut.length = 0;
  for (uint32_t i = 0; i < word->length; i++)
    if (focus[word->at[i].lock])
      cut.at[cut.length++] = word->at[i];
  return cut;
}

/* In a focus fragments compare as those of the words cut to it do. */
static void
test_focus (struct setting *s)
{
  uint32_t unlike = 0, below = 0, not_below = 0, other_shape = 0, other_words = 0;
  for (uint32_t round = 0; round < s->rounds; round++)
    {
      bool focus[LOCKS_LIMIT] = { false };
      uint64_t row[(LOCKS_LIMIT + 63) / 64] = { 0 };
      for (uint32_t l = 0; l < s->locks; l++)
        if (random_below (&s->state, 3) == 0)
          {
            focus[l] = true;
            row[l / 64] |= (uint64_t) 1 << l % 64;
          }
      struct fragments focused;
      renew (s, round);
      fragments_init (&focused, &s->arena, s->locks);
      fragments_focus (&focused, row);
      struct word words[2];
      random_word (&words[0], s->locks, s->locks > 5 ? 30 : 8, true, &s->state);
      if (random_below (&s->state, 2))
        enlarge_word (&words[1], &words[0], &s->state);
      else
        random_word (&words[1], s->locks, 8, true, &s->state);
      fragment f[2], cut[2];
      for (int i = 0; i < 2; i++)
        {
          struct word shorter = cut_word (&words[i], focus);
          f[i] = compose_word (&focused, &words[i], &s->state);
          cut[i] = compose_word (&s->fragments, &shorter, &s->state);
        }
      for (int i = 0; i < 2; i++)
        {
          bool wanted = fragment_is_below (&s->fragments, cut[i], cut[1 - i]);
          unlike += fragment_is_below (&focused, f[i], f[1 - i]) != wanted;
          below += wanted;
          not_below += !wanted;
        }
      other_shape
        += (focused.list.at[f[0].index].shape == focused.list.at[f[1].index].shape)
           != (s->fragments.list.at[cut[0].index].shape
               == s->fragments.list.at[cut[1].index].shape);
      other_words += !is_defined (&focused, f[0], &words[0], true);
    }
  tap_ok (unlike == 0 && below > 0 && (not_below > 0 || s->locks < 2),
          "%u locks, a focus: the order is that of the words cut to it", s->locks);
  tap_ok (other_shape == 0, "%u locks, a focus: so are the shapes", s->locks);
  tap_ok (other_words == 0, "%u locks, a focus: fragments still say all", s->locks);
}

int
main (void)
{
  static const uint32_t counts[] = { 1, 2, 3, 4, 5, 63, 64, 65, 130, 200 };
  test_next ();
  test_examples ();
  for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
    {
      struct setting s = { .locks = counts[i],
                           .rounds = counts[i] > 5 ? 150 : 2000,
                           .state = counts[i] };
      quota_init (&s.quota);
      arena_init (&s.arena, &s.quota);
      test_words (&s, true);
      test_words (&s, false);
      test_laws (&s);
      test_order (&s);
      test_focus (&s);
      arena_clear (&s.arena);
    }
  return tap_done ();
}

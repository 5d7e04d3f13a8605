/* history.c -- lock histories: the examples of SPIN09, and the definitions.
 *
 * Example 1 is the word of 22 actions with the 23 positions A to W,
 *
 *     )1 (2 )2 )3 (2 (4 (5 )5 )4 (6 )6 )2 )7   (6 )6   (4 (2 )2 (2 (7 )7 (8
 *     A                                     N        P                     W
 *
 * unbalanced to the right from A to N, matched from N to P, unbalanced to the
 * left from P to W; Example 2 starts it with the locks 1, 3, 7 and 9 held.
 *
 * U.  The paper prints {6}, the locks of the matched part, but its `post'
 * gives every lock that was acquired and released again, {2, 4, 5, 6, 7}.  We
 * take the latter.  Condition 5 of Definition 3, that none acquires or uses a
 * lock which the other holds throughout, is all that keeps a process from
 * using such a lock, and it does not matter where: RH speaks of a lock used
 * before the release of another one only to processes that release, AH only
 * to processes that acquire.  test_use_trap shows two paths that cannot be
 * interleaved and that the smaller U would let pass.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "tests/base/random.h"
#include "tests/lib/tap.h"
#include "tests/spec/history.h"

/* Follow WORD, "+3" acquires and "-3" releases lock 3, blanks between. */
static void
follow (struct history *history, const char *word)
{
  for (const char *c = word; *c;)
    {
      char *end;
      unsigned lock = (unsigned) strtoul (c + 1, &end, 10);
      if (*c == '+')
        history_acquire (history, lock);
      else
        history_release (history, lock);
      c = end;
      while (*c == ' ')
        c++;
    }
}

/* The set of the digits of TEXT. */
static history_locks
locks (const char *text)
{
  history_locks set = 0;
  for (; *text; text++)
    set |= (history_locks) 1 << (*text - '0');
  return set;
}

#define EXAMPLE_UNBALANCED_RIGHT "-1 +2 -2 -3 +2 +4 +5 -5 -4 +6 -6 -2 -7"
#define EXAMPLE_MATCHED "+6 -6"
#define EXAMPLE_UNBALANCED_LEFT "+4 +2 -2 +2 +7 -7 +8"

static void
test_examples (void)
{
  struct history h, parts;
  history_start (&h, locks ("1379"));
  follow (&h, EXAMPLE_UNBALANCED_RIGHT " " EXAMPLE_MATCHED " " EXAMPLE_UNBALANCED_LEFT);
  tap_ok (h.released == locks ("137"), "example 2: R = {1, 3, 7}");
  static const char *const before[10]
    = { "", "1", "", "123", "", "", "", "1234567", "", "" };
  static const char *const after[10] = { "", "", "278", "", "2478", "", "", "", "8", "" };
  for (unsigned l = 1; l <= 9; l++)
    {
      tap_ok (h.released_before[l] == locks (before[l]), "example 2: RH[%u] = {%s}", l,
              before[l]);
      tap_ok (h.acquired_after[l] == locks (after[l]), "example 2: AH[%u] = {%s}", l,
              after[l]);
    }
  tap_ok (h.used == locks ("24567"), "example 2: U is what `post' gives, not {6}");
  tap_ok (h.acquired == locks ("248"), "example 2: A = {2, 4, 8}");
  tap_ok (h.held == locks ("9"), "example 2: HT = {9}");
  tap_ok (history_initially_held (&h) == locks ("1379"), "I = R + HT");
  tap_ok (history_finally_held (&h) == locks ("2489"), "A + HT is held at the end");
  /* R and A can be recovered from RH and AH. */
  history_locks released = 0, acquired = 0;
  for (unsigned l = 0; l < HISTORY_LOCKS; l++)
    {
      released |= (history_locks) (h.released_before[l] != 0) << l;
      acquired |= (history_locks) (h.acquired_after[l] != 0) << l;
    }
  tap_ok (released == h.released && acquired == h.acquired,
          "R and A are where RH and AH are not empty");
  /* The parts of Example 1: up to N only releases, from P on only acquires are
     left over. */
  history_start (&parts, locks ("1379"));
  follow (&parts, EXAMPLE_UNBALANCED_RIGHT);
  tap_ok (parts.acquired == 0 && parts.released == locks ("137"),
          "example 1: A to N is unbalanced to the right");
  history_start (&parts, locks ("9"));
  follow (&parts, EXAMPLE_MATCHED);
  tap_ok (parts.acquired == 0 && parts.released == 0 && parts.used == locks ("6"),
          "example 1: N to P is matched");
  history_start (&parts, locks ("9"));
  follow (&parts, EXAMPLE_UNBALANCED_LEFT);
  tap_ok (parts.released == 0 && parts.acquired == locks ("248"),
          "example 1: P to W is unbalanced to the left");
}

static void
test_phase (void)
{
  struct history h, fresh;
  history_start (&h, locks ("1379"));
  follow (&h, EXAMPLE_UNBALANCED_RIGHT " " EXAMPLE_MATCHED " " EXAMPLE_UNBALANCED_LEFT);
  history_next_phase (&h);
  history_start (&fresh, locks ("2489"));
  tap_ok (history_equal (&h, &fresh),
          "a phase starts with what is held, and nothing else");
  history_acquire (&fresh, 1);
  tap_ok (!history_equal (&h, &fresh), "histories differ");
}

/* One process releases lock 1, after it has used lock 2; the other holds lock
   2 throughout.  They cannot be interleaved: there is no moment for "+2".
   Seen from the parse of the first path, "+2 -2" belongs to the part that is
   unbalanced to the right, so Example 2 would have U empty; 2 would be in
   RH[1] only, which condition 4 compares with the RH of locks that the other
   one releases, and it releases none.  Conditions 1 and 2 hold as well. */
static void
test_use_trap (void)
{
  struct history user, holder;
  history_start (&user, locks ("1"));
  follow (&user, "+2 -2 -1");
  history_start (&holder, locks ("2"));
  tap_ok (!(history_initially_held (&user) & history_initially_held (&holder))
            && !(history_finally_held (&user) & history_finally_held (&holder)),
          "use trap: nothing is held by both at the ends");
  tap_ok (user.released_before[1] == locks ("12") && holder.released == 0
            && user.acquired == 0 && holder.acquired == 0,
          "use trap: there are no acquisition histories, and one release history");
  tap_ok ((user.used | user.acquired) & holder.held,
          "use trap: U over the whole path is what rules them out");
}

/* ---- The definitions, on random words. ---- */

#define LOCKS 5
#define LONGEST 14

struct action
{
  bool acquire;
  unsigned lock;
};

/* The history of WORD by the definitions (SPIN09 section 5), position by
   position. */
static void
define (struct history *history, history_locks held, const struct action *word,
        unsigned length)
{
  history_start (history, held);
  for (unsigned l = 0; l < LOCKS; l++)
    {
      history_locks bit = (history_locks) 1 << l;
      unsigned first_release = length, last_acquire = length;
      bool is_held = held & bit;
      for (unsigned i = 0; i < length; i++)
        if (word[i].lock == l)
          {
            is_held = word[i].acquire;
            if (word[i].acquire)
              last_acquire = i;
            else if (first_release == length)
              first_release = i;
            /* Acquired here and released later. */
            for (unsigned j = i + 1; j < length && word[i].acquire; j++)
              if (word[j].lock == l)
                history->used |= bit;
          }
      if ((held & bit) && first_release < length)
        {
          history->released |= bit;
          history->held &= ~bit;
          history->released_before[l] = bit;
          for (unsigned i = 0; i < first_release; i++)
            if (!word[i].acquire)
              history->released_before[l] |= (history_locks) 1 << word[i].lock;
        }
      if (is_held && last_acquire < length)
        {
          history->acquired |= bit;
          history->acquired_after[l] = bit;
          for (unsigned i = last_acquire; i < length; i++)
            if (word[i].acquire)
              history->acquired_after[l] |= (history_locks) 1 << word[i].lock;
        }
    }
}

static void
test_definitions (void)
{
  uint64_t state = 3;
  unsigned wrong = 0;
  for (int round = 0; round < 20000; round++)
    {
      struct action word[LONGEST];
      unsigned length = random_below (&state, LONGEST + 1);
      history_locks start = random_below (&state, 1u << LOCKS), held = start;
      struct history history, defined;
      history_start (&history, start);
      for (unsigned i = 0; i < length; i++)
        {
          unsigned lock = random_below (&state, LOCKS);
          word[i] = (struct action){ !(held >> lock & 1), lock };
          held ^= (history_locks) 1 << lock;
          if (word[i].acquire)
            history_acquire (&history, lock);
          else
            history_release (&history, lock);
        }
      define (&defined, start, word, length);
      wrong += !history_equal (&history, &defined)
               || history_finally_held (&history) != held
               || history_initially_held (&history) != start;
    }
  tap_ok (wrong == 0, "`post' gives what the definitions say on 20000 random words");
}

int
main (void)
{
  test_examples ();
  test_phase ();
  test_use_trap ();
  test_definitions ();
  return tap_done ();
}

/* buddy.c -- the container around BuDDy holds.
 *
 * Running out of nodes unwinds and never yields a set; afterwards a new table
 * works as the first one did; references are kept and given back; nothing is
 * printed, however often the table is collected and grows.
 */
#include <config.h>

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/base/random.h"
#include "tests/lib/tap.h"
#include "wpds/buddy.h"

#define PAIRS 11

/* "x_i = y_i for all i" with all x before all y: 3 * 2^n nodes, and more on
   the way. */
static buddy_set
build_equality (uint32_t pairs)
{
  buddy_set all = buddy_true ();
  for (uint32_t i = 0; i < pairs; i++)
    {
      buddy_set x = buddy_variable (i), y = buddy_variable (pairs + i);
      buddy_set same = buddy_iff (x, y);
      buddy_and_into (&all, same);
      buddy_release (x);
      buddy_release (y);
      buddy_release (same);
    }
  return all;
}

static bool
is_equality (buddy_set set, uint32_t pairs)
{
  bool values[2 * PAIRS];
  uint64_t state = 7;
  for (int round = 0; round < 400; round++)
    {
      bool equal = round % 2;
      for (uint32_t i = 0; i < pairs; i++)
        {
          values[i] = random_below (&state, 2);
          values[pairs + i] = equal ? values[i] : random_below (&state, 2);
        }
      bool wanted = true;
      for (uint32_t i = 0; i < pairs; i++)
        wanted &= values[i] == values[pairs + i];
      if (buddy_holds (set, values) != wanted)
        return false;
    }
  return true;
}

enum outcome
{
  RIGHT,
  WRONG,
  GAVE_UP,
};

static enum outcome
try_equality (uint32_t pairs, uint64_t bytes)
{
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    {
      buddy_abandon ();
      return quota.reason == QUOTA_MEMORY ? GAVE_UP : WRONG;
    }
  buddy_start (&quota, (struct buddy_limits){ 2 * pairs, bytes });
  buddy_set set = build_equality (pairs);
  enum outcome outcome = is_equality (set, pairs) ? RIGHT : WRONG;
  buddy_release (set);
  return outcome;
}

static void
test_running_out (void)
{
  tap_ok (try_equality (PAIRS, 100000) == GAVE_UP, "too few nodes: the work unwinds");
  tap_ok (try_equality (PAIRS, 100000) == GAVE_UP, "and again");
  tap_ok (try_equality (4, 100000) == RIGHT, "a new table under the same limit works");
  tap_ok (try_equality (PAIRS, 0) == RIGHT, "with enough nodes there is an answer");
  bool fine = true;
  unsigned gave_up = 0, right = 0;
  uint64_t bytes = 1;
  for (int i = 0; i < 40; i++, bytes += bytes / 2 + 1)
    {
      enum outcome outcome = try_equality (PAIRS, bytes);
      fine &= outcome != WRONG;
      gave_up += outcome == GAVE_UP;
      right += outcome == RIGHT;
    }
  tap_ok (fine && gave_up > 0 && right > 0,
          "growing limits: unwound %u times, right %u times, never wrong", gave_up,
          right);
  /* Every limit in a range, so that the table ends at a prime, just below and
     just above one: BuDDy does not like that (see buddy.c). */
  fine = true;
  for (bytes = 36 * 2000; bytes < 36 * 2100; bytes += 36)
    fine &= try_equality (PAIRS, bytes) == GAVE_UP && try_equality (5, bytes) == RIGHT;
  tap_ok (fine, "a hundred limits that differ by one node");
}

/* ---- All operations against truth tables over five variables. ---- */

#define VARIABLES 5
#define ROWS 32 /* 2^5: bit r of a table is the value in row r */

struct formula
{
  buddy_set set;
  uint32_t table;
};

static void
fill_row (bool *values, unsigned row)
{
  for (unsigned v = 0; v < VARIABLES; v++)
    values[v] = row >> v & 1;
}

static bool
is_table (const struct formula *formula)
{
  bool values[VARIABLES];
  for (unsigned row = 0; row < ROWS; row++)
    {
      fill_row (values, row);
      if (buddy_holds (formula->set, values) != (formula->table >> row & 1))
        return false;
    }
  return true;
}

static uint32_t
table_of_variable (unsigned v)
{
  uint32_t table = 0;
  for (unsigned row = 0; row < ROWS; row++)
    table |= (uint32_t) (row >> v & 1) << row;
  return table;
}

static uint32_t
table_without (uint32_t table, unsigned v)
{
  uint32_t is = table_of_variable (v);
  uint32_t high = table & is, low = table & ~is;
  return high | high >> (1u << v) | low | low << (1u << v);
}

/* Rotate the variables: v becomes v + 1. */
static uint32_t
table_rotated (uint32_t table)
{
  uint32_t result = 0;
  for (unsigned row = 0; row < ROWS; row++)
    {
      unsigned to = (row << 1 | row >> (VARIABLES - 1)) % ROWS;
      result |= (table >> row & 1) << to;
    }
  return result;
}

static struct formula
combine (uint64_t *state, const struct formula *a, const struct formula *b,
         const struct buddy_map *rotation)
{
  unsigned v = random_below (state, VARIABLES), w = random_below (state, VARIABLES);
  uint32_t both[2] = { v, w };
  struct formula result;
  buddy_set cube = buddy_cube (both, v == w ? 1 : 2);
  switch (random_below (state, 10))
    {
    case 0:
      result = (struct formula){ buddy_and (a->set, b->set), a->table & b->table };
      break;
    case 1:
      result = (struct formula){ buddy_or (a->set, b->set), a->table | b->table };
      break;
    case 2:
      result = (struct formula){ buddy_minus (a->set, b->set), a->table & ~b->table };
      break;
    case 3:
      result = (struct formula){ buddy_iff (a->set, b->set), ~(a->table ^ b->table) };
      break;
    case 4: result = (struct formula){ buddy_not (a->set), ~a->table }; break;
    case 5:
      result = (struct formula){ buddy_exists (a->set, cube),
                                 table_without (table_without (a->table, v), w) };
      break;
    case 6:
      result
        = (struct formula){ buddy_and_exists (a->set, b->set, cube),
                            table_without (table_without (a->table & b->table, v), w) };
      break;
    case 7:
      result
        = (struct formula){ buddy_rename (a->set, rotation), table_rotated (a->table) };
      break;
    case 8:
      result = (struct formula){ buddy_retain (a->set), a->table & b->table };
      buddy_and_into (&result.set, b->set);
      break;
    default:
      result = (struct formula){ buddy_retain (a->set), a->table | b->table };
      buddy_or_into (&result.set, b->set);
      break;
    }
  buddy_release (cube);
  return result;
}

static bool
pick_is_inside (const struct formula *formula)
{
  bool values[VARIABLES];
  if (formula->table == 0)
    return buddy_is_false (formula->set);
  buddy_pick (formula->set, values, VARIABLES);
  return buddy_holds (formula->set, values);
}

#define FORMULAS 40

/* A pool of formulas, replaced one by one.  All are looked at whenever one is
   new, so a set that was collected too early shows. */
static bool
run_pool (int rounds)
{
  static const uint32_t from[VARIABLES] = { 0, 1, 2, 3, 4 };
  static const uint32_t to[VARIABLES] = { 1, 2, 3, 4, 0 };
  struct formula pool[FORMULAS];
  uint64_t state = 11;
  bool fine = true;
  struct buddy_map *rotation = buddy_map_new (from, to, VARIABLES);
  for (unsigned i = 0; i < FORMULAS; i++)
    {
      unsigned v = i % VARIABLES;
      if (i % 2)
        pool[i] = (struct formula){ buddy_variable (v), table_of_variable (v) };
      else
        pool[i] = (struct formula){ buddy_not_variable (v), ~table_of_variable (v) };
    }
  for (int round = 0; round < rounds && fine; round++)
    {
      struct formula *old = &pool[random_below (&state, FORMULAS)];
      struct formula new = combine (&state, &pool[random_below (&state, FORMULAS)],
                                    &pool[random_below (&state, FORMULAS)], rotation);
      /* Formulas run to constants if nobody stirs. */
      if (new.table == 0 || new.table == UINT32_MAX)
        {
          unsigned v = random_below (&state, VARIABLES);
          fine &= is_table (&new);
          buddy_release (new.set);
          new = (struct formula){ buddy_variable (v), table_of_variable (v) };
        }
      buddy_release (old->set);
      *old = new;
      for (unsigned i = 0; i < FORMULAS; i++)
        fine &= is_table (&pool[i]);
      fine &= pick_is_inside (old);
    }
  for (unsigned i = 0; i < FORMULAS; i++)
    buddy_release (pool[i].set);
  buddy_map_free (rotation);
  return fine;
}

static void
test_operations (bool often)
{
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    {
      tap_ok (false, "a thousand nodes are enough for forty small formulas");
      return;
    }
  buddy_collect_often (often);
  bool is_new = buddy_start (&quota, (struct buddy_limits){ VARIABLES, often ? 1 : 0 });
  tap_ok (is_new, "the way of collecting changes: the table is new");
  tap_ok (run_pool (4000), "operations agree with truth tables%s",
          often ? ", collected often" : "");
  struct buddy_counts counts = buddy_counts ();
  tap_ok (counts.operations > 4000, "operations are counted");
  if (often)
    tap_ok (counts.collections > 0, "there were collections (%llu)",
            (unsigned long long) counts.collections);
  tap_ok (!buddy_start (&quota, (struct buddy_limits){ VARIABLES, often ? 1 : 0 }),
          "the table stays for the next query");
  tap_ok (buddy_counts ().operations == 0 && buddy_counts ().collections == 0,
          "and counts anew");
  buddy_collect_often (false);
}

/* ---- References. ---- */

/* Under a limit that has room for some equalities but not for all that are
   made: if one reference in a round were lost, the table would be full. */
static void
test_references (void)
{
  struct quota quota;
  quota_init (&quota);
  volatile unsigned round = 0;
  if (quota_checkpoint (&quota))
    {
      buddy_abandon ();
      tap_ok (false, "no reference is lost (ran out in round %u)", round);
      return;
    }
  buddy_start (&quota, (struct buddy_limits){ 16, 36 * 4000 });
  buddy_set kept = build_equality (8);
  uint64_t size = buddy_node_count (kept);
  for (; round < 300; round = round + 1)
    {
      buddy_set rest = buddy_retain (kept);
      uint32_t variable = round % 16;
      buddy_set cube = buddy_cube (&variable, 1);
      buddy_set less = buddy_exists (rest, cube);
      buddy_set more = buddy_or (less, cube);
      buddy_and_into (&rest, more);
      buddy_release (cube);
      buddy_release (less);
      buddy_release (more);
      buddy_release (rest);
      buddy_release (buddy_retain (kept));
    }
  tap_ok (buddy_counts ().collections > 0, "no reference is lost in 300 rounds");
  tap_ok (is_equality (kept, 8) && buddy_node_count (kept) == size,
          "and what is kept is still there after %llu collections",
          (unsigned long long) buddy_counts ().collections);
  tap_ok (size == 3 * ((1u << 8) - 1), "with as many nodes as theory says");
  buddy_release (kept);
  /* Everything is given back: the next collection, which a lot of small sets
     brings about, leaves almost nothing. */
  uint64_t before = buddy_counts ().collections;
  for (uint32_t number = 0; buddy_counts ().collections == before; number++)
    {
      buddy_set row = buddy_true ();
      for (uint32_t v = 0; v < 16; v++)
        {
          buddy_set bit = number >> v & 1 ? buddy_variable (v) : buddy_not_variable (v);
          buddy_and_into (&row, bit);
          buddy_release (bit);
        }
      buddy_release (row);
    }
  tap_ok (buddy_counts ().nodes < size / 4,
          "what is given back is collected (%llu nodes left)",
          (unsigned long long) buddy_counts ().nodes);
}

/* ---- Maps. ---- */

/* Maps that nobody freed go with their table: the leak checker looks at this. */
static void
test_maps (void)
{
  static const uint32_t from[2] = { 0, 1 }, to[2] = { 1, 0 };
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    {
      tap_ok (false, "a few maps fit");
      return;
    }
  buddy_start (&quota, (struct buddy_limits){ 4, 0 });
  struct buddy_map *maps[3];
  for (int i = 0; i < 3; i++)
    maps[i] = buddy_map_new (from, to, 2);
  buddy_map_free (maps[1]);
  buddy_set x = buddy_variable (0), y = buddy_variable (1);
  buddy_set moved = buddy_rename (x, maps[2]);
  tap_ok (buddy_equal (moved, y), "a map renames");
  uint64_t table = buddy_table ();
  buddy_start (&quota, (struct buddy_limits){ 4, 0 });
  tap_ok (buddy_table () == table, "the table stays");
  buddy_abandon ();
  buddy_map_free (maps[0]);
  tap_ok (buddy_start (&quota, (struct buddy_limits){ 4, 0 }) && buddy_table () != table,
          "after something was abandoned the table is new");
}

/* ---- Threads. ---- */

/* A thread that finds somebody inside gives up as its quota says. */
static void *
wait_outside (void *result)
{
  static const volatile sig_atomic_t interrupted = 1;
  struct quota quota;
  quota_init (&quota);
  quota.interrupted = &interrupted;
  if (quota_checkpoint (&quota))
    {
      *(bool *) result = quota.reason == QUOTA_INTERRUPTED;
      return NULL;
    }
  buddy_enter (&quota);
  *(bool *) result = false;
  buddy_leave ();
  return NULL;
}

static void *
walk_through (void *result)
{
  buddy_enter (NULL);
  *(bool *) result = true;
  buddy_leave ();
  return NULL;
}

static bool
run_thread (void *(*work) (void *) )
{
  bool result = false;
  pthread_t thread;
  if (pthread_create (&thread, NULL, work, &result) == 0)
    pthread_join (thread, NULL);
  return result;
}

static void
test_threads (void)
{
  buddy_enter (NULL);
  tap_ok (run_thread (wait_outside), "a second thread has to wait, and may give up");
  /* As after an unwinding: once in is in. */
  buddy_enter (NULL);
  buddy_leave ();
  tap_ok (run_thread (walk_through), "when the first has left, the second gets in");
}

/* ---- Silence. ---- */

/* What goes to standard output while WORK runs, in bytes. */
static long
count_output (void (*work) (void))
{
  FILE *file = tmpfile ();
  fflush (stdout);
  int saved = dup (STDOUT_FILENO);
  if (!file || saved < 0 || dup2 (fileno (file), STDOUT_FILENO) < 0)
    return -1;
  work ();
  fflush (stdout);
  dup2 (saved, STDOUT_FILENO);
  close (saved);
  fseek (file, 0, SEEK_END);
  long bytes = ftell (file);
  fclose (file);
  return bytes;
}

static void
work_hard (void)
{
  buddy_collect_often (true);
  try_equality (PAIRS, 0);
  try_equality (PAIRS, 100000);
  buddy_collect_often (false);
  try_equality (PAIRS, 0);
  try_equality (PAIRS, 36 * 30000);
}

int
main (void)
{
  test_running_out ();
  test_operations (false);
  test_operations (true);
  test_references ();
  test_maps ();
  test_threads ();
  tap_ok (count_output (work_hard) == 0,
          "collecting, growing and running out print nothing");
  buddy_stop ();
  return tap_done ();
}

/* large.c -- property-directed reachability on systems that have too many states to be
 * gone through: each is proved, or refuted, within a budget, and the invariants hold.
 *
 *     tests/ic3/large                     those of `make check'
 *     tests/ic3/large FAMILY SIZE         one, and what it took
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "engine/pdr/inductive.h"
#include "engine/pdr/pdr.h"
#include "tests/ic3/systems.h"
#include "tests/lib/tap.h"

static struct quota quota;
static struct arena arena;

/* ---- Families. ---- */

static struct bits
number (struct aig *aig, uint32_t width, int64_t value)
{
  return bits_constant (aig, width, value);
}

static aig_lit
is (struct aig *aig, struct bits bits, int64_t value)
{
  return bits_equal (aig, bits, number (aig, bits.width, value));
}

static uint32_t
width_for (uint32_t values)
{
  uint32_t width = 1;
  while (values > UINT32_C (1) << width)
    width++;
  return width;
}

/* A counter of SIZE bits that begins again at five eighths of its range; more is bad. */
static void
make_counter (struct transition_system *system, uint32_t size)
{
  struct aig *aig = system->aig;
  struct bits count = system_number (system, size, 0);
  int64_t limit = INT64_C (5) << (size - 4);
  aig_lit last = is (aig, count, limit), choice = aig_input (aig);
  struct bits more = bits_add (aig, count, number (aig, size, 1));
  more = bits_choose (aig, last, number (aig, size, 0), more);
  system_next (system, count, bits_choose (aig, choice, more, count));
  system->bad = bits_less (aig, number (aig, size, limit), count);
}

/* Two counters of SIZE bits that count together; it is bad if they differ. */
static void
make_twins (struct transition_system *system, uint32_t size)
{
  struct aig *aig = system->aig;
  aig_lit choice = aig_input (aig);
  struct bits a = system_number (system, size, 0), b = system_number (system, size, 0);
  struct bits one = number (aig, size, 1);
  system_next (system, a, bits_choose (aig, choice, bits_add (aig, a, one), a));
  system_next (system, b, bits_choose (aig, choice, bits_add (aig, one, b), b));
  system->bad = aig_not (bits_equal (aig, a, b));
}

/* A ring of SIZE places, one token at first; each step moves a token on.  Two are bad. */
static void
make_ring (struct transition_system *system, uint32_t size)
{
  struct aig *aig = system->aig;
  struct bits place = system_number (system, size, 1);
  struct bits who = bits_input (aig, width_for (size) + 1);
  aig_lit *next = arena_alloc (&arena, size * sizeof *next);
  for (uint32_t i = 0; i < size; i++)
    {
      uint32_t before = (i + size - 1) % size;
      aig_lit leaves = aig_and (aig, place.at[i], is (aig, who, i));
      aig_lit comes = aig_and (aig, place.at[before], is (aig, who, before));
      next[i] = aig_or (aig, comes, aig_and (aig, place.at[i], aig_not (leaves)));
    }
  system_next (system, place, (struct bits){ next, size });
  for (uint32_t i = 0; i < size; i++)
    for (uint32_t k = 0; k < i; k++)
      system->bad = aig_or (aig, system->bad, aig_and (aig, place.at[i], place.at[k]));
}

/* SIZE processes and a lock: each adds 1 to a number in two steps while it has the lock.
   It is bad if the number is not what it should be when all are done.  SOUND says whether
   they wait for the lock. */
static void
make_adders_with (struct transition_system *system, uint32_t size, bool sound)
{
  struct aig *aig = system->aig;
  uint32_t width = width_for (size + 1), owner_width = width_for (size + 1);
  struct bits who = bits_input (aig, width_for (size));
  struct bits owner = system_number (system, owner_width, 0);
  struct bits sum = system_number (system, width, 0);
  struct bits new_owner = owner, new_sum = sum;
  aig_lit all_done = AIG_TRUE, step = AIG_FALSE;
  for (uint32_t p = 0; p < size; p++)
    {
      struct bits place = system_number (system, 3, 0);
      struct bits slot = system_number (system, width, 0);
      aig_lit mine = is (aig, who, p), at[5], free = is (aig, owner, 0);
      for (uint32_t i = 0; i < 5; i++)
        at[i] = aig_and (aig, mine, is (aig, place, i));
      if (sound)
        at[0] = aig_and (aig, at[0], free);
      /* 0 acquire 1 read 2 write 3 release 4 */
      aig_lit moves = AIG_FALSE;
      for (uint32_t i = 0; i < 4; i++)
        moves = aig_or (aig, moves, at[i]);
      step = aig_or (aig, step, moves);
      system_next (
        system, place,
        bits_choose (aig, moves, bits_add (aig, place, number (aig, 3, 1)), place));
      system_next (system, slot, bits_choose (aig, at[1], sum, slot));
      new_owner = bits_choose (aig, at[0], number (aig, owner_width, p + 1), new_owner);
      new_owner = bits_choose (aig, at[3], number (aig, owner_width, 0), new_owner);
      new_sum
        = bits_choose (aig, at[2], bits_add (aig, slot, number (aig, width, 1)), new_sum);
      all_done = aig_and (aig, all_done, is (aig, place, 4));
    }
  system_next (system, owner, new_owner);
  system_next (system, sum, new_sum);
  system->step = step;
  system->bad = aig_and (aig, all_done, aig_not (is (aig, sum, size)));
}

static void
make_adders (struct transition_system *system, uint32_t size)
{
  make_adders_with (system, size, true);
}

static void
make_careless (struct transition_system *system, uint32_t size)
{
  make_adders_with (system, size, false);
}

/* A lock with tickets for SIZE processes, which come again and again; numbers wrap.  Two
   inside are bad. */
static void
make_tickets (struct transition_system *system, uint32_t size)
{
  struct aig *aig = system->aig;
  uint32_t width = width_for (size + 1);
  struct bits who = bits_input (aig, width_for (size));
  struct bits next = system_number (system, width, 0);
  struct bits serving = system_number (system, width, 0);
  aig_lit takes = AIG_FALSE, leaves = AIG_FALSE,
          *inside = arena_alloc (&arena, size * sizeof *inside);
  for (uint32_t p = 0; p < size; p++)
    {
      struct bits place = system_number (system, 2, 0);
      struct bits ticket = system_number (system, width, 0);
      aig_lit mine = is (aig, who, p), at[3];
      for (uint32_t i = 0; i < 3; i++)
        at[i] = aig_and (aig, mine, is (aig, place, i));
      at[1] = aig_and (aig, at[1], bits_equal (aig, ticket, serving));
      struct bits to = bits_choose (aig, at[0], number (aig, 2, 1), place);
      to = bits_choose (aig, at[1], number (aig, 2, 2), to);
      to = bits_choose (aig, at[2], number (aig, 2, 0), to);
      system_next (system, place, to);
      system_next (system, ticket, bits_choose (aig, at[0], next, ticket));
      takes = aig_or (aig, takes, at[0]);
      leaves = aig_or (aig, leaves, at[2]);
      inside[p] = is (aig, place, 2);
      for (uint32_t q = 0; q < p; q++)
        system->bad = aig_or (aig, system->bad, aig_and (aig, inside[p], inside[q]));
    }
  struct bits one = number (aig, width, 1);
  system_next (system, next, bits_choose (aig, takes, bits_add (aig, next, one), next));
  system_next (system, serving,
               bits_choose (aig, leaves, bits_add (aig, serving, one), serving));
}

/* A queue of SIZE cells with two ends and a count.  One item that goes in is remembered,
   with its place; it is bad if it comes out changed, or if the count and the ends do not
   fit. */
static void
make_queue (struct transition_system *system, uint32_t size)
{
  struct aig *aig = system->aig;
  uint32_t width = width_for (size), item_width = 4;
  struct bits head = system_number (system, width, 0);
  struct bits tail = system_number (system, width, 0);
  struct bits count = system_number (system, width + 1, 0);
  struct bits spot = system_number (system, width, 0);
  struct bits kept = system_number (system, item_width, 0);
  aig_lit watched = system_bit (system, AIG_FALSE);
  struct bits item = bits_input (aig, item_width);
  aig_lit put = aig_input (aig), watch = aig_input (aig);
  aig_lit full = is (aig, count, size), empty = is (aig, count, 0);
  aig_lit puts = aig_and (aig, put, aig_not (full));
  aig_lit gets = aig_and (aig, aig_not (put), aig_not (empty));
  aig_lit watches = aig_and (aig, puts, aig_and (aig, watch, aig_not (watched)));
  struct bits front = number (aig, item_width, 0), one = number (aig, width, 1);
  for (uint32_t i = 0; i < size; i++)
    {
      struct bits cell = system_number (system, item_width, 0);
      aig_lit here = aig_and (aig, puts, is (aig, tail, i));
      system_next (system, cell, bits_choose (aig, here, item, cell));
      front = bits_choose (aig, is (aig, head, i), cell, front);
    }
  struct bits zero = number (aig, width, 0);
  struct bits later_head
    = bits_choose (aig, is (aig, head, size - 1), zero, bits_add (aig, head, one));
  struct bits later_tail
    = bits_choose (aig, is (aig, tail, size - 1), zero, bits_add (aig, tail, one));
  struct bits long_one = number (aig, width + 1, 1);
  system_next (system, head, bits_choose (aig, gets, later_head, head));
  system_next (system, tail, bits_choose (aig, puts, later_tail, tail));
  system_next (
    system, count,
    bits_choose (aig, puts, bits_add (aig, count, long_one),
                 bits_choose (aig, gets, bits_subtract (aig, count, long_one), count)));
  system_next (system, spot, bits_choose (aig, watches, tail, spot));
  system_next (system, kept, bits_choose (aig, watches, item, kept));
  aig_lit out = aig_and (aig, gets, aig_and (aig, watched, bits_equal (aig, head, spot)));
  for (uint32_t b = 0; b < system->state.count; b++)
    if (aig_equal (system->state.at[b], watched))
      system->next.at[b] = aig_or (aig, watches, aig_and (aig, watched, aig_not (out)));
  aig_lit changed = aig_and (aig, out, aig_not (bits_equal (aig, front, kept)));
  aig_lit unfit = aig_and (aig, empty, aig_not (bits_equal (aig, head, tail)));
  system->bad = aig_or (aig, changed, unfit);
}

/* A shift register of SIZE bits that is fed by a choice and does not take a 1 after a 1:
   two 1s in a row are bad. */
static void
make_register (struct transition_system *system, uint32_t size)
{
  struct aig *aig = system->aig;
  struct bits bits = system_number (system, size, 0);
  aig_lit *next = arena_alloc (&arena, size * sizeof *next);
  next[0] = aig_and (aig, aig_input (aig), aig_not (bits.at[0]));
  for (uint32_t i = 1; i < size; i++)
    {
      next[i] = bits.at[i - 1];
      system->bad = aig_or (aig, system->bad, aig_and (aig, bits.at[i], bits.at[i - 1]));
    }
  system_next (system, bits, (struct bits){ next, size });
}

/* The filter lock of Peterson for SIZE processes; two inside are bad. */
static void
make_filter (struct transition_system *system, uint32_t size)
{
  struct aig *aig = system->aig;
  uint32_t width = width_for (size + 1) + 1, name = width_for (size);
  struct bits who = bits_input (aig, name);
  struct bits *level = arena_alloc (&arena, size * sizeof *level);
  struct bits *victim = arena_alloc (&arena, size * sizeof *victim);
  struct bits *new_victim = arena_alloc (&arena, size * sizeof *victim);
  aig_lit *waits = arena_alloc (&arena, size * sizeof *waits);
  for (uint32_t i = 0; i < size; i++)
    {
      new_victim[i] = victim[i] = system_number (system, name, 0);
      level[i] = system_number (system, width, 0);
      waits[i] = system_bit (system, AIG_FALSE);
    }
  for (uint32_t p = 0; p < size; p++)
    {
      /* It enters the next level, then names itself, then waits until nobody else is as
         high, or somebody else is named. */
      aig_lit mine = is (aig, who, p), inside = is (aig, level[p], size);
      aig_lit alone = AIG_TRUE, named = AIG_FALSE;
      for (uint32_t q = 0; q < size; q++)
        if (q != p)
          alone = aig_and (aig, alone, bits_less (aig, level[q], level[p]));
      for (uint32_t l = 1; l < size; l++)
        named = aig_or (aig, named,
                        aig_and (aig, is (aig, level[p], l), is (aig, victim[l], p)));
      aig_lit may
        = aig_or (aig, aig_or (aig, alone, aig_not (named)), is (aig, level[p], 0));
      aig_lit names = aig_and (aig, mine, waits[p]);
      aig_lit rises = aig_and (aig, aig_and (aig, mine, aig_not (waits[p])),
                               aig_and (aig, may, aig_not (inside)));
      aig_lit leaves = aig_and (aig, mine, aig_and (aig, inside, aig_not (waits[p])));
      struct bits one = number (aig, width, 1);
      struct bits to = bits_choose (aig, rises, bits_add (aig, level[p], one), level[p]);
      system_next (system, level[p],
                   bits_choose (aig, leaves, number (aig, width, 0), to));
      for (uint32_t b = 0; b < system->state.count; b++)
        if (aig_equal (system->state.at[b], waits[p]))
          system->next.at[b]
            = aig_or (aig, rises, aig_and (aig, waits[p], aig_not (names)));
      for (uint32_t l = 1; l < size; l++)
        new_victim[l] = bits_choose (aig, aig_and (aig, names, is (aig, level[p], l)),
                                     number (aig, name, p), new_victim[l]);
      for (uint32_t q = 0; q < p; q++)
        system->bad
          = aig_or (aig, system->bad, aig_and (aig, inside, is (aig, level[q], size)));
    }
  for (uint32_t l = 0; l < size; l++)
    system_next (system, victim[l], new_victim[l]);
}

static const struct family
{
  const char *name;
  void (*make) (struct transition_system *system, uint32_t size);
  bool safe;
  uint32_t size;   /* in `make check' */
  uint64_t budget; /* with which it is done there */
} families[] = {
  { "counter", make_counter, true, 9, 20000 },
  { "twins", make_twins, true, 10, 20000 },
  { "ring", make_ring, true, 24, 20000 },
  { "register", make_register, true, 60, 20000 },
  { "adders", make_adders, true, 3, 20000 },
  { "careless", make_careless, false, 8, 20000 },
  { "tickets", make_tickets, true, 2, 20000 },
  { "queue", make_queue, true, 4, 20000 },
  { "filter", make_filter, true, 3, 20000 },
};

static bool
run (const struct family *family, uint32_t size, uint64_t budget)
{
  struct transition_system system;
  struct solver *solver = NULL;
  arena_clear (&arena);
  system_init (&system, &arena);
  family->make (&system, size);
  struct pdr pdr
    = { .arena = &arena, .system = &system, .solver = &solver, .budget = budget };
  enum pdr_outcome outcome = pdr_prove (&pdr);
  bool right = family->safe ? outcome == PDR_PROVED
                                && inductive_holds (&system, pdr.invariant.at,
                                                    pdr.invariant.count, &solver, &arena)
                            : outcome == PDR_FOUND
                                && counterexample_holds (&pdr.counterexample, &arena);
  return tap_ok (right,
                 "%s %u: %u bits, %u gates, frame %u, %u clauses (%llu learned), "
                 "%llu obligations, %llu calls, %llu conflicts, %u restarts",
                 family->name, (unsigned) size, (unsigned) system.state.count,
                 (unsigned) system.aig->nodes.count, (unsigned) pdr.frames,
                 (unsigned) pdr.invariant.count, (unsigned long long) pdr.clauses,
                 (unsigned long long) pdr.obligations, (unsigned long long) pdr.calls,
                 (unsigned long long) pdr.conflicts, (unsigned) pdr.restarts);
}

int
main (int argc, char **argv)
{
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (quota_checkpoint (&quota))
    return 1;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (argc < 3)
      run (&families[i], families[i].size, families[i].budget);
    else if (!strcmp (argv[1], families[i].name))
      run (&families[i], (uint32_t) strtoul (argv[2], NULL, 10), 0);
  arena_clear (&arena);
  return tap_done ();
}

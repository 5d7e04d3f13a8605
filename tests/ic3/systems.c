/* systems.c -- see systems.h. */
#include <config.h>

#include "tests/ic3/systems.h"

#include <string.h>

void
system_init (struct transition_system *system, struct arena *arena)
{
  *system = (struct transition_system){ .step = AIG_TRUE, .bad = AIG_FALSE };
  system->aig = arena_alloc (arena, sizeof *system->aig);
  aig_init (system->aig, arena);
}

aig_lit
system_bit (struct transition_system *system, aig_lit initial)
{
  struct arena *arena = system->aig->arena;
  aig_lit bit = aig_input (system->aig);
  *vec_push (arena, &system->state) = bit;
  *vec_push (arena, &system->next) = bit;
  *vec_push (arena, &system->initial) = initial;
  return bit;
}

aig_lit
system_free_bit (struct transition_system *system)
{
  aig_lit bit = system_bit (system, AIG_FALSE);
  system->initial.at[system->initial.count - 1] = bit;
  return bit;
}

struct bits
system_number (struct transition_system *system, uint32_t width, int64_t value)
{
  aig_lit *at = arena_alloc (system->aig->arena, width * sizeof *at);
  for (uint32_t i = 0; i < width; i++)
    at[i] = system_bit (system, aig_constant (value >> i & 1));
  return (struct bits){ at, width };
}

void
system_next (struct transition_system *system, struct bits number, struct bits next)
{
  assert (number.width == next.width);
  for (uint32_t i = 0; i < number.width; i++)
    for (uint32_t b = 0; b < system->state.count; b++)
      if (aig_equal (system->state.at[b], number.at[i]))
        system->next.at[b] = next.at[i];
}

/* ---- At random. ---- */

static aig_lit
random_literal (const struct aig *aig, uint64_t *seed)
{
  return (aig_lit){ 2 + random_below (seed, 2 * aig->nodes.count - 2) };
}

static aig_lit
random_gates (struct aig *aig, uint64_t *seed, uint32_t gates)
{
  aig_lit last = random_literal (aig, seed);
  for (uint32_t i = 0; i < gates; i++)
    {
      aig_lit a = random_literal (aig, seed), b = random_literal (aig, seed);
      switch (random_below (seed, 4))
        {
        case 0: last = aig_and (aig, a, b); break;
        case 1: last = aig_xor (aig, a, last); break;
        case 2: last = aig_or (aig, a, last); break;
        default: last = aig_choose (aig, a, b, last); break;
        }
    }
  return last;
}

/* A rare event: some bits have certain values. */
static aig_lit
random_cube (struct transition_system *system, uint64_t *seed, uint32_t count)
{
  aig_lit all = AIG_TRUE;
  for (uint32_t i = 0; i < count; i++)
    {
      aig_lit bit = system->state.at[random_below (seed, system->state.count)];
      aig_lit lit = random_below (seed, 2) ? bit : aig_not (bit);
      aig_lit more = aig_and (system->aig, all, lit);
      if (!aig_equal (more, AIG_FALSE))
        all = more;
    }
  return all;
}

static void
random_bits (struct transition_system *system, uint64_t *seed, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (random_below (seed, 4) == 0)
      system_free_bit (system);
    else
      system_bit (system, aig_constant (random_below (seed, 2)));
}

/* A counter up to a limit, after which it begins again; it counts if it is chosen to. */
static void
random_counter (struct transition_system *system, uint64_t *seed, uint32_t width,
                aig_lit choice)
{
  struct aig *aig = system->aig;
  int64_t limit = random_below (seed, 1u << width), step = 1 + random_below (seed, 3);
  struct bits number = system_number (system, width, 0);
  struct bits more = bits_add (aig, number, bits_constant (aig, width, step));
  aig_lit last = bits_equal (aig, number, bits_constant (aig, width, limit));
  more = bits_choose (aig, last, bits_constant (aig, width, 0), more);
  system_next (system, number, bits_choose (aig, choice, more, number));
}

/* A shift register that is fed by a choice or by the sum of two of its bits. */
static void
random_register (struct transition_system *system, uint64_t *seed, uint32_t width,
                 aig_lit choice)
{
  struct bits number = system_number (system, width, 1);
  aig_lit *next = arena_alloc (system->aig->arena, width * sizeof *next);
  aig_lit sum
    = aig_xor (system->aig, number.at[width - 1], number.at[random_below (seed, width)]);
  next[0] = random_below (seed, 3) ? sum : aig_and (system->aig, choice, sum);
  memcpy (next + 1, number.at, (width - 1) * sizeof *next);
  system_next (system, number, (struct bits){ next, width });
}

void
system_random (struct transition_system *system, uint64_t *seed, struct arena *arena)
{
  system_init (system, arena);
  struct aig *aig = system->aig;
  uint32_t bits = 1 + random_below (seed, SYSTEM_BITS);
  uint32_t choices = random_below (seed, SYSTEM_CHOICES + 1);
  aig_lit choice = AIG_TRUE;
  for (uint32_t i = 0; i < choices; i++)
    choice = aig_input (aig);
  uint32_t kind = random_below (seed, 4);
  if (kind == 1 || (kind == 3 && bits > 4))
    random_counter (system, seed, kind == 3 ? bits / 2 : bits, choice);
  if (kind == 2 || (kind == 3 && bits > 4))
    random_register (system, seed, kind == 3 ? bits - bits / 2 : bits, choice);
  if (system->state.count == 0)
    random_bits (system, seed, bits);
  /* Some or all bits do as they like. */
  for (uint32_t b = 0; b < system->state.count; b++)
    if (kind == 0 || random_below (seed, 8) == 0)
      system->next.at[b] = random_gates (aig, seed, 1 + random_below (seed, 5));
  if (random_below (seed, 2))
    system->step = random_gates (aig, seed, 1 + random_below (seed, 4));
  system->bad = random_cube (system, seed, 1 + random_below (seed, 7));
  if (random_below (seed, 3) == 0)
    system->bad = aig_and (aig, system->bad, random_gates (aig, seed, 2));
}

/* ---- All states. ---- */

static uint32_t
states_of (const struct transition_system *system)
{
  assert (system->state.count <= 16);
  return UINT32_C (1) << system->state.count;
}

static uint64_t
value (const struct reachable *reachable, aig_lit lit)
{
  uint64_t word = reachable->values[aig_node_of (lit)];
  return (aig_is_negated (lit) ? ~word : word) & reachable->choices;
}

/* Everything in STATE, for all choices at once. */
static void
evaluate (struct reachable *reachable, uint32_t state)
{
  const struct transition_system *system = reachable->system;
  const struct aig *aig = system->aig;
  for (uint32_t b = 0; b < system->state.count; b++)
    reachable->values[aig_node_of (system->state.at[b])] = -(uint64_t) (state >> b & 1);
  for (uint32_t n = 1; n < aig->nodes.count; n++)
    if (aig_is_gate (aig, n))
      reachable->values[n] = value (reachable, aig->nodes.at[n].left)
                             & value (reachable, aig->nodes.at[n].right);
}

/* After evaluate: the state after the step with choice number CHOICE. */
static uint32_t
state_after (const struct reachable *reachable, uint32_t choice)
{
  uint32_t state = 0;
  for (uint32_t b = 0; b < reachable->system->next.count; b++)
    {
      uint64_t word = value (reachable, reachable->system->next.at[b]);
      state |= (uint32_t) (word >> choice & 1) << b;
    }
  return state;
}

static bool
is_initial (const struct transition_system *system, uint32_t state)
{
  for (uint32_t b = 0; b < system->state.count; b++)
    if (aig_is_constant (system->initial.at[b])
        && aig_equal (system->initial.at[b], AIG_TRUE) != (state >> b & 1))
      return false;
  return true;
}

/* The inputs that are choices run through all combinations. */
static void
set_choices (struct reachable *reachable)
{
  static const uint64_t patterns[]
    = { 0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
        0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000 };
  const struct transition_system *system = reachable->system;
  bool *is_state = arena_calloc (reachable->arena, system->aig->nodes.count, 1);
  uint32_t choices = 0;
  for (uint32_t b = 0; b < system->state.count; b++)
    is_state[aig_node_of (system->state.at[b])] = true;
  for (uint32_t n = 1; n < system->aig->nodes.count; n++)
    if (!aig_is_gate (system->aig, n) && !is_state[n])
      {
        assert (choices < 6);
        reachable->values[n] = patterns[choices++];
      }
  reachable->choices = choices == 6 ? UINT64_MAX : (UINT64_C (1) << (1u << choices)) - 1;
}

void
reachable_find (struct reachable *reachable, const struct transition_system *system,
                struct arena *arena)
{
  uint32_t states = states_of (system), end = 0;
  *reachable = (struct reachable){ .arena = arena, .system = system };
  reachable->values = arena_calloc (arena, system->aig->nodes.count, sizeof (uint64_t));
  reachable->is_reached = arena_calloc (arena, states, 1);
  reachable->is_bad = arena_calloc (arena, states, 1);
  reachable->distance = arena_calloc (arena, states, sizeof (uint32_t));
  set_choices (reachable);
  uint32_t *queue = arena_alloc (arena, states * sizeof *queue);
  for (uint32_t s = 0; s < states; s++)
    if (is_initial (system, s))
      {
        queue[end++] = s;
        reachable->is_reached[s] = true;
      }
  for (uint32_t i = 0; i < end; i++)
    {
      uint32_t s = queue[i];
      evaluate (reachable, s);
      reachable->is_bad[s] = value (reachable, system->bad) != 0;
      reachable->deepest = reachable->distance[s];
      if (reachable->is_bad[s] && !reachable->bad)
        reachable->nearest = reachable->distance[s];
      reachable->bad |= reachable->is_bad[s];
      for (uint64_t steps = value (reachable, system->step); steps; steps &= steps - 1)
        {
          uint32_t t = state_after (reachable, (uint32_t) __builtin_ctzll (steps));
          if (reachable->is_reached[t])
            continue;
          reachable->is_reached[t] = true;
          reachable->distance[t] = reachable->distance[s] + 1;
          queue[end++] = t;
        }
    }
}

bool
reachable_is_in (const struct cube *cube, uint32_t state)
{
  for (uint32_t i = 0; i < cube->count; i++)
    if ((state >> state_lit_bit (cube->at[i]) & 1) != state_lit_value (cube->at[i]))
      return false;
  return true;
}

bool
reachable_is_invariant (struct reachable *reachable, const struct cube *cubes,
                        uint32_t count)
{
  const struct transition_system *system = reachable->system;
  uint32_t states = states_of (system);
  uint8_t *holds = arena_calloc (reachable->arena, states, 1);
  for (uint32_t s = 0; s < states; s++)
    {
      holds[s] = true;
      for (uint32_t i = 0; i < count; i++)
        holds[s] = holds[s] && !reachable_is_in (&cubes[i], s);
      if (!holds[s] && reachable->is_reached[s])
        return false;
    }
  for (uint32_t s = 0; s < states; s++)
    {
      if (!holds[s])
        continue;
      evaluate (reachable, s);
      if (value (reachable, system->bad))
        return false;
      for (uint64_t steps = value (reachable, system->step); steps; steps &= steps - 1)
        if (!holds[state_after (reachable, (uint32_t) __builtin_ctzll (steps))])
          return false;
    }
  return true;
}

uint32_t
reachable_ends (struct reachable *reachable)
{
  const struct transition_system *system = reachable->system;
  uint32_t states = states_of (system);
  uint8_t *now = arena_calloc (reachable->arena, states, 1);
  uint8_t *then = arena_calloc (reachable->arena, states, 1);
  for (uint32_t s = 0; s < states; s++)
    now[s] = is_initial (system, s);
  /* A path with more steps than states repeats one, and need not end. */
  for (uint32_t length = 0; length <= states; length++)
    {
      bool some = false;
      memset (then, 0, states);
      for (uint32_t s = 0; s < states; s++)
        {
          if (!now[s])
            continue;
          evaluate (reachable, s);
          uint64_t steps = value (reachable, system->step);
          some = some || steps;
          for (; steps; steps &= steps - 1)
            then[state_after (reachable, (uint32_t) __builtin_ctzll (steps))] = true;
        }
      if (!some)
        return length;
      uint8_t *swap = now;
      now = then;
      then = swap;
    }
  return UINT32_MAX;
}

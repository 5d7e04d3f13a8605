/* gates.c -- see gates.h: the only file of the checker that knows CaDiCaL.
 *
 * CaDiCaL is C++.  It asks a callback whether to stop, which only looks; the unwinding
 * happens when CaDiCaL has returned.  Where C++ finds no memory it would throw, which
 * nobody in C can catch: its handler unwinds instead, and the solver is never freed.
 */
#include <config.h>

#include "certificate/checker/gates.h"

#include <assert.h>
#include <ccadical.h>
#include <malloc.h>
#include <stdlib.h>

struct gates_solver
{
  CCaDiCaL *cadical;
  struct quota *quota;
  enum quota_reason over;
  uint64_t count; /* when memory is looked at again, on quota_clock */
  size_t before;  /* bytes of malloc when the solver was made */
  bool broken;
};

/* ---- The solver. ---- */

/* std::set_new_handler */
typedef void (*new_handler) (void);
extern new_handler _ZSt15set_new_handlerPFvvE (new_handler handler);

/* The one that works in this thread, and whose handler was there before. */
static _Thread_local struct gates_solver *working;
static _Thread_local new_handler handler_before;

static void
leave (void)
{
  assert (working);
  working = NULL;
  _ZSt15set_new_handlerPFvvE (handler_before);
}

static void
run_out_of_memory (void)
{
  struct gates_solver *solver = working;
  assert (solver);
  solver->broken = true;
  leave ();
  quota_exhaust (solver->quota, QUOTA_MEMORY);
}

static CCaDiCaL *
enter (struct gates_solver *solver)
{
  assert (!working && !solver->broken);
  working = solver;
  handler_before = _ZSt15set_new_handlerPFvvE (run_out_of_memory);
  return solver->cadical;
}

static size_t
bytes_in_use (void)
{
  struct mallinfo2 info = mallinfo2 ();
  return info.uordblks + info.hblkhd;
}

/* Nanoseconds from one count of the memory, which takes longer than a look at the clock,
   to the next. */
#define UNTIL_NEXT_COUNT 20000000

/* Is it time to stop?  CaDiCaL asks after some conflicts.  A hostile certificate can make
   each of them take long, so nothing is put off. */
static int
look (void *context)
{
  struct gates_solver *solver = context;
  const struct quota *quota = solver->quota;
  assert (quota && working == solver);
  uint64_t now = quota_clock ();
  if (solver->over != QUOTA_NOT_EXHAUSTED)
    return 1;
  if (quota->interrupted && *quota->interrupted)
    solver->over = QUOTA_INTERRUPTED;
  else if (quota->deadline && now >= quota->deadline)
    solver->over = QUOTA_TIME;
  else if (quota->limit != SIZE_MAX && now >= solver->count)
    {
      solver->count = now + UNTIL_NEXT_COUNT;
      if (bytes_in_use () > solver->before + quota->limit)
        solver->over = QUOTA_MEMORY;
    }
  return solver->over != QUOTA_NOT_EXHAUSTED;
}

void
gates_init (struct gates *gates, struct gates_solver **solver, struct arena *arena)
{
  assert (!*solver);
  *gates = (struct gates){ .arena = arena, .variables = 1 };
  pairmap_init (&gates->ands, arena);
  pairmap_init (&gates->xors, arena);
  struct gates_solver *own = calloc (1, sizeof *own);
  if (!own)
    quota_exhaust (arena->quota, QUOTA_MEMORY);
  *solver = gates->solver = own;
  own->quota = arena->quota;
  own->before = bytes_in_use ();
  enter (own);
  own->cadical = ccadical_init ();
  ccadical_set_option (own->cadical, "quiet", 1); /* it prints */
  /* A clause over hundreds of thousands of decisions, as a hostile certificate can have
     it, is shrunk in quadratic time, in which CaDiCaL does not look at anything. */
  ccadical_set_option (own->cadical, "shrink", 0);
  ccadical_set_terminate (own->cadical, own, look);
  leave ();
  gates_require (gates, (gate[]){ GATE_TRUE }, 1);
}

void
gates_free_solver (struct gates_solver **solver)
{
  if (*solver && !(*solver)->broken)
    ccadical_release ((*solver)->cadical);
  free (*solver);
  *solver = NULL;
}

void
gates_require (struct gates *gates, const gate *list, uint32_t count)
{
  CCaDiCaL *cadical = enter (gates->solver);
  for (uint32_t i = 0; i < count; i++)
    {
      assert (list[i].literal != 0 && abs (list[i].literal) <= gates->variables);
      ccadical_add (cadical, list[i].literal);
    }
  ccadical_add (cadical, 0);
  leave ();
}

bool
gates_satisfy (struct gates *gates, gate wanted)
{
  assert (wanted.literal != 0 && abs (wanted.literal) <= gates->variables);
  struct gates_solver *solver = gates->solver;
  assert (solver->over == QUOTA_NOT_EXHAUSTED);
  if (gate_equal (wanted, GATE_FALSE))
    return false;
  CCaDiCaL *cadical = enter (solver);
  ccadical_assume (cadical, wanted.literal);
  int answer = ccadical_solve (cadical);
  leave ();
  if (solver->over != QUOTA_NOT_EXHAUSTED)
    quota_exhaust (solver->quota, solver->over);
  assert (answer == 10 || answer == 20);
  return answer != 20; /* only "unsatisfiable" proves something */
}

bool
gates_value (struct gates *gates, gate a)
{
  int variable = abs (a.literal);
  assert (variable <= gates->variables);
  CCaDiCaL *cadical = enter (gates->solver);
  bool value = ccadical_val (cadical, variable) > 0;
  leave ();
  return value == (a.literal > 0);
}

/* ---- Gates. ---- */

gate
gate_input (struct gates *gates)
{
  if (gates->variables == INT32_MAX)
    quota_exhaust (gates->arena->quota, QUOTA_MEMORY);
  quota_tick (gates->arena->quota);
  return (gate){ ++gates->variables };
}

static void
require_two (struct gates *gates, gate a, gate b)
{
  gates_require (gates, (gate[]){ a, b }, 2);
}

static void
require_three (struct gates *gates, gate a, gate b, gate c)
{
  gates_require (gates, (gate[]){ a, b, c }, 3);
}

/* Where the gate of A and B is kept, the smaller literal first. */
static uint32_t *
known (struct pairmap *map, gate a, gate b)
{
  bool swap = b.literal < a.literal;
  assert (a.literal != b.literal && a.literal != -b.literal);
  return pairmap_at (map, (uint32_t) (swap ? b : a).literal,
                     (uint32_t) (swap ? a : b).literal);
}

gate
gate_and (struct gates *gates, gate a, gate b)
{
  if (gate_equal (a, GATE_FALSE) || gate_equal (b, GATE_FALSE)
      || gate_equal (a, gate_not (b)))
    return GATE_FALSE;
  if (gate_equal (a, GATE_TRUE) || gate_equal (a, b))
    return b;
  if (gate_equal (b, GATE_TRUE))
    return a;
  uint32_t *number = known (&gates->ands, a, b);
  if (*number == PAIRMAP_FREE)
    {
      gate both = gate_input (gates);
      *number = (uint32_t) both.literal;
      require_two (gates, gate_not (both), a);
      require_two (gates, gate_not (both), b);
      require_three (gates, both, gate_not (a), gate_not (b));
      return both;
    }
  return (gate){ (int) *number };
}

gate
gate_or (struct gates *gates, gate a, gate b)
{
  return gate_not (gate_and (gates, gate_not (a), gate_not (b)));
}

gate
gate_xor (struct gates *gates, gate a, gate b)
{
  bool negated = (a.literal < 0) != (b.literal < 0);
  a.literal = abs (a.literal);
  b.literal = abs (b.literal);
  gate odd;
  if (gate_equal (a, b))
    odd = GATE_FALSE;
  else if (gate_equal (a, GATE_TRUE))
    odd = gate_not (b);
  else if (gate_equal (b, GATE_TRUE))
    odd = gate_not (a);
  else
    {
      uint32_t *number = known (&gates->xors, a, b);
      bool is_new = *number == PAIRMAP_FREE;
      odd = is_new ? gate_input (gates) : (gate){ (int) *number };
      if (is_new)
        {
          *number = (uint32_t) odd.literal;
          require_three (gates, gate_not (odd), a, b);
          require_three (gates, gate_not (odd), gate_not (a), gate_not (b));
          require_three (gates, odd, gate_not (a), b);
          require_three (gates, odd, a, gate_not (b));
        }
    }
  return negated ? gate_not (odd) : odd;
}

gate
gate_choose (struct gates *gates, gate condition, gate yes, gate no)
{
  if (gate_equal (condition, GATE_TRUE) || gate_equal (yes, no))
    return yes;
  if (gate_equal (condition, GATE_FALSE))
    return no;
  if (abs (yes.literal) == 1 || abs (no.literal) == 1 || abs (yes.literal) == abs (no.literal))
    return gate_or (gates, gate_and (gates, condition, yes),
                    gate_and (gates, gate_not (condition), no));
  gate chosen = gate_input (gates);
  require_three (gates, gate_not (condition), gate_not (yes), chosen);
  require_three (gates, gate_not (condition), yes, gate_not (chosen));
  require_three (gates, condition, gate_not (no), chosen);
  require_three (gates, condition, no, gate_not (chosen));
  require_three (gates, gate_not (yes), gate_not (no), chosen);
  require_three (gates, yes, no, gate_not (chosen));
  return chosen;
}

gate
gate_some (struct gates *gates, const gate *list, uint32_t count)
{
  VEC (gate) left = VEC_EMPTY;
  assert (list || count == 0);
  for (uint32_t i = 0; i < count; i++)
    if (gate_equal (list[i], GATE_TRUE))
      return GATE_TRUE;
    else if (!gate_equal (list[i], GATE_FALSE))
      *vec_push (gates->arena, &left) = list[i];
  if (left.count <= 1)
    return left.count ? left.at[0] : GATE_FALSE;
  gate some = gate_input (gates);
  for (uint32_t i = 0; i < left.count; i++)
    require_two (gates, some, gate_not (left.at[i]));
  *vec_push (gates->arena, &left) = gate_not (some);
  gates_require (gates, left.at, left.count);
  return some;
}

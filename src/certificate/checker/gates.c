/* gates.c -- see gates.h: the only file of the checker that knows CaDiCaL.
 *
 * CaDiCaL is C++.  It asks a callback whether to stop, which only looks; the unwinding
 * happens when CaDiCaL has returned.  Where C++ finds no memory it would throw, which
 * nobody in C can catch.  Its handler first gives up a reserve, as large as the larger
 * blocks that CaDiCaL asks for, with which it can finish what it does and be freed.  If
 * that is not enough the handler unwinds, and the solver is never freed.
 */
#include <config.h>

#include "certificate/checker/gates.h"

#include <assert.h>
#include <ccadical.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct gates_solver
{
  CCaDiCaL *cadical;
  struct quota *quota;
  enum quota_reason over;
  uint64_t count; /* when memory is counted next, on quota_clock */
  size_t before;  /* bytes of malloc when the solver was made */
  void *reserve;  /* address space that nobody touches, or null */
  size_t reserved;
  uint64_t told; /* literals passed on to CaDiCaL */
  bool broken;
};

/* ---- The solver. ---- */

/* std::set_new_handler */
typedef void (*new_handler) (void);
extern new_handler _ZSt15set_new_handlerPFvvE (new_handler handler);

/* The most bytes that CaDiCaL asks for at once, for each literal that it knows. */
#define RESERVE_FOR_A_LITERAL 16
#define RESERVE_LEAST ((size_t) 1 << 20)

static void
give_up_reserve (struct gates_solver *solver)
{
  if (solver->reserve)
    munmap (solver->reserve, solver->reserved);
  solver->reserve = NULL;
}

/* COUNT more literals are passed on: the reserve grows, or memory is used up. */
static void
keep_reserve (struct gates_solver *solver, uint32_t count)
{
  solver->told += count;
  size_t wanted = RESERVE_LEAST;
  while (wanted < solver->told * RESERVE_FOR_A_LITERAL)
    wanted *= 2;
  if (solver->reserve && wanted <= solver->reserved)
    return;
  give_up_reserve (solver);
  void *memory = mmap (NULL, wanted, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    quota_exhaust (solver->quota, QUOTA_MEMORY);
  solver->reserve = memory;
  solver->reserved = wanted;
}

/* The solver that works in this thread, and the handler that was there before. */
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
  if (solver->reserve)
    {
      solver->over = QUOTA_MEMORY; /* as soon as CaDiCaL returns */
      give_up_reserve (solver);
      return;
    }
  solver->broken = true;
  leave ();
  quota_exhaust (solver->quota, QUOTA_MEMORY);
}

/* CaDiCaL has returned, perhaps by using the reserve. */
static void
finish (struct gates_solver *solver)
{
  leave ();
  if (solver->over != QUOTA_NOT_EXHAUSTED)
    quota_exhaust (solver->quota, solver->over);
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

/* Nanoseconds between two counts of memory.  A count visits all that is free, so it can
   be slower than the solver: it gets at most one part in COUNTING_PART of the time. */
#define UNTIL_NEXT_COUNT 20000000
#define COUNTING_PART 50

/* Is it time to stop?  CaDiCaL asks after some conflicts.  A hostile certificate can make
   each of them take long, so every call looks at the clock. */
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
      if (bytes_in_use () > solver->before + quota->limit)
        solver->over = QUOTA_MEMORY;
      uint64_t after = quota_clock ();
      solver->count = after + UNTIL_NEXT_COUNT + COUNTING_PART * (after - now);
    }
  return solver->over != QUOTA_NOT_EXHAUSTED;
}

void
gates_init (struct gates *gates, struct gates_solver **solver, struct arena *arena)
{
  assert (!*solver);
  *gates = (struct gates){ .arena = arena };
  pairmap_init (&gates->ands, arena);
  pairmap_init (&gates->xors, arena);
  struct gates_solver *own = calloc (1, sizeof *own);
  if (!own)
    quota_exhaust (arena->quota, QUOTA_MEMORY);
  *solver = gates->solver = own;
  own->quota = arena->quota;
  own->before = bytes_in_use ();
  keep_reserve (own, 0);
  enter (own);
  own->cadical = ccadical_init ();
  ccadical_set_option (own->cadical, "quiet", 1); /* it would print otherwise */
  /* A hostile certificate can lead to a clause over hundreds of thousands of decisions,
     which CaDiCaL would shrink in quadratic time, without calling back. */
  ccadical_set_option (own->cadical, "shrink", 0);
  ccadical_set_terminate (own->cadical, own, look);
  finish (own);
  /* No gate is 0, which has no sign; the first one is true. */
  *vec_push (arena, &gates->nodes) = (struct gate_node){ .kind = GATE_INPUT };
  gate truth = gate_input (gates);
  assert (gate_equal (truth, GATE_TRUE));
  gates_require (gates, &truth, 1);
}

void
gates_free_solver (struct gates_solver **solver)
{
  if (*solver)
    {
      give_up_reserve (*solver);
      if ((*solver)->cadical && !(*solver)->broken)
        ccadical_release ((*solver)->cadical);
    }
  free (*solver);
  *solver = NULL;
}

/* ---- What the solver is told. ---- */

/* The solver's literal for A, which was passed on to it. */
static int
told (const struct gates *gates, gate a)
{
  int variable = gates->nodes.at[abs (a.literal)].variable;
  assert (variable > 0);
  return a.literal > 0 ? variable : -variable;
}

static void
add (const struct gates *gates, const gate *list, uint32_t count)
{
  keep_reserve (gates->solver, count);
  CCaDiCaL *cadical = enter (gates->solver);
  for (uint32_t i = 0; i < count; i++)
    ccadical_add (cadical, told (gates, list[i]));
  ccadical_add (cadical, 0);
  finish (gates->solver);
}

static void
add_two (struct gates *gates, gate a, gate b)
{
  add (gates, (gate[]){ a, b }, 2);
}

static void
add_three (struct gates *gates, gate a, gate b, gate c)
{
  add (gates, (gate[]){ a, b, c }, 3);
}

/* Add the clauses that define gate OWN; its operands were passed on. */
static void
add_definition (struct gates *gates, const struct gate_node *node, gate own)
{
  const gate *in = node->from;
  gate out = gate_not (own);
  switch (node->kind)
    {
    case GATE_INPUT: break;
    case GATE_AND:
      add_two (gates, out, in[0]);
      add_two (gates, out, in[1]);
      add_three (gates, own, gate_not (in[0]), gate_not (in[1]));
      break;
    case GATE_XOR:
      add_three (gates, out, in[0], in[1]);
      add_three (gates, out, gate_not (in[0]), gate_not (in[1]));
      add_three (gates, own, gate_not (in[0]), in[1]);
      add_three (gates, own, in[0], gate_not (in[1]));
      break;
    case GATE_CHOOSE:
      add_three (gates, gate_not (in[0]), gate_not (in[1]), own);
      add_three (gates, gate_not (in[0]), in[1], out);
      add_three (gates, in[0], gate_not (in[2]), own);
      add_three (gates, in[0], in[2], out);
      add_three (gates, gate_not (in[1]), gate_not (in[2]), own);
      add_three (gates, in[1], in[2], out);
      break;
    case GATE_SOME:
      assert (node->count >= 2);
      for (uint32_t i = 0; i < node->count; i++)
        add_two (gates, own, gate_not (in[i]));
      keep_reserve (gates->solver, node->count);
      CCaDiCaL *cadical = enter (gates->solver);
      for (uint32_t i = 0; i < node->count; i++)
        ccadical_add (cadical, told (gates, in[i]));
      ccadical_add (cadical, told (gates, out));
      ccadical_add (cadical, 0);
      finish (gates->solver);
      break;
    }
}

void
gates_tell (struct gates *gates, gate a)
{
  assert (gates->open.count == 0 && abs (a.literal) < (int) gates->nodes.count);
  *vec_push (gates->arena, &gates->open) = abs (a.literal);
  while (gates->open.count > 0)
    {
      int number = gates->open.at[gates->open.count - 1];
      struct gate_node *node = &gates->nodes.at[number];
      quota_tick (gates->arena->quota);
      if (node->variable)
        {
          gates->open.count--;
          continue;
        }
      uint32_t before = gates->open.count;
      for (uint32_t i = 0; i < node->count; i++)
        if (!gates->nodes.at[abs (node->from[i].literal)].variable)
          *vec_push (gates->arena, &gates->open) = abs (node->from[i].literal);
      if (gates->open.count > before)
        continue;
      node->variable = ++gates->variables;
      add_definition (gates, node, (gate){ number });
    }
}

void
gates_require (struct gates *gates, const gate *list, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    gates_tell (gates, list[i]);
  add (gates, list, count);
}

bool
gates_satisfy (struct gates *gates, gate wanted)
{
  struct gates_solver *solver = gates->solver;
  assert (solver->over == QUOTA_NOT_EXHAUSTED);
  if (gate_equal (wanted, GATE_FALSE))
    return false;
  gates_tell (gates, wanted);
  CCaDiCaL *cadical = enter (solver);
  ccadical_assume (cadical, told (gates, wanted));
  int answer = ccadical_solve (cadical);
  finish (solver);
  assert (answer == 10 || answer == 20);
  return answer != 20; /* only "unsatisfiable" proves something */
}

bool
gates_value (struct gates *gates, gate a)
{
  int literal = told (gates, a);
  CCaDiCaL *cadical = enter (gates->solver);
  bool value = ccadical_val (cadical, abs (literal)) > 0;
  leave ();
  return value == (literal > 0);
}

/* ---- Gates. ---- */

/* A new gate of KIND with COUNT operands, which are not copied. */
static gate
new_gate (struct gates *gates, enum gate_kind kind, const gate *from, uint32_t count)
{
  if (gates->nodes.count == INT32_MAX)
    quota_exhaust (gates->arena->quota, QUOTA_MEMORY);
  quota_tick (gates->arena->quota);
  int number = (int) gates->nodes.count;
  assert (number > 0 && (kind == GATE_INPUT) == (count == 0));
  *vec_push (gates->arena, &gates->nodes) = (struct gate_node){ kind, count, from, 0 };
  return (gate){ number };
}

/* A new gate whose operands are a copy of LIST. */
static gate
new_gate_of (struct gates *gates, enum gate_kind kind, const gate *list, uint32_t count)
{
  gate *from = arena_alloc (gates->arena, count * sizeof *from);
  memcpy (from, list, count * sizeof *from);
  return new_gate (gates, kind, from, count);
}

gate
gate_input (struct gates *gates)
{
  return new_gate (gates, GATE_INPUT, NULL, 0);
}

/* The entry of MAP for the gate of A and B, the smaller literal first. */
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
      gate both = new_gate_of (gates, GATE_AND, (gate[]){ a, b }, 2);
      *number = (uint32_t) both.literal;
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
      odd = is_new ? new_gate_of (gates, GATE_XOR, (gate[]){ a, b }, 2)
                   : (gate){ (int) *number };
      *number = (uint32_t) odd.literal;
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
  if (abs (yes.literal) == 1 || abs (no.literal) == 1
      || abs (yes.literal) == abs (no.literal))
    return gate_or (gates, gate_and (gates, condition, yes),
                    gate_and (gates, gate_not (condition), no));
  return new_gate_of (gates, GATE_CHOOSE, (gate[]){ condition, yes, no }, 3);
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
  return new_gate (gates, GATE_SOME, left.at, left.count);
}

/* concrete.c -- see concrete.h. */
#include <config.h>

#include "concrete.h"

#include <assert.h>
#include <stdlib.h>

#include "certificate/checker/gates.h"

#define MOST_CHOICES 64

static bool choices[MOST_CHOICES];
static unsigned made,
  used; /* choices of the current combination, and those used so far */

void
concrete_begin (void)
{
  made = used = 0;
}

bool
concrete_next (void)
{
  assert (used == made);
  used = 0;
  while (made > 0 && choices[made - 1])
    made--;
  if (made > 0)
    choices[made - 1] = true;
  return made > 0;
}

gate
gate_input (struct gates *gates)
{
  (void) gates;
  if (used == MOST_CHOICES)
    abort ();
  if (used == made)
    choices[made++] = false;
  return gate_constant (choices[used++]);
}

static bool
is_true (gate a)
{
  assert (a.literal == 1 || a.literal == -1);
  return a.literal == 1;
}

gate
gate_and (struct gates *gates, gate a, gate b)
{
  (void) gates;
  return gate_constant (is_true (a) && is_true (b));
}

gate
gate_or (struct gates *gates, gate a, gate b)
{
  (void) gates;
  return gate_constant (is_true (a) || is_true (b));
}

gate
gate_xor (struct gates *gates, gate a, gate b)
{
  (void) gates;
  return gate_constant (is_true (a) != is_true (b));
}

gate
gate_choose (struct gates *gates, gate condition, gate yes, gate no)
{
  (void) gates;
  return is_true (condition) ? yes : no;
}

gate
gate_some (struct gates *gates, const gate *list, uint32_t count)
{
  (void) gates;
  for (uint32_t i = 0; i < count; i++)
    if (is_true (list[i]))
      return GATE_TRUE;
  return GATE_FALSE;
}

/* ---- What takes a solver. ---- */

void
gates_init (struct gates *gates, struct gates_solver **solver, struct arena *arena)
{
  assert (!*solver);
  *gates = (struct gates){ .arena = arena };
}

void
gates_free_solver (struct gates_solver **solver)
{
  assert (!*solver);
}

void
gates_require (struct gates *gates, const gate *list, uint32_t count)
{
  (void) gates;
  (void) list;
  (void) count;
  abort ();
}

bool
gates_satisfy (struct gates *gates, gate wanted)
{
  (void) gates;
  return is_true (wanted);
}

bool
gates_value (struct gates *gates, gate a)
{
  (void) gates;
  return is_true (a);
}

/* roles.c -- what a thread asks of its process: units that follow from the steps
 * before, ties to other threads, and agreement with the definition.
 *
 * On random automata and random executions, threads that follow their roles
 * reach the same states as the automaton itself (instance.h).
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "phaseauto/meetings.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/role.h"
#include "tests/lib/tap.h"

static struct quota quota;

/* ---- Single roles. ---- */

/* One letter per step: `.' of another thread, r, w, a, b, e for what the thread
   does, in capitals if that is in a unit; and one per state: `|', or `E' where
   the unit may not end. */
static const char *
outline (const struct pa_role *role, char *text)
{
  char *end = text;
  for (uint32_t x = 0; x < role->step_count; x++)
    {
      const struct pa_role_step *step = &role->steps[x];
      *end++ = role->keeps_unit[x] ? 'E' : '|';
      *end++ = !step->own ? '.' : (step->in_unit ? "RWABE" : "rwabe")[step->kind];
    }
  *end = 0;
  return text;
}

/* The role of THREAD of automaton NUMBER has the outline EXPECTED, and names the
   parameters and is tied in the states of these masks. */
static void
is_role (struct pa *pa, uint32_t number, uint32_t thread, const char *expected,
         uint64_t parameters, uint64_t tied, const char *what)
{
  struct pa_role role;
  char text[2 * PA_SIZE_LIMIT + 1];
  pa_role_init (&role, &pa->set.automata.at[number - 1], (thread_id){ thread },
                &pa->arena);
  if (!tap_ok (strcmp (outline (&role, text), expected) == 0
                 && role.parameters == parameters && role.tied == tied,
               "%s: %s", what, expected))
    printf ("# but it is %s, parameters %lx, tied %lx\n", text,
            (unsigned long) role.parameters, (unsigned long) role.tied);
}

static void
test_shipped (void)
{
  struct pa pa, spin;
  pa_init (&pa, &quota);
  pa_init (&spin, &quota);
  pa_read_shipped (&pa, "strict");
  pa_read_shipped (&spin, "spin09");
  is_role (&pa, 1, 0, "|RE.EW", 1, 0, "strict 1, u");
  is_role (&pa, 1, 1, "|.|w|.", 1, 0, "strict 1, v");
  is_role (&pa, 11, 0, "|RE.E.ER", 3, 0, "strict 11, u");
  is_role (&pa, 12, 0, "|RE.E.ER", 3, 0, "strict 12, u");
  is_role (&pa, 12, 1, "|.|WEW|.", 3, 0, "strict 12, v");
  is_role (&spin, 12, 0, "|bERE.E.ER", 3, 0, "spin09 12, u");
  is_role (&spin, 12, 1, "|.|.|w|w|.", 3, 0, "spin09 12, v");
  pa_clear (&spin);
  pa_clear (&pa);
}

static void
test_derived (void)
{
  struct pa pa;
  const char *text
    = "automaton 1 (a, b) { threads u, v; u reads a in unit; v writes b in unit;"
      "  v writes a in unit; u reads b; u stays in unit from 1 to 4; }"
      "automaton 2 (a, b) { threads u, v; u reads a in unit; v writes b; u reads b;"
      "  u stays in unit from 1 to 2; }"
      "automaton 3 (a, b, c) { threads u, v; u reads c; v writes b; u ends unit;"
      "  never u writes a from 1 to 3; never u accesses b from 2 to 3;"
      "  never v reads a from 1 to 2; }";
  pa_init (&pa, &quota);
  if (!pa_read_text (&pa, "text.pa", text, strlen (text)))
    diags_render (&pa.diags, stdout, false);
  is_role (&pa, 1, 0, "|RE.E.ER", 3, 0, "`in unit' follows from the rest");
  is_role (&pa, 2, 0, "|RE.|r", 3, 2, "`in unit' does not follow once the unit may end");
  is_role (&pa, 3, 0, "|r|.|e", 7, 4, "parameters that are only forbidden");
  is_role (&pa, 3, 1, "|.|w|.", 3, 2, "parameters that the thread does not name");
  struct pa_role role;
  pa_role_init (&role, &pa.set.automata.at[2], (thread_id){ 0 }, &pa.arena);
  const parameter_id a = { 0 }, b = { 1 }, c = { 2 };
  tap_ok (
    pa_role_forbidden (&role, 0, a) == 0 && pa_role_forbidden (&role, 1, a) == PA_NO_WRITE
      && pa_role_forbidden (&role, 2, a) == PA_NO_WRITE
      && pa_role_forbidden (&role, 1, b) == 0
      && pa_role_forbidden (&role, 2, b) == (PA_NO_READ | PA_NO_WRITE)
      && pa_role_forbidden (&role, 3, b) == 0 && pa_role_forbidden (&role, 2, c) == 0,
    "what is forbidden in which state");
  pa_clear (&pa);
}

/* ---- Random automata and executions. ---- */

static uint32_t seed = 12345;

static uint32_t
below (uint32_t limit)
{
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % limit;
}

#define THREADS 3
#define PARAMETERS 3
#define FIELDS 4

static void
make_automaton (struct pa_automaton *a, struct arena *arena)
{
  memset (a, 0, sizeof *a);
  a->name = "random";
  a->together = 1;
  for (uint32_t i = 0; i < THREADS; i++)
    *vec_push (arena, &a->threads) = (struct pa_symbol){ "t", { 0, 0 } };
  for (uint32_t i = 0; i < PARAMETERS; i++)
    *vec_push (arena, &a->parameters) = (struct pa_symbol){ "p", { 0, 0 } };
  uint32_t steps = 2 + below (4);
  for (uint32_t i = 0; i < steps; i++)
    {
      enum pa_kind kind = below (5);
      *vec_push (arena, &a->steps)
        = (struct pa_step){ .thread = { below (THREADS) },
                            .kind = kind,
                            .parameter = { below (PARAMETERS) },
                            .in_unit = pa_kind_is_access (kind) && below (2) };
    }
  uint32_t clauses = below (5);
  for (uint32_t i = 0; i < clauses; i++)
    {
      uint32_t from = 1 + below (steps - 1);
      *vec_push (arena, &a->clauses)
        = (struct pa_clause){ .kind = below (2) ? PA_STAYS : PA_NEVER,
                              .thread = { below (THREADS) },
                              .access = below (3),
                              .parameter = { below (PARAMETERS) },
                              .from = from,
                              .to = from + 1 + below (steps - from) };
    }
  pa_check (a);
}

/* One random execution: threads that begin and end units as processes do. */
static bool
runs_agree (const struct pa_automaton *a, struct pa_role *roles, struct idsets *idsets)
{
  idset ours = idset_add (idsets, IDSET_EMPTY, 1);
  idset theirs = idset_add (idsets, IDSET_EMPTY, 0);
  const field_id fields[PARAMETERS] = { { 2 }, { 0 }, { 3 } };
  struct pa_instance instance = { a, fields, { 1 }, idsets };
  bool in_unit[THREADS + 1] = { false };
  uint64_t by_clauses = 1, by_roles = 1;
  for (int i = 0; i < 40; i++)
    {
      uint32_t t = below (THREADS + 1);
      thread_id thread = t < THREADS ? (thread_id){ t } : PA_BYSTANDER;
      struct pds_action_info action
        = { .op = (enum pds_op) below (7), .sets = in_unit[t] ? ours : theirs };
      uint32_t field = below (FIELDS);
      if (pds_action_is_access (&action))
        action.object.field = (field_id){ field };
      if (action.op == PDS_BEGIN || action.op == PDS_END)
        {
          bool mine = below (4) > 0;
          if (mine && in_unit[t] == (action.op == PDS_BEGIN))
            continue;
          action.sets = mine ? ours : theirs;
          in_unit[t] = mine ? action.op == PDS_BEGIN : in_unit[t];
        }
      uint64_t next_clauses = 0, next_roles = 0;
      for (uint32_t x = 0; x <= a->steps.count; x++)
        {
          struct pa_moves moves = pa_instance_moves (&instance, x, thread, &action);
          struct pa_moves seen = { true, false };
          if (!thread_equal (thread, PA_BYSTANDER))
            seen = pa_role_moves (&roles[t], fields, (set_id){ 1 }, idsets, x, &action);
          if (by_clauses >> x & 1)
            next_clauses |= (uint64_t) moves.loop << x | (uint64_t) moves.step << (x + 1);
          if (by_roles >> x & 1)
            next_roles |= (uint64_t) seen.loop << x | (uint64_t) seen.step << (x + 1);
        }
      by_clauses = next_clauses;
      by_roles = next_roles;
      if (by_clauses != by_roles)
        return false;
    }
  return true;
}

static void
test_random (void)
{
  struct arena arena;
  struct idsets idsets;
  bool agree = true;
  arena_init (&arena, &quota);
  idsets_init (&idsets, &arena);
  for (int i = 0; i < 2000; i++)
    {
      struct pa_automaton automaton;
      struct pa_role roles[THREADS];
      make_automaton (&automaton, &arena);
      for (uint32_t t = 0; t < THREADS; t++)
        pa_role_init (&roles[t], &automaton, (thread_id){ t }, &arena);
      for (int k = 0; k < 20; k++)
        agree &= runs_agree (&automaton, roles, &idsets);
    }
  tap_ok (agree, "threads that follow their roles make the automaton's runs");
  arena_clear (&arena);
}

/* ---- Steps that happen together. ---- */

/* All steps are one phase, and everybody's own. */
static void
test_meetings (void)
{
  struct arena arena;
  struct idsets idsets;
  arena_init (&arena, &quota);
  idsets_init (&idsets, &arena);
  const struct pa_automaton *race = pa_race ();
  struct pa_role u, v;
  pa_role_init (&u, race, (thread_id){ 0 }, &arena);
  pa_role_init (&v, race, (thread_id){ 1 }, &arena);
  tap_ok (pa_phases (race) == 1 && u.step_count == 1 && v.step_count == 1,
          "a race has one phase");
  tap_ok (u.steps[0].own && u.steps[0].kind == PA_WRITES && v.steps[0].own
            && v.steps[0].kind == PA_ACCESSES,
          "both threads have a step of their own");
  lock_id locks[3] = { { 4 }, { 0 }, { 7 } };
  const struct pa_automaton *circle = pa_circle (locks, 3, &arena);
  pa_check (circle);
  struct pa_instance instance = { circle, NULL, { UINT32_MAX }, &idsets };
  struct pds_action_info acquire = { .op = PDS_ACQUIRE, .object.lock = { 4 } };
  tap_ok (pa_phases (circle) == 1, "so has a circle");
  bool fine = true;
  for (thread_id t = { 0 }; t.index < 3; t.index++)
    {
      struct pa_role role;
      pa_role_init (&role, circle, t, &arena);
      fine &= role.step_count == 1 && role.steps[0].own && role.steps[0].kind == PA_AWAITS
              && lock_equal (role.steps[0].lock, locks[t.index])
              && lock_equal (role.steps[0].holding, locks[(t.index + 2) % 3]);
      struct pa_moves moves
        = pa_role_moves (&role, NULL, (set_id){ UINT32_MAX }, &idsets, 0, &acquire);
      fine &= moves.loop && moves.step == (t.index == 0);
      moves = pa_instance_moves (&instance, 0, t, &acquire);
      fine &= moves.loop && !moves.step;
    }
  tap_ok (fine, "each thread awaits its lock and holds the one before");
  idset before = idset_add (&idsets, IDSET_EMPTY, 7);
  tap_ok (pa_instance_poised (&instance, (thread_id){ 0 }, &acquire, before)
            && !pa_instance_poised (&instance, (thread_id){ 0 }, &acquire, IDSET_EMPTY)
            && !pa_instance_poised (&instance, (thread_id){ 1 }, &acquire, before),
          "and is poised only then");
  arena_clear (&arena);
}

int
main (void)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  test_shipped ();
  test_derived ();
  test_random ();
  test_meetings ();
  return tap_done ();
}

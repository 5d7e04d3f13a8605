/* roles.c -- what one thread sees: sharing, and agreement with the definition.
 *
 * On random automata and random executions, threads that follow their roles
 * reach the same states as the automaton itself (instance.h); renaming its
 * parameters changes no key.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "phaseauto/read.h"
#include "phaseauto/role.h"
#include "tests/lib/tap.h"

static struct quota quota;

/* ---- Keys of the shipped sets. ---- */

static const char *
key_of (struct pa *pa, uint32_t number, uint32_t thread)
{
  struct pa_role role;
  pa_role_init (&role, &pa->set.automata.at[number - 1], (thread_id){ thread },
                &pa->arena);
  return role.key;
}

/* May what the thread is allowed to do change when STATE is left? */
static bool
rules_change (const struct pa_role *role, uint32_t state)
{
  size_t count = role->parameter_count;
  return role->keeps_unit[state] != role->keeps_unit[state + 1]
         || memcmp (role->forbidden + state * count,
                    role->forbidden + (state + 1) * count, count) != 0;
}

static uint32_t
count_roles (const char *set)
{
  struct pa pa;
  struct names keys;
  pa_init (&pa, &quota);
  pa_read_shipped (&pa, set);
  names_init (&keys, &pa.arena);
  for (uint32_t i = 1; i <= pa.set.automata.count; i++)
    for (uint32_t t = 0; t < 2; t++)
      names_intern (&keys, key_of (&pa, i, t), strlen (key_of (&pa, i, t)));
  uint32_t count = keys.entries.count;
  pa_clear (&pa);
  return count;
}

/* KEY is expected: show what came if it did not. */
static void
is_key (const char *key, const char *expected, const char *what)
{
  if (!tap_ok (strcmp (key, expected) == 0, "%s: %s", what, expected))
    printf ("# but it is %s\n", key);
}

static void
test_shipped (void)
{
  struct pa pa, spin;
  pa_init (&pa, &quota);
  pa_init (&spin, &quota);
  pa_read_shipped (&pa, "strict");
  pa_read_shipped (&spin, "spin09");
  is_key (key_of (&pa, 1, 0), "[]R0+[E]-[E]W0+", "strict 1, u");
  is_key (key_of (&pa, 1, 1), "[]-[]W0[]-", "strict 1, v");
  is_key (key_of (&pa, 11, 0), "[]R0+[E]-[E]-[E]R1+", "strict 11, u");
  is_key (key_of (&pa, 12, 0), "[]R0+[E]-[E]-[E]R1+", "strict 12, u: the same");
  is_key (key_of (&pa, 11, 1), "[]-[]W0+[E]W1+[]-", "strict 11, v");
  is_key (key_of (&pa, 12, 1), "[]-[]W0+[E]W1+[]-", "strict 12, v: the same");
  is_key (key_of (&spin, 12, 0), "[]B[E]R0+[E]-[E]-[E]R1+", "spin09 12, u");
  is_key (key_of (&spin, 12, 1), "[]-[]-[]W0[]W1[]-", "spin09 12, v");
  struct pa_role eleven, twelve;
  pa_role_init (&eleven, &pa.set.automata.at[10], (thread_id){ 1 }, &pa.arena);
  pa_role_init (&twelve, &pa.set.automata.at[11], (thread_id){ 1 }, &pa.arena);
  field_id fields[2] = { { 40 }, { 50 } }, first[2], second[2];
  pa_role_bind (&eleven, fields, first);
  pa_role_bind (&twelve, fields, second);
  tap_ok (first[0].index == 40 && first[1].index == 50 && second[0].index == 50
            && second[1].index == 40,
          "a role has its own order of fields");
  tap_ok (!rules_change (&twelve, 0) && rules_change (&twelve, 1)
            && rules_change (&twelve, 2) && !rules_change (&twelve, 3),
          "where the rules of a role change");
  pa_clear (&spin);
  pa_clear (&pa);

  uint32_t strict = count_roles ("strict"), spin09 = count_roles ("spin09"),
           complete = count_roles ("complete");
  printf ("# distinct roles: strict %u, spin09 %u, complete %u\n", (unsigned) strict,
          (unsigned) spin09, (unsigned) complete);
  tap_ok (strict == 14 && spin09 == 14 && complete == 22,
          "distinct roles: strict %u of 28, spin09 %u of 28, complete %u of 64",
          (unsigned) strict, (unsigned) spin09, (unsigned) complete);
}

static const char *
key_in_text (struct pa *pa, const char *text, uint32_t thread)
{
  pa_init (pa, &quota);
  if (!pa_read_text (pa, "text.pa", text, strlen (text)))
    diags_render (&pa->diags, stdout, false);
  return key_of (pa, 1, thread);
}

static void
test_canonical (void)
{
  struct pa pa;
  is_key (key_in_text (&pa,
                       "automaton 12 (a, b) { threads u, v; u reads a in unit;"
                       "v writes b in unit; v writes a in unit; u reads b in unit;"
                       "u stays in unit from 1 to 4; v stays in unit from 2 to 3; }", 0),
          "[]R0+[E]-[E]-[E]R1+", "`in unit' that follows from the rest changes nothing");
  pa_clear (&pa);
  is_key (key_in_text (&pa,
                       "automaton x (a, b) { threads u, v; u reads a in unit;"
                       "v writes b; u reads b; u stays in unit from 1 to 2; }", 0),
          "[]R0+[E]-[]R1", "`in unit' does not follow once the unit may end");
  pa_clear (&pa);
  is_key (key_in_text (&pa,
                       "automaton x (a, b, c) { threads u, v; u reads c; v writes b;"
                       "u ends unit; never u writes a from 1 to 3;"
                       "never u accesses b from 2 to 3; never v reads a from 1 to 2; }", 0),
          "[]R0[w1]-[w1a2]E", "what is never done follows what is done");
  pa_clear (&pa);
  is_key (key_in_text (&pa,
                       "automaton x (b, a, c) { threads u, v; u reads c; v writes b;"
                       "u ends unit; never u reads b from 2 to 3;"
                       "never u writes b from 2 to 3; never u writes a from 1 to 3; }", 0),
          "[]R0[w1]-[w1a2]E", "clauses that say the same, in another order");
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
  for (uint32_t i = 0; i < THREADS; i++)
    *vec_push (arena, &a->threads) = (struct pa_symbol){ "t", { 0, 0 } };
  for (uint32_t i = 0; i < PARAMETERS; i++)
    *vec_push (arena, &a->parameters) = (struct pa_symbol){ "p", { 0, 0 } };
  uint32_t steps = 2 + below (4);
  for (uint32_t i = 0; i < steps; i++)
    {
      enum pa_kind kind = below (5);
      *vec_push (arena, &a->steps)
        = (struct pa_step){ { below (THREADS) }, kind, { below (PARAMETERS) },
                            pa_kind_is_access (kind) && below (2), { 0, 0 } };
    }
  uint32_t clauses = below (5);
  for (uint32_t i = 0; i < clauses; i++)
    {
      uint32_t from = 1 + below (steps - 1);
      *vec_push (arena, &a->clauses)
        = (struct pa_clause){ below (2) ? PA_STAYS : PA_NEVER, { below (THREADS) },
                              below (3), { below (PARAMETERS) }, from,
                              from + 1 + below (steps - from), { 0, 0 } };
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
  field_id bound[THREADS][PARAMETERS];
  for (uint32_t t = 0; t < THREADS; t++)
    pa_role_bind (&roles[t], fields, bound[t]);
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
            seen = pa_role_moves (&roles[t], bound[t], (set_id){ 1 }, idsets, x, &action);
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

/* The same automaton with its parameters in another order. */
static void
rename_parameters (struct pa_automaton *to, const struct pa_automaton *from,
                   struct arena *arena)
{
  parameter_id order[PARAMETERS];
  uint32_t turn = below (PARAMETERS);
  for (uint32_t i = 0; i < PARAMETERS; i++)
    order[i] = (parameter_id){ (i + turn) % PARAMETERS };
  if (below (2))
    {
      parameter_id swapped = order[0];
      order[0] = order[1];
      order[1] = swapped;
    }
  *to = *from;
  memset (&to->steps, 0, sizeof to->steps);
  memset (&to->clauses, 0, sizeof to->clauses);
  for (uint32_t i = 0; i < from->steps.count; i++)
    {
      struct pa_step *step = vec_push (arena, &to->steps);
      *step = from->steps.at[i];
      step->parameter = order[step->parameter.index];
    }
  for (uint32_t i = from->clauses.count; i-- > 0;)
    {
      struct pa_clause *clause = vec_push (arena, &to->clauses);
      *clause = from->clauses.at[i];
      clause->parameter = order[clause->parameter.index];
    }
}

/* Do equal keys mean equal roles? */
static bool
roles_equal (const struct pa_role *a, const struct pa_role *b)
{
  if (a->step_count != b->step_count || a->parameter_count != b->parameter_count)
    return false;
  for (uint32_t x = 0; x < a->step_count; x++)
    {
      const struct pa_role_step *s = &a->steps[x], *t = &b->steps[x];
      if (s->own != t->own || s->kind != t->kind
          || s->parameter.index != t->parameter.index
          || s->in_unit != t->in_unit || a->keeps_unit[x] != b->keeps_unit[x])
        return false;
      for (role_parameter k = { 0 }; k.index < a->parameter_count; k.index++)
        if (pa_role_forbidden (a, x, k) != pa_role_forbidden (b, x, k))
          return false;
    }
  return true;
}

static void
test_random (void)
{
  struct arena arena;
  struct idsets idsets;
  struct names keys;
  VEC (struct pa_role) first = VEC_EMPTY; /* with each key */
  bool agree = true, renamed = true, equal = true;
  uint32_t shared = 0;
  arena_init (&arena, &quota);
  idsets_init (&idsets, &arena);
  names_init (&keys, &arena);
  for (int i = 0; i < 2000; i++)
    {
      struct pa_automaton automaton, other;
      make_automaton (&automaton, &arena);
      rename_parameters (&other, &automaton, &arena);
      struct pa_role roles[THREADS];
      for (uint32_t t = 0; t < THREADS; t++)
        {
          struct pa_role again;
          pa_role_init (&roles[t], &automaton, (thread_id){ t }, &arena);
          pa_role_init (&again, &other, (thread_id){ t }, &arena);
          renamed &= strcmp (roles[t].key, again.key) == 0
                     && roles_equal (&roles[t], &again);
          name_id key = names_intern (&keys, roles[t].key, strlen (roles[t].key));
          if (key.index == first.count)
            *vec_push (&arena, &first) = roles[t];
          else
            {
              equal &= roles_equal (&first.at[key.index], &roles[t]);
              shared++;
            }
        }
      for (int k = 0; k < 20; k++)
        agree &= runs_agree (&automaton, roles, &idsets);
    }
  tap_ok (agree, "threads that follow their roles make the automaton's runs");
  tap_ok (renamed, "renaming parameters and reordering clauses changes no role");
  tap_ok (equal && shared > 100, "equal keys mean equal roles (%u times)",
          (unsigned) shared);
  arena_clear (&arena);
}

int
main (void)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  test_shipped ();
  test_canonical ();
  test_random ();
  return tap_done ();
}

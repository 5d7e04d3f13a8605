/* relation.c -- see relation.h.
 *
 * Composition.  A has degree a, so its plies are 0 .. a + 1; B has degree b.
 * The last ply of A and the first of B are the same history, which goes into
 * the scratch ply and is quantified away; the other plies of B are moved
 * behind those of A:
 *
 *     A;B = exists x: A [a + 1 := x]  and  B [0 := x, k := a + k]
 */
#include <config.h>

#include "relation.h"

#include <assert.h>

/* ---- Relations of the actions. ---- */

/* A relation between ply 0 and ply 1 under construction: for every fact, what
   it is in ply 1. */
struct step
{
  const struct history_facts *facts;
  buddy_set *after; /* by fact, a function of ply 0 */
};

static buddy_set
fact_at (const struct history_facts *facts, uint32_t fact, uint32_t ply)
{
  return buddy_variable (history_variable (facts, fact, ply, 0));
}

/* Everything stays as it is, until said otherwise. */
static void
step_init (struct step *step, struct arena *arena, const struct history_facts *facts)
{
  step->facts = facts;
  step->after = arena_alloc (arena, facts->facts * sizeof *step->after + 1);
  for (uint32_t f = 0; f < facts->facts; f++)
    step->after[f] = fact_at (facts, f, 0);
}

/* Fact F becomes VALUE, which is given away. */
static void
step_set (struct step *step, uint32_t fact, buddy_set value)
{
  if (fact == HISTORY_NO_FACT)
    {
      buddy_release (value);
      return;
    }
  buddy_release (step->after[fact]);
  step->after[fact] = value;
}

/* Fact F becomes true wherever fact G holds. */
static void
step_join (struct step *step, uint32_t fact, uint32_t other)
{
  if (fact == HISTORY_NO_FACT)
    return;
  buddy_set value = fact_at (step->facts, other, 0);
  buddy_or_into (&step->after[fact], value);
  buddy_release (value);
}

/* The relation: ply PLY is the result of the step from ply 0.  Facts are
   conjoined from the last in the order to the first, which keeps every
   intermediate result as small as the result. */
static buddy_set
step_relation (struct step *step, uint32_t ply)
{
  buddy_set relation = buddy_true ();
  for (uint32_t f = step->facts->facts; f-- > 0;)
    {
      buddy_set now = fact_at (step->facts, f, ply);
      buddy_set same = buddy_iff (now, step->after[f]);
      buddy_and_into (&relation, same);
      buddy_release (now);
      buddy_release (same);
    }
  for (uint32_t f = 0; f < step->facts->facts; f++)
    buddy_release (step->after[f]);
  return relation;
}

/* AH[i] = {i}; i joins AH[j] for every j in A; A = A + i. */
static buddy_set
acquire_relation (struct arena *arena, const struct history_facts *facts, uint32_t i)
{
  struct step step;
  step_init (&step, arena, facts);
  for (uint32_t j = 0; j < facts->locks; j++)
    {
      step_set (&step, facts->after[i * facts->locks + j], buddy_false ());
      if (j != i)
        step_join (&step, facts->after[j * facts->locks + i], facts->acquired[j]);
    }
  step_set (&step, facts->acquired[i], buddy_true ());
  return step_relation (&step, 1);
}

/* i in A: U = U + i, A = A - i, AH[i] empty. */
static buddy_set
release_acquired (struct arena *arena, const struct history_facts *facts, uint32_t i)
{
  struct step step;
  step_init (&step, arena, facts);
  for (uint32_t j = 0; j < facts->locks; j++)
    step_set (&step, facts->after[i * facts->locks + j], buddy_false ());
  step_set (&step, facts->used[i], buddy_true ());
  step_set (&step, facts->acquired[i], buddy_false ());
  return step_relation (&step, 1);
}

/* i not in A: RH[i] = {i} + U + R, R = R + i, HT = HT - i. */
static buddy_set
release_held (struct arena *arena, const struct history_facts *facts, uint32_t i)
{
  struct step step;
  step_init (&step, arena, facts);
  for (uint32_t j = 0; j < facts->locks; j++)
    {
      uint32_t fact = facts->before[i * facts->locks + j];
      if (j == i || fact == HISTORY_NO_FACT)
        continue;
      step_set (&step, fact, fact_at (facts, facts->used[j], 0));
      step_join (&step, fact, facts->released[j]);
    }
  step_set (&step, facts->released[i], buddy_true ());
  step_set (&step, facts->held[i], buddy_false ());
  return step_relation (&step, 1);
}

static buddy_set
release_relation (struct arena *arena, const struct history_facts *facts, uint32_t i)
{
  buddy_set acquired = fact_at (facts, facts->acquired[i], 0);
  buddy_set held = buddy_not (acquired);
  buddy_set one = release_acquired (arena, facts, i);
  buddy_set other = release_held (arena, facts, i);
  buddy_and_into (&one, acquired);
  buddy_and_into (&other, held);
  buddy_or_into (&one, other);
  buddy_release (other);
  buddy_release (held);
  buddy_release (acquired);
  return one;
}

/* { (h, h, ptrans (h)) }: HT = A + HT, the rest empty. */
static buddy_set
phase_relation (struct arena *arena, const struct history_facts *facts)
{
  struct step same, next;
  step_init (&same, arena, facts);
  step_init (&next, arena, facts);
  for (uint32_t f = 0; f < facts->facts; f++)
    step_set (&next, f, buddy_false ());
  for (uint32_t i = 0; i < facts->locks; i++)
    {
      step_join (&next, facts->held[i], facts->held[i]);
      step_join (&next, facts->held[i], facts->acquired[i]);
    }
  buddy_set relation = step_relation (&same, 1);
  buddy_set second = step_relation (&next, 2);
  buddy_and_into (&relation, second);
  buddy_release (second);
  return relation;
}

static buddy_set
identity_relation (struct arena *arena, const struct history_facts *facts)
{
  struct step step;
  step_init (&step, arena, facts);
  return step_relation (&step, 1);
}

/* { (h, h) } for the history h in which nothing holds. */
static buddy_set
start_relation (const struct history_facts *facts)
{
  buddy_set relation = buddy_true ();
  for (uint32_t f = facts->facts; f-- > 0;)
    for (uint32_t ply = 2; ply-- > 0;)
      {
        buddy_set not = buddy_not_variable (history_variable (facts, f, ply, 0));
        buddy_and_into (&relation, not);
        buddy_release (not);
      }
  return relation;
}

/* ---- The domain. ---- */

/* A map that moves ply FROM[i] to ply TO[i]. */
static struct buddy_map *
map_plies (struct arena *arena, const struct history_facts *facts,
           const uint32_t *from, const uint32_t *to, uint32_t plies)
{
  uint32_t count = plies * facts->facts;
  uint32_t *old = arena_alloc (arena, count * sizeof *old + 1);
  uint32_t *new = arena_alloc (arena, count * sizeof *new + 1);
  uint32_t used = 0;
  for (uint32_t p = 0; p < plies; p++)
    for (uint32_t f = 0; f < facts->facts; f++)
      {
        old[used] = history_variable (facts, f, from[p], 0);
        new[used++] = history_variable (facts, f, to[p], 0);
      }
  return buddy_map_new (old, new, used);
}

static buddy_set
cube_of_ply (struct arena *arena, const struct history_facts *facts, uint32_t ply)
{
  uint32_t *variables = arena_alloc (arena, facts->facts * sizeof *variables + 1);
  for (uint32_t f = 0; f < facts->facts; f++)
    variables[f] = history_variable (facts, f, ply, 0);
  return buddy_cube (variables, facts->facts);
}

void
relation_init (struct relation_domain *domain, struct arena *arena,
               const struct history_facts *facts, uint32_t most)
{
  assert (facts->plies >= most + 3);
  uint32_t scratch = facts->plies - 1;
  domain->facts = facts;
  domain->most = most;
  domain->scratch_cube = cube_of_ply (arena, facts, scratch);
  domain->left = arena_alloc (arena, (most + 1) * sizeof *domain->left);
  domain->right = arena_alloc (arena, (most + 1) * sizeof *domain->right);
  for (uint32_t a = 0; a <= most; a++)
    {
      uint32_t from[64], to[64];
      assert (most + 2 < 64);
      uint32_t last = a + 1;
      domain->left[a] = map_plies (arena, facts, &last, &scratch, 1);
      from[0] = 0;
      to[0] = scratch;
      uint32_t moved = 1;
      for (uint32_t k = 1; k <= most - a + 1 && a > 0; k++)
        {
          from[moved] = k;
          to[moved++] = a + k;
        }
      domain->right[a] = map_plies (arena, facts, from, to, moved);
    }
  domain->one = (struct relation){ 0, identity_relation (arena, facts) };
  domain->phase = (struct relation){ 1, phase_relation (arena, facts) };
  domain->start = (struct relation){ 0, start_relation (facts) };
  domain->acquire = arena_alloc (arena, facts->locks * sizeof *domain->acquire + 1);
  domain->release = arena_alloc (arena, facts->locks * sizeof *domain->release + 1);
  for (uint32_t i = 0; i < facts->locks; i++)
    {
      domain->acquire[i] = (struct relation){ 0, acquire_relation (arena, facts, i) };
      domain->release[i] = (struct relation){ 0, release_relation (arena, facts, i) };
    }
}

void
relation_clear (struct relation_domain *domain)
{
  for (uint32_t a = 0; a <= domain->most; a++)
    {
      buddy_map_free (domain->left[a]);
      buddy_map_free (domain->right[a]);
    }
  buddy_release (domain->scratch_cube);
  relation_release (domain->one);
  relation_release (domain->phase);
  relation_release (domain->start);
  for (uint32_t i = 0; i < domain->facts->locks; i++)
    {
      relation_release (domain->acquire[i]);
      relation_release (domain->release[i]);
    }
}

struct relation
relation_zero (void)
{
  return (struct relation){ RELATION_ZERO, buddy_false () };
}

struct relation
relation_retain (struct relation relation)
{
  buddy_retain (relation.set);
  return relation;
}

void
relation_release (struct relation relation)
{
  buddy_release (relation.set);
}

bool
relation_is_zero (struct relation relation)
{
  return relation.degree == RELATION_ZERO;
}

bool
relation_equal (struct relation a, struct relation b)
{
  return a.degree == b.degree && buddy_equal (a.set, b.set);
}

/* Empty relations of all degrees are one weight. */
static struct relation
normal_form (uint32_t degree, buddy_set set)
{
  if (buddy_is_false (set))
    return relation_zero ();
  return (struct relation){ degree, set };
}

struct relation
relation_extend (const struct relation_domain *domain, struct relation a,
                 struct relation b)
{
  if (relation_is_zero (a) || relation_is_zero (b)
      || b.degree > domain->most - a.degree)
    return relation_zero ();
  buddy_set left = buddy_rename (a.set, domain->left[a.degree]);
  buddy_set right = buddy_rename (b.set, domain->right[a.degree]);
  buddy_set set = buddy_and_exists (left, right, domain->scratch_cube);
  buddy_release (left);
  buddy_release (right);
  return normal_form (a.degree + b.degree, set);
}

struct relation
relation_combine (struct relation a, struct relation b)
{
  if (relation_is_zero (a))
    return relation_retain (b);
  if (relation_is_zero (b))
    return relation_retain (a);
  assert (a.degree == b.degree);
  return (struct relation){ a.degree, buddy_or (a.set, b.set) };
}

buddy_set
relation_from_start (const struct relation_domain *domain, struct relation relation)
{
  const struct history_facts *facts = domain->facts;
  if (relation_is_zero (relation))
    return buddy_false ();
  buddy_set set = buddy_retain (relation.set);
  for (uint32_t f = facts->facts; f-- > 0;)
    {
      uint32_t variable = history_variable (facts, f, 0, 0);
      buddy_set empty = buddy_not_variable (variable);
      buddy_set cube = buddy_variable (variable);
      buddy_set rest = buddy_and_exists (set, empty, cube);
      buddy_release (set);
      buddy_release (empty);
      buddy_release (cube);
      set = rest;
    }
  return set;
}

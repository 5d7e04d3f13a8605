/* relation.c -- see relation.h.
 *
 * Composition.  A has degree a, so its plies are 0 .. a + 1; B has degree b.
 * The last ply of A and the first of B are the same history, which goes into
 * the twin of ply a + 1 and is quantified away; the other plies of B are moved
 * past those of A:
 *
 *     A;B = exists x: A [a + 1 := x]  and  B [0 := x, k := a + k]
 *
 * Both renamings keep the order of the variables, so each costs no more than a
 * walk over the diagram; the conjunction costs at most the product of the sizes of
 * the diagrams [Bryant1986].  Invariant: a relation of degree k depends only on the
 * variables of plies 0 .. k + 1 of process 0, and never on a twin.
 *
 * Where we depart from [SPIN09]: a new phase, B = { (h, h, ptrans (h)) }, is large in
 * general (any set of held locks passes on to the next block) and small for any given
 * A; so B is never built, and a composition with it has a function of its own.
 */
#include <config.h>

#include "wpds/relation.h"

#include <assert.h>

/* ---- Relations of the actions. ---- */

/* A relation of plies 0 and 1 under construction: for every fact, its value in ply 1. */
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

/* *SET = *SET and OTHER, which is released. */
static void
conjoin (buddy_set *set, buddy_set other)
{
  buddy_and_into (set, other);
  buddy_release (other);
}

/* Begin with a step that keeps every fact as it is. */
static void
step_init (struct step *step, struct arena *arena, const struct history_facts *facts)
{
  step->facts = facts;
  step->after = arena_alloc (arena, facts->facts * sizeof *step->after);
  for (uint32_t f = 0; f < facts->facts; f++)
    step->after[f] = fact_at (facts, f, 0);
}

/* Let FACT become VALUE, which is taken over. */
static void
step_set (struct step *step, uint32_t fact, buddy_set value)
{
  assert (fact < step->facts->facts || fact == HISTORY_NO_FACT);
  buddy_set old = value;
  if (fact != HISTORY_NO_FACT)
    {
      old = step->after[fact];
      step->after[fact] = value;
    }
  buddy_release (old);
}

/* Let FACT become true wherever OTHER holds. */
static void
step_join (struct step *step, uint32_t fact, uint32_t other)
{
  if (fact == HISTORY_NO_FACT)
    return;
  assert (fact < step->facts->facts);
  buddy_set value = fact_at (step->facts, other, 0);
  buddy_or_into (&step->after[fact], value);
  buddy_release (value);
}

/* The relation whose ply 1 is the result of STEP on ply 0.  Facts are conjoined from the
   last in the order on, so that every intermediate result is as small as the result. */
static buddy_set
step_relation (struct step *step)
{
  buddy_set relation = buddy_true ();
  for (uint32_t f = step->facts->facts; f-- > 0;)
    {
      buddy_set now = fact_at (step->facts, f, 1);
      conjoin (&relation, buddy_iff (now, step->after[f]));
      buddy_release (now);
      buddy_release (step->after[f]);
    }
  return relation;
}

/* AH[i] = {i}; i joins AH[j] for every j in A; A = A + i. */
static buddy_set
acquire_relation (struct arena *arena, const struct history_facts *facts,
                  lock_number lock)
{
  uint32_t i = lock.index;
  struct step step;
  step_init (&step, arena, facts);
  for (uint32_t j = 0; j < facts->locks; j++)
    {
      step_set (&step, facts->after[i * facts->locks + j], buddy_false ());
      if (j != i)
        step_join (&step, facts->after[j * facts->locks + i], facts->acquired[j]);
    }
  step_set (&step, facts->acquired[i], buddy_true ());
  return step_relation (&step);
}

/* i in A: U = U + i, A = A - i, AH[i] empty. */
static buddy_set
release_acquired (struct arena *arena, const struct history_facts *facts,
                  lock_number lock)
{
  uint32_t i = lock.index;
  struct step step;
  step_init (&step, arena, facts);
  for (uint32_t j = 0; j < facts->locks; j++)
    step_set (&step, facts->after[i * facts->locks + j], buddy_false ());
  step_set (&step, facts->used[i], buddy_true ());
  step_set (&step, facts->acquired[i], buddy_false ());
  return step_relation (&step);
}

/* i not in A: RH[i] = {i} + U + R, R = R + i, HT = HT - i. */
static buddy_set
release_held (struct arena *arena, const struct history_facts *facts, lock_number lock)
{
  uint32_t i = lock.index;
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
  return step_relation (&step);
}

static buddy_set
release_relation (struct arena *arena, const struct history_facts *facts,
                  lock_number lock)
{
  buddy_set acquired = fact_at (facts, facts->acquired[lock.index], 0);
  buddy_set held = buddy_not (acquired);
  buddy_set one = release_acquired (arena, facts, lock);
  buddy_set other = release_held (arena, facts, lock);
  buddy_and_into (&one, acquired);
  buddy_and_into (&other, held);
  buddy_or_into (&one, other);
  buddy_release (other);
  buddy_release (held);
  buddy_release (acquired);
  return one;
}

/* No fact holds in ply PLY, apart from those about held locks if HELD_IS_FREE. */
static buddy_set
nothing_in_ply (const struct history_facts *facts, uint32_t ply, bool held_is_free)
{
  buddy_set nothing = buddy_true ();
  for (uint32_t f = facts->facts; f-- > 0;)
    if (!held_is_free || !history_fact_is_held (facts, f))
      conjoin (&nothing, buddy_not_variable (history_variable (facts, f, ply, 0)));
  return nothing;
}

/* ---- The domain. ---- */

/* A renaming of variables under construction. */
struct renaming
{
  uint32_t *from, *to;
  uint32_t most, count;
};

static void
renaming_init (struct renaming *renaming, struct arena *arena, uint32_t most)
{
  *renaming = (struct renaming){ arena_alloc (arena, most * sizeof (uint32_t)),
                                 arena_alloc (arena, most * sizeof (uint32_t)), most, 0 };
}

static void
renaming_add (struct renaming *renaming, uint32_t from, uint32_t to)
{
  assert (renaming->count < renaming->most);
  renaming->from[renaming->count] = from;
  renaming->to[renaming->count++] = to;
}

/* Make the maps and the cube for a composition whose left side has degree A. */
static void
init_composition (struct relation_domain *domain, struct arena *arena, uint32_t a)
{
  const struct history_facts *facts = domain->facts;
  struct renaming left, right;
  renaming_init (&left, arena, facts->facts);
  renaming_init (&right, arena, facts->facts * (domain->most + 2));
  for (uint32_t f = 0; f < facts->facts; f++)
    {
      uint32_t twin = history_twin (facts, f, a + 1, 0);
      renaming_add (&left, history_variable (facts, f, a + 1, 0), twin);
      renaming_add (&right, history_variable (facts, f, 0, 0), twin);
      for (uint32_t k = 1; a > 0 && a + k <= domain->most + 1; k++)
        renaming_add (&right, history_variable (facts, f, k, 0),
                      history_variable (facts, f, a + k, 0));
    }
  domain->left[a] = buddy_map_new (left.from, left.to, left.count);
  domain->right[a] = buddy_map_new (right.from, right.to, right.count);
  domain->twins[a] = buddy_cube (left.to, left.count);
}

void
relation_init (struct relation_domain *domain, struct arena *arena,
               const struct history_facts *facts, uint32_t most)
{
  assert (facts->plies >= most + 2);
  assert (most < RELATION_PHASE - 1);
  domain->facts = facts;
  domain->most = most;
  domain->twins = arena_alloc (arena, (most + 1) * sizeof *domain->twins);
  domain->left = arena_alloc (arena, (most + 1) * sizeof *domain->left);
  domain->right = arena_alloc (arena, (most + 1) * sizeof *domain->right);
  domain->nothing = arena_alloc (arena, (most + 2) * sizeof *domain->nothing);
  for (uint32_t a = 0; a <= most; a++)
    init_composition (domain, arena, a);
  for (uint32_t ply = 0; ply <= most + 1; ply++)
    domain->nothing[ply] = nothing_in_ply (facts, ply, true);
  struct step identity;
  step_init (&identity, arena, facts);
  domain->one = (struct relation){ 0, step_relation (&identity) };
  domain->phase = (struct relation){ RELATION_PHASE, buddy_true () };
  domain->start = (struct relation){ 0, nothing_in_ply (facts, 0, false) };
  conjoin (&domain->start.set, nothing_in_ply (facts, 1, false));
  domain->acquire = arena_alloc (arena, facts->locks * sizeof *domain->acquire);
  domain->release = arena_alloc (arena, facts->locks * sizeof *domain->release);
  for (lock_number l = { 0 }; l.index < facts->locks; l.index++)
    {
      domain->acquire[l.index]
        = (struct relation){ 0, acquire_relation (arena, facts, l) };
      domain->release[l.index]
        = (struct relation){ 0, release_relation (arena, facts, l) };
    }
}

void
relation_clear (struct relation_domain *domain)
{
  for (uint32_t a = 0; a <= domain->most; a++)
    {
      buddy_map_free (domain->left[a]);
      buddy_map_free (domain->right[a]);
      buddy_release (domain->twins[a]);
    }
  for (uint32_t ply = 0; ply <= domain->most + 1; ply++)
    buddy_release (domain->nothing[ply]);
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
  assert (relation_is_zero (a) == buddy_is_false (a.set));
  assert (relation_is_zero (b) == buddy_is_false (b.set));
  return a.degree == b.degree && buddy_equal (a.set, b.set);
}

/* A;phase: in the next ply exactly the locks held at the end of A are held, and
   no other fact holds. */
static struct relation
extend_by_phase (const struct relation_domain *domain, struct relation a)
{
  const struct history_facts *facts = domain->facts;
  uint32_t ply = a.degree + 1;
  assert (ply <= domain->most);
  buddy_set set = buddy_and (a.set, domain->nothing[ply + 1]);
  for (uint32_t i = facts->locks; i-- > 0;)
    {
      buddy_set held = fact_at (facts, facts->held[i], ply);
      buddy_set acquired = fact_at (facts, facts->acquired[i], ply);
      buddy_set next = fact_at (facts, facts->held[i], ply + 1);
      buddy_or_into (&held, acquired);
      conjoin (&set, buddy_iff (held, next));
      buddy_release (held);
      buddy_release (acquired);
      buddy_release (next);
    }
  return (struct relation){ a.degree + 1, set };
}

static bool
is_phase (struct relation relation)
{
  return relation.degree == RELATION_PHASE;
}

struct relation
relation_extend (const struct relation_domain *domain, struct relation a,
                 struct relation b)
{
  if (relation_is_zero (a) || relation_is_zero (b))
    return relation_zero ();
  if (is_phase (a))
    {
      struct relation phase = relation_extend (domain, domain->one, a);
      struct relation result = relation_extend (domain, phase, b);
      relation_release (phase);
      return result;
    }
  if (a.degree + (is_phase (b) ? 1 : b.degree) > domain->most)
    return relation_zero ();
  if (is_phase (b))
    return extend_by_phase (domain, a);
  buddy_set left = buddy_rename (a.set, domain->left[a.degree]);
  buddy_set right = buddy_rename (b.set, domain->right[a.degree]);
  buddy_set set = buddy_and_exists (left, right, domain->twins[a.degree]);
  buddy_release (left);
  buddy_release (right);
  /* Empty relations of all degrees are one weight. */
  if (buddy_is_false (set))
    return relation_zero ();
  return (struct relation){ a.degree + b.degree, set };
}

struct relation
relation_combine (struct relation a, struct relation b)
{
  if (relation_is_zero (a))
    return relation_retain (b);
  if (relation_is_zero (b))
    return relation_retain (a);
  assert (a.degree == b.degree && !is_phase (a));
  return (struct relation){ a.degree, buddy_or (a.set, b.set) };
}

struct relation
relation_holding (const struct relation_domain *domain, const bool *is_held)
{
  const struct history_facts *facts = domain->facts;
  buddy_set set = buddy_retain (domain->one.set);
  for (uint32_t i = facts->locks; i-- > 0;)
    {
      buddy_set held = fact_at (facts, facts->held[i], 0);
      buddy_set acquired = fact_at (facts, facts->acquired[i], 0);
      buddy_set wrong
        = is_held[i] ? buddy_iff (held, acquired) : buddy_or (held, acquired);
      conjoin (&set, buddy_not (wrong));
      buddy_release (held);
      buddy_release (acquired);
      buddy_release (wrong);
    }
  return (struct relation){ 0, set };
}

buddy_set
relation_from_start (const struct relation_domain *domain, struct relation relation)
{
  const struct history_facts *facts = domain->facts;
  assert (!is_phase (relation));
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

/* ---- As weights. ----
 *
 * A weight is the BDD in the low half of the word and the degree, plus one, in the
 * high half; the word zero is the empty relation.
 */

static_assert (sizeof (uintptr_t) >= 8, "a weight needs 64 bits");

wpds_weight
relation_weight_of (struct relation relation)
{
  assert (relation.set.node >= 0);
  assert (relation_is_zero (relation) == buddy_is_false (relation.set));
  if (relation_is_zero (relation))
    return (wpds_weight){ 0 };
  return (wpds_weight){ ((uintptr_t) relation.degree + 1) << 32
                        | (uint32_t) relation.set.node };
}

struct relation
relation_weight_value (wpds_weight weight)
{
  if (weight.bits == 0)
    return relation_zero ();
  return (struct relation){ (uint32_t) (weight.bits >> 32) - 1,
                            { (int) (weight.bits & 0xFFFFFFFFu) } };
}

static wpds_weight
do_extend (void *context, wpds_weight a, wpds_weight b)
{
  return relation_weight_of (
    relation_extend (context, relation_weight_value (a), relation_weight_value (b)));
}

/* The news is the part of MORE that the sum lacks: propagating the difference alone
   keeps later compositions small. */
static bool
do_combine (void *context, wpds_weight *sum, wpds_weight more, wpds_weight *news)
{
  (void) context;
  struct relation old = relation_weight_value (*sum);
  struct relation add = relation_weight_value (more);
  struct relation both = relation_combine (old, add);
  if (relation_equal (both, old))
    {
      relation_release (both);
      return false;
    }
  if (news)
    *news = relation_is_zero (old) ? relation_weight_of (relation_retain (add))
                                   : relation_weight_of ((struct relation){
                                     add.degree, buddy_minus (add.set, old.set) });
  relation_release (old);
  *sum = relation_weight_of (both);
  return true;
}

static wpds_weight
do_retain (void *context, wpds_weight a)
{
  (void) context;
  return relation_weight_of (relation_retain (relation_weight_value (a)));
}

static void
do_release (void *context, wpds_weight a)
{
  (void) context;
  relation_release (relation_weight_value (a));
}

struct wpds_domain
relation_weight_domain (const struct relation_domain *domain)
{
  return (struct wpds_domain){ .context = (void *) (uintptr_t) domain,
                               .one = relation_weight_of (domain->one),
                               .zero = relation_weight_of (relation_zero ()),
                               .extend = do_extend,
                               .combine = do_combine,
                               .retain = do_retain,
                               .release = do_release };
}

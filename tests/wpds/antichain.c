/* antichain.c -- weights that are sets of tuples of fragments.
 *
 * A weight is made of random paths between two given sets of held locks, so
 * that all paths of one weight can be followed by all of the next; some are
 * others with more uses of locks put in, so that many tuples are comparable.
 * Next to each weight goes an explicit set of all its tuples, of which the
 * minimal ones are taken only when the two are compared.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "tests/base/random.h"
#include "tests/lib/tap.h"
#include "wpds/antichain.h"

#define MOST 3 /* the highest degree */
#define LOCKS 4
#define LONGEST 40
#define PATHS 5          /* of a weight */
#define LIMIT 2000       /* tuples of an explicit set */
#define PHASE UINT32_MAX /* an action that is a phase change */

/* Actions: PHASE, or a lock, acquired where it is not held, else released. */
struct path
{
  uint32_t length;
  uint32_t at[LONGEST];
};

struct explicit_tuple
{
  fragment phases[MOST + 1];
};

struct explicit_set
{
  uint32_t degree, count;
  struct explicit_tuple tuples[LIMIT];
};

struct both
{
  const struct antichain *weight;
  struct explicit_set *set;
};

struct setting
{
  struct quota quota;
  struct arena arena;
  struct fragments fragments;
  struct antichains antichains;
  struct wpds_domain domain;
  uint64_t state;
};

static void
setting_init (struct setting *s, uint64_t seed, bool keep_all)
{
  quota_init (&s->quota);
  arena_init (&s->arena, &s->quota);
  fragments_init (&s->fragments, &s->arena, LOCKS);
  antichains_init (&s->antichains, &s->arena, &s->fragments, MOST);
  s->antichains.keep_all = keep_all;
  s->domain = antichain_domain (&s->antichains);
  s->state = seed;
}

/* ---- Explicit sets. ---- */

static bool
tuples_equal (const struct explicit_tuple *a, const struct explicit_tuple *b,
              uint32_t degree)
{
  for (uint32_t i = 0; i <= degree; i++)
    if (a->phases[i].index != b->phases[i].index)
      return false;
  return true;
}

static bool
tuples_below (struct setting *s, const struct explicit_tuple *a,
              const struct explicit_tuple *b, uint32_t degree)
{
  for (uint32_t i = 0; i <= degree; i++)
    if (!fragment_is_below (&s->fragments, a->phases[i], b->phases[i]))
      return false;
  return true;
}

static bool
set_has (const struct explicit_set *set, const struct explicit_tuple *t)
{
  for (uint32_t i = 0; i < set->count; i++)
    if (tuples_equal (&set->tuples[i], t, set->degree))
      return true;
  return false;
}

static void
set_add (struct explicit_set *set, const struct explicit_tuple *t)
{
  if (set_has (set, t))
    return;
  assert (set->count < LIMIT);
  set->tuples[set->count++] = *t;
}

static struct explicit_set *
set_new (struct setting *s, uint32_t degree)
{
  struct explicit_set *set = arena_calloc (&s->arena, 1, sizeof *set);
  set->degree = degree;
  return set;
}

static struct explicit_set *
set_extend (struct setting *s, const struct explicit_set *a, const struct explicit_set *b)
{
  struct explicit_set *set = set_new (s, a->degree + b->degree);
  for (uint32_t i = 0; i < a->count && set->degree <= MOST; i++)
    for (uint32_t k = 0; k < b->count; k++)
      {
        struct explicit_tuple t = a->tuples[i];
        t.phases[a->degree]
          = fragment_compose (&s->fragments, t.phases[a->degree], b->tuples[k].phases[0]);
        for (uint32_t m = 1; m <= b->degree; m++)
          t.phases[a->degree + m] = b->tuples[k].phases[m];
        set_add (set, &t);
      }
  return set;
}

static struct explicit_set *
set_combine (struct setting *s, const struct explicit_set *a,
             const struct explicit_set *b)
{
  struct explicit_set *set = set_new (s, a->degree);
  assert (a->degree == b->degree);
  *set = *a;
  for (uint32_t i = 0; i < b->count; i++)
    set_add (set, &b->tuples[i]);
  return set;
}

static struct explicit_set *
set_minimise (struct setting *s, const struct explicit_set *a)
{
  struct explicit_set *set = set_new (s, a->degree);
  for (uint32_t i = 0; i < a->count; i++)
    {
      bool minimal = true;
      for (uint32_t k = 0; k < a->count && !s->antichains.keep_all; k++)
        minimal &= k == i || !tuples_below (s, &a->tuples[k], &a->tuples[i], a->degree);
      if (minimal)
        set_add (set, &a->tuples[i]);
    }
  return set;
}

/* A weight as an explicit set. */
static struct explicit_set *
set_of_weight (struct setting *s, const struct antichain *weight)
{
  struct explicit_set *set = set_new (s, weight->degree);
  for (uint32_t i = 0; i < weight->count; i++)
    {
      struct explicit_tuple t;
      for (uint32_t phase = 0; phase <= weight->degree; phase++)
        t.phases[phase] = tuple_fragment (&s->antichains, weight->tuples[i], phase);
      set_add (set, &t);
    }
  return set;
}

static bool
sets_equal (const struct explicit_set *a, const struct explicit_set *b)
{
  if (a->count != b->count || (a->count && a->degree != b->degree))
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!set_has (b, &a->tuples[i]))
      return false;
  return true;
}

/* Is WEIGHT the minimal part of SET, each tuple once, in its order? */
static bool
is_set (struct setting *s, const struct antichain *weight, const struct explicit_set *set)
{
  struct explicit_set *found = set_of_weight (s, weight);
  bool ordered = true;
  for (uint32_t i = 1; i < weight->count; i++)
    {
      tuple a = weight->tuples[i - 1], b = weight->tuples[i];
      const struct tuple_info *x = &s->antichains.tuples.at[a.index];
      const struct tuple_info *y = &s->antichains.tuples.at[b.index];
      ordered &= x->shape == y->shape
                   ? x->size < y->size || (x->size == y->size && x->hash <= y->hash)
                   : x->shape_hash <= y->shape_hash;
    }
  return ordered && found->count == weight->count
         && sets_equal (found, set_minimise (s, set));
}

/* ---- Random weights. ---- */

static void
insert_at (struct path *path, uint32_t place, uint32_t action)
{
  assert (path->length < LONGEST && place <= path->length);
  memmove (path->at + place + 1, path->at + place,
           (path->length - place) * sizeof *path->at);
  path->at[place] = action;
  path->length++;
}

static void
random_path (struct setting *s, struct path *path, uint32_t from, uint32_t to,
             uint32_t degree)
{
  path->length = 0;
  for (uint32_t n = random_below (&s->state, 6); n-- > 0;)
    {
      uint32_t lock = random_below (&s->state, LOCKS);
      from ^= 1u << lock;
      insert_at (path, path->length, lock);
    }
  for (uint32_t lock = 0; lock < LOCKS; lock++)
    if ((from ^ to) >> lock & 1)
      insert_at (path, path->length, lock);
  while (degree-- > 0)
    insert_at (path, random_below (&s->state, path->length + 1), PHASE);
}

/* Put a use of a lock that is free into PATH, somewhere. */
static void
enlarge_path (struct setting *s, struct path *path, uint32_t held)
{
  uint32_t place = random_below (&s->state, path->length + 1);
  uint32_t lock = random_below (&s->state, LOCKS);
  for (uint32_t i = 0; i < place; i++)
    if (path->at[i] != PHASE)
      held ^= 1u << path->at[i];
  if (held >> lock & 1 || path->length + 2 > LONGEST)
    return;
  insert_at (path, place, lock);
  insert_at (path, place, lock);
}

/* A path as a weight, action by action, and as a tuple. */
static const struct antichain *
follow_path (struct setting *s, const struct path *path, uint32_t held,
             struct explicit_tuple *t)
{
  struct antichains *all = &s->antichains;
  const struct antichain *weight = all->one;
  uint32_t phase = 0;
  t->phases[0] = FRAGMENT_EMPTY;
  for (uint32_t i = 0; i < path->length; i++)
    {
      uint32_t lock = path->at[i];
      if (lock == PHASE)
        {
          t->phases[++phase] = FRAGMENT_EMPTY;
          weight = antichain_extend (all, weight, all->phase);
          continue;
        }
      bool release = held >> lock & 1;
      lock_number number = { lock };
      fragment f = release ? fragment_release (&s->fragments, number)
                           : fragment_acquire (&s->fragments, number);
      t->phases[phase] = fragment_compose (&s->fragments, t->phases[phase], f);
      weight = antichain_extend (all, weight,
                                 release ? all->release[lock] : all->acquire[lock]);
      held ^= 1u << lock;
    }
  return weight;
}

/* Sets of paths that start with FROM held and end with TO. */
static struct both
random_both (struct setting *s, uint32_t from, uint32_t to, uint32_t degree)
{
  struct both both = { s->antichains.zero, set_new (s, degree) };
  struct path path;
  uint32_t paths = random_below (&s->state, 12) ? 1 + random_below (&s->state, PATHS) : 0;
  for (uint32_t i = 0; i < paths; i++)
    {
      struct explicit_tuple t;
      if (i == 0 || random_below (&s->state, 3) == 0)
        random_path (s, &path, from, to, degree);
      struct path larger = path;
      for (uint32_t n = random_below (&s->state, 4); n-- > 0;)
        enlarge_path (s, &larger, from);
      const struct antichain *one = follow_path (s, &larger, from, &t);
      both.weight = antichain_combine (&s->antichains, both.weight, one, NULL);
      set_add (both.set, &t);
    }
  return both;
}

/* ---- Tests. ---- */

static bool
equal (const struct antichain *a, const struct antichain *b)
{
  return a == b
         || (a->count == b->count && (a->count == 0 || a->degree == b->degree)
             && memcmp (a->tuples, b->tuples, a->count * sizeof *a->tuples) == 0);
}

/* Is NEWS what A + B has and A has not? */
static bool
is_news (struct setting *s, const struct antichain *news, const struct both *a,
         const struct antichain *sum)
{
  struct explicit_set *old = set_of_weight (s, a->weight);
  struct explicit_set *now = set_of_weight (s, sum), *wanted = set_new (s, now->degree);
  for (uint32_t i = 0; i < now->count; i++)
    if (!set_has (old, &now->tuples[i]) || a->weight->count == 0)
      set_add (wanted, &now->tuples[i]);
  return sets_equal (set_of_weight (s, news), wanted);
}

/* The weights of the solvers: *SUM grows iff there is news. */
static bool
domain_agrees (struct setting *s, const struct both *a, const struct both *b,
               const struct antichain *sum, const struct antichain *news)
{
  wpds_weight total = antichain_weight (a->weight), added = antichain_weight (NULL);
  bool grown
    = s->domain.combine (s->domain.context, &total, antichain_weight (b->weight), &added);
  if (grown != (news->count > 0) || !equal (antichain_of_weight (total), sum))
    return false;
  return !grown || equal (antichain_of_weight (added), news);
}

/* Brute force. */
static void
test_sets (uint64_t seed, bool keep_all)
{
  struct
  {
    uint32_t weights, extend, combine, news, domain, smaller, replaced;
  } wrong = { 0 };
  for (uint64_t round = 0; round < 1000; round++)
    {
      struct setting s;
      setting_init (&s, seed + round, keep_all);
      uint32_t held[3];
      for (int i = 0; i < 3; i++)
        held[i] = random_below (&s.state, 1u << LOCKS);
      uint32_t d = random_below (&s.state, MOST), e = random_below (&s.state, MOST);
      struct both a = random_both (&s, held[0], held[1], d);
      struct both b = random_both (&s, held[0], held[1], d);
      struct both c = random_both (&s, held[1], held[2], e);
      wrong.weights += !is_set (&s, a.weight, a.set) || !is_set (&s, b.weight, b.set);
      wrong.smaller += a.weight->count < a.set->count;
      const struct antichain *product
        = antichain_extend (&s.antichains, a.weight, c.weight);
      wrong.extend += !is_set (&s, product, set_extend (&s, a.set, c.set));
      const struct antichain *news;
      const struct antichain *sum
        = antichain_combine (&s.antichains, a.weight, b.weight, &news);
      wrong.combine += !is_set (&s, sum, set_combine (&s, a.set, b.set));
      wrong.combine
        += !equal (sum, antichain_combine (&s.antichains, a.weight, b.weight, NULL));
      wrong.news += !is_news (&s, news, &a, sum);
      wrong.replaced += sum->count < a.weight->count + news->count;
      wrong.domain += !domain_agrees (&s, &a, &b, sum, news);
      arena_clear (&s.arena);
    }
  const char *how = keep_all ? "all tuples" : "minimal tuples";
  tap_ok (wrong.weights == 0, "%s: weights of paths", how);
  tap_ok (wrong.extend == 0, "%s: extend is all compositions", how);
  tap_ok (wrong.combine == 0, "%s: combine is the union", how);
  tap_ok (wrong.news == 0, "%s: news is what was added, and nothing else", how);
  tap_ok (wrong.domain == 0, "%s: the weights of the solvers grow iff there is news",
          how);
  if (keep_all)
    tap_ok (wrong.smaller == 0 && wrong.replaced == 0, "%s: none is dropped", how);
  else
    tap_ok (wrong.smaller > 50 && wrong.replaced > 20,
            "%s: some are dropped (in %u sets), and replaced (in %u)", how, wrong.smaller,
            wrong.replaced);
}

static void
test_laws (uint64_t seed, bool keep_all)
{
  struct
  {
    uint32_t associative, left, right, identity, zero, same, order, cut;
  } wrong = { 0 };
  uint32_t dropped = 0;
  for (uint64_t round = 0; round < 300; round++)
    {
      struct setting s;
      setting_init (&s, seed + round, keep_all);
      struct antichains *all = &s.antichains;
      uint32_t held[4], degree[3];
      for (int i = 0; i < 4; i++)
        held[i] = random_below (&s.state, 1u << LOCKS);
      for (int i = 0; i < 3; i++)
        degree[i] = random_below (&s.state, 3);
      const struct antichain *a = random_both (&s, held[0], held[1], degree[0]).weight;
      const struct antichain *a2 = random_both (&s, held[0], held[1], degree[0]).weight;
      const struct antichain *a3 = random_both (&s, held[0], held[1], degree[0]).weight;
      const struct antichain *b = random_both (&s, held[1], held[2], degree[1]).weight;
      const struct antichain *b2 = random_both (&s, held[1], held[2], degree[1]).weight;
      const struct antichain *c = random_both (&s, held[2], held[3], degree[2]).weight;
      const struct antichain *ab = antichain_extend (all, a, b);
      const struct antichain *abc = antichain_extend (all, ab, c);
      wrong.associative
        += !equal (abc, antichain_extend (all, a, antichain_extend (all, b, c)));
      bool above = degree[0] + degree[1] + degree[2] > MOST;
      wrong.cut
        += abc->count != 0 && (above || abc->degree != degree[0] + degree[1] + degree[2]);
      dropped += above && a->count && b->count && c->count;
      wrong.cut += !above && a->count && b->count && c->count && !abc->count;
      wrong.left
        += !equal (antichain_extend (all, antichain_combine (all, a, a2, NULL), b),
                   antichain_combine (all, ab, antichain_extend (all, a2, b), NULL));
      wrong.right
        += !equal (antichain_extend (all, a, antichain_combine (all, b, b2, NULL)),
                   antichain_combine (all, ab, antichain_extend (all, a, b2), NULL));
      wrong.identity += !equal (a, antichain_extend (all, a, all->one))
                        || !equal (a, antichain_extend (all, all->one, a));
      wrong.zero += antichain_extend (all, a, all->zero)->count != 0
                    || antichain_extend (all, all->zero, a)->count != 0
                    || !equal (a, antichain_combine (all, a, all->zero, NULL))
                    || !equal (a, antichain_combine (all, all->zero, a, NULL));
      const struct antichain *news;
      wrong.same
        += antichain_combine (all, a, a, &news) != a || (a->count && news->count);
      wrong.order
        += !equal (antichain_combine (all, a, a2, NULL),
                   antichain_combine (all, a2, a, NULL))
           || !equal (
             antichain_combine (all, antichain_combine (all, a, a2, NULL), a3, NULL),
             antichain_combine (all, a, antichain_combine (all, a2, a3, NULL), NULL));
      arena_clear (&s.arena);
    }
  const char *how = keep_all ? "all tuples" : "minimal tuples";
  tap_ok (wrong.associative == 0, "%s: extend is associative", how);
  tap_ok (wrong.left == 0, "%s: (a + a') b = a b + a' b", how);
  tap_ok (wrong.right == 0, "%s: a (b + b') = a b + a b'", how);
  tap_ok (wrong.identity == 0, "%s: one changes nothing", how);
  tap_ok (wrong.zero == 0, "%s: zero annihilates, and adds nothing", how);
  tap_ok (wrong.same == 0, "%s: a + a is a itself, without news", how);
  tap_ok (wrong.order == 0, "%s: combine is commutative and associative", how);
  tap_ok (wrong.cut == 0 && dropped > 20, "%s: degrees add up, and end at the highest",
          how);
}

static void
test_constants (void)
{
  struct setting s;
  setting_init (&s, 1, false);
  struct antichains *all = &s.antichains;
  tap_ok (all->one->count == 1 && all->one->degree == 0 && all->zero->count == 0
            && all->phase->count == 1 && all->phase->degree == 1,
          "one, zero, and a phase change");
  tap_ok (antichain_of_weight (s.domain.zero) == all->zero
            && !wpds_is_zero (&s.domain, s.domain.one)
            && antichain_of_weight (s.domain.one) == all->one
            && !equal (all->one, all->phase) && !equal (all->one, all->zero),
          "they differ, also as weights of the solvers");
  const struct antichain *weight = all->one;
  for (int i = 0; i < MOST; i++)
    weight = antichain_extend (all, weight, all->phase);
  tap_ok (weight->degree == MOST && weight->count == 1,
          "as many phases as allowed are kept");
  tap_ok (antichain_extend (all, weight, all->phase) == all->zero
            && antichain_extend (all, all->phase, weight) == all->zero,
          "one more is not");
  const struct antichain *use = antichain_extend (all, all->acquire[1], all->release[1]);
  const struct antichain *news;
  const struct antichain *sum = antichain_combine (all, use, all->one, &news);
  tap_ok (equal (sum, all->one) && equal (news, all->one),
          "to use nothing takes the place of to use");
  tap_ok (antichain_combine (all, all->one, use, &news) == all->one && !news->count,
          "to use adds nothing to it");
  all->keep_all = true;
  tap_ok (antichain_combine (all, use, all->one, NULL)->count == 2,
          "unless all are kept");
  tap_ok (tuple_is_below (all, all->one->tuples[0], use->tuples[0])
            && !tuple_is_below (all, use->tuples[0], all->one->tuples[0])
            && tuple_is_below (all, use->tuples[0], use->tuples[0]),
          "tuples are in the order of their fragments");
  arena_clear (&s.arena);
  struct fragments none;
  struct antichains without;
  setting_init (&s, 1, false);
  fragments_init (&none, &s.arena, 0);
  antichains_init (&without, &s.arena, &none, 1);
  tap_ok (antichain_extend (&without, without.phase, without.one) == without.phase,
          "there need be no locks");
  arena_clear (&s.arena);
}

/* Work until the budget is used up. */
static void
test_budget (void)
{
  struct setting s;
  setting_init (&s, 77, false);
  struct antichains *all = &s.antichains;
  const struct antichain *a = all->zero, *b = all->zero;
  while (a->count < 2 || b->count < 2)
    {
      a = random_both (&s, 0, 3, 1).weight;
      b = random_both (&s, 3, 5, 1).weight;
    }
  tap_ok (!all->exceeded && all->work > 0, "without a budget nothing is exceeded");
  const struct antichain *product = antichain_extend (all, a, b);
  all->budget = all->work + 1000000;
  tap_ok (equal (product, antichain_extend (all, a, b)) && !all->exceeded,
          "a budget that is not used up changes nothing");
  /* New compositions: the pairs of fresh weights. */
  all->budget = all->work + 3;
  bool silent = false;
  for (int i = 0; i < 50 && !all->exceeded; i++)
    {
      struct both x = random_both (&s, 5, 6, 1);
      bool over = all->exceeded;
      const struct antichain *y = antichain_extend (all, b, x.weight);
      silent |= !over && y->count == 0 && x.weight->count && !all->exceeded;
    }
  tap_ok (all->exceeded, "a small budget is exceeded");
  tap_ok (!silent, "nothing is empty before that");
  tap_ok (all->work > all->budget && all->work < all->budget + 1000,
          "and it is noticed soon");
  tap_ok (antichain_extend (all, a, b) == all->zero, "then extend yields nothing");
  wpds_weight sum = antichain_weight (a), more = antichain_weight (product);
  uint64_t work = all->work;
  tap_ok (!s.domain.combine (s.domain.context, &sum, more, NULL)
            && antichain_of_weight (sum) == a && all->work == work,
          "no weight grows any more, and no work is done");
  all->budget = all->work + 1000000;
  antichain_extend (all, a, b);
  tap_ok (all->exceeded, "exceeded stays, whatever comes");
  arena_clear (&s.arena);
}

int
main (void)
{
  test_constants ();
  test_sets (1000, false);
  test_sets (2000, true);
  test_laws (3000, false);
  test_laws (4000, true);
  test_budget ();
  return tap_done ();
}

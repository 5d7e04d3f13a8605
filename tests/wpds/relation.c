/* relation.c -- the multi-arity relational weight domain.
 *
 * Three ways to know what a weight should be:
 *
 *   actions  every history that any word of lock operations can lead to is
 *            enumerated, and the relations of the actions must map each to
 *            what tests/spec/history.h says, and to nothing else;
 *   words    the product of the weights of a word, against following it;
 *   tuples   random relations between a few histories as explicit sets of
 *            tuples, on which extend, combine and from_start are easy; the
 *            laws of the semiring are checked on the same weights.
 *
 * All for one, two and three locks, with all pairs of locks and with few.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "tests/base/random.h"
#include "tests/lib/tap.h"
#include "tests/wpds/encode.h"
#include "wpds/relation.h"

#define MOST 3 /* the highest degree */
#define PLIES (MOST + 3)
#define PROCESSES 2
#define LOCKS_LIMIT 3
#define HISTORIES_LIMIT 20000
#define VARIABLES_LIMIT 1024

struct setting
{
  const char *name;
  uint32_t locks;
  bool inside[LOCKS_LIMIT * LOCKS_LIMIT];
  struct history_facts facts;
  struct relation_domain domain;
  struct arena arena;
  uint64_t state;            /* of the random numbers */
  struct history *histories; /* all that can be reached */
  uint32_t count;
};

/* May LOCK be acquired or released in HISTORY, given what happens inside what? */
static bool
may_operate (const struct setting *s, const struct history *history, unsigned lock)
{
  history_locks held = history_finally_held (history);
  for (unsigned l = 0; l < s->locks; l++)
    if (l != lock && (held >> l & 1) && !s->inside[l * s->locks + lock])
      return false;
  return true;
}

static void
operate (struct history *history, unsigned lock)
{
  if (history_finally_held (history) >> lock & 1)
    history_release (history, lock);
  else
    history_acquire (history, lock);
}

/* ---- Enumeration. ---- */

static bool
is_known (const struct setting *s, const uint64_t *hashes, const struct history *h,
          uint64_t hash)
{
  for (uint32_t i = 0; i < s->count; i++)
    if (hashes[i] == hash && history_equal (&s->histories[i], h))
      return true;
  return false;
}

static uint64_t
hash_history (const struct setting *s, const struct history *h)
{
  uint64_t hash = h->released | h->used << 8 | h->acquired << 16 | h->held << 24;
  for (unsigned l = 0; l < s->locks; l++)
    hash = hash * 1000003 + (h->released_before[l] << 8 | h->acquired_after[l]);
  return hash;
}

static void
enumerate (struct setting *s)
{
  uint64_t *hashes = arena_alloc (&s->arena, HISTORIES_LIMIT * sizeof *hashes);
  s->histories = arena_alloc (&s->arena, HISTORIES_LIMIT * sizeof *s->histories);
  for (history_locks held = 0; held < (history_locks) 1 << s->locks; held++)
    {
      hashes[s->count] = 0;
      history_start (&s->histories[s->count], held);
      hashes[s->count] = hash_history (s, &s->histories[s->count]);
      s->count++;
    }
  for (uint32_t i = 0; i < s->count; i++)
    for (unsigned l = 0; l < s->locks; l++)
      {
        struct history next = s->histories[i];
        if (!may_operate (s, &next, l))
          continue;
        operate (&next, l);
        uint64_t hash = hash_history (s, &next);
        if (is_known (s, hashes, &next, hash))
          continue;
        assert (s->count < HISTORIES_LIMIT);
        hashes[s->count] = hash;
        s->histories[s->count++] = next;
      }
}

static const struct history *
random_history (struct setting *s)
{
  return &s->histories[random_below (&s->state, s->count)];
}

/* ---- Actions and words. ---- */

/* Is TUPLE, of ARITY histories, in the relation, and does it leave it when any
   one fact of a ply after the first is changed?  (The first determines the
   others.) */
static bool
is_exactly (const struct setting *s, struct relation relation,
            const struct history *tuple, uint32_t arity)
{
  bool values[VARIABLES_LIMIT] = { false };
  if (relation.degree + 2 != arity)
    return false;
  for (uint32_t ply = 0; ply < arity; ply++)
    encode_history (&s->facts, &tuple[ply], ply, 0, values);
  bool fine = buddy_holds (relation.set, values);
  for (uint32_t ply = 1; ply < arity; ply++)
    for (uint32_t f = 0; f < s->facts.facts; f++)
      {
        uint32_t variable = history_variable (&s->facts, f, ply, 0);
        values[variable] = !values[variable];
        fine &= !buddy_holds (relation.set, values);
        values[variable] = !values[variable];
      }
  return fine;
}

static void
test_actions (struct setting *s)
{
  uint32_t checked = 0, wrong = 0;
  /* The domain does not write the phase down; after the identity it must. */
  struct relation phase = relation_extend (&s->domain, s->domain.one, s->domain.phase);
  for (uint32_t i = 0; i < s->count; i++)
    {
      struct history tuple[3] = { s->histories[i], s->histories[i], s->histories[i] };
      wrong += !is_exactly (s, s->domain.one, tuple, 2);
      history_next_phase (&tuple[2]);
      wrong += !is_exactly (s, phase, tuple, 3);
      for (unsigned l = 0; l < s->locks; l++)
        {
          if (!may_operate (s, &s->histories[i], l))
            continue;
          tuple[1] = s->histories[i];
          bool release = history_finally_held (&tuple[1]) >> l & 1;
          operate (&tuple[1], l);
          wrong += !is_exactly (s, release ? s->domain.release[l] : s->domain.acquire[l],
                                tuple, 2);
          checked++;
        }
    }
  relation_release (phase);
  tap_ok (wrong == 0 && checked > 0, "%s: actions on all %u histories", s->name,
          (unsigned) s->count);
}

/* No history but the right one comes out: all pairs, or many of them. */
static void
test_no_other (struct setting *s)
{
  uint32_t wrong = 0;
  bool values[VARIABLES_LIMIT] = { false };
  uint64_t pairs = (uint64_t) s->count * s->count;
  bool all = pairs <= 10000;
  for (uint64_t i = 0; i < (all ? pairs : 10000); i++)
    {
      const struct history *from = all ? &s->histories[i / s->count] : random_history (s);
      const struct history *to = all ? &s->histories[i % s->count] : random_history (s);
      encode_history (&s->facts, from, 0, 0, values);
      encode_history (&s->facts, to, 1, 0, values);
      wrong += buddy_holds (s->domain.one.set, values) != history_equal (from, to);
      for (unsigned l = 0; l < s->locks; l++)
        {
          if (!may_operate (s, from, l))
            continue;
          struct history next = *from;
          bool release = history_finally_held (from) >> l & 1;
          operate (&next, l);
          struct relation action = release ? s->domain.release[l] : s->domain.acquire[l];
          wrong += buddy_holds (action.set, values) != history_equal (&next, to);
        }
    }
  tap_ok (wrong == 0, "%s: actions relate nothing else", s->name);
}

/* A random word from a random history, by following it and as a product of
   weights, multiplied from the left or from the right. */
static bool
word_agrees (struct setting *s)
{
  struct relation factors[12];
  struct history tuple[MOST + 3];
  uint32_t length = random_below (&s->state, 12), degree = 0;
  tuple[0] = tuple[1] = *random_history (s);
  for (uint32_t i = 0; i < length; i++)
    {
      unsigned l = random_below (&s->state, s->locks + 1);
      factors[i] = s->domain.one;
      if (l == s->locks && degree < MOST)
        {
          factors[i] = s->domain.phase;
          tuple[degree + 2] = tuple[degree + 1];
          history_next_phase (&tuple[degree + 2]);
          degree++;
        }
      else if (l < s->locks && may_operate (s, &tuple[degree + 1], l))
        {
          bool release = history_finally_held (&tuple[degree + 1]) >> l & 1;
          factors[i] = release ? s->domain.release[l] : s->domain.acquire[l];
          operate (&tuple[degree + 1], l);
        }
    }
  struct relation product = relation_retain (s->domain.one);
  bool from_left = random_below (&s->state, 2);
  for (uint32_t i = 0; i < length; i++)
    {
      struct relation factor = factors[from_left ? i : length - 1 - i];
      struct relation more = from_left ? relation_extend (&s->domain, product, factor)
                                       : relation_extend (&s->domain, factor, product);
      relation_release (product);
      product = more;
    }
  bool fine = is_exactly (s, product, tuple, degree + 2);
  relation_release (product);
  return fine;
}

static void
test_words (struct setting *s)
{
  uint32_t wrong = 0;
  for (int round = 0; round < 80; round++)
    wrong += !word_agrees (s);
  tap_ok (wrong == 0, "%s: words of actions and phases", s->name);
}

static void
test_truncation (struct setting *s)
{
  struct relation power = relation_retain (s->domain.one);
  bool fine = true;
  for (uint32_t degree = 1; degree <= MOST + 2; degree++)
    {
      struct relation next = relation_extend (&s->domain, power, s->domain.phase);
      relation_release (power);
      power = next;
      fine &= degree <= MOST ? power.degree == degree : relation_is_zero (power);
    }
  relation_release (power);
  tap_ok (fine, "%s: degrees past %d become zero", s->name, MOST);
}

/* ---- Explicit sets of tuples. ---- */

#define POOL 4
#define TUPLES_LIMIT 1024 /* POOL ^ (MOST + 2) */

struct tuples
{
  uint32_t degree;
  bool has[TUPLES_LIMIT]; /* by the number whose digits in base POOL they are */
};

static uint32_t
count_tuples (uint32_t degree)
{
  uint32_t count = POOL * POOL;
  while (degree-- > 0)
    count *= POOL;
  return count;
}

static struct tuples
random_tuples (struct setting *s, uint32_t degree)
{
  struct tuples tuples = { .degree = degree };
  for (uint32_t t = 0; t < count_tuples (degree); t++)
    tuples.has[t] = random_below (&s->state, 1u + 2 * degree) == 0
                    && random_below (&s->state, 3) == 0;
  return tuples;
}

/* The BDD of TUPLES over POOL, the first history in ply FIRST; where FIRST is
   not 0 the first history of each tuple must be number 0 and is left out. */
static buddy_set
bdd_of (const struct setting *s, const struct tuples *tuples, const struct history *pool,
        uint32_t skip)
{
  buddy_set all = buddy_false ();
  for (uint32_t t = 0; t < count_tuples (tuples->degree); t++)
    {
      bool values[VARIABLES_LIMIT] = { false };
      uint32_t number = t;
      if (!tuples->has[t] || (skip && t / (count_tuples (tuples->degree) / POOL) != 0))
        continue;
      buddy_set cube = buddy_true ();
      for (uint32_t ply = tuples->degree + 2; ply-- > skip; number /= POOL)
        {
          encode_history (&s->facts, &pool[number % POOL], ply, 0, values);
          for (uint32_t f = 0; f < s->facts.facts; f++)
            {
              uint32_t variable = history_variable (&s->facts, f, ply, 0);
              buddy_set fact = values[variable] ? buddy_variable (variable)
                                                : buddy_not_variable (variable);
              buddy_and_into (&cube, fact);
              buddy_release (fact);
            }
        }
      buddy_or_into (&all, cube);
      buddy_release (cube);
    }
  return all;
}

static struct relation
weight_of (const struct setting *s, const struct tuples *tuples,
           const struct history *pool)
{
  struct relation relation = { tuples->degree, bdd_of (s, tuples, pool, 0) };
  return buddy_is_false (relation.set) ? relation_zero () : relation;
}

/* (.., x) ; (x, ..) */
static struct tuples
compose (const struct tuples *a, const struct tuples *b)
{
  struct tuples result = { .degree = a->degree + b->degree };
  uint32_t tails = count_tuples (b->degree) / POOL;
  for (uint32_t t = 0; t < count_tuples (a->degree); t++)
    for (uint32_t u = 0; u < tails && a->has[t]; u++)
      if (b->has[t % POOL * tails + u])
        result.has[t / POOL * tails + u] = true;
  return result;
}

static struct tuples
unite (const struct tuples *a, const struct tuples *b)
{
  struct tuples result = { .degree = a->degree };
  for (uint32_t t = 0; t < count_tuples (a->degree); t++)
    result.has[t] = a->has[t] || b->has[t];
  return result;
}

/* Is A, which is given away, B? */
static bool
settle (struct relation a, struct relation b)
{
  bool equal = relation_equal (a, b);
  relation_release (a);
  return equal;
}

static bool
operations_agree (struct setting *s, const struct history *pool, const struct tuples *ta,
                  const struct tuples *tb)
{
  struct relation a = weight_of (s, ta, pool), b = weight_of (s, tb, pool);
  struct relation product = relation_extend (&s->domain, a, b);
  bool fine;
  if (ta->degree + tb->degree > MOST)
    fine = relation_is_zero (product);
  else
    {
      struct tuples tuples = compose (ta, tb);
      fine = settle (weight_of (s, &tuples, pool), product);
    }
  if (ta->degree == tb->degree)
    {
      struct tuples tuples = unite (ta, tb);
      struct relation sum = relation_combine (a, b);
      fine &= settle (weight_of (s, &tuples, pool), sum);
      relation_release (sum);
    }
  buddy_set started = relation_from_start (&s->domain, a);
  buddy_set wanted = bdd_of (s, ta, pool, 1);
  fine &= buddy_equal (started, wanted);
  buddy_release (started);
  buddy_release (wanted);
  relation_release (product);
  relation_release (a);
  relation_release (b);
  return fine;
}

/* a (b c) = (a b) c. */
static bool
is_associative (const struct setting *s, struct relation a, struct relation b,
                struct relation c)
{
  struct relation ab = relation_extend (&s->domain, a, b);
  struct relation bc = relation_extend (&s->domain, b, c);
  struct relation left = relation_extend (&s->domain, ab, c);
  bool fine = settle (relation_extend (&s->domain, a, bc), left);
  relation_release (ab);
  relation_release (bc);
  relation_release (left);
  return fine;
}

/* a (b + c) = a b + a c and (b + c) a = b a + c a. */
static bool
is_distributive (const struct setting *s, struct relation a, struct relation b,
                 struct relation c)
{
  bool fine = true;
  struct relation sum = relation_combine (b, c);
  for (int right = 0; right < 2; right++)
    {
      struct relation x
        = right ? relation_extend (&s->domain, b, a) : relation_extend (&s->domain, a, b);
      struct relation y
        = right ? relation_extend (&s->domain, c, a) : relation_extend (&s->domain, a, c);
      struct relation product = right ? relation_extend (&s->domain, sum, a)
                                      : relation_extend (&s->domain, a, sum);
      fine &= settle (relation_combine (x, y), product);
      relation_release (x);
      relation_release (y);
      relation_release (product);
    }
  relation_release (sum);
  return fine;
}

/* (a + b) + c = a + (b + c), a + b = b + a, a + a = a, a + 0 = a. */
static bool
is_union (struct relation a, struct relation b, struct relation c)
{
  struct relation ab = relation_combine (a, b), bc = relation_combine (b, c);
  struct relation left = relation_combine (ab, c), zero = relation_zero ();
  bool fine
    = settle (relation_combine (a, bc), left) && settle (relation_combine (b, a), ab)
      && settle (relation_combine (a, a), a) && settle (relation_combine (a, zero), a)
      && settle (relation_combine (zero, a), a);
  relation_release (ab);
  relation_release (bc);
  relation_release (left);
  return fine;
}

/* 1 a = a 1 = a, 0 a = a 0 = 0. */
static bool
has_constants (const struct setting *s, struct relation a)
{
  struct relation zero = relation_zero ();
  return settle (relation_extend (&s->domain, s->domain.one, a), a)
         && settle (relation_extend (&s->domain, a, s->domain.one), a)
         && settle (relation_extend (&s->domain, zero, a), zero)
         && settle (relation_extend (&s->domain, a, zero), zero);
}

static void
test_tuples (struct setting *s)
{
  uint32_t wrong[5] = { 0 };
  for (int round = 0; round < 25; round++)
    {
      struct history pool[POOL];
      /* Different ones, the empty path that holds nothing first. */
      history_start (&pool[0], 0);
      for (uint32_t i = 1; i < POOL; i++)
        for (uint32_t j = 0; j < i; j++)
          if (j == 0 || history_equal (&pool[i], &pool[j]))
            {
              do
                pool[i] = *random_history (s);
              while (history_equal (&pool[i], &pool[0]));
              j = 0;
            }
      uint32_t degree = random_below (&s->state, MOST + 1);
      uint32_t other = random_below (&s->state, MOST + 1);
      struct tuples ta = random_tuples (s, degree), tb = random_tuples (s, other);
      struct tuples tc = random_tuples (s, other);
      wrong[0] += !operations_agree (s, pool, &ta, &tb);
      wrong[0] += !operations_agree (s, pool, &tb, &tc);
      struct relation a = weight_of (s, &ta, pool), b = weight_of (s, &tb, pool);
      struct relation c = weight_of (s, &tc, pool);
      wrong[1] += !is_associative (s, a, b, c) || !is_associative (s, b, a, c);
      wrong[2] += !is_distributive (s, a, b, c);
      wrong[3] += !is_union (b, c, b) || !is_union (b, b, c);
      wrong[4] += !has_constants (s, a);
      relation_release (a);
      relation_release (b);
      relation_release (c);
    }
  tap_ok (!wrong[0], "%s: extend, combine and from_start on sets of tuples", s->name);
  tap_ok (!wrong[1], "%s: extend is associative", s->name);
  tap_ok (!wrong[2], "%s: extend distributes over combine on both sides", s->name);
  tap_ok (!wrong[3], "%s: combine is associative, commutative and idempotent", s->name);
  tap_ok (!wrong[4], "%s: one and zero", s->name);
}

/* The same laws for the weights of actions, which are large relations. */
static void
test_action_laws (struct setting *s)
{
  uint32_t wrong = 0;
  struct relation phase = relation_extend (&s->domain, s->domain.one, s->domain.phase);
  for (int round = 0; round < 25; round++)
    {
      struct relation r[3];
      for (int i = 0; i < 3; i++)
        {
          unsigned l = random_below (&s->state, s->locks);
          r[i]
            = random_below (&s->state, 2) ? s->domain.acquire[l] : s->domain.release[l];
        }
      struct relation a = round % 3 ? r[0] : phase;
      wrong += !is_associative (s, a, r[1], r[2]) || !is_associative (s, r[1], a, r[2])
               || !is_distributive (s, a, r[1], r[2]) || !is_union (r[0], r[1], r[2])
               || !has_constants (s, a);
    }
  relation_release (phase);
  tap_ok (wrong == 0, "%s: the laws for actions and phases", s->name);
}

/* ---- Settings. ---- */

static void
run_setting (const char *name, uint32_t locks, const char *pairs, bool often,
             struct quota *quota)
{
  struct setting s = { .name = name, .locks = locks, .state = 5 };
  for (uint32_t i = 0; i < locks * locks; i++)
    s.inside[i] = pairs[i] == '1';
  arena_init (&s.arena, quota);
  history_facts_init (&s.facts, &s.arena, locks, s.inside, PLIES, PROCESSES);
  uint32_t variables = history_facts_variables (&s.facts);
  assert (variables <= VARIABLES_LIMIT);
  buddy_collect_often (often);
  buddy_start (quota, (struct buddy_limits){ variables, often ? (uint64_t) 4 << 20 : 0 });
  relation_init (&s.domain, &s.arena, &s.facts, MOST);
  enumerate (&s);
  test_actions (&s);
  test_no_other (&s);
  test_words (&s);
  test_truncation (&s);
  test_tuples (&s);
  test_action_laws (&s);
  if (often)
    tap_ok (buddy_counts ().collections > 0, "%s: collected %llu times", name,
            (unsigned long long) buddy_counts ().collections);
  relation_clear (&s.domain);
  arena_clear (&s.arena);
}

int
main (void)
{
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    {
      tap_ok (false, "there is enough memory");
      return tap_done ();
    }
  run_setting ("one lock", 1, "0", false, &quota);
  run_setting ("two locks", 2, "0110", false, &quota);
  run_setting ("two locks, one order", 2, "0100", false, &quota);
  run_setting ("two locks apart", 2, "0000", false, &quota);
  run_setting ("three locks", 3, "011101110", false, &quota);
  run_setting ("three locks, one order", 3, "011001000", false, &quota);
  run_setting ("three locks, some pairs", 3, "010001100", false, &quota);
  run_setting ("two locks, collected often", 2, "0110", true, &quota);
  buddy_stop ();
  tap_ok (quota.bytes == 0, "all memory is given back");
  return tap_done ();
}

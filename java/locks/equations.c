/* equations.c -- which terms of a circle's threads are one object (circle.h).
 *
 * Classes of equal terms, closed under two rules:
 *
 *     x = y  implies  x.f = y.f
 *     x.f = y.f  implies  x = y   if every object in f was made for that field alone
 *
 * Circles have a few dozen terms, so pairs are simply compared until nothing changes.
 */
#include <config.h>

#include <assert.h>

#include "java/locks/circle.h"

static term_id
find (const struct circle *circle, term_id term)
{
  for (term = term_core (&circle->p->terms, term);;)
    {
      uint32_t parent = pairmap_get (&circle->parents, term.index, 0);
      if (parent == PAIRMAP_FREE || parent == term.index)
        return term;
      term = (term_id){ parent };
    }
}

static bool
unite (struct circle *circle, term_id a, term_id b)
{
  assert (a.index != TERM_NOTHING.index || b.index != TERM_NOTHING.index);
  a = find (circle, a);
  b = find (circle, b);
  if (term_equal (a, b))
    return false;
  *pairmap_at (&circle->parents, b.index, 0) = a.index;
  return true;
}

term_id
circle_object (const struct circle *circle, term_id lock)
{
  assert (lock.index < circle->p->terms.list.count);
  const struct term *at = term_at (&circle->p->terms, lock);
  return at->kind == TERM_LOCK || at->kind == TERM_HALF ? (term_id){ at->a } : lock;
}

bool
equations_add (struct circle *circle, term_id term)
{
  assert (term.index < circle->p->terms.list.count);
  term = circle_object (circle, term);
  for (bool added = false;; added = true)
    {
      for (uint32_t i = 0; i < circle->terms.count; i++)
        if (term_equal (circle->terms.at[i], term))
          return added;
      *vec_push (circle->arena, &circle->terms) = term;
      const struct term *at = term_at (&circle->p->terms, term);
      if (at->kind != TERM_FIELD && at->kind != TERM_CAST)
        return true;
      term = (term_id){ at->a };
    }
}

/* Does FIELD always have an object that was made for it alone? */
static bool
is_owner (const struct circle *circle, uint32_t field)
{
  assert (field < circle->p->terms.fields.count);
  const struct lock_field *at = lock_field (circle->p, field);
  return at->is_set && !at->is_shared;
}

static bool
close_pair (struct circle *circle, term_id a, term_id b)
{
  assert (!term_equal (a, b));
  const struct term *one = term_at (&circle->p->terms, a);
  const struct term *two = term_at (&circle->p->terms, b);
  if (one->kind != TERM_FIELD || two->kind != TERM_FIELD || one->b != two->b)
    return false;
  term_id x = { one->a }, y = { two->a };
  if (term_equal (find (circle, x), find (circle, y)))
    return unite (circle, a, b);
  if (term_equal (find (circle, a), find (circle, b)) && is_owner (circle, one->b))
    return unite (circle, x, y);
  return false;
}

/* The field that a term reads, UINT32_MAX: none. */
static uint32_t
field_of (const struct term *term)
{
  return term->kind == TERM_FIELD    ? term->b
         : term->kind == TERM_STATIC ? term->a
                                     : UINT32_MAX;
}

/* Is what TERM reads confined to its field, where OTHER does not read? */
static bool
is_elsewhere (struct circle *circle, const struct term *term, const struct term *other)
{
  const struct terms *terms = &circle->p->terms;
  struct term_origin from = term_origin (terms, term), to = term_origin (terms, other);
  if (from.field == UINT32_MAX
      || !lock_is_confined (circle->p, from.field, from.is_element))
    return false;
  if (to.field != UINT32_MAX)
    return to.field != from.field || to.is_element != from.is_element;
  /* A new object may have been put there. */
  return other->kind != TERM_OF
         || term_at (terms, (term_id){ other->a })->kind != TERM_NEW;
}

/* Does nobody put an object like OTHER into the field that TERM reads? */
static bool
is_never_in (struct circle *circle, const struct term *term, const struct term *other)
{
  uint32_t field = field_of (term);
  return field != UINT32_MAX && field_of (other) == UINT32_MAX
         && lock_field_presence (circle->p, field, other) == PRESENCE_NEVER;
}

/* Can two terms never be one object? */
static bool
differ (struct circle *circle, term_id a, term_id b)
{
  const struct term *one = term_at (&circle->p->terms, a);
  const struct term *two = term_at (&circle->p->terms, b);
  bool fixed = one->kind == TERM_CLASS || one->kind == TERM_INIT;
  if (fixed && (two->kind == TERM_CLASS || two->kind == TERM_INIT))
    return one->kind != two->kind || one->a != two->a;
  if (is_elsewhere (circle, one, two) || is_elsewhere (circle, two, one))
    return true;
  if (is_never_in (circle, one, two) || is_never_in (circle, two, one))
    return true;
  uint32_t f = field_of (one), g = field_of (two);
  if (f != UINT32_MAX && g != UINT32_MAX && f != g && is_owner (circle, f)
      && is_owner (circle, g))
    return true;
  return !lock_types_meet (circle->p, one->type, one->is_exact, two->type, two->is_exact);
}

bool
circle_can_be (struct circle *circle, term_id term)
{
  for (uint32_t i = 0; i < circle->terms.count; i++)
    if (term_equal (find (circle, circle->terms.at[i]), find (circle, term))
        && differ (circle, circle->terms.at[i], term))
      return false;
  return true;
}

void
equations_close (struct circle *circle)
{
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 0; i < circle->terms.count; i++)
        for (uint32_t j = 0; j < i; j++)
          changed |= close_pair (circle, circle->terms.at[i], circle->terms.at[j]);
    }
  for (uint32_t i = 0; i < circle->terms.count; i++)
    for (uint32_t j = 0; j < i; j++)
      {
        term_id a = circle->terms.at[i], b = circle->terms.at[j];
        if (term_equal (find (circle, a), find (circle, b)) && differ (circle, a, b))
          circle->is_broken = true;
      }
}

/* Is the object in FIELD always older than the one whose field it is?  A constructor gets
   only objects whose own constructor has got as far as Object's: that comes before the
   same moment of what it makes. */
static bool
is_older (const struct circle *circle, uint32_t field)
{
  assert (field < circle->p->terms.fields.count);
  const struct lock_field *at = lock_field (circle->p, field);
  return at->is_set && !at->is_young;
}

/* Does a way of such fields lead from the class of FROM back to it?  SEEN is by term. */
static bool
leads_back (const struct circle *circle, term_id from, term_id at, bool *seen)
{
  for (uint32_t i = 0; i < circle->terms.count; i++)
    {
      const struct term *field = term_at (&circle->p->terms, circle->terms.at[i]);
      if (seen[i] || field->kind != TERM_FIELD || !is_older (circle, field->b)
          || !term_equal (find (circle, (term_id){ field->a }), at))
        continue;
      seen[i] = true;
      term_id next = find (circle, circle->terms.at[i]);
      if (term_equal (next, at) && lock_field (circle->p, field->b)->is_own)
        continue;
      if (term_equal (next, from) || leads_back (circle, from, next, seen))
        return true;
    }
  return false;
}

/* Would an object be older than itself? */
static bool
is_ageless (const struct circle *circle)
{
  for (uint32_t i = 0; i < circle->terms.count; i++)
    {
      bool *seen = arena_calloc (circle->arena, circle->terms.count, sizeof *seen);
      term_id from = find (circle, circle->terms.at[i]);
      if (leads_back (circle, from, from, seen))
        return true;
    }
  return false;
}

bool
circle_same_lock (const struct circle *circle, term_id a, term_id b)
{
  enum term_kind one = term_at (&circle->p->terms, a)->kind;
  enum term_kind two = term_at (&circle->p->terms, b)->kind;
  bool same_kind = (one == TERM_LOCK) == (two == TERM_LOCK)
                   && (one == TERM_HALF) == (two == TERM_HALF);
  return same_kind
         && term_equal (find (circle, circle_object (circle, a)),
                        find (circle, circle_object (circle, b)));
}

static bool
is_read (const struct circle *circle, term_id lock)
{
  const struct term *at = term_at (&circle->p->terms, lock);
  return at->kind == TERM_HALF && at->b == 0;
}

/* Can two threads not hold A and B at the same time? */
static bool
conflict (const struct circle *circle, term_id a, term_id b)
{
  return circle_same_lock (circle, a, b) && !(is_read (circle, a) && is_read (circle, b));
}

bool
circle_is_stable (const struct circle *circle, term_id lock)
{
  const struct lock_program *p = circle->p;
  const struct term *at = term_at (&p->terms, circle_object (circle, lock));
  for (; at->kind == TERM_FIELD || at->kind == TERM_CAST;
       at = term_at (&p->terms, (term_id){ at->a }))
    if (at->kind == TERM_FIELD
        && !finality_is_final (p->java->finality, p->terms.fields.at[at->b]))
      return false;
  return at->kind != TERM_STATIC
         || finality_is_final (p->java->finality, p->terms.fields.at[at->a]);
}

/* Does the thread have what it takes already, so that it does not wait? */
static bool
has_taken (const struct circle *circle, const struct circle_thread *thread)
{
  for (uint32_t i = 0; i < thread->held.count; i++)
    if (circle_same_lock (circle, thread->held.at[i], thread->take)
        && !is_read (circle, thread->held.at[i]))
      return true;
  return false;
}

static bool
is_guarded (const struct circle *circle, const struct circle_thread *a,
            const struct circle_thread *b)
{
  assert (a != b);
  for (uint32_t i = 0; i < a->held.count; i++)
    for (uint32_t j = 0; j < b->held.count; j++)
      if (conflict (circle, a->held.at[i], b->held.at[j])
          && circle_is_stable (circle, a->held.at[i])
          && circle_is_stable (circle, b->held.at[j]))
        return true;
  return false;
}

/* Does the thread of INSTANCE have the object of LOCK for itself, since it made it? */
static bool
is_fresh (const struct circle *circle, term_id lock)
{
  struct lock_program *p = circle->p;
  const struct term *at = term_at (&p->terms, circle_object (circle, lock));
  while (at->kind == TERM_CAST
         || (at->kind == TERM_FIELD && !lock_field (p, at->b)->is_shared))
    at = term_at (&p->terms, (term_id){ at->a });
  if (at->kind != TERM_OF || at->b >= circle->instances.count)
    return false;
  const struct term *made = term_at (&p->terms, (term_id){ at->a });
  const struct circle_instance *instance = &circle->instances.at[at->b];
  assert (instance->method < p->methods.count);
  return made->kind == TERM_NEW
         && lock_is_fresh (p, instance->method, made->a, instance->left);
}

enum circle_verdict
circle_solve (struct circle *circle)
{
  assert (circle->count >= 2 && circle->count <= CIRCLE_MOST);
  for (uint32_t i = 0; i < circle->count; i++)
    {
      const struct circle_thread *thread = &circle->threads[i];
      if (is_fresh (circle, thread->take) || is_fresh (circle, thread->hold))
        return CIRCLE_IMPOSSIBLE;
      equations_add (circle, thread->take);
      for (uint32_t h = 0; h < thread->held.count; h++)
        equations_add (circle, thread->held.at[h]);
    }
  /* On the chains, an object runs methods of its own class. */
  for (uint32_t i = 0; i < circle->instances.count; i++)
    if (circle->instances.at[i].argument_count > 0)
      equations_add (circle, circle->instances.at[i].arguments[0]);
  for (uint32_t i = 0; i < circle->count; i++)
    unite (circle, circle_object (circle, circle->threads[i].take),
           circle_object (circle, circle->threads[(i + 1) % circle->count].hold));
  equations_close (circle);
  if (circle->is_broken || is_ageless (circle))
    return CIRCLE_IMPOSSIBLE;
  enum circle_verdict verdict = CIRCLE_OPEN;
  for (uint32_t i = 0; i < circle->count; i++)
    {
      if (has_taken (circle, &circle->threads[i]))
        return CIRCLE_IMPOSSIBLE;
      for (uint32_t j = 0; j < i; j++)
        {
          if (conflict (circle, circle->threads[i].hold, circle->threads[j].hold))
            return CIRCLE_IMPOSSIBLE;
          if (is_guarded (circle, &circle->threads[i], &circle->threads[j]))
            verdict = CIRCLE_GUARDED;
        }
    }
  return verdict;
}

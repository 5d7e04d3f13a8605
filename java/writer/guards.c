/* guards.c -- @GuardedBy is checked, not believed.
 *
 * The locks that are certainly held in a procedure: those that it holds itself, and those
 * that are held at every call of it.  The greatest solution, by iteration downwards; each
 * set can only shrink, once for each lock in it.
 */
#include <config.h>

#include "java/writer/guards.h"

#include <assert.h>
#include <string.h>

#include "base/idset.h"
#include "java/program/annotate.h"

struct guards
{
  struct extraction *x;
  const struct bodies *bodies;
  struct idsets sets;
  idset *held;    /* by body: at its beginning */
  bool *is_known; /* by body: some call of it was seen */
};

static idset
held_at (struct guards *g, uint32_t body, uint32_t monitors)
{
  assert (body < g->bodies->list.count);
  idset held = g->held[body];
  for (uint32_t i = 0; i < row_count (&g->x->rows, monitors); i++)
    held = idset_add (&g->sets, held, row_words (&g->x->rows, monitors)[i]);
  return held;
}

/* BODY is called with HELD; is that news? */
static bool
meet (struct guards *g, uint32_t body, idset held)
{
  assert (body < g->bodies->list.count);
  idset before = g->held[body];
  if (!g->is_known[body])
    g->held[body] = held;
  else
    g->held[body] = idset_minus (&g->sets, before, idset_minus (&g->sets, before, held));
  bool is_new = !g->is_known[body] || !idset_equal (before, g->held[body]);
  g->is_known[body] = true;
  return is_new;
}

static void
find_held (struct guards *g)
{
  struct arena *arena = &g->x->run_arena;
  VEC (uint32_t) work = VEC_EMPTY;
  for (uint32_t i = 0; i < g->x->client.entries.count; i++)
    {
      uint32_t body = g->x->instances.at[g->x->client.entries.at[i].instance].body;
      if (body != UINT32_MAX && meet (g, body, IDSET_EMPTY))
        *vec_push (arena, &work) = body;
    }
  while (work.count > 0)
    {
      uint32_t number = work.at[--work.count];
      const struct body *body = &g->bodies->list.at[number];
      for (uint32_t n = 0; n < body->nodes.count; n++)
        for (uint32_t e = body->nodes.at[n].first;
             e < body->nodes.at[n].first + body->nodes.at[n].count; e++)
          if (body->edges.at[e].kind == EFFECT_CALL
              && meet (g, body->edges.at[e].operand,
                       held_at (g, number, body->nodes.at[n].monitors)))
            *vec_push (arena, &work) = body->edges.at[e].operand;
    }
}

/* Is LOCK what GUARD names: "this", "lock", "Stack.lock", "Stack.class"? */
static bool
is_guard (const struct lock *lock, const char *guard, const char *place)
{
  assert (guard);
  const char *name = place ? place : lock->name;
  size_t length = strlen (guard), whole = strlen (name);
  if (strncmp (guard, "this.", 5) == 0)
    return is_guard (lock, guard + 5, place);
  if (length > 5 && strcmp (guard + length - 5, ".this") == 0)
    return strcmp (name, "this") == 0;
  return strcmp (name, guard) == 0
         || (whole > length && name[whole - length - 1] == '.'
             && strcmp (name + whole - length, guard) == 0);
}

static bool
is_guarded (struct guards *g, idset held, const char *guard)
{
  struct extraction *x = g->x;
  for (uint32_t i = idset_next (&g->sets, held, 0); i != UINT32_MAX;
       i = idset_next (&g->sets, held, i + 1))
    {
      assert (i < x->heap.locks.count);
      const struct lock *lock = &x->heap.locks.at[i];
      const struct value *value = value_at (&x->values, lock->value);
      if (is_guard (lock, guard,
                    value->kind == VALUE_PLACE ? x->heap.places.at[value->a].name : NULL))
        return true;
    }
  return false;
}

static const char *
guard_of (struct extraction *x, uint32_t location)
{
  assert (location < x->heap.locations.count);
  uint32_t member = x->heap.locations.at[location].member;
  if (member == UINT32_MAX)
    return NULL;
  return annotation_text (
    x->java, annotation_of_field (x->java, x->heap.member_list.at[member], "GuardedBy"));
}

static void
check_body (struct guards *g, uint32_t number, const char *const *guards)
{
  assert (g->is_known[number]);
  struct extraction *x = g->x;
  const struct body *body = &g->bodies->list.at[number];
  for (uint32_t n = 0; n < body->nodes.count; n++)
    for (uint32_t e = body->nodes.at[n].first;
         e < body->nodes.at[n].first + body->nodes.at[n].count; e++)
      {
        const struct body_edge *edge = &body->edges.at[e];
        assert (edge->kind != EFFECT_READ || edge->operand < x->heap.locations.count);
        if ((edge->kind != EFFECT_READ && edge->kind != EFFECT_WRITE)
            || !guards[edge->operand]
            || is_guarded (g, held_at (g, number, body->nodes.at[n].monitors),
                           guards[edge->operand]))
          continue;
        note_at (x, JAVA_ADDS_EXECUTIONS, "guarded-by", body->instance, edge->instruction,
                 "'%s' is accessed without '%s', which its @GuardedBy names",
                 x->heap.locations.at[edge->operand].name, guards[edge->operand]);
      }
}

void
guards_check (struct extraction *x, const struct bodies *bodies, const bool *is_called)
{
  struct arena *arena = &x->run_arena;
  bool has_guards = false;
  const char **guards = arena_calloc (arena, x->heap.locations.count + 1, sizeof *guards);
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    {
      guards[i] = guard_of (x, i);
      has_guards = has_guards || guards[i];
    }
  if (!has_guards)
    return;
  struct guards g = { .x = x, .bodies = bodies };
  idsets_init (&g.sets, arena);
  g.held = arena_calloc (arena, bodies->list.count + 1, sizeof *g.held);
  g.is_known = arena_calloc (arena, bodies->list.count + 1, sizeof *g.is_known);
  find_held (&g);
  for (uint32_t i = 0; i < bodies->list.count; i++)
    {
      assert (!is_called[i] || g.is_known[i]);
      if (is_called[i])
        check_body (&g, i, guards);
    }
}

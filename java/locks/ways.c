/* ways.c -- from entries to locks: the ways of threads (circle.h). */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/locks/circle.h"

/* Calls between an entry and a method. */
#define WAY_MOST 12
/* Methods that are looked at on the way up. */
#define METHODS_MOST 400
/* A call through a type that is not given counts as so many methods that it could run. */
#define FOREIGN_CHOICES 8
/* There is no telling apart more than these. */
#define CHOICES_LIMIT 65536

/* ---- Entries. ---- */

/* Can METHOD be called by code that is not given, or by a thread of its own? */
static bool
is_entry (struct lock_program *p, uint32_t method)
{
  assert (method < p->methods.count);
  const struct lock_method *at = &p->methods.at[method];
  const struct java_method *header = universe_method (p->universe, at->member);
  const char *name = universe_text (p->universe, header->name);
  if (strcmp (name, "<clinit>") == 0)
    return true;
  if (at->callers.count == 0)
    return !(header->access & ACCESS_PRIVATE) || strncmp (name, "lambda$", 7) == 0;
  if (!(header->access & ACCESS_PUBLIC) || header->access & ACCESS_SYNTHETIC
      || universe_is_privileged (p->universe, at->member))
    return false;
  return universe_class (p->universe, at->member.class)->access & ACCESS_PUBLIC
         || universe_is_seen_as_super (p->universe, at->member);
}

/* A method on the way up: reached by its call of the one before it. */
struct climb
{
  uint32_t method, call, before, depth;
};

static void
make_way (struct arena *arena, const struct climb *climbs, uint32_t last,
          struct circle_way *way)
{
  assert (climbs);
  *way = (struct circle_way){ .entry = climbs[last].method, .count = climbs[last].depth };
  way->calls = arena_calloc (arena, way->count + 1, sizeof *way->calls);
  for (uint32_t i = 0; i < way->count; i++, last = climbs[last].before)
    way->calls[i] = climbs[last].call;
}

uint32_t
circle_ways (struct lock_program *p, struct arena *arena, uint32_t method,
             struct circle_way *ways, uint32_t most)
{
  assert (method < p->methods.count && most > 0);
  VEC (struct climb) climbs = VEC_EMPTY;
  struct pairmap seen;
  uint32_t count = 0;
  pairmap_init (&seen, arena);
  *vec_push (arena, &climbs) = (struct climb){ .method = method };
  *pairmap_at (&seen, method, 0) = 1;
  for (uint32_t i = 0; i < climbs.count && count < most; i++)
    {
      struct climb at = climbs.at[i];
      /* What only other given methods have, they alone can call it with. */
      if (is_entry (p, at.method))
        make_way (arena, climbs.at, i, &ways[count++]);
      const struct lock_method *from = &p->methods.at[at.method];
      for (uint32_t c = 0; c < from->callers.count && at.depth < WAY_MOST; c++)
        {
          uint32_t call = from->callers.at[c], caller = p->calls.at[call].method;
          uint32_t *slot = pairmap_at (&seen, caller, 0);
          if (*slot != PAIRMAP_FREE || climbs.count >= METHODS_MOST)
            continue;
          *slot = 1;
          *vec_push (arena, &climbs) = (struct climb){ caller, call, i, at.depth + 1 };
        }
    }
  return count;
}

/* ---- Instances. ---- */

static bool
is_same_row (const term_id *a, const term_id *b, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (!term_equal (a[i], b[i]))
      return false;
  return true;
}

uint32_t
circle_instance (struct circle *circle, struct circle_instance instance)
{
  assert (instance.method < circle->p->methods.count);
  for (uint32_t i = 0; i < circle->instances.count; i++)
    {
      const struct circle_instance *at = &circle->instances.at[i];
      if (at->thread == instance.thread && at->method == instance.method
          && at->argument_count == instance.argument_count
          && at->outer_count == instance.outer_count
          && is_same_row (at->arguments, instance.arguments, at->argument_count)
          && is_same_row (at->outer, instance.outer, at->outer_count))
        return i;
    }
  *vec_push (circle->arena, &circle->instances) = instance;
  return circle->instances.count - 1;
}

term_id
circle_term (struct circle *circle, uint32_t instance, term_id term)
{
  assert (instance < circle->instances.count);
  const struct circle_instance *at = &circle->instances.at[instance];
  return term_in (&circle->p->terms, term, at->arguments, at->argument_count, instance);
}

/* Locks of the row HELD of INSTANCE's method, from the outermost on, into OUT. */
static uint32_t
held_terms (struct circle *circle, uint32_t instance, uint32_t held, term_id *out)
{
  assert (held < circle->p->helds.count);
  const struct lock_program *p = circle->p;
  uint32_t depth = p->helds.at[held].depth;
  for (uint32_t h = held, i = depth; h != HELD_NONE; h = p->helds.at[h].below)
    out[--i] = circle_term (circle, instance, p->helds.at[h].lock);
  return depth;
}

static bool
has_lock (const term_id *locks, uint32_t count, term_id lock)
{
  for (uint32_t i = 0; i < count; i++)
    if (term_equal (locks[i], lock))
      return true;
  return false;
}

/* The parameters of METHOD. */
static uint32_t
count_parameters (struct lock_program *p, uint32_t method)
{
  assert (method < p->methods.count);
  const struct java_method *header
    = universe_method (p->universe, p->methods.at[method].member);
  return universe_signature (p->universe, header->descriptor)->count
         + !(header->access & ACCESS_STATIC);
}

uint32_t
circle_call (struct circle *circle, uint32_t instance, const struct lock_call *call,
             uint32_t target)
{
  assert (target < circle->p->methods.count);
  struct lock_program *p = circle->p;
  const struct circle_instance from = circle->instances.at[instance];
  struct circle_instance made = {
    .thread = from.thread,
    .method = target,
    .argument_count = count_parameters (p, target),
  };
  made.arguments
    = arena_calloc (circle->arena, made.argument_count + 1, sizeof *made.arguments);
  for (uint32_t i = 0; i < call->argument_count; i++)
    if (call->skipped + i < made.argument_count)
      made.arguments[call->skipped + i]
        = circle_term (circle, instance, p->arguments.at[call->first_argument + i]);
  if (made.argument_count > 0)
    made.arguments[0] = lock_receiver (p, target, made.arguments[0]);
  made.outer
    = arena_calloc (circle->arena, from.outer_count + HELD_MOST + 1, sizeof *made.outer);
  for (uint32_t i = 0; i < from.outer_count; i++)
    made.outer[made.outer_count++] = from.outer[i];
  term_id own[HELD_MOST + 1];
  uint32_t count = held_terms (circle, instance, call->held, own);
  for (uint32_t i = 0; i < count; i++)
    if (!has_lock (made.outer, made.outer_count, own[i]))
      made.outer[made.outer_count++] = own[i];
  return circle_instance (circle, made);
}

/* ---- Chains. ---- */

/* The entry of THREAD: its parameters are objects of which nothing is known. */
static uint32_t
enter (struct circle *circle, uint32_t thread, uint32_t entry)
{
  assert (thread < circle->count);
  struct lock_program *p = circle->p;
  const struct java_member member = p->methods.at[entry].member;
  const struct java_method *header = universe_method (p->universe, member);
  const struct java_signature *signature
    = universe_signature (p->universe, header->descriptor);
  bool is_static = header->access & ACCESS_STATIC;
  struct circle_instance made = { .thread = thread,
                                  .method = entry,
                                  .argument_count = count_parameters (p, entry) };
  made.arguments
    = arena_calloc (circle->arena, made.argument_count + 1, sizeof *made.arguments);
  uint32_t number = circle->instances.count;
  for (uint32_t i = 0; i < made.argument_count; i++)
    {
      struct java_type type
        = { .kind = 'L', .class = universe_class (p->universe, member.class)->name };
      if (is_static || i > 0)
        type = signature->parameters[i - !is_static];
      if (!type_is_reference (type))
        continue;
      struct term parameter = { .kind = TERM_PARAMETER, .a = i, .type = type.class };
      made.arguments[i] = term_make (
        &p->terms, (struct term){ .kind = TERM_OF,
                                  .a = term_make (&p->terms, parameter).index,
                                  .b = number,
                                  .type = type.class });
    }
  *vec_push (circle->arena, &circle->instances) = made;
  return number;
}

/* Has an earlier instance of THREAD a method of the object RECEIVER?  Then it is known
   what that is; and if its class is that of the method TARGET, or below it, also that
   this one runs. */
static bool
is_met (const struct circle *circle, uint32_t thread, term_id receiver, uint32_t target,
        bool *runs)
{
  const struct lock_program *p = circle->p;
  assert (target < p->methods.count);
  name_id class = universe_class (p->universe, p->methods.at[target].member.class)->name;
  bool met = *runs = false;
  assert (thread < circle->count && class.index != NAME_NONE.index);
  for (uint32_t i = 0; i < circle->instances.count; i++)
    {
      const struct circle_instance *at = &circle->instances.at[i];
      if (at->thread != thread || at->argument_count == 0
          || !term_same (&p->terms, at->arguments[0], receiver))
        continue;
      met = true;
      *runs |= universe_is_a (p->universe, p->methods.at[at->method].member.class, class);
    }
  return met;
}

/* INSTANCE makes CALL, which runs TARGET, one of its targets.  Of which class its own
   object and its arguments are is up to whoever enters. */
static void
choose (struct circle *circle, uint32_t instance, const struct lock_call *call,
        uint32_t target)
{
  struct lock_program *p = circle->p;
  struct circle_thread *thread = &circle->threads[circle->instances.at[instance].thread];
  uint32_t targets = call->is_foreign ? FOREIGN_CHOICES : call->target_count;
  assert (thread->choices > 0);
  if (targets < 2 || call->argument_count == 0 || thread->guesses >= CHOICES_LIMIT)
    return;
  term_id receiver
    = circle_term (circle, instance, p->arguments.at[call->first_argument]);
  const struct term *at = term_at (&p->terms, term_core (&p->terms, receiver));
  bool is_given = at->kind == TERM_OF
                  && term_at (&p->terms, (term_id){ at->a })->kind == TERM_PARAMETER;
  bool runs;
  if (is_given)
    return;
  if (!is_met (circle, circle->instances.at[instance].thread, receiver, target, &runs))
    thread->choices *= targets;
  if (!runs)
    thread->guesses *= targets;
  assert (thread->guesses >= thread->choices);
}

static void
walk (struct circle *circle, uint32_t number)
{
  assert (number < circle->count);
  struct lock_program *p = circle->p;
  struct circle_thread *thread = &circle->threads[number];
  const struct lock_edge *edge = &p->edges.at[thread->edge];
  uint32_t at = thread->instance = enter (circle, number, thread->way.entry);
  thread->nests = true;
  thread->depth = thread->way.count;
  thread->choices = thread->guesses = 1;
  for (uint32_t i = 0; i < thread->way.count; i++)
    {
      uint32_t target = i + 1 < thread->way.count
                          ? p->calls.at[thread->way.calls[i + 1]].method
                          : edge->method;
      thread->nests &= !p->methods.at[circle->instances.at[at].method].is_crossed;
      circle->instances.at[at].left = p->calls.at[thread->way.calls[i]].instruction;
      choose (circle, at, &p->calls.at[thread->way.calls[i]], target);
      at = circle_call (circle, at, &p->calls.at[thread->way.calls[i]], target);
    }
  thread->hold = circle_term (circle, at, p->helds.at[edge->held].lock);
  struct acquisition taking = edge->taking;
  for (; taking.call != UINT32_MAX;
       taking = p->methods.at[taking.target].acquisitions.at[taking.inner])
    {
      thread->nests &= !p->methods.at[circle->instances.at[at].method].is_crossed;
      circle->instances.at[at].left = p->calls.at[taking.call].instruction;
      choose (circle, at, &p->calls.at[taking.call], taking.target);
      at = circle_call (circle, at, &p->calls.at[taking.call], taking.target);
      thread->depth++;
    }
  thread->nests &= !p->methods.at[circle->instances.at[at].method].is_crossed;
  circle->instances.at[at].left = taking.instruction;
  thread->last = at;
  thread->instruction = taking.instruction;
  thread->take = circle_term (circle, at, taking.lock);
  const struct circle_instance *last = &circle->instances.at[at];
  thread->held.count = 0;
  for (uint32_t i = 0; i < last->outer_count; i++)
    *vec_push (circle->arena, &thread->held) = last->outer[i];
  term_id own[HELD_MOST + 1];
  uint32_t count = held_terms (circle, at, taking.held, own);
  for (uint32_t i = 0; i < count; i++)
    *vec_push (circle->arena, &thread->held) = own[i];
}

void
circle_walk (struct circle *circle)
{
  for (uint32_t i = 0; i < circle->count; i++)
    walk (circle, i);
}

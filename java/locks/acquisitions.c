/* acquisitions.c -- which locks a method waits for, it or what it calls.
 *
 * What a method takes itself goes to its callers, in their terms, and on to theirs; the
 * queue is first in, first out, so that each method knows the shortest chain of calls to
 * each lock.  A symbol of a method means nothing to its callers: only its type and the
 * field it comes from are kept.  Each pair of a method and a lock is passed on once: the
 * work is linear in the calls, times the locks that a method takes.
 */
#include <config.h>

#include <assert.h>

#include "java/locks/lock_program.h"

/* Different locks of a method; further ones are not looked at. */
#define ACQUISITIONS_MOST 128

/* The instance of symbols that callers see. */
#define INSTANCE_OF_CALLEES UINT32_MAX

struct item
{
  uint32_t method, acquisition;
};

struct spread
{
  struct lock_program *p;
  struct arena *arena;
  struct pairmap known; /* (method, lock) */
  VEC (struct item) queue;
};

/* Only the last field of a way that is too long. */
static term_id
shorten (struct lock_program *p, term_id lock)
{
  assert (lock.index < p->terms.list.count);
  struct term at = *term_at (&p->terms, lock);
  if (at.kind == TERM_LOCK || at.kind == TERM_HALF)
    {
      at.a = shorten (p, (term_id){ at.a }).index;
      return term_make (&p->terms, at);
    }
  if (term_depth (&p->terms, lock) <= TERM_FIELDS_MOST || at.kind != TERM_FIELD)
    return lock;
  at.a = TERM_NOTHING.index;
  struct term some = { .kind = TERM_OF,
                       .a = term_make (&p->terms, at).index,
                       .b = INSTANCE_OF_CALLEES,
                       .type = at.type,
                       .is_exact = at.is_exact };
  return term_make (&p->terms, some);
}

term_id
lock_receiver (struct lock_program *p, uint32_t target, term_id receiver)
{
  assert (target < p->methods.count);
  struct java_member member = p->methods.at[target].member;
  if (universe_method (p->universe, member)->access & ACCESS_STATIC)
    return receiver;
  return term_refined (&p->terms, receiver,
                       universe_class (p->universe, member.class)->name);
}

term_id
acquisition_lock (struct lock_program *p, const struct lock_call *call, uint32_t target,
                  term_id lock)
{
  term_id arguments[256];
  uint32_t skipped = call->skipped;
  assert (skipped + call->argument_count <= 256);
  for (uint32_t i = 0; i < 256; i++)
    arguments[i] = TERM_NOTHING;
  for (uint32_t i = 0; i < call->argument_count; i++)
    arguments[skipped + i] = p->arguments.at[call->first_argument + i];
  arguments[0] = lock_receiver (p, target, arguments[0]);
  return shorten (p, term_in (&p->terms, lock, arguments, 256, INSTANCE_OF_CALLEES));
}

static void
add (struct spread *s, uint32_t number, struct acquisition acquisition)
{
  assert (number < s->p->methods.count);
  struct lock_method *method = &s->p->methods.at[number];
  uint32_t *slot = pairmap_at (&s->known, number, acquisition.lock.index);
  if (*slot != PAIRMAP_FREE)
    return;
  *slot = 1;
  if (method->acquisitions.count >= ACQUISITIONS_MOST)
    {
      method->is_cut = true;
      return;
    }
  *vec_push (s->arena, &s->queue) = (struct item){ number, method->acquisitions.count };
  *vec_push (s->p->arena, &method->acquisitions) = acquisition;
}

static void
add_own (struct spread *s, uint32_t number)
{
  assert (number < s->p->methods.count);
  struct lock_program *p = s->p;
  const struct lock_method *method = &p->methods.at[number];
  if (!term_equal (method->monitor, TERM_NOTHING))
    add (s, number,
         (struct acquisition){ method->monitor, SITE_OF_METHOD, HELD_NONE, UINT32_MAX, 0,
                               0 });
  for (uint32_t i = 0; i < method->state_count; i++)
    {
      const struct flow_state *state = &p->states.at[method->first_state + i];
      for (uint32_t e = 0; e < state->event_count; e++)
        {
          const struct flow_event *event = &p->events.at[state->first_event + e];
          if (event->kind == FLOW_ACQUIRE)
            add (s, number,
                 (struct acquisition){ event->lock, event->instruction, event->held,
                                       UINT32_MAX, 0, 0 });
        }
    }
}

static void
note_callers (struct lock_program *p)
{
  for (uint32_t c = 0; c < p->calls.count; c++)
    for (uint32_t t = 0; t < p->calls.at[c].target_count; t++)
      {
        uint32_t target = lock_method_number (p, p->calls.at[c].targets[t]);
        *vec_push (p->arena, &p->methods.at[target].callers) = c;
      }
}

void
acquisitions_find (struct lock_program *p)
{
  assert (p->knows_fields);
  struct spread s = { .p = p, .arena = &p->scratch };
  pairmap_init (&s.known, s.arena);
  note_callers (p);
  for (uint32_t i = 0; i < p->methods.count; i++)
    if (p->methods.at[i].is_known)
      add_own (&s, i);
  for (uint32_t next = 0; next < s.queue.count; next++)
    {
      quota_tick (p->arena->quota);
      struct item item = s.queue.at[next];
      const struct lock_method *method = &p->methods.at[item.method];
      term_id lock = method->acquisitions.at[item.acquisition].lock;
      for (uint32_t i = 0; i < p->methods.at[item.method].callers.count; i++)
        {
          uint32_t c = p->methods.at[item.method].callers.at[i];
          const struct lock_call *call = &p->calls.at[c];
          add (&s, call->method,
               (struct acquisition){ acquisition_lock (p, call, item.method, lock),
                                     call->instruction, call->held, c, item.method,
                                     item.acquisition });
        }
    }
  arena_clear (&p->scratch);
  arena_init (&p->scratch, p->arena->quota);
}

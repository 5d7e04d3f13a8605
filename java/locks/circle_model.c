/* circle_model.c -- the model of a circle: a process for each thread, which calls its
 * entry once, and all code from there on that has to do with a lock of the chains.
 *
 * Only locks that some chain holds or takes are in it.  A lock that no chain has is free
 * again whenever a thread has come to the end of its chain, so the threads can come there
 * one after the other: it prevents nothing.  The steps of a procedure follow the flow
 * of its method (flow.h).
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "ir/ir_builder.h"
#include "java/locks/lock_circles.h"
#include "java/program/naming.h"

/* Procedures of a model; further calls are left out. */
#define PROCEDURES_MOST 64
/* Terms whose equations are solved; others are objects of their own. */
#define TERMS_MOST 128

struct kept_lock
{
  term_id term;
  const char *name;
  bool is_split; /* a read-write lock: a part for each thread */
  lock_id lock;  /* or its first part */
};

struct procedure
{
  uint32_t instance;
  body_id body;
};

struct writing
{
  struct lock_program *p;
  struct circle *circle;
  struct java_model *model;
  struct arena *arena;
  VEC (struct kept_lock) locks;
  struct pairmap lock_of; /* (term, 0) -> into locks, or their number */
  VEC (struct procedure) procedures;
  struct pairmap procedure_of; /* (instance, 0) */
  struct names names;
  struct ir_builder steps;
  uint32_t offset; /* of the last statement */
  /* Of the procedure: */
  uint32_t instance;
  struct java_member member;
  uint32_t *step_of;           /* by state: IR_BUILDER_NONE if it is not reached so far */
  VEC (uint32_t) states;       /* those that are */
  uint32_t exit;               /* the step that returns */
  bool tries, waits, is_large; /* something is left out */
};

/* ---- Steps. ---- */

/* A new statement: INSTRUCTION of the present method.  Returns its position. */
static name_id
begin_statement (struct writing *w, uint32_t instruction)
{
  assert (instruction == SITE_OF_METHOD || universe_code (w->p->universe, w->member));
  struct java_universe *universe = w->p->universe;
  const struct java_method *header = universe_method (universe, w->member);
  uint32_t at = instruction == SITE_OF_METHOD ? 0 : instruction;
  struct arena *arena = &w->model->arena;
  const char *class = universe_dotted (universe,
                                       universe_class (universe, w->member.class)->name);
  *vec_push (arena, &w->model->origins) = (struct java_origin){
    .offset = ++w->offset,
    .class_name = arena_copy (arena, class, strlen (class)),
    .method = arena_format (arena, "%s", universe_text (universe, header->name)),
    .descriptor
    = arena_format (arena, "%s", universe_text (universe, header->descriptor)),
    .index = universe_code (universe, w->member)->at[at].pc,
  };
  return ir_name_of (w->model->declared,
                     java_position (universe, w->arena, w->member, at));
}

/* The statement of INSTRUCTION does OP, and control goes on. */
static struct ir_step *
add_step (struct writing *w, enum ir_op op, uint32_t instruction)
{
  uint32_t step = w->steps.current;
  name_id position = begin_statement (w, instruction);
  ir_builder_fill (&w->steps, op, w->offset, position);
  ir_builder_go_on (&w->steps);
  return &w->steps.drafts.at[step].node;
}

/* ---- Locks. ---- */

/* The number of the lock that LOCK is, as far as is known now; or that of all locks. */
static uint32_t
number_of_lock (const struct writing *w, term_id lock)
{
  uint32_t i = 0;
  while (i < w->locks.count && !circle_same_lock (w->circle, w->locks.at[i].term, lock))
    i++;
  return i;
}

/* The lock of the model that LOCK is, or null, when all locks are kept.  Terms become
   equal while calls are looked at; what was said once of a term stands, since a lock that
   was taken is given back. */
static const struct kept_lock *
find_lock (struct writing *w, term_id lock)
{
  uint32_t *known = pairmap_at (&w->lock_of, lock.index, 0);
  if (*known == PAIRMAP_FREE)
    *known = number_of_lock (w, lock);
  assert (*known <= w->locks.count);
  return *known < w->locks.count ? &w->locks.at[*known] : NULL;
}

/* "Account", "Cache.lock": what the lock is called without a letter. */
static const char *
base_name (struct writing *w, term_id lock, bool *is_one)
{
  assert (lock.index < w->p->terms.list.count);
  struct lock_program *p = w->p;
  const struct term *at = term_at (&p->terms, circle_object (w->circle, lock));
  uint32_t number = lock_node_of (p, lock);
  const struct lock_node node = p->nodes.at[number];
  const enum term_kind kind
    = term_at (&p->terms, term_core (&p->terms, circle_object (w->circle, lock)))->kind;
  *is_one = kind == TERM_CLASS || kind == TERM_INIT || kind == TERM_STATIC;
  if (at->kind == TERM_CLASS || at->kind == TERM_INIT)
    return arena_format (w->arena, at->kind == TERM_CLASS ? "%s.class" : "static of %s",
                         java_simple_name (p->universe, (name_id){ at->a }));
  class_id class = at->type.index == NAME_NONE.index
                     ? CLASS_NONE
                     : universe_find (p->universe, at->type);
  if (node.origin == UINT32_MAX || (class_is_known (class) && !*is_one))
    return at->type.index == NAME_NONE.index ? "lock"
                                             : java_simple_name (p->universe, at->type);
  struct java_member field = p->terms.fields.at[node.origin];
  return arena_format (
    w->arena, "%s.%s%s",
    java_simple_name (p->universe, universe_class (p->universe, field.class)->name),
    universe_text (p->universe, universe_field (p->universe, field)->name),
    node.is_element ? "[]" : "");
}

static void
keep_lock (struct writing *w, term_id lock)
{
  assert (lock.index < w->p->terms.list.count);
  bool is_kept = number_of_lock (w, lock) < w->locks.count;
  if (is_kept || !circle_is_stable (w->circle, lock))
    {
      bool is_of_circle = false;
      for (uint32_t i = 0; i < w->circle->count; i++)
        is_of_circle |= circle_same_lock (w->circle, lock, w->circle->threads[i].hold);
      if (is_kept || !is_of_circle)
        return;
    }
  bool is_one;
  const char *base = base_name (w, lock, &is_one), *name = base;
  for (char letter = 'a'; !is_one; letter++)
    {
      name = arena_format (w->arena, "%s %c", base, letter);
      bool taken = false;
      for (uint32_t i = 0; i < w->locks.count; i++)
        taken |= strcmp (w->locks.at[i].name, name) == 0;
      if (!taken || letter == 'z')
        break;
    }
  *vec_push (w->arena, &w->locks)
    = (struct kept_lock){ .term = lock,
                          .name = name,
                          .is_split = term_at (&w->p->terms, lock)->kind == TERM_HALF };
}

static void
keep_locks (struct writing *w)
{
  for (uint32_t i = 0; i < w->circle->count; i++)
    keep_lock (w, w->circle->threads[i].hold);
  for (uint32_t i = 0; i < w->circle->count; i++)
    for (uint32_t h = 0; h < w->circle->threads[i].held.count; h++)
      keep_lock (w, w->circle->threads[i].held.at[h]);
}

static void
declare_locks (struct writing *w)
{
  struct arena *arena = &w->model->arena;
  struct ir_model *declared = w->model->declared;
  for (uint32_t i = 0; i < w->locks.count; i++)
    {
      struct kept_lock *lock = &w->locks.at[i];
      lock->lock = (lock_id){ declared->locks.count };
      if (!lock->is_split)
        ir_declare_lock (declared, lock->name);
      for (uint32_t t = 0; t < w->circle->count && lock->is_split; t++)
        *vec_push (arena, &w->model->halves) = (struct java_half){
          ir_declare_lock (declared, arena_format (w->arena, "%s[%u]", lock->name, t)),
          arena_format (arena, "%s", lock->name)
        };
    }
  w->model->locks = w->locks.count;
}

/* Take or give back LOCK: a reader its own part, a writer all of them. */
static void
add_lock (struct writing *w, bool takes, term_id term, uint32_t instruction)
{
  assert (w->instance < w->circle->instances.count);
  const struct kept_lock *lock = find_lock (w, term);
  if (!lock)
    return;
  bool writes = lock->is_split && term_at (&w->p->terms, term)->b != 0;
  uint32_t count = writes ? w->circle->count : 1;
  uint32_t own
    = lock->is_split && !writes ? w->circle->instances.at[w->instance].thread : 0;
  for (uint32_t i = 0; i < count; i++)
    add_step (w, takes ? IR_ACQUIRE : IR_RELEASE, instruction)->object.lock
      = (lock_id){ lock->lock.index + own + (takes ? i : count - 1 - i) };
}

/* ---- Procedures. ---- */

static const char *
unique_name (struct writing *w, const char *name)
{
  const char *tried = name;
  for (uint32_t i = 2;; i++)
    {
      uint32_t before = w->names.entries.count;
      names_intern (&w->names, tried, strlen (tried));
      if (w->names.entries.count > before)
        return tried;
      tried = arena_format (w->arena, "%s #%u", name, i);
    }
}

static uint32_t
procedure_of (struct writing *w, uint32_t instance)
{
  assert (instance < w->circle->instances.count);
  uint32_t *slot = pairmap_at (&w->procedure_of, instance, 0);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = w->procedures.count;
      struct java_member member
        = w->p->methods.at[w->circle->instances.at[instance].method].member;
      struct ir_model *declared = w->model->declared;
      body_id body = ir_declare_procedure (
        declared,
        unique_name (w, java_full_method_name (w->p->universe, w->arena, member)));
      declared->bodies.at[body.index].position
        = ir_name_of (declared, java_position (w->p->universe, w->arena, member, 0));
      *vec_push (w->arena, &w->procedures) = (struct procedure){ instance, body };
    }
  return pairmap_get (&w->procedure_of, instance, 0);
}

/* Does TARGET, called with the arguments of INSTANCE, take a lock of the model? */
static bool
takes_kept (struct writing *w, uint32_t instance)
{
  assert (instance < w->circle->instances.count);
  const struct circle_instance *at = &w->circle->instances.at[instance];
  for (uint32_t i = 0; i < w->p->methods.at[at->method].acquisitions.count; i++)
    {
      term_id lock = circle_term (w->circle, instance,
                                  w->p->methods.at[at->method].acquisitions.at[i].lock);
      if (w->circle->terms.count >= TERMS_MOST)
        w->is_large = true;
      else if (equations_add (w->circle, lock))
        equations_close (w->circle);
      if (find_lock (w, lock))
        return true;
      at = &w->circle->instances.at[instance];
    }
  return false;
}

/* Can the receiver of INSTANCE, which is one with other objects of the circle, run its
   method? */
static bool
is_receiver (struct writing *w, uint32_t instance)
{
  const struct circle_instance *at = &w->circle->instances.at[instance];
  if (at->argument_count == 0 || w->circle->terms.count >= TERMS_MOST)
    return true;
  term_id receiver = at->arguments[0];
  if (equations_add (w->circle, receiver))
    equations_close (w->circle);
  return circle_can_be (w->circle, receiver);
}

/* Instances up to here are on the chains. */
static void
put_call (struct writing *w, const struct flow_event *event, uint32_t on_chains)
{
  assert (event->kind == FLOW_CALL);
  struct lock_program *p = w->p;
  const struct lock_call call = p->calls.at[event->operand];
  uint32_t called[64], count = 0;
  for (uint32_t t = 0; t < call.target_count && count < 64; t++)
    {
      uint32_t target = lock_method_number (p, call.targets[t]);
      if (p->methods.at[target].acquisitions.count == 0
          || !p->methods.at[target].is_known)
        continue;
      uint32_t instance = circle_call (w->circle, w->instance, &call, target);
      if (instance >= on_chains && !is_receiver (w, instance))
        continue;
      bool is_new = pairmap_get (&w->procedure_of, instance, 0) == PAIRMAP_FREE;
      if (instance >= on_chains && is_new && w->procedures.count >= PROCEDURES_MOST)
        {
          w->is_large = true;
          continue;
        }
      if (instance < on_chains || takes_kept (w, instance))
        called[count++] = procedure_of (w, instance);
    }
  for (uint32_t i = 0; i < count; i++)
    {
      /* One of them, or a method without locks. */
      bool may_skip = call.target_count > 1;
      uint32_t choice = w->steps.current;
      if (may_skip)
        ir_builder_go_on (&w->steps);
      add_step (w, IR_CALL, event->instruction)->object.callee
        = w->procedures.at[called[i]].body;
      if (may_skip)
        ir_builder_add_edge (&w->steps, choice, w->steps.current);
    }
}

static uint32_t
step_of (struct writing *w, uint32_t state)
{
  if (w->step_of[state] == IR_BUILDER_NONE)
    {
      w->step_of[state] = ir_builder_new_step (&w->steps);
      *vec_push (w->arena, &w->states) = state;
    }
  return w->step_of[state];
}

/* Control goes to STATE, or on. */
static void
add_fork (struct writing *w, uint32_t state)
{
  ir_builder_add_edge (&w->steps, w->steps.current, step_of (w, state));
  ir_builder_go_on (&w->steps);
}

/* Locks of the model that the thread holds at HELD of the present method; *INNERMOST is
   the last one. */
static uint32_t
count_held (struct writing *w, uint32_t held, const struct kept_lock **innermost)
{
  assert (held < w->p->helds.count);
  const struct circle_instance *at = &w->circle->instances.at[w->instance];
  uint32_t count = 0;
  *innermost = NULL;
  for (uint32_t h = held; h != HELD_NONE; h = w->p->helds.at[h].below)
    {
      const struct kept_lock *lock
        = find_lock (w, circle_term (w->circle, w->instance, w->p->helds.at[h].lock));
      count += lock != NULL;
      *innermost = *innermost ? *innermost : lock;
    }
  at = &w->circle->instances.at[w->instance];
  for (uint32_t i = at->outer_count; i-- > 0;)
    {
      const struct kept_lock *lock = find_lock (w, at->outer[i]);
      count += lock != NULL;
      *innermost = *innermost ? *innermost : lock;
    }
  return count;
}

static bool
is_held (struct writing *w, uint32_t held, term_id lock)
{
  assert (held < w->p->helds.count);
  for (uint32_t h = held; h != HELD_NONE; h = w->p->helds.at[h].below)
    if (circle_same_lock (w->circle, lock,
                          circle_term (w->circle, w->instance, w->p->helds.at[h].lock)))
      return true;
  const struct circle_instance *at = &w->circle->instances.at[w->instance];
  for (uint32_t i = 0; i < at->outer_count; i++)
    if (circle_same_lock (w->circle, lock, at->outer[i]))
      return true;
  return false;
}

/* A lock that was got without waiting.  Where the thread has no other lock of the model,
   waiting for it closes no circle, and it is taken like any other; otherwise this path
   ends here, which leaves something out. */
static bool
put_try (struct writing *w, const struct flow_event *event, term_id lock)
{
  assert (event->kind == FLOW_TRY);
  const struct kept_lock *innermost;
  if (!find_lock (w, lock))
    return true;
  if (count_held (w, event->held, &innermost) == 0)
    {
      add_lock (w, true, lock, event->instruction);
      return true;
    }
  w->tries = true;
  ir_builder_add_edge (&w->steps, w->steps.current, w->steps.current);
  return false;
}

/* With HELD locks, was no other lock of the model taken after KEPT was first taken?  Only
   then a wait can give it back, as models want it. */
static bool
can_give_back (struct writing *w, uint32_t held, const struct kept_lock *kept)
{
  const struct circle_instance *at = &w->circle->instances.at[w->instance];
  bool is_outer = false, has_other = false;
  assert (kept && held < w->p->helds.count);
  for (uint32_t i = 0; i < at->outer_count; i++)
    {
      const struct kept_lock *lock = find_lock (w, at->outer[i]);
      is_outer |= lock == kept;
      if (is_outer && lock && lock != kept)
        return false;
    }
  for (uint32_t h = held; h != HELD_NONE; h = w->p->helds.at[h].below)
    {
      const struct kept_lock *lock
        = find_lock (w, circle_term (w->circle, w->instance, w->p->helds.at[h].lock));
      has_other |= lock && lock != kept;
      if (has_other && (is_outer || lock == kept))
        return false;
    }
  return true;
}

static void
put_wait (struct writing *w, const struct flow_event *event, term_id lock)
{
  assert (event->kind == FLOW_WAIT);
  const struct kept_lock *kept = find_lock (w, lock);
  if (!kept || kept->is_split || !is_held (w, event->held, lock))
    return;
  if (!can_give_back (w, event->held, kept))
    {
      w->waits = true;
      return;
    }
  name_id position = begin_statement (w, event->instruction);
  ir_builder_wait (&w->steps, kept->lock, w->offset, position);
}

/* False: the path ends or has gone elsewhere. */
static bool
put_event (struct writing *w, const struct flow_event *event, uint32_t on_chains)
{
  term_id lock = event->kind == FLOW_CALL || event->kind == FLOW_FORK
                   ? TERM_NOTHING
                   : circle_term (w->circle, w->instance, event->lock);
  switch (event->kind)
    {
    case FLOW_ACQUIRE: add_lock (w, true, lock, event->instruction); return true;
    case FLOW_RELEASE: add_lock (w, false, lock, event->instruction); return true;
    case FLOW_TRY: return put_try (w, event, lock);
    case FLOW_WAIT: put_wait (w, event, lock); return true;
    case FLOW_CALL: put_call (w, event, on_chains); return true;
    case FLOW_FORK: add_fork (w, event->operand); return true;
    case FLOW_HOLDS:
      if (!is_held (w, event->held, lock))
        return true;
      ir_builder_continue_at (&w->steps, step_of (w, event->operand));
      return false;
    default: assert (false); return true;
    }
}

static void
put_state (struct writing *w, const struct flow_state *state, uint32_t on_chains)
{
  bool goes_on = true;
  for (uint32_t e = 0; e < state->event_count && goes_on; e++)
    {
      const struct flow_event event = w->p->events.at[state->first_event + e];
      goes_on = put_event (w, &event, on_chains);
    }
  if (!goes_on)
    return;
  const uint32_t *nexts = w->p->nexts.at + state->first_next;
  for (uint32_t i = 0; i + 1 < state->next_count; i++)
    add_fork (w, nexts[i]);
  ir_builder_continue_at (&w->steps, state->next_count == 0
                                       ? w->exit
                                       : step_of (w, nexts[state->next_count - 1]));
}

static void
add_exit (struct writing *w)
{
  w->exit = w->steps.current = ir_builder_new_step (&w->steps);
  ir_builder_fill (&w->steps, IR_RETURN, w->offset, NAME_NONE);
}

static void
put_procedure (struct writing *w, uint32_t number, uint32_t on_chains)
{
  assert (number < w->procedures.count);
  struct lock_program *p = w->p;
  w->instance = w->procedures.at[number].instance;
  const struct lock_method method
    = p->methods.at[w->circle->instances.at[w->instance].method];
  w->member = method.member;
  w->step_of = arena_alloc (w->arena, (method.state_count + 1) * sizeof *w->step_of);
  memset (w->step_of, 0xFF, (method.state_count + 1) * sizeof *w->step_of);
  w->states.count = 0;
  uint32_t entry = ir_builder_begin_body (&w->steps);
  add_exit (w);
  w->steps.current = entry;
  if (!term_equal (method.monitor, TERM_NOTHING))
    add_lock (w, true, circle_term (w->circle, w->instance, method.monitor),
              SITE_OF_METHOD);
  ir_builder_continue_at (&w->steps, step_of (w, 0));
  for (uint32_t i = 0; i < w->states.count; i++)
    {
      const struct flow_state state = p->states.at[method.first_state + w->states.at[i]];
      w->steps.current = w->step_of[w->states.at[i]];
      put_state (w, &state, on_chains);
    }
  ir_builder_end_body (&w->steps, entry);
}

/* Thread number T calls its entry, once. */
static void
put_thread (struct writing *w, uint32_t t, struct java_member entry_method)
{
  uint32_t number = procedure_of (w, w->circle->threads[t].instance);
  assert (number < w->procedures.count);
  w->member = entry_method;
  uint32_t entry = ir_builder_begin_body (&w->steps);
  add_exit (w);
  w->steps.current = entry;
  add_step (w, IR_CALL, 0)->object.callee = w->procedures.at[number].body;
  ir_builder_continue_at (&w->steps, w->exit);
  ir_builder_end_body (&w->steps, entry);
}

/* What each method calls the locks that are objects. */
static void
name_locks (struct writing *w)
{
  struct arena *arena = &w->model->arena;
  for (uint32_t l = 0; l < w->locks.count; l++)
    {
      const struct kept_lock *lock = &w->locks.at[l];
      term_id object = term_core (&w->p->terms, circle_object (w->circle, lock->term));
      enum term_kind kind = term_at (&w->p->terms, object)->kind;
      if (kind == TERM_CLASS || kind == TERM_INIT || kind == TERM_STATIC)
        continue;
      for (uint32_t i = 0; i < w->procedures.count; i++)
        {
          const struct procedure *at = &w->procedures.at[i];
          bool may_write;
          const char *name
            = circle_name_in (w->circle, at->instance, lock->term, &may_write);
          *vec_push (arena, &w->model->monitors) = (struct java_monitor){
            .decl = w->model->declared->bodies.at[at->body.index].decl,
            .lock = lock->lock,
            .name = name ? arena_format (arena, "%s", name) : NULL,
            .is_hidden = !may_write,
          };
        }
    }
}

/* ---- Notes. ---- */

static const char *
describe (struct writing *w, term_id term)
{
  assert (term.index < w->p->terms.list.count);
  struct lock_program *p = w->p;
  const struct term at = *term_at (&p->terms, term);
  if (at.kind == TERM_CAST)
    return describe (w, (term_id){ at.a });
  if (at.kind == TERM_FIELD)
    {
      struct java_member field = p->terms.fields.at[at.b];
      return arena_format (
        w->arena, "%s.%s", describe (w, (term_id){ at.a }),
        universe_text (p->universe, universe_field (p->universe, field)->name));
    }
  if (at.kind != TERM_OF || at.b >= w->circle->instances.count)
    return "an object";
  const struct circle_instance *instance = &w->circle->instances.at[at.b];
  struct java_member member = p->methods.at[instance->method].member;
  const struct term symbol = *term_at (&p->terms, (term_id){ at.a });
  bool is_static = universe_method (p->universe, member)->access & ACCESS_STATIC;
  if (symbol.kind == TERM_PARAMETER)
    return symbol.a == 0 && !is_static
             ? "this"
             : arena_format (w->arena, "argument %u", symbol.a + is_static);
  uint32_t instruction = symbol.kind == TERM_ELEMENT ? symbol.b : symbol.a;
  return arena_format (w->arena, "what is read at %s",
                       java_position (p->universe, w->arena, member, instruction));
}

static void
add_note (struct writing *w, enum java_note_kind kind, unsigned removes, const char *code,
          const char *text)
{
  assert (code && text);
  struct arena *arena = &w->model->arena;
  *vec_push (arena, &w->model->notes)
    = (struct java_note){ .kind = kind,
                          .removes = removes,
                          .code = code,
                          .text = arena_format (arena, "%s", text) };
  if (kind == JAVA_MAY_MISS)
    w->model->may_miss++;
  else
    w->model->adds_executions++;
}

static void
add_premise (struct writing *w, const char *code, const char *text)
{
  add_note (w, JAVA_ADDS_EXECUTIONS, 0, code, text);
  w->model->notes.at[w->model->notes.count - 1].is_premise = true;
}

/* What thread T calls LOCK: the shortest of its terms. */
static const char *
describe_in (struct writing *w, uint32_t thread, const struct kept_lock *lock)
{
  assert (thread < w->circle->count);
  const struct circle_thread *at = &w->circle->threads[thread];
  if (circle_same_lock (w->circle, at->hold, lock->term))
    return describe (w, circle_object (w->circle, at->hold));
  if (circle_same_lock (w->circle, at->take, lock->term))
    return describe (w, circle_object (w->circle, at->take));
  return NULL;
}

static void
note_equations (struct writing *w)
{
  struct lock_program *p = w->p;
  for (uint32_t i = 0; i < w->locks.count; i++)
    {
      const struct kept_lock *lock = &w->locks.at[i];
      enum term_kind kind
        = term_at (&p->terms,
                   term_core (&p->terms, circle_object (w->circle, lock->term)))
            ->kind;
      const char *text = "";
      uint32_t named = 0;
      if (kind == TERM_CLASS || kind == TERM_INIT || kind == TERM_STATIC)
        continue;
      for (uint32_t t = 0; t < w->circle->count; t++)
        {
          const char *term = describe_in (w, t, lock);
          if (!term)
            continue;
          struct java_member entry
            = p->methods.at[w->circle->threads[t].way.entry].member;
          text = arena_format (
            w->arena, "%s%s'%s' of %s in Thread%u", text, named++ ? " and " : "", term,
            java_full_method_name (p->universe, w->arena, entry), t + 1);
        }
      if (named > 1)
        add_premise (w, "same-object",
                     arena_format (w->arena, "'%s' is one object: %s", lock->name, text));
    }
}

/* The method of the thread's edge takes the same two locks in the other order, too: some
   condition decides, probably an order of the objects. */
static bool
takes_both_ways (struct writing *w, const struct circle_thread *thread)
{
  assert (thread->edge < w->p->edges.count);
  struct lock_program *p = w->p;
  const struct lock_edge *edge = &p->edges.at[thread->edge];
  term_id held = p->helds.at[edge->held].lock, taken = edge->taking.lock;
  for (uint32_t i = 0; i < p->edges.count; i++)
    {
      const struct lock_edge *other = &p->edges.at[i];
      if (other->method == edge->method && term_same (&p->terms, other->taking.lock, held)
          && term_same (&p->terms, p->helds.at[other->held].lock, taken))
        return true;
    }
  return false;
}

/* Is LOCK one of several objects, or in a field of such a one, as a condition decides? */
static bool
is_chosen (const struct lock_program *p, term_id lock)
{
  const struct term *at = term_at (&p->terms, term_core (&p->terms, lock));
  if (at->kind == TERM_LOCK || at->kind == TERM_HALF)
    at = term_at (&p->terms, term_core (&p->terms, (term_id){ at->a }));
  assert (at->kind != TERM_CAST);
  while (at->kind == TERM_FIELD)
    at = term_at (&p->terms, term_core (&p->terms, (term_id){ at->a }));
  return at->kind == TERM_SYMBOL && at->b >= SYMBOL_JOINED;
}

/* Both locks of the thread's edge are such objects: first the lesser, then the greater?
 */
static bool
takes_chosen (struct writing *w, const struct circle_thread *thread)
{
  const struct lock_edge *edge = &w->p->edges.at[thread->edge];
  return is_chosen (w->p, w->p->helds.at[edge->held].lock)
         && is_chosen (w->p, edge->taking.lock);
}

static void
note_orders (struct writing *w)
{
  for (uint32_t t = 0; t < w->circle->count; t++)
    {
      const struct circle_thread *thread = &w->circle->threads[t];
      uint32_t method = w->p->edges.at[thread->edge].method;
      bool told = false;
      for (uint32_t k = 0; k < t; k++)
        told |= w->p->edges.at[w->circle->threads[k].edge].method == method;
      if (told || (!takes_both_ways (w, thread) && !takes_chosen (w, thread)))
        continue;
      add_premise (
        w, "lock-order",
        arena_format (w->arena,
                      "two threads can take '%s' and '%s' of %s in different orders: "
                      "the values that decide are not followed",
                      describe (w, circle_object (w->circle, thread->hold)),
                      describe (w, circle_object (w->circle, thread->take)),
                      java_full_method_name (w->p->universe, w->arena,
                                             w->p->methods.at[method].member)));
    }
}

static void
note_doubts (struct writing *w)
{
  unsigned doubts = circle_doubts (w->circle);
  if (doubts & DOUBT_EACH_OTHER)
    add_premise (w, "each-other",
                 "each of the objects refers to the other by what it passes the call on "
                 "to");
  if (doubts & DOUBT_ONE_OF_MANY)
    add_premise (
      w, "one-of-many",
      "calls on the way run one of many methods that they could run: which one "
      "is not known");
  if (doubts & DOUBT_GUESSED_TYPE)
    add_premise (w, "guessed-type",
                 "an object there has one of several classes that it could have: which "
                 "one is not known");
  if (doubts & DOUBT_FIRST_USE)
    add_premise (w, "first-use",
                 "a class is used for the first time there, with the lock held, while "
                 "another thread uses it for the first time, too");
  if (doubts & DOUBT_FOREIGN_CLASS)
    add_premise (w, "foreign-class",
                 "an object that is read there has a class of which no given code makes "
                 "one");
  if (doubts & DOUBT_FOREIGN_OBJECT)
    add_premise (
      w, "foreign-object",
      "code that is not given has put such an object there: no given code does");
}

static void
note_rest (struct writing *w)
{
  if (w->tries)
    add_note (w, JAVA_MAY_MISS, JAVA_DEADLOCK, "try-lock",
              "a tryLock with another lock of the circle held is taken to fail");
  if (w->waits)
    add_note (w, JAVA_MAY_MISS, JAVA_DEADLOCK, "wait-gives-back",
              "a wait with a lock held that was taken later is left out");
  if (w->is_large)
    add_note (w, JAVA_MAY_MISS, JAVA_DEADLOCK, "too-large",
              "there is too much code: some calls beside the chains are left out");
}

void
lock_circle_model (struct lock_circles *circles, const struct lock_circle *circle,
                   struct java_model *model)
{
  assert (circle->name);
  struct lock_program *p = &circles->program;
  arena_clear (&p->trial);
  arena_init (&p->trial, p->arena->quota);
  struct writing w = { .p = p, .model = model, .arena = &p->trial };
  struct ir_model *declared = model->declared;
  w.circle = lock_circle_solved (circles, circle, w.arena);
  circle_solve (w.circle);
  pairmap_init (&w.procedure_of, w.arena);
  pairmap_init (&w.lock_of, w.arena);
  names_init (&w.names, w.arena);
  model->name = arena_format (&model->arena, "%s", circle->name);
  keep_locks (&w);
  ir_declare_set (declared, "all");
  declare_locks (&w);
  ir_builder_init (&w.steps, model->ir, declared, declared->arena);
  uint32_t on_chains = w.circle->instances.count;
  for (uint32_t i = 0; i < circle->count; i++)
    procedure_of (&w, w.circle->threads[i].instance);
  for (uint32_t i = 0; i < w.procedures.count; i++)
    put_procedure (&w, i, on_chains);
  for (uint32_t i = 0; i < circle->count; i++)
    ir_declare_process (declared, arena_format (w.arena, "Thread%u", i + 1), 0);
  for (uint32_t i = 0; i < circle->count; i++)
    put_thread (&w, i, p->methods.at[circle->ways[i].entry].member);
  name_locks (&w);
  note_rest (&w);
  note_equations (&w);
  note_doubts (&w);
  note_orders (&w);
  model->methods = circle->count;
  model->is_circle = true;
}

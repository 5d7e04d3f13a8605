/* flow.c -- what a method does to locks: its code, run on terms (flow.h).
 *
 * The first phase joins frames until none changes; the second goes through every state
 * once more and records what happens.  A monitor is released by whoever has its term;
 * javac keeps it in a local for that.  Whatever can throw may go to its handlers with
 * the locks that were held before.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/locks/flow.h"

/* ---- Locks that are held. ---- */

uint32_t
held_push (struct lock_program *p, uint32_t below, term_id lock, uint32_t site)
{
  assert (below < p->helds.count);
  uint32_t entry = pairmap_number (&p->held_entries, lock.index, site);
  uint32_t *slot = pairmap_at (&p->held_of, below, entry);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = p->helds.count;
      struct held held = { below, lock, site, p->helds.at[below].depth + 1 };
      *vec_push (p->arena, &p->helds) = held;
    }
  return *slot;
}

/* HELD without its entry AT. */
static uint32_t
held_without (struct lock_program *p, uint32_t held, uint32_t at)
{
  assert (held < p->helds.count);
  assert (held != HELD_NONE);
  struct held top = p->helds.at[held];
  if (held == at)
    return top.below;
  return held_push (p, held_without (p, top.below, at), top.lock, top.site);
}

void
flow_event (struct flow_run *r, enum flow_kind kind, term_id lock, uint32_t operand)
{
  assert (r->instruction < r->code->count);
  if (r->records)
    *vec_push (r->scratch, &r->out)
      = (struct flow_event){ kind, r->instruction, lock, operand, r->held };
}

void
flow_acquire (struct flow_run *r, term_id lock, uint32_t site, bool tries)
{
  assert (r->held < r->p->helds.count);
  struct lock_program *p = r->p;
  enum term_kind kind = term_at (&p->terms, lock)->kind;
  if (kind == TERM_NULL || kind == TERM_OTHER)
    return;
  for (uint32_t h = r->held; h != HELD_NONE; h = p->helds.at[h].below)
    if (p->helds.at[h].site == site && term_same (&p->terms, p->helds.at[h].lock, lock))
      {
        p->methods.at[r->method].is_cut = true; /* a loop that takes more and more */
        return;
      }
  if (p->helds.at[r->held].depth >= HELD_MOST)
    {
      p->methods.at[r->method].is_cut = true;
      return;
    }
  flow_event (r, tries ? FLOW_TRY : FLOW_ACQUIRE, lock, site);
  r->held = held_push (p, r->held, lock, site);
}

void
flow_release (struct flow_run *r, term_id lock)
{
  assert (lock.index < r->p->terms.list.count);
  struct lock_program *p = r->p;
  uint32_t found = HELD_NONE;
  for (uint32_t h = r->held; h != HELD_NONE && found == HELD_NONE;
       h = p->helds.at[h].below)
    if (term_same (&p->terms, p->helds.at[h].lock, lock))
      found = h;
  if (found == HELD_NONE && r->held != HELD_NONE
      && term_at (&p->terms, lock)->kind != TERM_LOCK
      && p->helds.at[r->held].site != SITE_OF_METHOD)
    found = r->held; /* a monitor whose term was lost where paths met */
  if (found == HELD_NONE)
    return;
  if (found != r->held)
    p->methods.at[r->method].is_crossed = true;
  flow_event (r, FLOW_RELEASE, p->helds.at[found].lock, 0);
  r->held = held_without (p, r->held, found);
}

/* ---- The frame. ---- */

term_id
flow_pop (struct flow_run *r)
{
  return r->stack.count ? r->stack.at[--r->stack.count] : TERM_NOTHING;
}

void
flow_push (struct flow_run *r, term_id term)
{
  if (r->stack.count < r->code->max_stack)
    *vec_push (r->scratch, &r->stack) = term;
}

term_id
flow_wide (struct flow_run *r)
{
  return term_of (&r->p->terms, TERM_WIDE, 0, 0);
}

term_id
flow_symbol_of (struct flow_run *r, name_id type, bool is_exact, uint32_t which)
{
  return term_make (&r->p->terms, (struct term){ .kind = TERM_SYMBOL,
                                                 .a = r->instruction,
                                                 .b = which,
                                                 .type = type,
                                                 .is_exact = is_exact });
}

term_id
flow_symbol (struct flow_run *r, struct java_type type, uint32_t which)
{
  assert (r->instruction < r->code->count);
  if (type_slots (type) == 2)
    return flow_wide (r);
  return type_is_reference (type) ? flow_symbol_of (r, type.class, false, which)
                                  : TERM_NOTHING;
}

/* ---- States. ---- */

/* The nearest class that is above both, as far as is known. */
static name_id
common_type (struct java_universe *universe, name_id a, name_id b)
{
  if (a.index == NAME_NONE.index || b.index == NAME_NONE.index || a.index == b.index)
    return a.index == b.index ? a : NAME_NONE;
  class_id one = universe_find (universe, a), two = universe_find (universe, b);
  if (!class_is_known (one) || !class_is_known (two))
    return NAME_NONE;
  assert (a.index != b.index);
  if (universe_is_a (universe, one, b))
    return b;
  while (class_is_known (one)
         && !universe_is_a (universe, two, universe_class (universe, one)->name))
    one = universe_super (universe, one);
  return class_is_known (one) ? universe_class (universe, one)->name : NAME_NONE;
}

/* What two terms that come to slot WHICH of INSTRUCTION have in common. */
static term_id
join (struct flow_run *r, uint32_t instruction, uint32_t which, term_id a, term_id b)
{
  assert (instruction < r->code->count);
  struct terms *terms = &r->p->terms;
  if (term_equal (a, b))
    return a;
  const struct term *one = term_at (terms, a), *two = term_at (terms, b);
  if (two->kind == TERM_NULL && one->type.index != NAME_NONE.index)
    return a;
  if (one->kind == TERM_NULL && two->type.index != NAME_NONE.index)
    return b;
  if (one->kind == TERM_OTHER || two->kind == TERM_OTHER || one->kind == TERM_WIDE
      || two->kind == TERM_WIDE || one->kind == TERM_BOOLEAN || two->kind == TERM_BOOLEAN)
    return TERM_NOTHING;
  flow_lose (r, a);
  flow_lose (r, b);
  one = term_at (terms, a);
  two = term_at (terms, b);
  return term_make (
    terms, (struct term){ .kind = TERM_SYMBOL,
                          .a = instruction,
                          .b = which + SYMBOL_JOINED,
                          .type = common_type (r->p->universe, one->type, two->type) });
}

static void
enqueue (struct flow_run *r, uint32_t state)
{
  assert (state < r->frames.count);
  if (r->frames.at[state].is_queued)
    return;
  r->frames.at[state].is_queued = true;
  *vec_push (r->scratch, &r->worklist) = state;
}

/* The term of slot I of the frame as it is at INSTRUCTION. */
static term_id
slot (const struct flow_run *r, uint32_t instruction, uint32_t i)
{
  assert (i < r->code->max_locals + r->stack.count);
  uint32_t locals = r->code->max_locals;
  if (i >= locals)
    return r->stack.at[i - locals];
  return flow_is_live (r->flow, instruction, i) ? r->locals.at[i] : TERM_NOTHING;
}

static void
add_frame (struct flow_run *r, uint32_t instruction)
{
  assert (instruction < r->code->count);
  uint32_t size = r->code->max_locals + r->code->max_stack;
  struct flow_frame frame = {
    .instruction = instruction,
    .held = r->held,
    .stack_count = r->stack.count,
    .terms = arena_calloc (r->scratch, size + 1, sizeof *frame.terms),
  };
  for (uint32_t i = 0; i < r->code->max_locals + r->stack.count; i++)
    frame.terms[i] = slot (r, instruction, i);
  *vec_push (r->scratch, &r->frames) = frame;
}

static void
join_frame (struct flow_run *r, uint32_t state)
{
  assert (state < r->frames.count && !r->records);
  struct flow_frame *frame = &r->frames.at[state];
  uint32_t stack
    = r->stack.count < frame->stack_count ? r->stack.count : frame->stack_count;
  bool changed = false;
  for (uint32_t i = 0; i < r->code->max_locals + stack; i++)
    {
      term_id term = join (r, frame->instruction, i, frame->terms[i],
                           slot (r, frame->instruction, i));
      changed |= !term_equal (term, frame->terms[i]);
      frame->terms[i] = term;
    }
  if (changed)
    enqueue (r, state);
}

uint32_t
flow_state_at (struct flow_run *r, uint32_t instruction)
{
  if (instruction >= r->code->count)
    return UINT32_MAX;
  uint32_t *place = pairmap_at (&r->frame_of, instruction, r->held);
  if (*place == PAIRMAP_FREE)
    {
      assert (!r->records);
      if (r->frames.count >= FLOW_STATES_MOST)
        {
          r->p->methods.at[r->method].is_cut = true;
          return *place = UINT32_MAX - 1;
        }
      uint32_t number = *place = r->frames.count;
      add_frame (r, instruction);
      enqueue (r, number);
      return number;
    }
  uint32_t number = *place;
  if (number == UINT32_MAX - 1)
    return UINT32_MAX;
  if (!r->records)
    join_frame (r, number);
  if (r->is_reached && !r->is_reached[number])
    {
      r->is_reached[number] = true;
      enqueue (r, number);
    }
  return number;
}

void
flow_go (struct flow_run *r, uint32_t instruction)
{
  uint32_t state = flow_state_at (r, instruction);
  if (r->records && state != UINT32_MAX)
    *vec_push (r->scratch, &r->next) = state;
}

void
flow_fork (struct flow_run *r, uint32_t instruction)
{
  uint32_t state = flow_state_at (r, instruction);
  if (state != UINT32_MAX)
    flow_event (r, FLOW_FORK, TERM_NOTHING, state);
}

void
flow_continue (struct flow_run *r)
{
  assert (!r->goes_on);
  uint32_t next = r->instruction + 1;
  if (next >= r->code->count)
    return;
  if (r->flow->is_state[next])
    {
      flow_go (r, next);
      return;
    }
  r->instruction = next;
  r->goes_on = true;
}

/* ---- Exceptions. ---- */

void
flow_may_throw (struct flow_run *r)
{
  assert (r->instruction < r->code->count);
  uint32_t stack = r->stack.count;
  term_id first = stack ? r->stack.at[0] : TERM_NOTHING;
  for (uint32_t i = 0; i < r->code->handler_count; i++)
    {
      const struct handler *handler = &r->code->handlers[i];
      if (r->instruction < handler->begin || r->instruction >= handler->end)
        continue;
      r->stack.count = 0;
      flow_push (r, flow_symbol_of (r, handler->type, false, 1));
      flow_fork (r, handler->target);
      if (handler->type.index == NAME_NONE.index)
        break;
    }
  r->stack.count = stack;
  if (stack)
    r->stack.at[0] = first;
}

/* ---- A method. ---- */

static void
run_state (struct flow_run *r, uint32_t state)
{
  assert (state < r->frames.count);
  const struct flow_frame frame = r->frames.at[state];
  r->locals.count = r->stack.count = 0;
  for (uint32_t i = 0; i < r->code->max_locals; i++)
    *vec_push (r->scratch, &r->locals) = frame.terms[i];
  for (uint32_t i = 0; i < frame.stack_count; i++)
    *vec_push (r->scratch, &r->stack) = frame.terms[r->code->max_locals + i];
  r->instruction = frame.instruction;
  r->held = frame.held;
  quota_tick (r->p->arena->quota);
  do
    {
      r->goes_on = false;
      flow_step (r);
    }
  while (r->goes_on);
}

/* The first frame: parameters, and the monitor of a synchronized method. */
static void
enter (struct flow_run *r, const struct java_method *header)
{
  struct lock_program *p = r->p;
  const struct java_signature *signature
    = universe_signature (p->universe, header->descriptor);
  bool is_static = header->access & ACCESS_STATIC;
  uint32_t parameter = 0;
  for (uint32_t i = 0; i < r->code->max_locals; i++)
    *vec_push (r->scratch, &r->locals) = TERM_NOTHING;
  uint32_t local = 0;
  for (uint32_t i = 0; i < signature->count + !is_static; i++, parameter++)
    {
      struct java_type type = { .kind = 'L', .class = r->class->name };
      if (is_static || i > 0)
        type = signature->parameters[i - !is_static];
      if (local < r->locals.count && type_is_reference (type))
        r->locals.at[local] = term_make (
          &p->terms, (struct term){ .kind = TERM_PARAMETER, .a = i, .type = type.class });
      else if (local < r->locals.count && type_slots (type) == 2)
        r->locals.at[local] = flow_wide (r);
      local += type_slots (type);
    }
  class_id class = p->methods.at[r->method].member.class;
  if (p->knows_fields && class.index < p->universe->given && p->initialises[class.index]
      && strcmp (universe_text (p->universe, header->name), "<clinit>") == 0)
    flow_acquire (r, term_of (&p->terms, TERM_INIT, r->class->name.index, 0),
                  SITE_OF_METHOD, false);
  if (header->access & ACCESS_SYNCHRONIZED)
    flow_acquire (r,
                  is_static ? term_of (&p->terms, TERM_CLASS, r->class->name.index, 0)
                            : r->locals.at[0],
                  SITE_OF_METHOD, false);
}

/* Give the state its events and successors. */
static void
record_state (struct flow_run *r, uint32_t state)
{
  assert (r->records && state < r->frames.count);
  struct lock_program *p = r->p;
  r->out.count = r->next.count = 0;
  r->held = r->frames.at[state].held;
  if (r->is_reached[state])
    run_state (r, state);
  /* A path that ends with a lock held, in code that no verifier lets pass (a subroutine
     that does not come back), stays where it is: who returns has given back all. */
  if (r->next.count == 0 && r->held != HELD_NONE)
    *vec_push (r->scratch, &r->next) = state;
  struct flow_state made = {
    .instruction = r->frames.at[state].instruction,
    .held = r->frames.at[state].held,
    .first_event = p->events.count,
    .event_count = r->out.count,
    .first_next = p->nexts.count,
    .next_count = r->next.count,
  };
  for (uint32_t i = 0; i < r->out.count; i++)
    *vec_push (p->arena, &p->events) = r->out.at[i];
  for (uint32_t i = 0; i < r->next.count; i++)
    *vec_push (p->arena, &p->nexts) = r->next.at[i];
  *vec_push (p->arena, &p->states) = made;
}

static void
run_worklist (struct flow_run *r)
{
  while (r->worklist.count > 0)
    {
      uint32_t state = r->worklist.at[--r->worklist.count];
      r->frames.at[state].is_queued = false;
      run_state (r, state);
    }
}

/* Where frames were joined, a lock may have got another term: states that held the one
   it had before are not reached any more. */
static void
find_reached (struct flow_run *r)
{
  assert (!r->records && r->worklist.count == 0);
  r->is_reached = arena_calloc (r->scratch, r->frames.count + 1, sizeof *r->is_reached);
  r->is_reached[0] = true;
  enqueue (r, 0);
  uint32_t count = r->frames.count;
  run_worklist (r);
  assert (count == r->frames.count);
  (void) count;
}

static void
run_method (struct flow_run *r, const struct java_method *header)
{
  assert (r->frames.count == 0);
  struct lock_program *p = r->p;
  enter (r, header);
  flow_state_at (r, 0);
  run_worklist (r);
  find_reached (r);
  r->records = true;
  struct lock_method *method = &p->methods.at[r->method];
  method->first_state = p->states.count;
  method->first_call = p->calls.count;
  method->monitor = p->helds.at[r->frames.at[0].held].lock;
  for (uint32_t i = 0; i < r->frames.count; i++)
    record_state (r, i);
  flow_settle_parts (r);
  method = &p->methods.at[r->method];
  method->state_count = r->frames.count;
  method->call_count = p->calls.count - method->first_call;
  method->has_result = r->has_result && !r->is_result_mixed;
  method->result = r->result;
}

uint32_t
lock_method_number (struct lock_program *p, struct java_member method)
{
  assert (member_is_known (method));
  uint32_t number = pairmap_number (&p->method_numbers, method.class.index, method.index);
  if (number == p->methods.count)
    *vec_push (p->arena, &p->methods)
      = (struct lock_method){ .member = method,
                              .code = universe_code (p->universe, method) };
  return number;
}

void
flow_make (struct lock_program *p, uint32_t number)
{
  assert (number < p->methods.count);
  struct lock_method *method = &p->methods.at[number];
  if (method->is_known || method->is_under_way || !method->code
      || method->code->count == 0)
    return;
  method->is_under_way = true;
  struct flow_run run = {
    .p = p,
    .method = number,
    .scratch = &p->scratch,
    .class = universe_class (p->universe, method->member.class),
    .code = method->code,
    .flow = universe_flow (p->universe, method->member),
  };
  pairmap_init (&run.frame_of, run.scratch);
  run_method (&run, universe_method (p->universe, p->methods.at[number].member));
  p->methods.at[number].is_known = true;
  p->methods.at[number].is_under_way = false;
}

/* The first ROUND, 0, or the second. */
static void
make_given (struct lock_program *p, uint32_t round)
{
  uint32_t given = p->universe->given;
  assert (round < 2);
  for (uint32_t c = 0; c < given; c++)
    {
      p->java->headway = (struct java_headway){ "classes searched for locks",
                                                (round * given + c) / 2, given };
      const struct java_class *class = universe_class (p->universe, (class_id){ c });
      for (uint32_t i = 0; i < class->method_count; i++)
        {
          flow_make (p, lock_method_number (p, (struct java_member){ { c }, i }));
          arena_clear (&p->scratch);
          arena_init (&p->scratch, p->arena->quota);
        }
    }
}

void
flow_make_all (struct lock_program *p)
{
  make_given (p, 0);
  initialisers_find (p);
  p->knows_fields = true;
  for (uint32_t i = 0; i < p->methods.count; i++)
    {
      p->methods.at[i].is_known = false;
      p->methods.at[i].first_state = p->methods.at[i].state_count = 0;
      p->methods.at[i].first_call = p->methods.at[i].call_count = 0;
    }
  p->wide_calls.count = 0;
  p->states.count = p->events.count = p->nexts.count = p->calls.count = p->arguments.count
    = 0;
  make_given (p, 1);
}

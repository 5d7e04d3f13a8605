/* steps.c -- what the bodies of a model do: an effect becomes a step, or a few.
 *
 * The nodes of a body are steps that do nothing, unless they have one edge: then its
 * first step is the node's.  Each effect has a number, the offset of its steps, in the
 * order of the bodies; model->origins says where it comes from.  A body that is there for
 * several processes has the same numbers in all of them.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "ir/ir_builder.h"
#include "java/interpreter/selection.h"
#include "java/writer/emission.h"
#include "java/writer/sets.h"

struct stepper
{
  struct emission *m;
  struct ir_builder steps;
  const struct body *body; /* under way */
  uint32_t process;        /* that it is for */
  uint32_t *step_of;       /* by node of it */
  bool *in_unit;           /* by node of it: it lies in a unit that begins in the body */
  uint32_t offset;         /* of the last effect */
  uint32_t *first_offset;  /* by body: that of its first effect; 0: it was not met yet */
  bool is_again;           /* the body was built for another process before */
};

/* ---- Where steps come from. ---- */

static const struct instance *
instance_of_body (const struct stepper *s)
{
  assert (s->body->instance < s->m->x->instances.count);
  return &s->m->x->instances.at[s->body->instance];
}

static const char *
keep_text (struct java_model *model, const char *text)
{
  return arena_copy (&model->arena, text, strlen (text));
}

/* The next effect is that of INSTRUCTION. */
static void
begin_effect (struct stepper *s, uint32_t instruction)
{
  struct extraction *x = s->m->x;
  struct java_model *model = s->m->model;
  const struct instance *instance = instance_of_body (s);
  const struct java_class *class = universe_class (x->universe, instance->method.class);
  assert (instruction < instance->code->count);
  s->offset++;
  if (s->is_again)
    return;
  *vec_push (&model->arena, &model->origins) = (struct java_origin){
    .offset = s->offset,
    .class_name = keep_text (model, universe_dotted (x->universe, class->name)),
    .method = keep_text (model, universe_text (x->universe, instance->header->name)),
    .descriptor
    = keep_text (model, universe_text (x->universe, instance->header->descriptor)),
    .index = instance->code->at[instruction].pc,
  };
}

/* ---- Steps. ---- */

/* The current step does OP, at POSITION, and control goes on. */
static struct ir_step *
add_step (struct stepper *s, enum ir_op op, name_id position)
{
  uint32_t step = s->steps.current;
  assert (s->offset > 0);
  ir_builder_fill (&s->steps, op, s->offset, position);
  ir_builder_go_on (&s->steps);
  return &s->steps.drafts.at[step].node;
}

static void
add_locks (struct stepper *s, const struct body_edge *edge, name_id position)
{
  const struct emission *m = s->m;
  assert (edge->kind == EFFECT_LOCK || edge->kind == EFFECT_UNLOCK);
  assert (m->has_lock[edge->operand] && s->process < m->parts);
  enum lock_flavour flavour = m->x->heap.locks.at[edge->operand].flavour;
  lock_id lock = m->lock_of[edge->operand];
  uint32_t count = flavour == LOCK_WRITE ? m->parts : 1;
  bool takes = edge->kind == EFFECT_LOCK;
  if (flavour == LOCK_READ)
    lock.index += s->process;
  for (uint32_t i = 0; i < count; i++)
    add_step (s, takes ? IR_ACQUIRE : IR_RELEASE, position)->object.lock
      = (lock_id){ lock.index + (takes ? i : count - 1 - i) };
}

static void
add_notify (struct stepper *s, const struct body_edge *edge, name_id position)
{
  assert (edge->kind == EFFECT_NOTIFY || edge->kind == EFFECT_NOTIFY_ALL);
  struct ir_step *step = add_step (s, IR_NOTIFY, position);
  step->object.lock = s->m->lock_of[edge->operand];
  step->all = edge->kind == EFFECT_NOTIFY_ALL;
  s->steps.ir->has_waits = true;
}

/* Starts, or joins, of all copies of PROCESS of the program. */
static void
add_for_process (struct stepper *s, enum ir_op op, uint32_t process, name_id position)
{
  struct emission *m = s->m;
  assert (op == IR_START || op == IR_JOIN);
  for (uint32_t i = 0; i < m->processes.count; i++)
    if (m->processes.at[i].source == process)
      add_step (s, op, position)->object.processes
        = ir_model_copies (m->declared, m->processes.at[i].body);
}

/* A second start would wait for ever, so one that may come twice may be left out. */
static void
add_start (struct stepper *s, const struct body_edge *edge, name_id position)
{
  uint32_t choice = s->steps.current;
  assert (edge->kind == EFFECT_START);
  bool is_repeated = s->m->x->threads->processes.at[edge->operand].is_repeated;
  if (is_repeated)
    add_step (s, IR_SKIP, position);
  add_for_process (s, IR_START, edge->operand, position);
  if (is_repeated)
    ir_builder_add_edge (&s->steps, choice, s->steps.current);
}

static bool
joins (const struct emission *m, const struct body_edge *edge, uint32_t process)
{
  const struct extraction *x = m->x;
  assert (edge->kind == EFFECT_JOIN);
  return process > 0 && x->threads->processes.at[process].touches
         && threads_joins (x, (value_id){ edge->operand }, process);
}

static void
add_joins (struct stepper *s, const struct body_edge *edge, name_id position)
{
  for (uint32_t p = 1; p < s->m->x->threads->processes.count; p++)
    if (joins (s->m, edge, p))
      add_for_process (s, IR_JOIN, p, position);
}

/* A call of body CALLEE, as a unit of SETS unless these are empty. */
static void
add_call (struct stepper *s, uint32_t callee, idset sets, name_id position)
{
  struct emission *m = s->m;
  assert (m->is_called[callee]
          && emission_body (m, callee, s->process)->index != UINT32_MAX);
  idset around = s->steps.units;
  bool is_unit = !idset_is_empty (sets);
  if (is_unit)
    {
      add_step (s, IR_BEGIN, position)->sets = sets;
      s->steps.units = idset_union (m->declared->idsets, around, sets);
      m->model->has_unit = true;
    }
  add_step (s, IR_CALL, position)->object.callee = *emission_body (m, callee, s->process);
  s->steps.units = around;
  if (is_unit)
    add_step (s, IR_END, NAME_NONE)->sets = sets;
}

/* Is a call of INSTANCE one from outside of I, of a method that clients cannot call
   themselves?  Then it is a unit, as those that they call. */
static bool
is_entered (struct stepper *s, const struct instance *instance)
{
  struct extraction *x = s->m->x;
  return !x->threads && !(instance->header->access & ACCESS_PUBLIC)
         && row_count (&x->rows, instance->arguments) > 0
         && row_words (&x->rows, instance->arguments)[0] == SELF.index
         && !extraction_is_of_nest (x, instance_of_body (s)->method.class)
         && selection_has_unit (x, instance->method);
}

/* The sets of which a call of INSTANCE is a unit. */
static idset
unit_of_call (struct stepper *s, uint32_t instance)
{
  struct extraction *x = s->m->x;
  if (x->threads && threads_is_unit (x, instance))
    return s->m->declared->all_sets;
  if (is_entered (s, &x->instances.at[instance]))
    return sets_of_unit (x, x->instances.at[instance].method, s->m->declared);
  return IDSET_EMPTY;
}

/* The steps of EDGE; then control goes on at its target. */
static void
add_effect (struct stepper *s, const struct body_edge *edge)
{
  struct emission *m = s->m;
  struct extraction *x = m->x;
  if (edge->kind == EFFECT_NONE)
    return;
  name_id position = ir_name_of (
    m->declared, position_of (x, instance_of_body (s)->method, edge->instruction));
  begin_effect (s, edge->instruction);
  switch (edge->kind)
    {
    case EFFECT_NONE: break;
    case EFFECT_READ:
    case EFFECT_WRITE:
      add_step (s, edge->kind == EFFECT_READ ? IR_READ : IR_WRITE, position)->object.field
        = m->field_of[edge->operand];
      break;
    case EFFECT_CALL:
      add_call (s, edge->operand,
                unit_of_call (s, m->bodies.list.at[edge->operand].instance), position);
      break;
    case EFFECT_START: add_start (s, edge, position); break;
    case EFFECT_JOIN: add_joins (s, edge, position); break;
    case EFFECT_LOCK:
    case EFFECT_UNLOCK: add_locks (s, edge, position); break;
    case EFFECT_WAIT:
      ir_builder_wait (&s->steps, m->lock_of[edge->operand], s->offset, position);
      break;
    case EFFECT_NOTIFY:
    case EFFECT_NOTIFY_ALL: add_notify (s, edge, position); break;
    case EFFECT_BEGIN:
    case EFFECT_END:
      add_step (s, edge->kind == EFFECT_BEGIN ? IR_BEGIN : IR_END, position)->sets
        = m->declared->all_sets;
      m->model->has_unit = true;
      break;
    }
}

/* ---- Bodies. ---- */

/* The step with which the body returns, the last action of a process that is joined
   before it. */
static uint32_t
add_return (struct stepper *s, bool is_joined)
{
  uint32_t first = s->steps.current = ir_builder_new_step (&s->steps);
  if (is_joined)
    add_step (s, IR_FINISH, NAME_NONE);
  ir_builder_fill (&s->steps, IR_RETURN, s->offset, NAME_NONE);
  return first;
}

/* Which nodes of the body lie in a unit of it: a unit begins on every way to them, or on
   none, but for nodes that lead nowhere. */
static void
find_units (struct stepper *s)
{
  struct arena *arena = &s->m->x->run_arena;
  const struct body *body = s->body;
  bool *seen = arena_calloc (arena, body->nodes.count, sizeof *seen);
  VEC (uint32_t) work = VEC_EMPTY;
  s->in_unit = arena_calloc (arena, body->nodes.count, sizeof *s->in_unit);
  *vec_push (arena, &work) = 0;
  seen[0] = true;
  while (work.count > 0)
    {
      uint32_t node = work.at[--work.count];
      const struct body_node *at = &body->nodes.at[node];
      for (uint32_t e = at->first; e < at->first + at->count; e++)
        {
          const struct body_edge *edge = &body->edges.at[e];
          bool is_in = edge->kind == EFFECT_BEGIN
                       || (s->in_unit[node] && edge->kind != EFFECT_END);
          if (edge->target == BODY_EXIT || seen[edge->target])
            continue;
          *vec_push (arena, &work) = edge->target;
          seen[edge->target] = true;
          s->in_unit[edge->target] = is_in;
        }
    }
}

static void
add_node (struct stepper *s, uint32_t node, uint32_t exit)
{
  assert (node < s->body->nodes.count);
  const struct body_node *at = &s->body->nodes.at[node];
  uint32_t step = s->step_of[node];
  ir_builder_set_place (&s->steps, step, s->offset, NAME_NONE);
  if (at->count == 0) /* it goes no further: a call that never returns */
    ir_builder_add_edge (&s->steps, step, step);
  for (uint32_t e = at->first; e < at->first + at->count; e++)
    {
      const struct body_edge *edge = &s->body->edges.at[e];
      s->steps.current = step;
      s->steps.units = s->in_unit[node] ? s->m->declared->all_sets : IDSET_EMPTY;
      if (at->count > 1)
        ir_builder_go_on (&s->steps);
      add_effect (s, edge);
      s->steps.units = IDSET_EMPTY;
      assert (edge->target == BODY_EXIT || edge->target < s->body->nodes.count);
      ir_builder_continue_at (
        &s->steps, edge->target == BODY_EXIT ? exit : s->step_of[edge->target]);
    }
}

/* The steps of body NUMBER for PROCESS. */
static void
build_body (struct stepper *s, uint32_t number, uint32_t process)
{
  struct arena *arena = &s->m->x->run_arena;
  uint32_t before = s->offset;
  assert (s->m->is_called[number] && process < s->m->parts);
  s->body = &s->m->bodies.list.at[number];
  s->process = process;
  s->is_again = s->first_offset[number] > 0;
  if (s->is_again)
    s->offset = s->first_offset[number];
  s->first_offset[number] = s->offset;
  s->step_of = arena_alloc (arena, s->body->nodes.count * sizeof *s->step_of);
  s->step_of[0] = ir_builder_begin_body (&s->steps);
  for (uint32_t n = 1; n < s->body->nodes.count; n++)
    s->step_of[n] = ir_builder_new_step (&s->steps);
  uint32_t exit = add_return (s, false);
  find_units (s);
  for (uint32_t n = 0; n < s->body->nodes.count; n++)
    add_node (s, n, exit);
  ir_builder_end_body (&s->steps, s->step_of[0]);
  if (s->is_again)
    s->offset = before;
}

/* ---- Processes. ---- */

/* The client, or a process of the program, calls ENTRY. */
static void
add_entry (struct stepper *s, const struct entry *entry)
{
  struct emission *m = s->m;
  struct extraction *x = m->x;
  struct java_member method = x->instances.at[entry->instance].method;
  s->offset++;
  add_call (s, emission_body_of (m, entry->instance),
            entry->is_unit ? sets_of_unit (x, method, m->declared) : IDSET_EMPTY,
            ir_name_of (m->declared, position_of (x, method, 0)));
}

/* Any of the entries that PROCESS calls, any number of times. */
static void
add_choices (struct stepper *s, const struct emitted_process *process, uint32_t exit)
{
  struct extraction *x = s->m->x;
  uint32_t head = s->steps.current;
  assert (!x->threads);
  ir_builder_go_on (&s->steps);
  uint32_t choice = s->steps.current;
  for (uint32_t i = 0; i < x->client.entries.count; i++)
    if (emission_body_of (s->m, x->client.entries.at[i].instance) != UINT32_MAX
        && emission_calls (s->m, process, i))
      {
        s->steps.current = choice;
        ir_builder_go_on (&s->steps);
        add_entry (s, &x->client.entries.at[i]);
        ir_builder_continue_at (&s->steps, head);
      }
  if (s->steps.current == choice)
    ir_builder_continue_at (&s->steps, head);
  ir_builder_add_edge (&s->steps, head, exit);
}

static void
build_process (struct stepper *s, const struct emitted_process *process)
{
  struct extraction *x = s->m->x;
  const struct ir_body *body = &s->m->declared->bodies.at[process->body.index];
  s->process = s->m->parts > 1 ? process->number : 0;
  s->offset++;
  uint32_t entry = ir_builder_begin_body (&s->steps);
  uint32_t exit = add_return (s, body->is_joined);
  s->steps.current = entry;
  if (body->is_started)
    add_step (s, IR_WAKE, body->position);
  const struct entry *alone = !x->threads && process->source > 0
                                ? &x->client.entries.at[process->source - 1]
                                : NULL;
  if (alone && alone->caller == CALLED_ONCE)
    {
      add_entry (s, alone);
      ir_builder_continue_at (&s->steps, exit);
    }
  else if (!x->threads)
    add_choices (s, process, exit);
  else
    {
      const struct thread_process *at = &x->threads->processes.at[process->source];
      if (emission_body_of (s->m, at->instance) != UINT32_MAX)
        add_entry (s,
                   &(struct entry){ .instance = at->instance, .is_unit = at->is_unit });
      ir_builder_continue_at (&s->steps, exit);
    }
  ir_builder_end_body (&s->steps, entry);
}

/* Which processes somebody starts or joins is known before any body is built. */
static void
note_orders (struct emission *m)
{
  for (uint32_t b = 0; b < m->bodies.list.count; b++)
    for (uint32_t e = 0; m->is_called[b] && e < m->bodies.list.at[b].edges.count; e++)
      {
        const struct body_edge *edge = &m->bodies.list.at[b].edges.at[e];
        bool starts = edge->kind == EFFECT_START;
        if (!starts && edge->kind != EFFECT_JOIN)
          continue;
        for (uint32_t i = 0; i < m->processes.count; i++)
          {
            body_id body = m->processes.at[i].body;
            uint32_t source = m->processes.at[i].source;
            if (starts ? edge->operand == source : joins (m, edge, source))
              ir_model_note_order (m->declared, body, ir_model_copies (m->declared, body),
                                   starts);
          }
      }
}

void
steps_build (struct emission *m)
{
  struct stepper s = { .m = m };
  note_orders (m);
  s.first_offset
    = arena_calloc (&m->x->run_arena, m->bodies.list.count + 1, sizeof *s.first_offset);
  s.offset = 1;
  ir_builder_init (&s.steps, m->model->ir, m->declared, m->declared->arena);
  for (uint32_t i = 0; i < m->bodies.list.count; i++)
    if (m->is_called[i] && !m->bodies.list.at[i].reads_halves)
      build_body (&s, i, 0);
  for (uint32_t i = 0; i < m->processes.count; i++)
    build_process (&s, &m->processes.at[i]);
  for (uint32_t i = 0; i < m->bound.count; i++)
    build_body (&s, m->bound.at[i].body, m->bound.at[i].process);
  assert (m->model->ir->bodies.count == m->declared->bodies.count);
}

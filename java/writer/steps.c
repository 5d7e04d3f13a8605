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
#include "java/writer/frame.h"
#include "java/writer/roles.h"
#include "java/writer/sets.h"

struct stepper
{
  struct emission *m;
  struct ir_builder steps;
  const struct body *body; /* under way */
  struct frame frame;      /* of it */
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

/* What INSTRUCTION of CODE calls; null: nothing that has a name. */
static const char *
called_at (const struct stepper *s, const struct java_code *code,
           const struct java_class *class, uint32_t instruction)
{
  const struct java_universe *universe = s->m->x->universe;
  const struct instruction *at = &code->at[instruction];
  assert (instruction < code->count);
  if (at->opcode != OP_INVOKEVIRTUAL && at->opcode != OP_INVOKEINTERFACE)
    return NULL;
  struct member_reference member = constants_member (&class->constants, (uint32_t) at->a);
  return keep_text (s->m->model, universe_text (universe, member.name));
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
    .called = called_at (s, instance->code, class, instruction),
    .roles = roles_of (x->universe, class, instance->code, instruction),
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
         && threads_joins (x, (value_id){ .index = edge->operand }, process);
}

static void
add_joins (struct stepper *s, const struct body_edge *edge, name_id position)
{
  for (uint32_t p = 1; p < s->m->x->threads->processes.count; p++)
    if (joins (s->m, edge, p))
      add_for_process (s, IR_JOIN, p, position);
}

/* ---- Values. ---- */

/* SLOT of the body gets EXPR, or any value if that is IR_NO_EXPR. */
static void
add_set (struct stepper *s, uint32_t slot, uint32_t expr, name_id position)
{
  struct ir_step *step = add_step (s, expr == IR_NO_EXPR ? IR_ANY : IR_SET, position);
  step->slot = slot;
  step->expr = expr;
  s->steps.ir->has_values = true;
}

/* An expression for FORMULA of the body; for one that the slice does not have, any value
   of TYPE, which is chosen now. */
static uint32_t
add_value (struct stepper *s, uint32_t formula, struct ir_type type, name_id position)
{
  if (formula != FORMULA_NONE
      && slice_has_formula (s->m->bodies.slice, s->frame.instance, formula))
    return frame_expression (&s->frame, formula);
  uint32_t slot = frame_new_slot (&s->frame, type);
  add_set (s, slot, IR_NO_EXPR, position);
  return frame_read (&s->frame, slot);
}

/* A read or write, with its value if the model has that.  What is read from a field that
   is not volatile can be forgotten: a step that does nothing follows (ir_forget). */
static void
add_access (struct stepper *s, const struct body_edge *edge, name_id position)
{
  struct emission *m = s->m;
  bool has_value = slice_has_location (m->bodies.slice, edge->operand);
  bool reads = edge->kind == EFFECT_READ;
  uint32_t expr = IR_NO_EXPR, slot = IR_NO_SLOT;
  if (!reads && has_value)
    expr = add_value (s, edge->value, frame_type_of (m->x, edge->operand), position);
  if (reads && edge->value > 0)
    slot = frame_slot (&s->frame, edge->value - 1);
  struct ir_step *step = add_step (s, reads ? IR_READ : IR_WRITE, position);
  step->object.field = m->field_of[edge->operand];
  step->expr = expr;
  step->slot = has_value ? slot : IR_NO_SLOT;
  if (slot == IR_NO_SLOT)
    return;
  s->steps.ir->has_values = true;
  if (!has_value)
    add_set (s, slot, IR_NO_EXPR, position);
  else if (!m->x->heap.locations.at[edge->operand].is_volatile)
    add_step (s, IR_SKIP, position);
}

/* What a call of INSTANCE passes, and where its result goes; ROW is as in a graph. */
static void
add_arguments (struct stepper *s, struct ir_step *call, uint32_t instance, uint32_t row,
               name_id position)
{
  struct extraction *x = s->m->x;
  const struct slice *slice = s->m->bodies.slice;
  struct ir *ir = s->steps.ir;
  struct slice_parameters parameters;
  const uint32_t *words = row_words (&x->rows, row);
  bool knows = row_count (&x->rows, row) > 0;
  slice_parameters (slice, instance, &x->run_arena, &parameters);
  uint32_t *exprs
    = arena_alloc (&x->run_arena, (parameters.list.count + 1) * sizeof *exprs);
  for (uint32_t i = 0; i < parameters.list.count; i++)
    {
      const struct slice_parameter *at = &parameters.list.at[i];
      exprs[i] = add_value (
        s, knows ? words[at->argument + 1] : FORMULA_NONE,
        at->slot & SLOT_IS_WIDE ? (struct ir_type){ false, 64 } : IR_INT, position);
    }
  call->first_argument = ir->arguments.count;
  call->argument_count = parameters.list.count;
  for (uint32_t i = 0; i < parameters.list.count; i++)
    *vec_push (ir->arena, &ir->arguments) = exprs[i];
  if (knows && words[0] > 0 && slice_has_slot (slice, s->frame.instance, words[0] - 1)
      && slice_has_result (slice, instance))
    call->slot = frame_slot (&s->frame, words[0] - 1);
}

/* A call of body CALLEE, as a unit of SETS unless these are empty; ROW: what it passes.
 */
static void
add_call (struct stepper *s, uint32_t callee, uint32_t row, idset sets, name_id position)
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
  struct ir_step call = { .slot = IR_NO_SLOT };
  add_arguments (s, &call, m->bodies.list.at[callee].instance, row, position);
  struct ir_step *step = add_step (s, IR_CALL, position);
  step->object.callee = *emission_body (m, callee, s->process);
  step->first_argument = call.first_argument;
  step->argument_count = call.argument_count;
  step->slot = call.slot;
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
    case EFFECT_WRITE: add_access (s, edge, position); break;
    case EFFECT_CALL:
      add_call (s, edge->operand, edge->value,
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
    case EFFECT_SET:
      add_set (s, frame_slot (&s->frame, edge->operand),
               edge->value == FORMULA_NONE ? IR_NO_EXPR
                                           : frame_expression (&s->frame, edge->value),
               position);
      break;
    case EFFECT_TEST: break; /* see add_test */
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

/* Control goes on at the target of EDGE. */
static void
go_to_target (struct stepper *s, const struct body_edge *edge, uint32_t exit)
{
  assert (edge->target == BODY_EXIT || edge->target < s->body->nodes.count);
  ir_builder_continue_at (&s->steps,
                          edge->target == BODY_EXIT ? exit : s->step_of[edge->target]);
}

/* The edge of NODE that is taken if the test of edge number EDGE fails, or UINT32_MAX. */
static uint32_t
find_otherwise (const struct body *body, const struct body_node *node, uint32_t edge,
                const bool *done)
{
  const struct body_edge *test = &body->edges.at[edge];
  for (uint32_t e = node->first; e < node->first + node->count; e++)
    if (body->edges.at[e].kind == EFFECT_TEST && !done[e - node->first]
        && body->edges.at[e].value == test->value
        && body->edges.at[e].operand != test->operand)
      return e;
  return UINT32_MAX;
}

/* The current step tests a condition.  EDGE and OTHER (UINT32_MAX: none) are its
   outcomes. */
static void
add_test (struct stepper *s, uint32_t edge, uint32_t other, uint32_t exit)
{
  const struct body_edge *at = &s->body->edges.at[edge];
  struct ir_builder *steps = &s->steps;
  uint32_t test = steps->current;
  begin_effect (s, at->instruction);
  name_id position = ir_name_of (
    s->m->declared, position_of (s->m->x, instance_of_body (s)->method, at->instruction));
  uint32_t expr = frame_expression (&s->frame, at->value);
  ir_builder_fill (steps, IR_TEST, s->offset, position)->expr = expr;
  for (uint32_t holds = 1; holds <= 1; holds--)
    {
      uint32_t taken = at->operand == holds ? edge : other;
      uint32_t next = steps->current = ir_builder_new_step (steps);
      ir_builder_add_edge (steps, test, next);
      ir_builder_set_place (steps, next, s->offset, NAME_NONE);
      if (taken == UINT32_MAX)
        ir_builder_add_edge (steps, next, next); /* another choice is taken then */
      else
        go_to_target (s, &s->body->edges.at[taken], exit);
    }
}

/* Choices of NODE: edges, two outcomes of a test being one. */
static uint32_t
count_choices (const struct body *body, const struct body_node *node, bool *done)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < node->count; i++)
    {
      bool is_test = body->edges.at[node->first + i].kind == EFFECT_TEST;
      if (done[i])
        continue;
      count++;
      done[i] = is_test;
      uint32_t other
        = is_test ? find_otherwise (body, node, node->first + i, done) : UINT32_MAX;
      if (other != UINT32_MAX)
        done[other - node->first] = true;
    }
  memset (done, 0, node->count * sizeof *done);
  return count;
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
  bool *done = arena_calloc (&s->m->x->run_arena, at->count + 1, sizeof *done);
  uint32_t choices = count_choices (s->body, at, done);
  for (uint32_t e = at->first; e < at->first + at->count; e++)
    {
      const struct body_edge *edge = &s->body->edges.at[e];
      if (done[e - at->first])
        continue;
      done[e - at->first] = true;
      s->steps.current = step;
      s->steps.units = s->in_unit[node] ? s->m->declared->all_sets : IDSET_EMPTY;
      if (choices > 1)
        ir_builder_go_on (&s->steps);
      if (edge->kind == EFFECT_TEST)
        {
          uint32_t other = find_otherwise (s->body, at, e, done);
          if (other != UINT32_MAX)
            done[other - at->first] = true;
          add_test (s, e, other, exit);
        }
      else
        {
          add_effect (s, edge);
          go_to_target (s, edge, exit);
        }
      s->steps.units = IDSET_EMPTY;
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
  frame_begin (&s->frame, s->m->bodies.slice, s->body->instance, s->steps.ir);
  s->step_of[0] = ir_builder_begin_body (&s->steps);
  for (uint32_t n = 1; n < s->body->nodes.count; n++)
    s->step_of[n] = ir_builder_new_step (&s->steps);
  uint32_t exit = add_return (s, false);
  find_units (s);
  for (uint32_t n = 0; n < s->body->nodes.count; n++)
    add_node (s, n, exit);
  ir_builder_end_body (&s->steps, s->step_of[0]);
  frame_end (&s->frame);
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
  add_call (s, emission_body_of (m, entry->instance), ROW_EMPTY,
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
  /* Choices are steps of a witness with values, which says where they are. */
  ir_builder_set_place (&s->steps, head, s->offset, NAME_NONE);
  ir_builder_set_place (&s->steps, choice, s->offset, NAME_NONE);
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
  frame_begin (&s->frame, s->m->bodies.slice, FRAME_OF_PROCESS, s->steps.ir);
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
  frame_end (&s->frame);
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
  m->model->ir->may_forget = m->x->java->options->values;
  for (uint32_t i = 0; i < m->bodies.list.count; i++)
    if (m->is_called[i] && !m->bodies.list.at[i].reads_halves)
      build_body (&s, i, 0);
  for (uint32_t i = 0; i < m->processes.count; i++)
    build_process (&s, &m->processes.at[i]);
  for (uint32_t i = 0; i < m->bound.count; i++)
    build_body (&s, m->bound.at[i].body, m->bound.at[i].process);
  assert (m->model->ir->bodies.count == m->declared->bodies.count);
}

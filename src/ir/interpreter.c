/* interpreter.c -- see interpreter.h. */
#include <config.h>

#include "ir/interpreter.h"

#include <assert.h>
#include <string.h>

#include "base/bitset.h"
#include "base/dataflow.h"
#include "base/scc.h"

/* The words of a frame above its slots. */
enum
{
  FRAME_NODE = 1, /* index from the end of the frame */
  FRAME_BODY,
  FRAME_ATOMIC,
  FRAME_RESULT,
};
#define FRAME_WORDS 4

/* ---- Preparation. ---- */

/* Find which slots are live before each node of BODY. */
static void
find_live (struct interpreter *in, const struct ir_graph *body)
{
  const struct ir_nodes graph = { in->flow, body };
  size_t words = (size_t) body->node_count * in->live_words;
  struct dataflow live = { .nodes = body->node_count,
                           .words = in->live_words,
                           .successor = ir_nodes_next,
                           .graph = &graph };
  live.needed = &in->live[(size_t) body->first_node * in->live_words];
  live.sets = arena_calloc (in->arena, words, sizeof *live.sets);
  for (uint32_t n = 0; n < body->node_count; n++)
    {
      const struct ir_step *node = &in->flow->nodes.at[body->first_node + n];
      uint64_t *reads = dataflow_row (&live, live.needed, n);
      ir_step_add_reads (in->flow, node, 0, reads);
      if (node->op == IR_RETURN && body->result != IR_NO_SLOT)
        bits_add (reads, body->result);
      if (ir_step_sets_slot (node))
        bits_add (dataflow_row (&live, live.sets, n), node->slot);
    }
  dataflow_solve (&live, in->arena->quota);
}

/* Mark the nodes of BODY that an edge leads back to, in a depth-first search: every loop
   passes one of them. */
static void
find_repeats (struct interpreter *in, const struct ir_graph *body)
{
  const struct ir_nodes graph = { in->flow, body };
  struct scc scc;
  assert (body->node_count > 0);
  scc_init (&scc, in->arena, body->node_count, ir_nodes_next, &graph);
  scc.back_target = &in->repeats[body->first_node];
  scc_from (&scc, 0);
}

void
interpreter_init (struct interpreter *in, const struct ir *flow, struct arena *arena)
{
  const struct ir_model *model = flow->model;
  *in = (struct interpreter){ .flow = flow, .model = model, .arena = arena };
  in->first_cell
    = arena_calloc (arena, model->fields.count + (size_t) 1, sizeof *in->first_cell);
  for (uint32_t f = 0; f < model->fields.count; f++)
    in->first_cell[f + 1] = in->first_cell[f] + model->fields.at[f].cells;
  uint32_t most = 0;
  for (uint32_t b = 0; b < flow->bodies.count; b++)
    most = flow->bodies.at[b].slot_count > most ? flow->bodies.at[b].slot_count : most;
  in->values = arena_calloc (arena, most + (size_t) 1, sizeof *in->values);
  in->live_words = most / 64 + 1;
  in->live = arena_calloc (arena, (flow->nodes.count + (size_t) 1) * in->live_words,
                           sizeof *in->live);
  in->repeats = arena_calloc (arena, flow->nodes.count + (size_t) 1, sizeof *in->repeats);
  for (uint32_t b = 0; b < flow->bodies.count; b++)
    {
      find_live (in, &flow->bodies.at[b]);
      find_repeats (in, &flow->bodies.at[b]);
    }
}

/* ---- Frames. ---- */

static int64_t *
frame_word (const struct interpreter_process *process, uint32_t word)
{
  assert (process->frames > 0 && word <= FRAME_WORDS);
  return &process->stack.at[process->stack.count - word];
}

static const struct ir_graph *
top_body (const struct interpreter *in, const struct interpreter_process *process)
{
  return &in->flow->bodies.at[*frame_word (process, FRAME_BODY)];
}

static int64_t *
top_slots (const struct interpreter *in, const struct interpreter_process *process)
{
  return frame_word (process, FRAME_WORDS) - top_body (in, process)->slot_count;
}

static const struct ir_step *
top_node (const struct interpreter *in, const struct interpreter_process *process)
{
  return &in->flow->nodes.at[*frame_word (process, FRAME_NODE)];
}

static void
push_frame (const struct interpreter *in, struct interpreter_process *process,
            uint32_t body, bool atomic, uint32_t result)
{
  assert (body < in->flow->bodies.count);
  const struct ir_graph *graph = &in->flow->bodies.at[body];
  for (uint32_t i = 0; i < graph->slot_count; i++)
    *vec_push (in->arena, &process->stack) = 0;
  *vec_push (in->arena, &process->stack) = result == IR_NO_SLOT ? -1 : (int64_t) result;
  *vec_push (in->arena, &process->stack) = atomic;
  *vec_push (in->arena, &process->stack) = body;
  *vec_push (in->arena, &process->stack) = graph->first_node;
  process->frames++;
}

static void
set_slot (const struct interpreter *in, struct interpreter_process *process,
          uint32_t slot, int64_t value)
{
  if (slot == IR_NO_SLOT)
    return;
  const struct ir_graph *body = top_body (in, process);
  assert (slot < body->slot_count);
  top_slots (in, process)[slot]
    = ir_cut (in->flow->slots.at[body->first_slot + slot].type, value);
}

struct interpreter_state
interpreter_start (const struct interpreter *in)
{
  const struct ir_model *model = in->model;
  uint32_t cells = in->first_cell[model->fields.count];
  struct interpreter_state state
    = { .cells = arena_calloc (in->arena, cells + (size_t) 1, sizeof *state.cells),
        .locks
        = arena_calloc (in->arena, model->locks.count + (size_t) 1, sizeof *state.locks),
        .processes = arena_calloc (in->arena, model->processes + (size_t) 1,
                                   sizeof *state.processes) };
  for (uint32_t f = 0; f < model->fields.count; f++)
    for (uint32_t c = in->first_cell[f]; c < in->first_cell[f + 1]; c++)
      state.cells[c] = model->fields.at[f].any
                         ? 0
                         : ir_cut (model->fields.at[f].type, model->fields.at[f].initial);
  for (uint32_t p = 0; p < model->processes; p++)
    push_frame (in, &state.processes[p], ir_body_of_process (model, p), false,
                IR_NO_SLOT);
  return state;
}

uint32_t
interpreter_node (const struct interpreter_state *state, uint32_t process)
{
  assert (state->processes);
  const struct interpreter_process *p = &state->processes[process];
  return p->frames == 0 ? IR_NO_STEP : (uint32_t) *frame_word (p, FRAME_NODE);
}

/* ---- Expressions. ---- */

struct evaluation
{
  const struct interpreter *in;
  const struct interpreter_state *state;
  uint32_t process;
  bool reads; /* a field was read */
};

static bool evaluate (struct evaluation *v, uint32_t expr, int64_t *value);

/* The cell of FIELD at INDEX, an expression or none; false: out of bounds. */
static bool
find_cell (struct evaluation *v, uint32_t field, uint32_t index, uint32_t *cell)
{
  assert (field < v->in->model->fields.count);
  int64_t place = 0;
  if (index != IR_NO_EXPR && !evaluate (v, index, &place))
    return false;
  if (place < 0 || place >= v->in->model->fields.at[field].cells)
    return false;
  *cell = v->in->first_cell[field] + (uint32_t) place;
  return true;
}

static bool
evaluate_operator (struct evaluation *v, const struct ir_expr *e, int64_t *value)
{
  assert (e->op == IR_OPERATOR && e->operands[0] != IR_NO_EXPR);
  int64_t a = 0, b = 0;
  if (!evaluate (v, e->operands[0], &a))
    return false;
  if (e->kind == EXPR_CONDITIONAL)
    return evaluate (v, e->operands[a ? 1 : 2], value);
  if (e->kind == EXPR_AND || e->kind == EXPR_OR)
    {
      *value = a != 0;
      return (a != 0) == (e->kind == EXPR_OR) || evaluate (v, e->operands[1], value);
    }
  if (ir_operand_count (e) > 1 && !evaluate (v, e->operands[1], &b))
    return false;
  bool wide = v->in->flow->exprs.at[e->operands[0]].type.width > 32;
  return ir_operate (e->kind, e->type, wide, a, b, value);
}

/* The value of EXPR; false: it goes wrong. */
static bool
evaluate (struct evaluation *v, uint32_t expr, int64_t *value)
{
  assert (expr < v->in->flow->exprs.count);
  const struct ir_expr *e = &v->in->flow->exprs.at[expr];
  uint32_t cell;
  switch (e->op)
    {
    case IR_CONSTANT: *value = e->value; return true;
    case IR_SLOT:
      *value = top_slots (v->in, &v->state->processes[v->process])[e->place];
      return true;
    case IR_SELF: *value = (int64_t) v->process + 1; return true;
    case IR_FIELD:
      v->reads = true;
      if (!find_cell (v, e->place, e->operands[0], &cell))
        return false;
      *value = v->state->cells[cell];
      return true;
    case IR_OPERATOR: return evaluate_operator (v, e, value);
    }
  return false;
}

/* Does EXPR read a field, whatever the values? */
static bool
reads_fields (const struct ir *flow, uint32_t expr)
{
  assert (expr < flow->exprs.count);
  const struct ir_expr *e = &flow->exprs.at[expr];
  bool reads = e->op == IR_FIELD;
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    reads |= reads_fields (flow, e->operands[i]);
  return reads;
}

/* ---- What a step needs. ---- */

/* A step before it is made. */
struct view
{
  const struct ir_step *node;
  enum interpreter_outlook outlook;
  bool goes_wrong; /* it goes wrong now: its one choice is to stay there for ever */
  lock_id lock;    /* the lock of an operation */
  uint32_t cell;   /* the cell of an access */
  int64_t value;   /* of a SET, WRITE, TEST, or result */
  uint32_t choices;
};

static void
stay (struct view *view)
{
  view->outlook = INTERPRETER_STAYS;
}

static void
wait_if (struct view *view, bool blocked)
{
  if (blocked)
    view->outlook = INTERPRETER_WAITS;
}

/* The lock of an operation; false: its index goes wrong. */
static bool
find_lock (struct evaluation *v, const struct ir_step *node, lock_id *lock)
{
  assert (node->op == IR_ACQUIRE || node->op == IR_ACQUIRE_AT);
  int64_t place = 0;
  *lock = node->object.lock;
  if (!ir_is_open (node))
    return true;
  if (!evaluate (v, node->index, &place) || place < 0 || place >= node->lock_count)
    return false;
  *lock = (lock_id){ node->first_lock.index + (uint32_t) place };
  return true;
}

static void
view_acquire (struct evaluation *v, struct view *view)
{
  const struct interpreter_process *own = &v->state->processes[v->process];
  if (!find_lock (v, view->node, &view->lock))
    {
      stay (view);
      return;
    }
  uint32_t owner = v->state->locks[view->lock.index].owner;
  wait_if (view, (view->node->waits && own->waiting)
                   || (owner != 0 && owner != v->process + 1));
}

static void
view_access (struct evaluation *v, struct view *view)
{
  uint32_t field = ir_step_field (view->node).index;
  bool fine = find_cell (v, field, view->node->index, &view->cell);
  if (fine && view->node->op == IR_WRITE && view->node->expr != IR_NO_EXPR)
    fine = evaluate (v, view->node->expr, &view->value);
  if (!fine)
    stay (view);
}

static void
view_expression (struct evaluation *v, struct view *view)
{
  bool fine = evaluate (v, view->node->expr, &view->value);
  bool over_fields = reads_fields (v->in->flow, view->node->expr);
  if (!fine && view->node->op == IR_ASSUME && over_fields)
    view->goes_wrong = true;
  else if (!fine || (view->node->op == IR_ASSERT && !view->value))
    stay (view);
  else if (view->node->op == IR_ASSUME && !view->value)
    view->outlook = over_fields ? INTERPRETER_WAITS : INTERPRETER_STAYS;
}

/* The number of processes that a notify of LOCK could wake; *WHO: the NTH, from 0. */
static uint32_t
count_waiting (const struct interpreter *in, const struct interpreter_state *state,
               lock_id lock, uint32_t nth, uint32_t *who)
{
  assert (lock.index < in->model->locks.count);
  uint32_t count = 0;
  for (uint32_t p = 0; p < in->model->processes; p++)
    if (state->processes[p].waiting
        && lock_equal (ir_step_lock (top_node (in, &state->processes[p])), lock))
      {
        if (count++ == nth)
          *who = p;
      }
  return count;
}

/* Must the start or join of NODE wait? */
static bool
is_too_soon (const struct interpreter *in, const struct interpreter_state *state,
             const struct ir_step *node)
{
  assert (node->op == IR_START || node->op == IR_JOIN);
  const struct idsets *idsets = in->model->idsets;
  idset named = ir_step_processes (node);
  for (uint32_t p = idset_next (idsets, named, 0); p != UINT32_MAX;
       p = idset_next (idsets, named, p + 1))
    if (node->op == IR_START ? (state->processes[p].life & INTERPRETER_STARTED) != 0
                             : !(state->processes[p].life & INTERPRETER_ENDED))
      return true;
  return false;
}

static void
view_call (struct evaluation *v, struct view *view)
{
  const struct ir *flow = v->in->flow;
  for (uint32_t i = 0; i < view->node->argument_count; i++)
    if (!evaluate (v, flow->arguments.at[view->node->first_argument + i], &view->value))
      stay (view);
  if (v->state->processes[v->process].frames >= flow->bodies.count + INTERPRETER_FRAMES)
    view->outlook = INTERPRETER_UNKNOWN;
}

/* The type of the slot of NODE, at which PROCESS is. */
static struct ir_type
type_of (const struct interpreter *in, const struct interpreter_process *process,
         const struct ir_step *node)
{
  const struct ir_graph *body = top_body (in, process);
  assert (node->slot < body->slot_count);
  return in->flow->slots.at[body->first_slot + node->slot].type;
}

static void
view_any (const struct evaluation *v, struct view *view)
{
  struct ir_type type = type_of (v->in, &v->state->processes[v->process], view->node);
  if (type.width > INTERPRETER_ANY_WIDTH)
    view->outlook = INTERPRETER_UNKNOWN;
  else
    view->choices = (uint32_t) 1 << type.width;
}

static void
view_node (struct evaluation *v, struct view *view)
{
  const struct interpreter_process *own = &v->state->processes[v->process];
  const struct ir_step *node = view->node;
  uint32_t who;
  switch (node->op)
    {
    case IR_SKIP:
      view->choices = node->edge_count;
      if (node->edge_count == 0)
        stay (view);
      break;
    case IR_ACQUIRE:
    case IR_ACQUIRE_AT: view_acquire (v, view); break;
    case IR_READ:
    case IR_WRITE: view_access (v, view); break;
    case IR_SET:
    case IR_TEST:
    case IR_ASSUME:
    case IR_ASSERT: view_expression (v, view); break;
    case IR_ANY: view_any (v, view); break;
    case IR_CALL: view_call (v, view); break;
    case IR_WAKE:
      if (idset_has (v->in->model->idsets, v->in->model->started, v->process)
          && !(own->life & INTERPRETER_STARTED))
        stay (view);
      break;
    case IR_START:
    case IR_JOIN: wait_if (view, is_too_soon (v->in, v->state, node)); break;
    case IR_NOTIFY:
      view->lock = ir_step_lock (node);
      if (!node->all)
        view->choices = count_waiting (v->in, v->state, view->lock, 0, &who);
      if (view->choices == 0)
        view->choices = 1;
      break;
    case IR_RELEASE:
    case IR_RELEASE_AT:
    case IR_RETURN:
    case IR_BEGIN:
    case IR_END:
    case IR_FINISH:
    case IR_CUT:
    case IR_RESUME: break;
    }
}

static struct view
look (const struct interpreter *in, const struct interpreter_state *state,
      uint32_t process)
{
  const struct interpreter_process *own = &state->processes[process];
  struct view view = { .outlook = INTERPRETER_RUNS, .lock = LOCK_NONE, .choices = 1 };
  assert (process < in->model->processes);
  if (own->frames == 0 || (own->life & INTERPRETER_WRONG))
    {
      stay (&view);
      return view;
    }
  view.node = top_node (in, own);
  struct evaluation v = { in, state, process, false };
  view_node (&v, &view);
  return view;
}

enum interpreter_outlook
interpreter_look (const struct interpreter *in, const struct interpreter_state *state,
                  uint32_t process)
{
  return look (in, state, process).outlook;
}

uint32_t
interpreter_choices (const struct interpreter *in, const struct interpreter_state *state,
                     uint32_t process)
{
  if (state->midst != 0 && state->midst != process + 1)
    return 0;
  struct view view = look (in, state, process);
  return view.outlook == INTERPRETER_RUNS ? view.choices : 0;
}

int64_t
interpreter_first_value (struct ir_type type)
{
  assert (type.width > 0 && type.width <= INTERPRETER_ANY_WIDTH);
  return type.is_bool ? 0 : -((int64_t) 1 << (type.width - 1));
}

uint32_t
interpreter_waking (const struct interpreter *in, const struct interpreter_state *state,
                    uint32_t process, uint32_t woken)
{
  struct view view = look (in, state, process);
  assert (view.node && view.node->op == IR_NOTIFY);
  uint32_t who = 0, count = count_waiting (in, state, view.lock, 0, &who);
  if (view.node->all || woken == 0)
    return (view.node->all || count == 0) && woken == 0 ? 0 : UINT32_MAX;
  for (uint32_t i = 0; i < count; i++)
    {
      count_waiting (in, state, view.lock, i, &who);
      if (who + 1 == woken)
        return i;
    }
  return UINT32_MAX;
}

/* ---- What a step does. ---- */

static void
take_lock (const struct interpreter *in, struct interpreter_state *state,
           uint32_t process, const struct view *view)
{
  struct interpreter_process *own = &state->processes[process];
  struct interpreter_lock *lock = &state->locks[view->lock.index];
  bool element = ir_is_element (view->node), held = lock->owner == process + 1;
  if (element)
    set_slot (in, own, view->node->slot,
              held ? -1 : (int64_t) view->lock.index - view->node->first_lock.index);
  if (element && held)
    return;
  assert (lock->owner == 0 || held);
  lock->owner = process + 1;
  lock->depth += view->node->waits ? own->given : 1;
}

static void
give_lock (const struct interpreter *in, struct interpreter_state *state,
           uint32_t process, const struct ir_step *node)
{
  struct interpreter_process *own = &state->processes[process];
  lock_id id = node->object.lock;
  if (node->op == IR_RELEASE_AT)
    {
      int64_t taken = top_slots (in, own)[node->slot];
      if (taken < 0)
        return;
      id = (lock_id){ node->first_lock.index + (uint32_t) taken };
    }
  struct interpreter_lock *lock = &state->locks[id.index];
  assert (lock->owner == process + 1 && lock->depth > 0);
  if (node->waits)
    {
      own->given = lock->depth;
      own->waiting = true;
      lock->depth = 1;
    }
  if (--lock->depth == 0)
    lock->owner = 0;
}

static void
wake (const struct interpreter *in, struct interpreter_state *state,
      const struct view *view, uint32_t choice)
{
  assert (view->node->op == IR_NOTIFY && choice < view->choices);
  uint32_t who;
  do
    {
      if (count_waiting (in, state, view->lock, choice, &who) == 0)
        return;
      state->processes[who].waiting = false;
    }
  while (view->node->all);
}

static void
start_all (const struct interpreter *in, struct interpreter_state *state,
           const struct ir_step *node)
{
  assert (node->op == IR_START);
  const struct idsets *idsets = in->model->idsets;
  idset named = ir_step_processes (node);
  for (uint32_t p = idset_next (idsets, named, 0); p != UINT32_MAX;
       p = idset_next (idsets, named, p + 1))
    state->processes[p].life |= INTERPRETER_STARTED;
}

static void
call (const struct interpreter *in, struct interpreter_state *state, uint32_t process,
      const struct ir_step *node, bool atomic)
{
  struct interpreter_process *own = &state->processes[process];
  uint32_t count = node->argument_count, callee = ir_step_callee (node).index;
  struct evaluation v = { in, state, process, false };
  assert (count <= in->flow->bodies.at[callee].slot_count);
  for (uint32_t i = 0; i < count; i++)
    evaluate (&v, in->flow->arguments.at[node->first_argument + i], &in->values[i]);
  push_frame (in, own, callee, atomic, node->slot);
  for (uint32_t i = 0; i < count; i++)
    set_slot (in, own, i, in->values[i]);
}

static void
leave (const struct interpreter *in, struct interpreter_process *own)
{
  assert (top_node (in, own)->op == IR_RETURN);
  const struct ir_graph *body = top_body (in, own);
  int64_t slot = *frame_word (own, FRAME_RESULT);
  int64_t value = body->result == IR_NO_SLOT ? 0 : top_slots (in, own)[body->result];
  own->stack.count -= body->slot_count + FRAME_WORDS;
  own->frames--;
  if (own->frames > 0 && slot >= 0)
    set_slot (in, own, (uint32_t) slot, value);
}

/* Do what the step of VIEW does, but for where PROCESS goes. */
static void
execute (const struct interpreter *in, struct interpreter_state *state, uint32_t process,
         const struct view *view, uint32_t choice)
{
  struct interpreter_process *own = &state->processes[process];
  const struct ir_step *node = view->node;
  switch ((unsigned) node->op)
    {
    case IR_ACQUIRE:
    case IR_ACQUIRE_AT: take_lock (in, state, process, view); break;
    case IR_RELEASE:
    case IR_RELEASE_AT: give_lock (in, state, process, node); break;
    case IR_READ: set_slot (in, own, node->slot, state->cells[view->cell]); break;
    case IR_WRITE:
      if (node->expr != IR_NO_EXPR)
        state->cells[view->cell]
          = ir_cut (in->model->fields.at[ir_step_field (node).index].type, view->value);
      break;
    case IR_SET: set_slot (in, own, node->slot, view->value); break;
    case IR_ANY:
      set_slot (in, own, node->slot,
                interpreter_first_value (type_of (in, own, node)) + choice);
      break;
    case IR_FINISH: own->life |= INTERPRETER_ENDED; break;
    case IR_START: start_all (in, state, node); break;
    case IR_NOTIFY: wake (in, state, view, choice); break;
    default: break;
    }
}

/* Can others notice the node of VIEW: a step of locks, fields, or processes? */
static bool
is_step (const struct interpreter *in, const struct view *view)
{
  return ir_is_action (view->node)
         || (view->node->op == IR_ASSUME && reads_fields (in->flow, view->node->expr));
}

static bool
is_atomic (const struct interpreter *in, const struct interpreter_process *process)
{
  return top_node (in, process)->atomic || *frame_word (process, FRAME_ATOMIC);
}

/* PROCESS has made a step; BEGINS: an atomic block may begin with it.  Set whether it is
   in the midst of one (ir.h, Atomic). */
static void
settle (const struct interpreter *in, struct interpreter_state *state, uint32_t process,
        bool begins)
{
  const struct interpreter_process *own = &state->processes[process];
  bool is = state->midst == process + 1 || begins;
  if (state->midst != 0 && state->midst != process + 1)
    return; /* a step that others do not notice, which the replay may make now */
  if (own->life & INTERPRETER_WRONG)
    is = state->midst == process + 1;
  else if (is)
    is = own->frames > 0 && is_atomic (in, own)
         && look (in, state, process).outlook != INTERPRETER_WAITS;
  state->midst = is ? process + 1 : 0;
}

void
interpreter_choose (const struct interpreter *in, struct interpreter_state *state,
                    uint32_t process, int64_t value)
{
  struct interpreter_process *own = &state->processes[process];
  const struct ir_step *node = top_node (in, own);
  assert (node->op == IR_ANY);
  set_slot (in, own, node->slot, value);
  *frame_word (own, FRAME_NODE) = in->flow->edges.at[node->first_edge];
  settle (in, state, process, false);
}

void
interpreter_go (const struct interpreter *in, struct interpreter_state *state,
                uint32_t process, uint32_t choice)
{
  struct interpreter_process *own = &state->processes[process];
  struct view view = look (in, state, process);
  assert (view.outlook == INTERPRETER_RUNS && choice < view.choices);
  if (view.goes_wrong)
    {
      own->life |= INTERPRETER_WRONG;
      settle (in, state, process, false);
      return;
    }
  bool atomic = is_atomic (in, own);
  bool begins = is_step (in, &view) && (atomic || view.node->op == IR_ASSUME);
  const struct ir_step *node = view.node;
  execute (in, state, process, &view, choice);
  if (node->op == IR_RETURN)
    leave (in, own);
  else
    {
      uint32_t edge = node->op == IR_SKIP ? choice : node->op == IR_TEST && !view.value;
      *frame_word (own, FRAME_NODE) = in->flow->edges.at[node->first_edge + edge];
      if (node->op == IR_CALL)
        call (in, state, process, node, atomic);
    }
  settle (in, state, process, begins);
}

/* ---- What others notice. ---- */

bool
interpreter_is_unnoticed (const struct interpreter *in,
                          const struct interpreter_state *state, uint32_t process)
{
  const struct interpreter_process *own = &state->processes[process];
  assert (own->frames > 0);
  const struct ir_step *node = top_node (in, own);
  if (in->repeats[*frame_word (own, FRAME_NODE)] || node->idle)
    return false;
  switch ((unsigned) node->op)
    {
    case IR_SKIP:
    case IR_SET:
    case IR_ANY:
    case IR_TEST:
    case IR_ASSERT:
    case IR_RETURN:
    case IR_BEGIN:
    case IR_END:
    case IR_CUT:
    case IR_RESUME: return true;
    case IR_READ:
    case IR_WRITE:
      return in->model->fields.at[ir_step_field (node).index].type.width == 0
             && !is_atomic (in, own);
    case IR_CALL: return own->frames <= in->flow->bodies.count;
    default: return false;
    }
}

bool
interpreter_is_idle (const struct interpreter *in, const struct interpreter_state *state)
{
  for (uint32_t p = 0; p < in->model->processes; p++)
    if (state->processes[p].frames > 0 && interpreter_choices (in, state, p) > 0
        && top_node (in, &state->processes[p])->idle)
      return true;
  return false;
}

/* ---- Rows. ---- */

static void
pack_stack (const struct interpreter *in, const struct interpreter_process *process,
            struct interpreter_row *row, struct arena *arena)
{
  uint32_t begin = row->words.count, end = process->stack.count;
  for (uint32_t i = 0; i < end; i++)
    *vec_push (arena, &row->words) = process->stack.at[i];
  for (uint32_t f = 0; f < process->frames; f++)
    {
      int64_t *top = &row->words.at[begin + end];
      uint32_t slots = in->flow->bodies.at[top[-FRAME_BODY]].slot_count;
      const uint64_t *live = &in->live[(size_t) top[-FRAME_NODE] * in->live_words];
      for (uint32_t i = 0; i < slots; i++)
        if (!bits_have (live, i))
          top[-FRAME_WORDS - (int64_t) slots + i] = 0;
      end -= slots + FRAME_WORDS;
    }
  assert (end == 0);
}

void
interpreter_pack (const struct interpreter *in, const struct interpreter_state *state,
                  struct interpreter_row *row, struct arena *arena)
{
  const struct ir_model *model = in->model;
  *vec_push (arena, &row->words) = state->midst;
  for (uint32_t c = 0; c < in->first_cell[model->fields.count]; c++)
    *vec_push (arena, &row->words) = state->cells[c];
  for (uint32_t l = 0; l < model->locks.count; l++)
    *vec_push (arena, &row->words)
      = (int64_t) state->locks[l].owner << 32 | state->locks[l].depth;
  for (uint32_t p = 0; p < model->processes; p++)
    {
      const struct interpreter_process *process = &state->processes[p];
      /* `given' is meaningless once the lock has been acquired again. */
      bool given = process->frames > 0 && top_node (in, process)->waits;
      *vec_push (arena, &row->words) = (int64_t) process->life
                                       | (int64_t) process->waiting << 8
                                       | (int64_t) process->frames << 16
                                       | (int64_t) (given ? process->given : 0) << 40;
      *vec_push (arena, &row->words) = process->stack.count;
      pack_stack (in, process, row, arena);
    }
}

void
interpreter_unpack (const struct interpreter *in, const int64_t *words,
                    struct interpreter_state *state)
{
  const struct ir_model *model = in->model;
  state->midst = (uint32_t) *words++;
  for (uint32_t c = 0; c < in->first_cell[model->fields.count]; c++)
    state->cells[c] = *words++;
  for (uint32_t l = 0; l < model->locks.count; l++, words++)
    state->locks[l]
      = (struct interpreter_lock){ (uint32_t) (*words >> 32), (uint32_t) *words };
  for (uint32_t p = 0; p < model->processes; p++)
    {
      struct interpreter_process *process = &state->processes[p];
      process->life = (uint8_t) *words;
      process->waiting = *words >> 8 & 1;
      process->frames = (uint32_t) (*words >> 16) & 0xffffff;
      process->given = (uint32_t) (*words >> 40);
      uint32_t count = (uint32_t) words[1];
      words += 2;
      vec_reserve (in->arena, &process->stack, count);
      process->stack.count = count;
      if (count > 0)
        memcpy (process->stack.at, words, count * sizeof *words);
      words += count;
    }
}

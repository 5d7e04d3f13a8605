/* interpret.c -- the abstract interpreter: every instruction on abstract values.
 *
 * A state is a program point (instruction, locals, stack, monitors) of an instance.  Each
 * is interpreted once, and again only if a method that it calls has come to return more;
 * then its edges are made anew.  Paths are not joined: two frames that differ in a value
 * are two states, which is what tells the path on which tryLock succeeded from the
 * other one.  At more than STATES_MOST frames of one instruction, values of locals
 * are given up.
 */
#include <config.h>

#include <assert.h>

#include "java/interpreter/threads.h"

/* ---- Paths. ---- */

uint32_t
machine_node (struct machine *m)
{
  assert (m->instance < m->x->instances.count);
  uint32_t row = monitors_row (m);
  return graph_node (&m->x->instances.at[m->instance].graph, &m->x->run_arena, row);
}

void
machine_join (struct machine *m, uint32_t node)
{
  assert (node < m->x->instances.at[m->instance].graph.nodes.count);
  graph_edge (&m->x->instances.at[m->instance].graph, &m->x->run_arena, m->node,
              (struct graph_edge){
                .target = node, .kind = EFFECT_NONE, .instruction = m->instruction });
}

/* A node after the present one, with the same monitors. */
static uint32_t
next_node (struct machine *m)
{
  struct graph *graph = &m->x->instances.at[m->instance].graph;
  assert (m->node < graph->nodes.count);
  return graph_node (graph, &m->x->run_arena, graph->nodes.at[m->node].monitors);
}

void
machine_effect (struct machine *m, enum effect_kind kind, uint32_t operand)
{
  machine_effect_of_value (m, kind, operand, 0);
}

void
machine_effect_of_value (struct machine *m, enum effect_kind kind, uint32_t operand,
                         uint32_t value)
{
  assert (kind != EFFECT_NONE);
  uint32_t target
    = kind == EFFECT_LOCK || kind == EFFECT_UNLOCK ? machine_node (m) : next_node (m);
  graph_edge (&m->x->instances.at[m->instance].graph, &m->x->run_arena, m->node,
              (struct graph_edge){ .target = target,
                                   .kind = kind,
                                   .operand = operand,
                                   .value = value,
                                   .instruction = m->instruction });
  m->node = target;
  if (effect_is_action (kind))
    account (m, ACCOUNT_MODELLED);
}

/* What the frame is at INSTRUCTION: dead locals are forgotten. */
static uint32_t
frame_row (struct machine *m, uint32_t instruction)
{
  assert (m->locals.count == m->code->max_locals);
  assert (m->stack.count <= m->code->max_stack);
  assert (m->monitors.count <= MONITORS_MOST);
  struct arena *arena = &m->x->run_arena;
  m->words.count = 0;
  *vec_push (arena, &m->words) = m->stack.count;
  *vec_push (arena, &m->words) = m->monitors.count;
  for (uint32_t i = 0; i < m->locals.count; i++)
    *vec_push (arena, &m->words)
      = flow_is_live (m->flow, instruction, i) ? m->locals.at[i].index : OTHER.index;
  for (uint32_t i = 0; i < m->stack.count; i++)
    *vec_push (arena, &m->words) = m->stack.at[i].index;
  for (uint32_t i = 0; i < m->monitors.count; i++)
    {
      struct monitor monitor = m->monitors.at[i];
      *vec_push (arena, &m->words) = monitor.lock;
      *vec_push (arena, &m->words)
        = monitor.site | (monitor.dropped ? MONITOR_DROPPED : 0);
    }
  return row_intern (&m->x->rows, m->words.at, m->words.count);
}

static void
load_frame (struct machine *m, uint32_t frame)
{
  assert (frame < m->x->rows.list.count);
  struct arena *arena = &m->x->run_arena;
  const uint32_t *words = row_words (&m->x->rows, frame);
  uint32_t stack = *words++, monitors = *words++;
  m->locals.count = m->stack.count = m->monitors.count = 0;
  for (uint32_t i = 0; i < m->code->max_locals; i++)
    {
      value_id value = { .index = *words++ };
      value.term = machine_local_term (m, i, value);
      *vec_push (arena, &m->locals) = value;
    }
  for (uint32_t i = 0; i < stack; i++)
    {
      value_id value = { .index = *words++ };
      value.term = machine_stack_term (m, i, value);
      *vec_push (arena, &m->stack) = value;
    }
  for (uint32_t i = 0; i < monitors; i++, words += 2)
    *vec_push (arena, &m->monitors)
      = (struct monitor){ .lock = words[0],
                          .site = words[1] & ~MONITOR_DROPPED,
                          .dropped = words[1] & MONITOR_DROPPED };
  assert (words == row_words (&m->x->rows, frame) + row_count (&m->x->rows, frame));
}

/* Too many frames at one place: forget the locals, first the plain ones. */
static void
widen_frame (struct machine *m, uint32_t states)
{
  assert (states >= STATES_MOST);
  struct extraction *x = m->x;
  for (uint32_t i = 0; i < m->locals.count; i++)
    {
      value_id *local = &m->locals.at[i];
      bool touches = value_touches (&x->values, *local);
      if (value_equal (*local, SELF) || value_equal (*local, WIDE)
          || value_kind (&x->values, *local) == VALUE_ADDRESS
          || (touches && states < 2 * STATES_MOST))
        continue;
      if (x->threads)
        threads_keep (x, *local);
      else if (touches)
        note_at (x, JAVA_MAY_MISS, "widened", m->instance, m->instruction,
                 "too many different states: what local variable %u holds is "
                 "forgotten",
                 i);
      *local = OTHER;
    }
}

/* The path ends at INSTRUCTION, in the unit that it belongs to. */
static void
go (struct machine *m, uint32_t instruction)
{
  struct extraction *x = m->x;
  if (instruction >= m->code->count)
    return; /* broken code that runs past its end */
  uint32_t place = agenda_place (&x->agenda, m->instance, instruction);
  bool is_widened = agenda_count_at (&x->agenda, place) >= STATES_MOST;
  uint32_t first = m->saved_values.count;
  if (is_widened)
    {
      machine_save (m, m->locals.at, m->locals.count);
      widen_frame (m, agenda_count_at (&x->agenda, place));
    }
  uint32_t frame = frame_row (m, instruction);
  uint32_t settled = m->saved_values.count;
  if (m->follows)
    {
      machine_save (m, m->stack.at, m->stack.count);
      machine_settle_stack (m);
    }
  uint32_t number = agenda_find (&x->agenda, place, frame);
  if (number == STATE_NONE)
    number = agenda_add (&x->agenda, place,
                         (struct state){ .instance = m->instance,
                                         .node = next_node (m),
                                         .instruction = instruction,
                                         .frame = frame });
  machine_join (m, x->agenda.list.at[number].node);
  for (uint32_t i = 0; m->follows && i < m->stack.count; i++)
    m->stack.at[i] = m->saved_values.at[settled + i];
  m->saved_values.count = settled;
  for (uint32_t i = 0; is_widened && i < m->locals.count; i++)
    m->locals.at[i] = m->saved_values.at[first + i];
  assert (m->saved_values.count == first + (is_widened ? m->locals.count : 0));
  m->saved_values.count = first;
}

/* Control goes to INSTRUCTION, UINT32_MAX: out of the method.  Where that is another time
   round a loop that is a unit, or leaves it, the unit ends. */
static void
cross_units (struct machine *m, uint32_t instruction)
{
  const struct unit_loops *loops = m->x->instances.at[m->instance].loops;
  const struct unit_loop *from = m->begins ? NULL : unit_loop_at (loops, m->instruction);
  const struct unit_loop *to = unit_loop_at (loops, instruction);
  assert (!to || (to->begin <= instruction && instruction <= to->end));
  bool is_entry = to && (instruction == to->entry || to != from);
  if (from && (to != from || is_entry))
    machine_effect (m, EFFECT_END, 0);
  if (is_entry)
    machine_effect (m, EFFECT_BEGIN, 0);
}

void
machine_leave_units (struct machine *m)
{
  cross_units (m, UINT32_MAX);
}

void
machine_go (struct machine *m, uint32_t instruction)
{
  uint32_t node = m->node;
  cross_units (m, instruction);
  go (m, instruction);
  m->node = node;
}

void
machine_next (struct machine *m)
{
  machine_go (m, m->instruction + 1);
}

static bool
is_allocation (uint8_t opcode)
{
  return opcode == OP_NEW || opcode == OP_NEWARRAY || opcode == OP_ANEWARRAY
         || opcode == OP_MULTIANEWARRAY;
}

/* Must there be a state at INSTRUCTION, or is it enough to go on? */
static bool
is_state (const struct machine *m, uint32_t instruction)
{
  return instruction >= m->code->count
         || m->flow->is_state[instruction]
         /* Sites are counted by their states (counting.c). */
         || (m->x->threads && is_allocation (m->code->at[instruction].opcode));
}

void
machine_continue (struct machine *m)
{
  assert (!m->goes_on);
  uint32_t next = m->instruction + 1;
  if (is_state (m, next))
    {
      machine_go (m, next);
      return;
    }
  struct graph *graph = &m->x->instances.at[m->instance].graph;
  if (graph->nodes.at[m->node].first_edge != GRAPH_NONE)
    {
      /* There are other paths; what follows belongs to this one alone. */
      uint32_t node = next_node (m);
      machine_join (m, node);
      m->node = node;
    }
  cross_units (m, next);
  m->instruction = next;
  m->goes_on = true;
}

/* ---- The frame. ---- */

void
machine_push (struct machine *m, value_id value)
{
  /* Code that was never verified may push more than it says. */
  if (m->stack.count < m->code->max_stack)
    *vec_push (&m->x->run_arena, &m->stack) = value;
}

value_id
machine_pop (struct machine *m)
{
  return m->stack.count ? m->stack.at[--m->stack.count] : OTHER;
}

void
machine_push_type (struct machine *m, struct java_type type, value_id value)
{
  if (type.kind == 'V')
    return;
  bool is_wide = type.kind == 'J' || type.kind == 'D';
  value_id pushed = is_wide ? WIDE : value_equal (value, WIDE) ? OTHER : value;
  pushed.term = value.term;
  machine_push (m, pushed);
}

void
machine_replace (struct machine *m, value_id old, value_id new)
{
  assert (new.index < m->x->values.list.count);
  for (uint32_t i = 0; i < m->locals.count; i++)
    if (value_equal (m->locals.at[i], old))
      m->locals.at[i].index = new.index;
  for (uint32_t i = 0; i < m->stack.count; i++)
    if (value_equal (m->stack.at[i], old))
      m->stack.at[i].index = new.index;
}

void
machine_save (struct machine *m, const value_id *values, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    *vec_push (&m->x->run_arena, &m->saved_values) = values[i];
}

void
machine_save_monitors (struct machine *m)
{
  m->saved_monitors.count = 0;
  for (uint32_t i = 0; i < m->monitors.count; i++)
    *vec_push (&m->x->run_arena, &m->saved_monitors) = m->monitors.at[i];
}

void
machine_restore_monitors (struct machine *m)
{
  assert (m->saved_monitors.count <= MONITORS_MOST);
  m->monitors.count = 0;
  for (uint32_t i = 0; i < m->saved_monitors.count; i++)
    *vec_push (&m->x->run_arena, &m->monitors) = m->saved_monitors.at[i];
}

static value_id
load (const struct machine *m, int32_t local)
{
  assert (local >= 0 && (uint32_t) local < m->locals.count);
  return m->locals.at[local];
}

static void
store (struct machine *m, int32_t local, value_id value)
{
  /* Numbers that are counted are never booleans: without this, every loop would be
     interpreted once for 0 and once for the rest. */
  assert (local >= 0 && (uint32_t) local < m->locals.count);
  uint32_t term = machine_set_local (m, (uint32_t) local, value);
  if (value_kind (&m->x->values, value) == VALUE_BOOLEAN
      && (local >= FLOW_LOCALS || m->flow->counted >> local & 1))
    value = OTHER;
  m->locals.at[local] = (value_id){ value.index, term };
  if (value_equal (value, WIDE) && (uint32_t) local + 1 < m->locals.count)
    m->locals.at[local + 1] = OTHER;
}

/* ---- Instructions. ---- */

/* dup_x2 and its kin: COUNT words are copied below SKIP others. */
static void
duplicate (struct machine *m, uint32_t words, uint32_t skip)
{
  assert (words >= 1 && words <= 2 && skip <= 2);
  value_id taken[2], passed[2];
  uint32_t taken_count = 0, passed_count = 0;
  for (uint32_t w = 0; w < words; taken_count++)
    {
      taken[taken_count] = machine_pop (m);
      w += value_equal (taken[taken_count], WIDE) ? 2 : 1;
    }
  for (uint32_t w = 0; w < skip; passed_count++)
    {
      passed[passed_count] = machine_pop (m);
      w += value_equal (passed[passed_count], WIDE) ? 2 : 1;
    }
  for (uint32_t i = taken_count; i-- > 0;)
    machine_push (m, taken[i]);
  for (uint32_t i = passed_count; i-- > 0;)
    machine_push (m, passed[i]);
  for (uint32_t i = taken_count; i-- > 0;)
    machine_push (m, taken[i]);
}

static void
stack_instruction (struct machine *m, enum opcode opcode)
{
  if (opcode == OP_DUP)
    duplicate (m, 1, 0);
  else if (opcode == OP_DUP_X1)
    duplicate (m, 1, 1);
  else if (opcode == OP_DUP_X2)
    duplicate (m, 1, 2);
  else if (opcode == OP_DUP2)
    duplicate (m, 2, 0);
  else if (opcode == OP_DUP2_X1)
    duplicate (m, 2, 1);
  else if (opcode == OP_DUP2_X2)
    duplicate (m, 2, 2);
  else if (opcode == OP_SWAP)
    {
      value_id top = machine_pop (m), below = machine_pop (m);
      machine_push (m, top);
      machine_push (m, below);
    }
  else
    {
      assert (opcode == OP_POP || opcode == OP_POP2);
      if (!value_equal (machine_pop (m), WIDE) && opcode == OP_POP2)
        machine_pop (m);
    }
  machine_continue (m);
}

/* Arithmetic and the like: what comes and goes is in the table. */
static void
plain_instruction (struct machine *m, enum opcode opcode)
{
  uint32_t left = FORMULA_NONE, right = FORMULA_NONE;
  for (const char *p = opcode_pops (opcode); *p; p++)
    {
      left = machine_term (m, machine_pop (m));
      if (!p[1] && p > opcode_pops (opcode))
        break;
      right = left;
    }
  if (opcode_traits (opcode) & OPCODE_THROWS)
    machine_may_throw (m);
  for (const char *p = opcode_pushes (opcode); *p; p++)
    {
      value_id value = *p == 'J' || *p == 'D' ? WIDE : OTHER;
      value.term = machine_operate (m, opcode, left, right);
      machine_push (m, value);
    }
  machine_continue (m);
}

enum truth
{
  NO,
  YES,
  UNKNOWN,
};

static enum truth
same_object (struct machine *m, value_id a, value_id b)
{
  const struct values *values = &m->x->values;
  enum value_kind one = value_kind (values, a), two = value_kind (values, b);
  if (value_equal (a, b)
      && (one == VALUE_SELF || one == VALUE_CLASS || one == VALUE_NULL))
    return YES;
  if ((one == VALUE_NULL && value_is_something (values, b))
      || (two == VALUE_NULL && value_is_something (values, a)))
    return NO;
  if ((one == VALUE_SELF && (two == VALUE_OBJECT || two == VALUE_CLASS))
      || (two == VALUE_SELF && (one == VALUE_OBJECT || one == VALUE_CLASS)))
    return NO;
  return UNKNOWN;
}

static void
increment (struct machine *m, const struct instruction *at)
{
  value_id sum = OTHER;
  if (m->follows)
    sum.term = machine_operate (m, OP_IADD, load (m, at->a).term,
                                formula_constant (&m->x->formulas, at->b, false));
  store (m, at->a, sum);
  machine_continue (m);
}

/* Does the branch jump? */
static enum truth
branch (struct machine *m, enum opcode opcode)
{
  const struct values *values = &m->x->values;
  value_id top = machine_pop (m);
  const struct value *at = value_at (values, top);
  bool known = at->kind == VALUE_BOOLEAN;
  if (opcode == OP_IFNULL || opcode == OP_IFNONNULL)
    {
      if (at->kind == VALUE_NULL)
        return opcode == OP_IFNULL ? YES : NO;
      if (value_is_something (values, top))
        return opcode == OP_IFNULL ? NO : YES;
      return UNKNOWN;
    }
  if (opcode == OP_IF_ACMPEQ || opcode == OP_IF_ACMPNE)
    {
      enum truth same = same_object (m, top, machine_pop (m));
      return same == UNKNOWN || opcode == OP_IF_ACMPEQ ? same : same == YES ? NO : YES;
    }
  if (opcode >= OP_IF_ICMPEQ && opcode <= OP_IF_ICMPLE)
    {
      value_id other = machine_pop (m);
      if (!known || value_kind (values, other) != VALUE_BOOLEAN || opcode > OP_IF_ICMPNE)
        return UNKNOWN;
      return value_equal (top, other) == (opcode == OP_IF_ICMPEQ) ? YES : NO;
    }
  if (!known)
    return UNKNOWN;
  bool one = at->a == 1;
  switch ((unsigned) opcode)
    {
    case OP_IFEQ:
    case OP_IFLE: return one ? NO : YES;
    case OP_IFNE:
    case OP_IFGT: return one ? YES : NO;
    case OP_IFLT: return NO;
    default: assert (opcode == OP_IFGE); return YES;
    }
}

static void
branch_instruction (struct machine *m, const struct instruction *at)
{
  assert (at->a >= 0);
  uint32_t condition = machine_condition (m, (enum opcode) at->opcode);
  enum truth jumps = branch (m, (enum opcode) at->opcode);
  bool tests = jumps == UNKNOWN && condition != FORMULA_NONE;
  uint32_t node = m->node;
  if (jumps != NO)
    {
      if (tests)
        machine_effect_of_value (m, EFFECT_TEST, 1, condition);
      join_loop_leave (m);
      machine_go (m, (uint32_t) at->a);
      m->node = node;
    }
  if (jumps == YES)
    return;
  if (tests)
    machine_effect_of_value (m, EFFECT_TEST, 0, condition);
  machine_continue (m);
}

void
machine_return (struct machine *m, value_id value)
{
  assert (value.index < m->x->values.list.count);
  struct extraction *x = m->x;
  const struct instance *instance = &x->instances.at[m->instance];
  uint32_t number = m->instance;
  if (m->follows && instance->signature->result.kind != 'V')
    machine_set (m, valuation_result_slot (m->code, instance->signature->result.kind),
                 machine_term (m, value));
  value = value_bare (value);
  instance = &x->instances.at[m->instance];
  /* What a constructor has made of its object. */
  if (instance->header->name.index == x->init_name.index && m->locals.count > 0
      && value_kind (&x->values, m->locals.at[0]) == VALUE_RAW)
    value = value_bare (m->locals.at[0]);
  machine_leave_units (m);
  monitors_release (m, false);
  machine_join (m, GRAPH_EXIT);
  instance_returns (x, number, value);
}

static void
new_instruction (struct machine *m, const struct instruction *at)
{
  name_id class = constants_class (&m->class->constants, (uint32_t) at->a);
  if (m->x->threads)
    {
      threads_new (m, class);
      return;
    }
  value_id raw = value_of (&m->x->values, VALUE_RAW, class.index, m->instruction);
  /* One that was made here before, in a loop, is a finished object by now. */
  machine_push (m, raw);
  machine_continue (m);
}

/* The class of the array that the instruction makes: "[I", "[Lorg/example/Node;". */
static name_id
array_class (struct machine *m, const struct instruction *at)
{
  struct java_universe *universe = m->x->universe;
  if (at->opcode == OP_NEWARRAY)
    {
      static const char kinds[] = "ZCFDBSIJ"; /* JVMS 6.5, from 4 on */
      assert (at->a >= 4 && at->a < 12);
      char name[] = { '[', kinds[at->a - 4], '\0' };
      return universe_name (universe, name);
    }
  name_id class = constants_class (&m->class->constants, (uint32_t) at->a);
  if (at->opcode == OP_MULTIANEWARRAY)
    return class;
  const char *text = universe_text (universe, class);
  return universe_name (
    universe, arena_format (&m->x->run_arena, text[0] == '[' ? "[%s" : "[L%s;", text));
}

static void
new_array (struct machine *m, const struct instruction *at)
{
  uint32_t dimensions = at->opcode == OP_MULTIANEWARRAY ? (uint32_t) at->b : 1;
  for (uint32_t i = 0; i < dimensions; i++)
    machine_pop (m);
  machine_may_throw (m);
  name_id class = array_class (m, at);
  machine_push (m, m->x->threads
                     ? threads_made (m, VALUE_OBJECT, class)
                     : value_of (&m->x->values, VALUE_OBJECT, class.index, 0));
  machine_continue (m);
}

static void
switch_instruction (struct machine *m, const struct instruction *at)
{
  assert (at->a >= 0 && at->b >= 0);
  machine_pop (m);
  for (int32_t i = 0; i < at->b; i++)
    machine_go (m, m->code->targets[at->a + i]);
}

/* Everything else than arithmetic. */
static void
step (struct machine *m)
{
  assert (m->instruction < m->code->count);
  const struct instruction *at = &m->code->at[m->instruction];
  enum opcode opcode = (enum opcode) at->opcode;
  switch (at->opcode)
    {
    case OP_NOP: machine_continue (m); break;
    case OP_ACONST_NULL:
      machine_push (m, NULL_VALUE);
      machine_continue (m);
      break;
    case OP_BIPUSH:
    case OP_LDC:
    case OP_LDC2_W: machine_constant (m); break;
    case OP_ILOAD:
    case OP_LLOAD:
    case OP_FLOAD:
    case OP_DLOAD:
    case OP_ALOAD:
      machine_push (m, load (m, at->a));
      machine_continue (m);
      break;
    case OP_ISTORE:
    case OP_LSTORE:
    case OP_FSTORE:
    case OP_DSTORE:
    case OP_ASTORE:
      store (m, at->a, machine_pop (m));
      machine_continue (m);
      break;
    case OP_IINC: increment (m, at); break;
    case OP_IALOAD:
    case OP_FALOAD:
    case OP_BALOAD:
    case OP_CALOAD:
    case OP_SALOAD: machine_array_load (m, false, false); break;
    case OP_LALOAD:
    case OP_DALOAD: machine_array_load (m, false, true); break;
    case OP_AALOAD: machine_array_load (m, true, false); break;
    case OP_IASTORE:
    case OP_LASTORE:
    case OP_FASTORE:
    case OP_DASTORE:
    case OP_AASTORE:
    case OP_BASTORE:
    case OP_CASTORE:
    case OP_SASTORE: machine_array_store (m); break;
    case OP_POP:
    case OP_POP2:
    case OP_DUP:
    case OP_DUP_X1:
    case OP_DUP_X2:
    case OP_DUP2:
    case OP_DUP2_X1:
    case OP_DUP2_X2:
    case OP_SWAP: stack_instruction (m, opcode); break;
    case OP_IFEQ:
    case OP_IFNE:
    case OP_IFLT:
    case OP_IFGE:
    case OP_IFGT:
    case OP_IFLE:
    case OP_IF_ICMPEQ:
    case OP_IF_ICMPNE:
    case OP_IF_ICMPLT:
    case OP_IF_ICMPGE:
    case OP_IF_ICMPGT:
    case OP_IF_ICMPLE:
    case OP_IF_ACMPEQ:
    case OP_IF_ACMPNE:
    case OP_IFNULL:
    case OP_IFNONNULL: branch_instruction (m, at); break;
    case OP_GOTO: machine_go (m, (uint32_t) at->a); break;
    case OP_JSR:
      machine_push (m, value_of (&m->x->values, VALUE_ADDRESS, m->instruction + 1, 0));
      machine_go (m, (uint32_t) at->a);
      break;
    case OP_RET:
      if (value_kind (&m->x->values, load (m, at->a)) == VALUE_ADDRESS)
        machine_go (m, value_at (&m->x->values, load (m, at->a))->a);
      break;
    case OP_TABLESWITCH:
    case OP_LOOKUPSWITCH: switch_instruction (m, at); break;
    case OP_IRETURN:
    case OP_LRETURN:
    case OP_FRETURN:
    case OP_DRETURN:
    case OP_ARETURN: machine_return (m, machine_pop (m)); break;
    case OP_RETURN: machine_return (m, OTHER); break;
    case OP_GETSTATIC:
    case OP_GETFIELD:
      account (m, ACCOUNT_VISITED);
      machine_get_field (m, opcode == OP_GETSTATIC);
      break;
    case OP_PUTSTATIC:
    case OP_PUTFIELD:
      account (m, ACCOUNT_VISITED);
      machine_put_field (m, opcode == OP_PUTSTATIC);
      break;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE: machine_invoke (m); break;
    case OP_INVOKEDYNAMIC: machine_invoke_dynamic (m); break;
    case OP_NEW: new_instruction (m, at); break;
    case OP_NEWARRAY:
    case OP_ANEWARRAY:
    case OP_MULTIANEWARRAY: new_array (m, at); break;
    case OP_ATHROW: machine_throw (m, value_bare (machine_pop (m))); break;
    case OP_CHECKCAST: machine_check_cast (m); break;
    case OP_INSTANCEOF: machine_instance_of (m); break;
    case OP_MONITORENTER:
      account (m, ACCOUNT_VISITED);
      machine_monitor_enter (m, value_bare (machine_pop (m)));
      machine_continue (m);
      break;
    case OP_MONITOREXIT:
      if (machine_monitor_exit (m, value_bare (machine_pop (m))))
        machine_continue (m);
      break;
    default: plain_instruction (m, opcode); break;
    }
}

static void
interpret_worklist (struct extraction *x)
{
  struct machine m = { .x = x };
  /* Near code first: if there is too much of it, what is far away is not looked into. */
  for (uint32_t next = 0; next < x->agenda.worklist.count && !extraction_gives_up (x);
       next++)
    {
      quota_tick (x->arena.quota);
      uint32_t number = x->agenda.worklist.at[next];
      assert (number < x->agenda.list.count);
      struct state *state = &x->agenda.list.at[number];
      struct instance *instance = &x->instances.at[state->instance];
      assert (state->queued && instance->code);
      state->queued = false;
      struct graph_node *node = &instance->graph.nodes.at[state->node];
      node->first_edge = node->last_edge = GRAPH_NONE;
      m.instance = state->instance;
      m.state = number;
      m.class = universe_class (x->universe, instance->method.class);
      m.code = instance->code;
      m.flow = instance->flow;
      valuation_begin (&m);
      m.instruction = state->instruction;
      m.node = state->node;
      load_frame (&m, state->frame);
      do
        {
          m.goes_on = false;
          x->java->headway.done = (uint32_t) ++x->steps;
          step (&m);
        }
      while (m.goes_on);
    }
  x->agenda.worklist.count = 0;
}

void
interpret_all (struct extraction *x)
{
  do
    interpret_worklist (x);
  while (!extraction_gives_up (x) && (instances_release (x) || instances_overflow (x)));
  assert (x->agenda.worklist.count == 0);
}

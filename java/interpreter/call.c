/* call.c -- calls: which methods run, with which arguments, and what comes back.
 *
 * On I and on objects whose class is known the target is exact; on others every method
 * that class hierarchy analysis finds in the given classes, if something of I is passed.
 * Nothing that is passed nothing of I can touch I, but for statics of I's own classes.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

void
outcome_add (struct outcome *outcome, value_id value)
{
  assert (outcome->count <= RETURNS_MOST);
  for (uint32_t i = 0; i < outcome->count; i++)
    if (value_equal (outcome->values[i], value))
      return;
  if (outcome->count < RETURNS_MOST)
    outcome->values[outcome->count++] = value;
  else
    outcome->values[RETURNS_MOST - 1] = OTHER;
}

/* After a call: an argument that was stored is a node. */
static void
see_published (struct machine *m, const struct instance *callee,
               const value_id *arguments, uint32_t count)
{
  assert (count <= 256);
  struct extraction *x = m->x;
  uint64_t published = callee->published;
  for (uint32_t i = 0; i < count && i < 64; i++)
    if (published >> i & 1 && value_kind (&x->values, arguments[i]) == VALUE_OBJECT)
      {
        name_id class = { value_at (&x->values, arguments[i])->a };
        machine_replace (m, arguments[i],
                         type_is_given (x, class)
                           ? value_of (&x->values, VALUE_NODE, class.index, 0)
                           : OTHER);
      }
}

/* What a call of CALLEE passes, for the graph: nothing, if it is not the call that the
   instruction makes. */
static uint32_t
row_of_call (struct machine *m, const struct instance *callee, uint32_t count)
{
  if (!m->passes || m->terms.count != count)
    return 0;
  bool has_result = callee->signature->result.kind != 'V';
  m->words.count = 0;
  *vec_push (&m->x->run_arena, &m->words) = has_result ? m->result : 0;
  for (uint32_t i = 0; i < count; i++)
    *vec_push (&m->x->run_arena, &m->words) = m->terms.at[i];
  return row_intern (&m->x->rows, m->words.at, m->words.count);
}

void
call_method (struct machine *m, struct java_member method, const value_id *arguments,
             uint32_t count, struct outcome *outcome)
{
  assert (member_is_known (method) && count <= 256);
  struct extraction *x = m->x;
  uint32_t outer = x->corrections.by_outer ? monitors_held (m) : ROW_EMPTY;
  uint32_t number = instance_called (x, method, arguments, count, outer);
  if (number == INSTANCE_NONE)
    {
      account (m, ACCOUNT_LEFT_OUT);
      if (!x->is_cut)
        note_at (x, JAVA_MAY_MISS, "too-large", UINT32_MAX, 0,
                 "more than %u clones of methods, or %u instructions in them: some calls "
                 "are not looked into",
                 (unsigned) INSTANCES_LIMIT,
                 (unsigned) (x->threads ? PROGRAM_LIMIT : CODE_LIMIT));
      x->is_cut = true;
      outcome_add (outcome, OTHER);
      outcome->throws = true;
      return;
    }
  struct instance *callee = &x->instances.at[number];
  if (!callee->code)
    {
      bool touches = false;
      for (uint32_t i = 0; i < count; i++)
        touches = touches || value_touches (&x->values, arguments[i]);
      if (touches)
        account (m, ACCOUNT_LEFT_OUT);
      if (touches)
        note_at (x, JAVA_MAY_MISS, "no-code", m->instance, m->instruction,
                 "'%s' has no code that could be looked into",
                 full_method_name (x, method));
      outcome_add (outcome, OTHER);
      outcome->throws = true;
      return;
    }
  if (callee->overflows)
    machine_may_throw (m); /* StackOverflowError */
  machine_effect_of_value (m, EFFECT_CALL, number, row_of_call (m, callee, count));
  callee = &x->instances.at[number];
  if (callee->waiters.count == 0
      || callee->waiters.at[callee->waiters.count - 1] != m->state)
    *vec_push (&x->run_arena, &callee->waiters) = m->state;
  for (uint32_t i = 0; i < callee->return_count; i++)
    outcome_add (outcome, callee->returns[i]);
  outcome->throws = outcome->throws || callee->throws;
  see_published (m, callee, arguments, count);
}

/* Does the call pass anything that has to do with I? */
static bool
passes_something (struct machine *m, const struct call *call, class_id class)
{
  assert (class_is_known (class));
  struct extraction *x = m->x;
  /* In a program everything can come to something. */
  if (x->threads && universe_role (x->universe, class) != CLASS_FROM_JDK)
    return true;
  for (uint32_t i = 0; i < call->count; i++)
    {
      enum value_kind kind = value_kind (&x->values, call->arguments[i]);
      if (value_touches (&x->values, call->arguments[i]) || kind == VALUE_RAW
          || (i == 0 && kind == VALUE_PLACE
              && ownership_has_path (x, value_at (&x->values, call->arguments[i])->a)))
        return true;
    }
  return extraction_is_of_nest (x, class)
         && (x->has_statics || x->java->options->values
             || type_is_reference (call->signature->result));
}

/* Nothing of I is passed: the call is not looked into, and what it is given gets out. */
static void
skip_call (struct machine *m, const struct call *call)
{
  m->x->is_blind = true;
  bool is_static = call->kind == HANDLE_INVOKE_STATIC;
  for (uint32_t i = is_static ? 0 : 1; i < call->count; i++)
    {
      ownership_share (m, call->arguments[i]);
      ownership_let_out (m->x, call->arguments[i]);
    }
  ownership_skip (m);
}

/* Can somebody who is not given extend or implement CLASS?  Not if it, or all it can be
   made by, is final or private. */
static bool
is_open (struct extraction *x, class_id class)
{
  assert (class_is_known (class));
  const struct java_class *at = universe_class (x->universe, class);
  if (at->access & (ACCESS_FINAL | ACCESS_ENUM))
    return false;
  for (uint32_t i = 0; i < at->inner_class_count; i++)
    if (at->inner_classes[i].inner.index == at->name.index
        && at->inner_classes[i].access & ACCESS_PRIVATE)
      return false;
  if (at->enclosing_class.index != NAME_NONE.index)
    return false; /* local to a method */
  bool has_constructor = false;
  for (uint32_t i = 0; i < at->method_count; i++)
    has_constructor = has_constructor
                      || (at->methods[i].name.index == x->init_name.index
                          && !(at->methods[i].access & ACCESS_PRIVATE));
  return at->access & ACCESS_INTERFACE || has_constructor;
}

/* The call may also reach a method of a class that is not given: it comes back, or
   throws; whether it calls the object back is not known. */
static void
call_unknown (struct machine *m, const struct call *call, uint32_t start, uint32_t join,
              struct outcome *outcome)
{
  assert (call->count > 0);
  m->x->is_blind = true;
  library_note_callback (m, call);
  m->node = start;
  machine_join (m, join);
  outcome_add (outcome, OTHER);
  outcome->throws = true;
}

/* RECEIVER in TARGET, a method that it may have.  A part of I is of a class that I makes;
   an object that is not belongs to others. */
static value_id
receiver_of_target (struct machine *m, value_id receiver, struct java_member target)
{
  struct extraction *x = m->x;
  const struct value at = *value_at (&x->values, receiver);
  name_id class = universe_class (x->universe, target.class)->name;
  if (at.kind == VALUE_NODE && at.b != NODE_IS_FOREIGN && !ownership_runs (m, target))
    return ownership_foreign (x, class);
  return value_refined (m, receiver, class);
}

/* One of several methods runs; IS_OPEN: or one that is not given. */
static void
call_one_of (struct machine *m, const struct java_members *targets, bool is_open,
             const struct call *call, struct outcome *outcome)
{
  assert (targets->list.count > 0 && call->count > 0);
  uint32_t start = m->node, join = machine_node (m);
  for (uint32_t i = 0; i < targets->list.count; i++)
    {
      struct java_member target = targets->list.at[i];
      value_id receiver = call->arguments[0];
      call->arguments[0] = receiver_of_target (m, receiver, target);
      m->node = start;
      if (value_equal (call->arguments[0], receiver)
          || passes_something (m, call, target.class))
        call_method (m, target, call->arguments, call->count, outcome);
      else
        {
          skip_call (m, call);
          outcome_add (outcome, OTHER);
          outcome->throws = true;
        }
      machine_join (m, join);
      call->arguments[0] = receiver;
    }
  if (is_open)
    call_unknown (m, call, start, join, outcome);
  m->node = join;
}

static void
call_virtual (struct machine *m, const struct call *call, class_id class,
              struct java_member method, struct outcome *outcome)
{
  assert (call->count > 0 && member_is_known (method));
  struct extraction *x = m->x;
  bool exact, complete;
  name_id receiver = value_class (x, call->arguments[0], &exact);
  class_id known = receiver.index == NAME_NONE.index
                     ? CLASS_NONE
                     : universe_find (x->universe, receiver);
  if (exact && class_is_known (known))
    {
      struct java_member target
        = universe_select_method (x->universe, known, method, &complete);
      if (member_is_known (target) && universe_code (x->universe, target))
        {
          call_method (m, target, call->arguments, call->count, outcome);
          return;
        }
    }
  if (!class_is_known (known)
      || !universe_is_a (x->universe, known, universe_class (x->universe, class)->name))
    known = class;
  const struct java_members *targets = universe_targets (x->universe, known, method);
  if (targets->list.count == 0)
    library_call (m, call, outcome);
  else
    call_one_of (m, targets,
                 !x->threads
                   && !(universe_method (x->universe, method)->access
                        & (ACCESS_FINAL | ACCESS_PRIVATE))
                   && is_open (x, known),
                 call, outcome);
}

/* A method of an interface or class that is not given, called on an object whose class
   is: Runnable.run of an inner object. */
static void
find_on_receiver (struct machine *m, const struct call *call, class_id *class,
                  struct java_member *method)
{
  assert (call->count > 0);
  struct extraction *x = m->x;
  if (member_is_known (*method)
      && universe_role (x->universe, method->class) != CLASS_FROM_JDK
      && !library_lists (x->library, universe_class (x->universe, method->class)->name))
    return;
  bool exact;
  name_id name = value_class (x, call->arguments[0], &exact);
  class_id receiver = CLASS_NONE;
  if (name.index != NAME_NONE.index)
    receiver = universe_find (x->universe, name);
  if (!class_is_known (receiver)
      || (!class_equal (receiver, x->class) && !type_is_given (x, name)))
    return;
  struct java_member found = universe_resolve_method (
    x->universe, receiver, call->member.name, call->member.descriptor, NULL);
  if (!member_is_known (found)
      || universe_method (x->universe, found)->access & ACCESS_STATIC)
    return;
  *class = receiver;
  *method = found;
}

void
call_perform (struct machine *m, const struct call *call, struct outcome *outcome)
{
  struct extraction *x = m->x;
  bool is_static = call->kind == HANDLE_INVOKE_STATIC;
  assert (is_static || call->count > 0);
  if (!is_static && value_equal (call->arguments[0], NULL_VALUE))
    {
      outcome->throws = true; /* NullPointerException */
      return;
    }
  if (!is_static && value_kind (&x->values, call->arguments[0]) == VALUE_LAMBDA)
    {
      lambda_call (m, call->arguments[0], call->arguments + 1, call->count - 1, outcome);
      return;
    }
  if (is_static || !threads_call_kept (m, call, outcome))
    call_directly (m, call, outcome);
}

void
call_directly (struct machine *m, const struct call *call, struct outcome *outcome)
{
  struct extraction *x = m->x;
  bool is_static = call->kind == HANDLE_INVOKE_STATIC;
  class_id class = universe_find (x->universe, call->member.class);
  struct java_member method = { .class = CLASS_NONE };
  if (class_is_known (class))
    method = universe_resolve_method (x->universe, class, call->member.name,
                                      call->member.descriptor, NULL);
  if (call->kind == HANDLE_INVOKE_VIRTUAL || call->kind == HANDLE_INVOKE_INTERFACE)
    find_on_receiver (m, call, &class, &method);
  if (!member_is_known (method) || library_knows (m, call, method))
    {
      library_call (m, call, outcome);
      return;
    }
  /* I is an object of its class: not of one that it does not extend. */
  if (!is_static && call->member.name.index != x->init_name.index
      && class_is_known (class) && ownership_of_class (x, class))
    alias_call (m, method, call->arguments[0]);
  if (!passes_something (m, call, method.class))
    {
      if (call->kind == HANDLE_INVOKE_INTERFACE
          && universe_targets (x->universe, class, method)->list.count == 0)
        library_note_callback (m, call);
      skip_call (m, call);
      outcome_add (outcome, OTHER);
      outcome->throws = true;
      return;
    }
  if (is_static || call->kind == HANDLE_INVOKE_SPECIAL || call->kind == HANDLE_NEW)
    call_method (m, method, call->arguments, call->count, outcome);
  else
    call_virtual (m, call, class, method, outcome);
}

/* ---- Constructors. ---- */

/* `new' and `super ()': afterwards more is known of the object. */
static void
construct (struct machine *m, const struct call *call)
{
  assert (call->member.name.index == m->x->init_name.index);
  struct extraction *x = m->x;
  value_id object = call->arguments[0];
  const struct value raw = *value_at (&x->values, object);
  struct outcome outcome = { .count = 0 };
  bool is_self = raw.kind == VALUE_RAW && raw.b != VALUE_RAW_THIS && raw.b & RAW_IS_SELF;
  if (is_self)
    call->arguments[0] = SELF;
  else if (raw.kind == VALUE_RAW)
    call->arguments[0] = value_with_parts (&x->values, VALUE_RAW, raw.a, VALUE_RAW_THIS,
                                           value_parts_copy (x, object), raw.part_count);
  call_perform (m, call, &outcome);
  if (outcome.throws)
    machine_may_throw (m);
  if (outcome.count == 0)
    return;
  value_id made = outcome.values[0];
  if (is_self)
    machine_replace (m, object, SELF);
  else if (raw.kind == VALUE_RAW)
    {
      bool is_known = value_kind (&x->values, made) == VALUE_RAW;
      value_id from = is_known ? made : object;
      bool is_finished = raw.b != VALUE_RAW_THIS;
      value_id result
        = value_with_parts (&x->values, is_finished ? VALUE_OBJECT : VALUE_RAW, raw.a,
                            is_finished ? 0 : VALUE_RAW_THIS, value_parts_copy (x, from),
                            value_at (&x->values, from)->part_count);
      machine_replace (m, object, result);
    }
  machine_continue (m);
}

/* ---- The instructions. ---- */

static enum handle_kind
kind_of_invoke (enum opcode opcode)
{
  switch ((unsigned) opcode)
    {
    case OP_INVOKEVIRTUAL: return HANDLE_INVOKE_VIRTUAL;
    case OP_INVOKESPECIAL: return HANDLE_INVOKE_SPECIAL;
    case OP_INVOKESTATIC: return HANDLE_INVOKE_STATIC;
    default: assert (opcode == OP_INVOKEINTERFACE); return HANDLE_INVOKE_INTERFACE;
    }
}

void
machine_finish (struct machine *m, const struct call *call, const struct outcome *outcome)
{
  assert (outcome->count <= RETURNS_MOST);
  if (outcome->throws)
    machine_may_throw (m);
  uint32_t height = m->stack.count;
  for (uint32_t i = 0; i < outcome->count; i++)
    {
      m->stack.count = height;
      value_id value = outcome->values[i];
      if (m->result > 0 && machine_term (m, value) == FORMULA_NONE)
        value.term = machine_slot_term (m, m->result - 1);
      machine_push_type (m, call->signature->result, value);
      if (i + 1 < outcome->count)
        machine_next (m);
      else
        machine_continue (m);
    }
}

/* The terms of the arguments of CALL are passed beside them, and its result goes into a
   slot, which holds any value if nobody says which. */
static void
pass_terms (struct machine *m, const struct call *call)
{
  char kind = call->signature->result.kind;
  m->terms.count = 0;
  for (uint32_t i = 0; i < call->count; i++)
    {
      *vec_push (&m->x->run_arena, &m->terms) = machine_term (m, call->arguments[i]);
      call->arguments[i] = value_bare (call->arguments[i]);
    }
  m->passes = m->follows;
  m->result = m->follows && kind != 'V' && kind != 'F' && kind != 'D'
                ? machine_slot (m, kind) + 1
                : 0;
  if (m->result > 0)
    machine_set (m, m->result - 1, FORMULA_NONE);
}

void
machine_invoke (struct machine *m)
{
  assert (m->instruction < m->code->count);
  struct extraction *x = m->x;
  const struct instruction *at = &m->code->at[m->instruction];
  struct call call = { .kind = kind_of_invoke ((enum opcode) at->opcode) };
  call.member = constants_member (&m->class->constants, (uint32_t) at->a);
  call.signature = universe_signature (x->universe, call.member.descriptor);
  call.count = call.signature->count + (call.kind == HANDLE_INVOKE_STATIC ? 0 : 1);
  value_id arguments[256];
  assert (call.count <= 256);
  call.arguments = arguments;
  for (uint32_t i = call.count; i-- > 0;)
    arguments[i] = machine_pop (m);
  if (call.kind != HANDLE_INVOKE_STATIC)
    account_contents (m, arguments[0]);
  pass_terms (m, &call);
  if (call.member.name.index == x->init_name.index
      && call.kind != HANDLE_INVOKE_STATIC) /* hostile code says so */
    construct (m, &call);
  else if (!lock_call (m, &call))
    {
      struct outcome outcome = { .count = 0 };
      call_perform (m, &call, &outcome);
      m->passes = false;
      machine_finish (m, &call, &outcome);
    }
  m->passes = false;
  m->result = 0;
}

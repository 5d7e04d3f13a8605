/* calls.c -- calls: which method runs, and what happens when it returns.
 *
 * The receiver is one object, so the method is one.  A method that is given gets a frame
 * in the place of its call; any other one is of the library.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

static bool
is_given (const struct evaluation *e, struct java_member method)
{
  return member_is_known (method)
         && universe_role (e->universe, method.class) != CLASS_FROM_JDK;
}

/* ---- Calls of what is given. ---- */

void
enter_monitor (struct evaluation *e, struct java_member method, struct datum receiver)
{
  assert (member_is_known (method));
  const struct java_method *header = universe_method (e->universe, method);
  if (!(header->access & ACCESS_SYNCHRONIZED))
    return;
  uint32_t object = header->access & ACCESS_STATIC
                      ? object_class (e, universe_class (e->universe, method.class)->name)
                      : (uint32_t) receiver.value;
  if (object == OBJECT_UNKNOWN)
    return;
  uint32_t guard = guard_of (e, object, GUARD_MONITOR);
  top (e)->monitor = guard;
  guard_acquire (e, guard);
}

bool
call_given (struct evaluation *e, struct java_member method,
            const struct datum *arguments, uint32_t count, uint32_t after, uint32_t with)
{
  assert (universe_code (e->universe, method) && count <= 256);
  const struct java_method *header = universe_method (e->universe, method);
  const struct java_signature *signature
    = universe_signature (e->universe, header->descriptor);
  uint32_t receivers = header->access & ACCESS_STATIC ? 0 : 1, local = 0;
  if (!frame_push (e, method, after, with))
    return false;
  for (uint32_t i = 0; i < count && local < top (e)->code->max_locals; i++)
    {
      struct datum d = arguments[i];
      bool wide = i >= receivers && i - receivers < signature->count
                  && type_slots (signature->parameters[i - receivers]) == 2;
      if (datum_is_slot (d))
        {
          struct datum home
            = { d.kind,
                pairmap_number (&e->slot_of, top (e)->context,
                                top (e)->code->count * (top (e)->code->max_stack + 8)
                                  + local),
                d.value };
          struct ir_step set = step_with (IR_SET);
          set.expr = expr_of (e, d);
          set.slot = slot_in_body (e, home);
          emit (e, set);
          d = home;
        }
      top (e)->locals[local] = d;
      local += wide ? 2 : 1;
    }
  if (e->begins)
    process_begins (e);
  enter_monitor (e, method, count > 0 ? arguments[0] : datum_ref (OBJECT_UNKNOWN));
  if (!e->concrete && !e->ended)
    e->arrived = false;
  return true;
}

/* ---- Lambdas, and what threads run. ---- */

/* A number is in place of a box, or a box in place of a number: D becomes what a value of
   TYPE is, as a method reference has it done.  False: it is not known how. */
static bool
adapt (struct evaluation *e, struct datum *d, struct java_type type)
{
  bool wants_object = type_is_reference (type);
  bool is_number = datum_is_number (*d) || d->kind == DATUM_SLOT
                   || d->kind == DATUM_WIDE_SLOT || d->kind == DATUM_ANY_WIDE;
  assert (type.kind != 'V');
  if (wants_object && is_number)
    return box_number (e, type.kind == 'L' ? text_of (e, type.class) : "", 0, d);
  return wants_object || !datum_is_ref (*d) || unbox_number (e, d);
}

/* The same of what a method returned, for the call that the present frame makes. */
struct datum
adapt_result (struct evaluation *e, struct datum result, struct java_member callee)
{
  const struct frame *frame = top (e);
  const struct instruction *at = &frame->code->at[frame->pc];
  const struct java_signature *from
    = universe_signature (e->universe, universe_method (e->universe, callee)->descriptor);
  if (at->opcode != OP_INVOKEINTERFACE && at->opcode != OP_INVOKEVIRTUAL)
    return result;
  struct member_reference called
    = constants_member (&frame->class->constants, (uint32_t) at->a);
  struct java_type to = universe_signature (e->universe, called.descriptor)->result;
  bool fits = type_is_reference (from->result) == type_is_reference (to);
  assert (from->result.kind != 'V');
  if (fits || to.kind == 'V')
    return result;
  /* The type of a generic method is Object: what is boxed says which box it is. */
  if (type_is_reference (to) && box_number (e, NULL, from->result.kind, &result))
    return result;
  if (!type_is_reference (to) && adapt (e, &result, to))
    return result;
  return type_is_reference (to) ? datum_ref (OBJECT_UNKNOWN)
         : type_slots (to) == 2 ? DATUM_OF (DATUM_ANY_WIDE)
                                : DATUM_OF (DATUM_ANY);
}

static bool
call_lambda (struct evaluation *e, uint32_t object, const struct datum *arguments,
             uint32_t count, uint32_t after, uint32_t with)
{
  const struct object lambda = e->objects.at[object];
  assert (lambda.kind == OBJECT_LAMBDA);
  class_id class = universe_find (e->universe, lambda.handle.member.class);
  struct java_member method = { .class = CLASS_NONE };
  struct datum all[256];
  uint32_t captured = lambda.length, given = 0;
  if (class_is_known (class))
    method = universe_resolve_method (e->universe, class, lambda.handle.member.name,
                                      lambda.handle.member.descriptor, NULL);
  for (uint32_t i = 0; i < captured && given < 256; i++)
    {
      struct cell *cell = cell_at (e, object, i, 'L');
      if (cell->is_written && e->depth == 0)
        return false; /* a thread begins, and nothing can be a step yet */
      if (cell->is_written)
        all[given++] = cell_read (e, cell, 0);
      else
        all[given++] = cell->value;
    }
  for (uint32_t i = 0; i < count && given < 256; i++)
    all[given++] = arguments[i];
  if (lambda.handle.kind == HANDLE_NEW || !is_given (e, method))
    return false;
  bool is_static = lambda.handle.kind == HANDLE_INVOKE_STATIC;
  unsigned access = universe_method (e->universe, method)->access;
  bool is_fixed
    = lambda.handle.kind == HANDLE_INVOKE_SPECIAL || (access & ACCESS_PRIVATE);
  /* Which method runs, and whose lock it takes, one object decides. */
  if (!is_static && (!is_fixed || (access & ACCESS_SYNCHRONIZED))
      && (given == 0 || all[0].kind != DATUM_REF || all[0].value < OBJECTS_FIXED))
    return false;
  if (!is_static && !is_fixed)
    {
      name_id name = e->objects.at[all[0].value].class;
      class_id exact
        = name.index == NAME_NONE.index ? CLASS_NONE : universe_find (e->universe, name);
      if (class_is_known (exact))
        method = universe_select_method (e->universe, exact, method, NULL);
    }
  if (!is_given (e, method) || !universe_code (e->universe, method))
    return false;
  const struct java_signature *signature
    = universe_signature (e->universe, universe_method (e->universe, method)->descriptor);
  if (given > signature->count + (is_static ? 0 : 1))
    given = signature->count + (is_static ? 0 : 1);
  for (uint32_t i = is_static ? 0 : 1; i < given; i++)
    if (!adapt (e, &all[i], signature->parameters[i - (is_static ? 0 : 1)]))
      return false;
  return call_given (e, method, all, given, after, with);
}

bool
call_object (struct evaluation *e, uint32_t object, const struct datum *arguments,
             uint32_t count, uint32_t after, uint32_t with)
{
  assert (object < e->objects.count);
  static const char *const methods[][2] = {
    { "run", "()V" },
    { "call", "()Ljava/lang/Object;" },
    { "get", "()Ljava/lang/Object;" },
    { "compute", "()V" },
    { "apply", "(Ljava/lang/Object;)Ljava/lang/Object;" },
    { "accept", "(Ljava/lang/Object;)V" },
  };
  const struct object at = e->objects.at[object];
  if (at.kind == OBJECT_LAMBDA)
    return call_lambda (e, object, arguments, count, after, with);
  class_id class = at.class.index == NAME_NONE.index
                     ? CLASS_NONE
                     : universe_find (e->universe, at.class);
  struct datum self[2] = { datum_ref (object) };
  struct java_member found = { .class = CLASS_NONE };
  bool takes = false;
  if (count > 0)
    self[1] = arguments[0];
  for (size_t i = 0; i < sizeof methods / sizeof *methods && class_is_known (class); i++)
    {
      struct java_member method = universe_resolve_method (
        e->universe, class, universe_name (e->universe, methods[i][0]),
        universe_name (e->universe, methods[i][1]), NULL);
      if (!is_given (e, method) || !universe_code (e->universe, method))
        continue;
      /* A thread runs `run'; which method of a task is meant only its caller knows. */
      if (member_is_known (found) && class_is_a (e, at.class, "java/lang/Thread") != IS)
        return false;
      if (!member_is_known (found))
        {
          found = method;
          takes = methods[i][1][1] == 'L';
        }
    }
  if (member_is_known (found))
    return call_given (e, found, self, takes && count > 0 ? 2 : 1, after, with);
  return at.runs != OBJECT_NULL && at.runs != object && at.runs != OBJECT_UNKNOWN
         && call_object (e, at.runs, arguments, count, after, with);
}

/* ---- Returning to the library. ---- */

struct datum
update_ends (struct evaluation *e, uint32_t number, struct datum value, bool returns_old,
             uint32_t arguments)
{
  assert (number < e->cells.count);
  const struct cell at = e->cells.at[number];
  struct cell *cell = cell_at (e, at.object, at.key, at.kind);
  struct datum old = cell->value;
  if (cell->kind != 'L' && datum_is_ref (value) && !unbox_number (e, &value))
    value = cell->kind == 'J' ? DATUM_OF (DATUM_ANY_WIDE) : DATUM_OF (DATUM_ANY);
  if (!e->concrete)
    {
      bool wide = cell->kind == 'J', is_ref = cell->kind == 'L';
      value = materialise (e, value, 5);
      old = (struct datum){ wide     ? DATUM_WIDE_SLOT
                            : is_ref ? DATUM_REF_SLOT
                                     : DATUM_SLOT,
                            slot_of_instruction (e, 6), cell->set };
      if (!is_ref)
        old.value = 0;
      atomic_open (e);
      struct datum now = cell_read (e, cell, 2);
      if (!datum_is_slot (now))
        now = emit_set (e, 2, old.kind, expr_of (e, now));
      uint32_t changed = emit_test (
        e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, now), expr_of (e, old)));
      cell_write (e, cell_at (e, at.object, at.key, at.kind), value);
      uint32_t here = e->b.current, row = state_save (e);
      e->b.current = changed;
      atomic_close (e);
      state_go (e);
      e->ended = false;
      state_load (e, row);
      e->b.current = here;
      e->b.atomic++;
      atomic_close (e);
    }
  else
    cell_write (e, cell, value);
  struct frame *frame = top (e);
  frame->height -= arguments <= frame->height ? arguments : frame->height;
  return returns_old ? old : value;
}

struct cell *
task_failure (struct evaluation *e, uint32_t object)
{
  assert (object < e->objects.count);
  struct cell *cell = cell_at (e, object, KEY_EXTRA, 'Z');
  cell->is_atomic = true;
  return cell;
}

void
task_ends (struct evaluation *e, uint32_t object, struct datum result, bool has_result)
{
  assert (object < e->objects.count);
  uint32_t limit = e->processes.at[e->process].limit;
  const struct java_method *header = universe_method (e->universe, top (e)->member);
  char kind = universe_signature (e->universe, header->descriptor)->result.kind;
  if (has_result && !datum_is_ref (result) && !box_number (e, NULL, kind, &result))
    result = datum_ref (OBJECT_UNKNOWN);
  if (has_result)
    {
      struct cell *cell = cell_at (e, object, KEY_RESULT, 'L');
      cell->is_atomic = true;
      cell_write (e, cell, result);
    }
  if (limit != NONE && limit != OBJECT_NULL)
    process_permit (e, limit, object, false);
}

/* ---- The instructions. ---- */

struct datum *
argument (struct evaluation *e, const struct invocation *call, uint32_t i)
{
  assert (i < call->count);
  return peek (e, call->count - 1 - i);
}

uint32_t
receiver (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  struct datum d = *argument (e, call, 0);
  return d.kind == DATUM_REF ? (uint32_t) d.value : OBJECT_UNKNOWN;
}

void
finish_call (struct evaluation *e, const struct invocation *call, struct datum result)
{
  assert (call->signature && call->count >= call->signature->count);
  struct frame *frame = top (e);
  frame->height -= call->count <= frame->height ? call->count : frame->height;
  char kind = call->signature->result.kind;
  if (kind != 'V')
    {
      if (result.kind == DATUM_NONE)
        result = type_is_reference (call->signature->result) ? datum_ref (OBJECT_UNKNOWN)
                 : kind == 'J' || kind == 'D'                ? DATUM_OF (DATUM_ANY_WIDE)
                                                             : DATUM_OF (DATUM_ANY);
      push (e, result);
    }
  frame->pc++;
}

/* The given method that CALL runs on its receiver, which is one object. */
static struct java_member
find_target (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  class_id class = universe_find (e->universe, call->member.class);
  struct java_member method = { .class = CLASS_NONE };
  if (class_is_known (class))
    method = universe_resolve_method (e->universe, class, call->member.name,
                                      call->member.descriptor, NULL);
  if (call->kind == HANDLE_INVOKE_STATIC || call->kind == HANDLE_INVOKE_SPECIAL)
    return method;
  name_id name = e->objects.at[receiver (e, call)].class;
  class_id exact = name.index == NAME_NONE.index
                       || e->objects.at[receiver (e, call)].kind != OBJECT_PLAIN
                     ? CLASS_NONE
                     : universe_find (e->universe, name);
  if (!class_is_known (exact))
    return (struct java_member){ .class = CLASS_NONE };
  if (member_is_known (method))
    return universe_select_method (e->universe, exact, method, NULL);
  return universe_resolve_method (e->universe, exact, call->member.name,
                                  call->member.descriptor, NULL);
}

static bool
is_default_method (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  class_id class = universe_find (e->universe, call->member.class);
  if (!class_is_known (class))
    return false;
  struct java_member method = universe_resolve_method (
    e->universe, class, call->member.name, call->member.descriptor, NULL);
  return is_given (e, method) && universe_code (e->universe, method);
}

/* Does the call of a lambda run it? */
static bool
runs_lambda (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  static const char *const common[]
    = { "equals", "hashCode", "toString", "getClass", "wait", "notify", "notifyAll" };
  if (e->objects.at[receiver (e, call)].kind != OBJECT_LAMBDA
      || is_default_method (e, call))
    return false;
  for (size_t i = 0; i < sizeof common / sizeof *common; i++)
    if (strcmp (call->name, common[i]) == 0)
      return false;
  return true;
}

void
evaluate_invoke (struct evaluation *e)
{
  const struct frame *frame = top (e);
  const struct instruction *at = &frame->code->at[frame->pc];
  struct invocation call
    = { .kind = at->opcode == OP_INVOKESTATIC      ? HANDLE_INVOKE_STATIC
                : at->opcode == OP_INVOKESPECIAL   ? HANDLE_INVOKE_SPECIAL
                : at->opcode == OP_INVOKEINTERFACE ? HANDLE_INVOKE_INTERFACE
                                                   : HANDLE_INVOKE_VIRTUAL,
        .member = constants_member (&frame->class->constants, (uint32_t) at->a) };
  bool is_static = call.kind == HANDLE_INVOKE_STATIC;
  call.signature = universe_signature (e->universe, call.member.descriptor);
  call.count = call.signature->count + (is_static ? 0 : 1);
  call.class = text_of (e, call.member.class);
  call.name = text_of (e, call.member.name);
  call.descriptor = text_of (e, call.member.descriptor);
  if (!is_static && !split_reference (e, call.count - 1))
    return;
  if (!is_static && receiver (e, &call) == OBJECT_NULL)
    {
      throw_class (e, "java/lang/NullPointerException");
      return;
    }
  if (!is_static && receiver (e, &call) == OBJECT_UNKNOWN
      && strcmp (call.name, "<init>") != 0)
    {
      note (e, JAVA_ADDS_EXECUTIONS, 0, "any-value",
            "an object that is not known may be null");
      may_end_by (e, "java/lang/NullPointerException");
    }
  struct java_member method = find_target (e, &call);
  bool found = is_given (e, method);
  if (is_static && found && !class_initialise (e, method.class))
    return;
  bool runs = !is_static && runs_lambda (e, &call);
  if (!runs && (!found || !universe_code (e->universe, method)))
    {
      library_invoke (e, &call);
      return;
    }
  struct datum arguments[256];
  assert (call.count <= 256);
  for (uint32_t i = 0; i < call.count; i++)
    arguments[i] = *argument (e, &call, i);
  uint32_t height = top (e)->height;
  top (e)->height -= call.count <= height ? call.count : height;
  if (!runs)
    {
      call_given (e, method, arguments, call.count, AFTER_PUSH, 0);
      return;
    }
  if (!call_lambda (e, (uint32_t) arguments[0].value, arguments + 1, call.count - 1,
                    AFTER_PUSH, 0)
      && !e->ended)
    {
      top (e)->height = height;
      note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "unknown-call",
            "what '%s' runs here is not followed", call.name);
      finish_call (e, &call, DATUM_OF (DATUM_NONE));
    }
}

void
evaluate_invoke_dynamic (struct evaluation *e)
{
  const struct frame *frame = top (e);
  const struct java_class *class = frame->class;
  struct dynamic_reference site
    = constants_dynamic (&class->constants, (uint32_t) frame->code->at[frame->pc].a);
  const struct java_signature *signature
    = universe_signature (e->universe, site.descriptor);
  struct bootstrap_method bootstrap = class_bootstrap (class, site.bootstrap);
  const char *factory = text_of (e, bootstrap.handle.member.class);
  struct datum result = datum_ref (OBJECT_UNKNOWN);
  if (strcmp (factory, "java/lang/invoke/LambdaMetafactory") == 0
      && bootstrap.arguments >= 2 && type_is_reference (signature->result))
    {
      uint32_t lambda
        = object_new (e, OBJECT_LAMBDA, signature->result.class, signature->count, 0);
      e->objects.at[lambda].handle = constants_method_handle (
        &class->constants, class_bootstrap_argument (class, site.bootstrap, 1));
      for (uint32_t i = 0; i < signature->count; i++)
        {
          struct datum d = *peek (e, signature->count - 1 - i);
          char kind = signature->parameters[i].kind;
          struct cell *cell = cell_at (e, lambda, i, kind == '[' ? 'L' : kind);
          /* The state that makes it knows a constant: so does the object. */
          bool differs = cell->value.kind != d.kind || cell->value.value != d.value;
          if (datum_is_slot (d) || cell->is_written
              || (differs && cell->given == e->attempt))
            cell_write (e, cell, d);
          else
            {
              if (differs && !e->concrete)
                {
                  e->again = true;
                  e->why_again = "what a lambda captures";
                }
              cell->value = d;
              cell->given = e->attempt;
            }
        }
      result = datum_ref (lambda);
    }
  else if (strcmp (factory, "java/lang/invoke/StringConcatFactory") == 0)
    {
      struct java_member method = { .class = CLASS_NONE };
      uint32_t object = OBJECT_NULL;
      if (!texts_are_inert (e, signature->count, &method, &object))
        return;
      result = datum_ref (object_text (e));
      if (member_is_known (method))
        {
          struct datum self = datum_ref (object);
          top (e)->height -= signature->count;
          call_given (e, method, &self, 1, AFTER_GIVES, (uint32_t) result.value);
          return;
        }
    }
  else
    note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "unknown-call",
          "what invokedynamic does here is not followed");
  struct frame *now = top (e);
  now->height -= signature->count <= now->height ? signature->count : now->height;
  if (signature->result.kind != 'V')
    push (e, result);
  now->pc++;
}

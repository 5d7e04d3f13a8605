/* lambda.c -- lambdas, method references and invokedynamic. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

/* The number of the method handle in constant INDEX of the present class. */
static uint32_t
handle_number (struct machine *m, uint32_t index)
{
  assert (constants_tag (&m->class->constants, index) == CONSTANT_METHOD_HANDLE);
  struct extraction *x = m->x;
  class_id class = x->instances.at[m->instance].method.class;
  uint32_t *slot = pairmap_at (&x->handle_of, class.index, index);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = x->handles.count;
      *vec_push (&x->arena, &x->handles)
        = constants_method_handle (&m->class->constants, index);
    }
  return *slot;
}

/* A lambda: what it has captured is on the stack. */
static value_id
make_lambda (struct machine *m, const struct java_signature *site, uint32_t bootstrap,
             const value_id *captured)
{
  struct extraction *x = m->x;
  uint16_t implementation = class_bootstrap_argument (m->class, bootstrap, 1);
  if (constants_tag (&m->class->constants, implementation) != CONSTANT_METHOD_HANDLE
      || !type_is_reference (site->result))
    return OTHER;
  uint32_t handle = handle_number (m, implementation);
  uint32_t words[256];
  assert (site->count <= 256);
  for (uint32_t i = 0; i < site->count; i++)
    words[i] = captured[i].index;
  value_id lambda = value_with_parts (&x->values, VALUE_LAMBDA, handle,
                                      site->result.class.index, words, site->count);
  if (!x->threads || !value_equal (lambda, OTHER))
    return lambda;
  /* Too deep: what it has captured is kept. */
  for (uint32_t i = 0; i < site->count; i++)
    {
      threads_keep (x, captured[i]);
      words[i] = value_equal (captured[i], WIDE) ? WIDE.index : OTHER.index;
    }
  return value_with_parts (&x->values, VALUE_LAMBDA, handle, site->result.class.index,
                           words, site->count);
}

void
machine_invoke_dynamic (struct machine *m)
{
  assert (m->instruction < m->code->count);
  struct extraction *x = m->x;
  const struct instruction *at = &m->code->at[m->instruction];
  struct dynamic_reference site
    = constants_dynamic (&m->class->constants, (uint32_t) at->a);
  const struct java_signature *signature
    = universe_signature (x->universe, site.descriptor);
  value_id arguments[256];
  assert (signature->count <= 256);
  for (uint32_t i = signature->count; i-- > 0;)
    arguments[i] = machine_pop (m);
  struct bootstrap_method bootstrap = class_bootstrap (m->class, site.bootstrap);
  const char *class = universe_text (x->universe, bootstrap.handle.member.class);
  value_id result = OTHER;
  if (strcmp (class, "java/lang/invoke/LambdaMetafactory") == 0
      && bootstrap.arguments >= 2)
    result = make_lambda (m, signature, site.bootstrap, arguments);
  else if (strcmp (class, "java/lang/invoke/StringConcatFactory") == 0)
    {
      for (uint32_t i = 0; i < signature->count; i++)
        to_string (m, arguments[i]);
      machine_may_throw (m);
    }
  machine_push_type (m, signature->result, result);
  machine_continue (m);
}

void
lambda_call (struct machine *m, value_id lambda, const value_id *arguments,
             uint32_t count, struct outcome *outcome)
{
  struct extraction *x = m->x;
  const struct value at = *value_at (&x->values, lambda);
  assert (at.kind == VALUE_LAMBDA);
  assert (at.a < x->handles.count);
  struct method_handle handle = x->handles.at[at.a];
  struct call call = { .kind = handle.kind, .member = handle.member };
  if (handle.kind < HANDLE_INVOKE_VIRTUAL)
    {
      outcome_add (outcome, OTHER); /* the accessor of a field: javac makes none */
      return;
    }
  call.signature = universe_signature (x->universe, handle.member.descriptor);
  bool is_static = handle.kind == HANDLE_INVOKE_STATIC;
  call.count = call.signature->count + (is_static ? 0 : 1);
  value_id values[256];
  assert (call.count <= 256);
  call.arguments = values;
  uint32_t made = 0;
  value_id raw = OTHER;
  m->passes = false;
  if (handle.kind == HANDLE_NEW)
    values[made++] = raw
      = value_of (&x->values, VALUE_RAW, handle.member.class.index, VALUE_RAW_THIS);
  for (uint32_t i = 0; i < at.part_count && made < call.count; i++)
    values[made++] = (value_id){ .index = value_parts (&x->values, lambda)[i] };
  for (uint32_t i = 0; i < count && made < call.count; i++)
    values[made++] = arguments[i];
  while (made < call.count)
    values[made++] = OTHER;
  assert (made == call.count);
  for (uint32_t i = is_static ? 0 : 1; i < call.count; i++)
    {
      struct java_type type = call.signature->parameters[is_static ? i : i - 1];
      if (type_slots (type) == 2)
        values[i] = WIDE;
      else if (value_equal (values[i], WIDE) || !type_is_reference (type))
        values[i] = OTHER;
      else
        values[i] = value_refined (m, values[i], type.class);
    }
  if (!is_static && value_equal (values[0], WIDE))
    values[0] = OTHER;
  if (handle.kind == HANDLE_NEW)
    {
      struct outcome made_object = { .count = 0 };
      call_perform (m, &call, &made_object);
      if (made_object.count > 0)
        outcome_add (outcome,
                     value_of (&x->values, VALUE_OBJECT, handle.member.class.index, 0));
      outcome->throws = outcome->throws || made_object.throws;
      return;
    }
  call_perform (m, &call, outcome);
}

/* ---- Run by library code. ---- */

/* Begin a loop: what follows until repeat_end happens any number of times. */
static uint32_t
repeat_begin (struct machine *m)
{
  uint32_t head = machine_node (m);
  machine_join (m, head);
  m->node = head;
  return head;
}

static void
repeat_end (struct machine *m, uint32_t head)
{
  assert (head < m->x->instances.at[m->instance].graph.nodes.count);
  machine_join (m, head);
  m->node = head;
}

/* METHOD of OBJECT, with ELEMENT for every reference. */
static void
run_method (struct machine *m, struct java_member method, value_id object,
            value_id element)
{
  assert (member_is_known (method));
  struct extraction *x = m->x;
  const struct java_signature *signature
    = universe_signature (x->universe, universe_method (x->universe, method)->descriptor);
  value_id arguments[256];
  uint32_t count = 0;
  arguments[count++] = object;
  for (uint32_t i = 0; i < signature->count; i++)
    {
      struct java_type type = signature->parameters[i];
      arguments[count++] = type_slots (type) == 2 ? WIDE
                           : type_is_reference (type)
                             ? value_refined (m, element, type.class)
                             : OTHER;
    }
  assert (count <= 256);
  struct outcome outcome = { .count = 0 };
  call_method (m, method, arguments, count, &outcome);
}

/* All public methods of a private object. */
static void
run_object (struct machine *m, value_id object, value_id element,
            struct lambda_contents contents)
{
  assert (value_kind (&m->x->values, object) == VALUE_OBJECT);
  struct extraction *x = m->x;
  class_id class = universe_find (x->universe,
                                  (name_id){ value_at (&x->values, object)->a });
  if (!class_is_known (class))
    return;
  const struct java_class *at = universe_class (x->universe, class);
  for (uint32_t i = 0; i < at->method_count; i++)
    {
      uint16_t access = at->methods[i].access;
      if (!(access & ACCESS_PUBLIC) || access & (ACCESS_STATIC | ACCESS_BRIDGE)
          || at->methods[i].name.index == x->init_name.index)
        continue;
      uint32_t head = repeat_begin (m);
      run_method (m, (struct java_member){ class, i }, object, element);
      if (contents.read != LOCATION_NONE)
        contents_read_piece (m, contents.read, contents.lock);
      repeat_end (m, head);
    }
}

void
lambda_run (struct machine *m, value_id value, value_id element,
            struct lambda_contents contents)
{
  struct extraction *x = m->x;
  if (value_kind (&x->values, value) == VALUE_OBJECT)
    {
      run_object (m, value, element, contents);
      return;
    }
  assert (value_kind (&x->values, value) == VALUE_LAMBDA);
  value_id arguments[16];
  for (uint32_t i = 0; i < 16; i++)
    arguments[i] = element;
  uint32_t head = repeat_begin (m);
  struct outcome outcome = { .count = 0 };
  lambda_call (m, value, arguments, 16, &outcome);
  for (uint32_t i = 0; i < outcome.count; i++)
    if (contents.kept != LOCATION_NONE)
      ownership_put (x, contents.kept, outcome.values[i]);
    else
      machine_loses (m, outcome.values[i]); /* the library has it now */
  if (contents.read != LOCATION_NONE)
    contents_read_piece (m, contents.read, contents.lock);
  repeat_end (m, head);
}

/* The one method of well-known interfaces of the library. */
static const struct
{
  const char *type, *method;
} single_methods[] = {
  { "java/lang/Runnable", "run" },
  { "java/lang/Comparable", "compareTo" },
  { "java/lang/Iterable", "iterator" },
  { "java/lang/AutoCloseable", "close" },
  { "java/io/Closeable", "close" },
  { "java/util/Comparator", "compare" },
  { "java/util/concurrent/Callable", "call" },
  { "java/util/function/Supplier", "get" },
  { "java/util/function/Consumer", "accept" },
  { "java/util/function/Function", "apply" },
  { "java/util/function/Predicate", "test" },
};

static bool
is_method_of_type (struct extraction *x, const struct java_method *method, name_id type)
{
  const char *text = universe_text (x->universe, type);
  const char *name = universe_text (x->universe, method->name);
  for (uint32_t i = 0; i < sizeof single_methods / sizeof *single_methods; i++)
    if (strcmp (single_methods[i].type, text) == 0)
      return strcmp (single_methods[i].method, name) == 0;
  class_id class = universe_find (x->universe, type);
  return class_is_known (class)
         && member_is_known (universe_resolve_method (x->universe, class, method->name,
                                                      method->descriptor, NULL));
}

void
lambda_run_self (struct machine *m, name_id type)
{
  assert (type.index != NAME_NONE.index);
  struct extraction *x = m->x;
  const struct java_class *class = universe_class (x->universe, x->class);
  bool found = false;
  for (uint32_t i = 0; i < class->method_count; i++)
    {
      const struct java_method *method = &class->methods[i];
      if (!(method->access & ACCESS_PUBLIC)
          || method->access & (ACCESS_STATIC | ACCESS_BRIDGE)
          || method->name.index == x->init_name.index
          || !is_method_of_type (x, method, type))
        continue;
      found = true;
      uint32_t head = repeat_begin (m);
      run_method (m, (struct java_member){ x->class, i }, SELF, OTHER);
      repeat_end (m, head);
    }
  x->is_blind = x->is_blind || !found;
  if (!found)
    note_call_back (x, "unknown-code", m->monitors.count > 0, m->instance, m->instruction,
                    "the object is handed to code that is not given, as a '%s': if that "
                    "calls it, it is a unit of its own, without the locks that are held "
                    "here",
                    simple_name (x, type));
}

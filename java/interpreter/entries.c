/* entries.c -- the most general client: which methods it calls, and with I where
 * (rule 1 of doc/java.md).
 *
 * Public methods of the class and of its given supers with I as `this'; its static
 * methods; methods with a parameter that can hold I, once with I there; methods of
 * objects that I lets out; and what it hands to other threads.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/entries.h"
#include "java/interpreter/threads.h"
#include "java/program/callers.h"
#include "java/program/parameters.h"
#include "java/interpreter/selection.h"

uint32_t
entry_arguments (struct extraction *x, struct java_member method, value_id receiver,
                 value_id *arguments)
{
  assert (member_is_known (method));
  const struct java_method *header = universe_method (x->universe, method);
  const struct java_signature *signature
    = universe_signature (x->universe, header->descriptor);
  uint32_t count = 0;
  if (!(header->access & ACCESS_STATIC))
    arguments[count++] = receiver;
  for (uint32_t i = 0; i < signature->count; i++)
    arguments[count++] = type_slots (signature->parameters[i]) == 2 ? WIDE : OTHER;
  assert (count <= 256);
  return count;
}

/* Is METHOD what I runs as a Thread?  The virtual machine calls it, once. */
static bool
is_run_of_thread (struct extraction *x, struct java_member method,
                  const value_id *arguments)
{
  const struct java_method *header = universe_method (x->universe, method);
  return !(header->access & ACCESS_STATIC) && value_equal (arguments[0], SELF)
         && strcmp (universe_text (x->universe, header->name), "run") == 0
         && strcmp (universe_text (x->universe, header->descriptor), "()V") == 0
         && universe_is_a (x->universe, x->class,
                           universe_name (x->universe, "java/lang/Thread"));
}

/* The entry METHOD with ARGUMENTS. */
static struct entry *
find_entry (struct extraction *x, struct java_member method, const value_id *arguments,
            uint32_t count, const char *how)
{
  assert (count <= 256);
  uint32_t instance = instance_of (x, method, arguments, count, ROW_EMPTY);
  for (uint32_t i = 0; i < x->client.entries.count; i++)
    if (x->client.entries.at[i].instance == instance)
      return &x->client.entries.at[i];
  *vec_push (&x->run_arena, &x->client.entries) = (struct entry){
    .instance = instance,
    .how = how,
    .is_unit = selection_has_unit (x, method),
  };
  return &x->client.entries.at[x->client.entries.count - 1];
}

uint32_t
entry_add (struct extraction *x, struct java_member method, const value_id *arguments,
           uint32_t count, const char *how)
{
  struct entry *entry = find_entry (x, method, arguments, count, how);
  entry->caller
    = is_run_of_thread (x, method, arguments) ? CALLED_ONCE : CALLED_BY_CLIENTS;
  return entry->instance;
}

/* A thread that I started runs METHOD; ALONE: there is one such thread. */
static void
add_entry_of_thread (struct extraction *x, struct java_member method,
                     const value_id *arguments, uint32_t count, enum caller caller)
{
  uint32_t before = x->client.entries.count;
  struct entry *entry = find_entry (x, method, arguments, count, NULL);
  if (x->client.entries.count == before)
    return; /* clients call it, too */
  entry->caller = caller;
  entry->is_unit = entry->is_unit && x->java->options->units;
}

/* Can a client call METHOD at all? */
static bool
is_callable (struct extraction *x, struct java_member method, bool only_public)
{
  assert (member_is_known (method));
  const struct java_method *header = universe_method (x->universe, method);
  const char *name = universe_text (x->universe, header->name);
  if (name[0] == '<' || universe_is_finalizer (x->universe, method)
      || header->access & ACCESS_SYNTHETIC || !universe_code (x->universe, method)
      || universe_is_privileged (x->universe, method)
      || selection_is_for_testing (x, method))
    return false;
  if (universe_is_serializer (x->universe, method))
    return true;
  return only_public ? header->access & ACCESS_PUBLIC
                     : !(header->access & ACCESS_PRIVATE);
}

void
entry_methods (struct extraction *x, class_id class, bool only_public,
               struct java_members *methods)
{
  assert (class_is_known (class));
  const struct super_types *supers = universe_super_types (x->universe, class);
  for (uint32_t s = 0; s <= supers->count; s++)
    {
      class_id owner = s == 0 ? class : universe_find (x->universe, supers->at[s - 1]);
      if (!class_is_known (owner) || universe_role (x->universe, owner) != CLASS_IS_GIVEN)
        continue;
      const struct java_class *at = universe_class (x->universe, owner);
      for (uint32_t i = 0; i < at->method_count; i++)
        {
          struct java_member method = { owner, i };
          bool is_static = at->methods[i].access & ACCESS_STATIC;
          if (!is_callable (x, method, only_public) || (is_static && s > 0))
            continue;
          if (!is_static
              && !member_equal (universe_select_method (x->universe, class, method, NULL),
                                method))
            continue;
          *vec_push (&x->run_arena, &methods->list) = method;
        }
    }
}

bool
entry_can_hold (struct extraction *x, struct java_type type, bool strictly)
{
  if (type.kind != 'L')
    return false;
  if (type.class.index == x->object_name.index)
    return !strictly;
  if (!universe_is_a (x->universe, x->class, type.class))
    return false;
  return !strictly || type_is_given (x, type.class);
}

void
entry_add_with_parameter (struct extraction *x, struct java_member method,
                          value_id receiver, bool strictly)
{
  assert (member_is_known (method));
  const struct java_method *header = universe_method (x->universe, method);
  const struct java_signature *signature
    = universe_signature (x->universe, header->descriptor);
  bool is_static = header->access & ACCESS_STATIC;
  for (uint32_t i = 0; i < signature->count; i++)
    {
      if (!entry_can_hold (x, signature->parameters[i], strictly))
        continue;
      value_id arguments[256];
      uint32_t count = entry_arguments (x, method, receiver, arguments);
      assert ((is_static ? i : i + 1) < count);
      arguments[is_static ? i : i + 1] = SELF;
      uint32_t instance
        = entry_add (x, method, arguments, count,
                     arena_format (&x->run_arena, "the object as argument %u", i + 1));
      *vec_push (&x->run_arena, &x->client.given)
        = (struct given_parameter){ method, i, instance, !is_static && !strictly };
    }
}

/* ---- I in several places of one call: a.equals (a). ---- */

/* Parameters of a method that may all be I at once; of more, only one is. */
#define SAME_MOST 3

/* Has INSTANCE an effect, or something that it calls? */
static bool
has_effect (struct extraction *x, uint32_t instance)
{
  bool *seen = arena_calloc (&x->run_arena, x->instances.count + 1, sizeof *seen);
  VEC (uint32_t) work = VEC_EMPTY;
  *vec_push (&x->run_arena, &work) = instance;
  while (work.count > 0)
    {
      uint32_t at = work.at[--work.count];
      assert (at < x->instances.count);
      const struct graph *graph = &x->instances.at[at].graph;
      for (uint32_t e = 0; e < graph->edges.count && !seen[at]; e++)
        if (graph->edges.at[e].kind == EFFECT_CALL)
          *vec_push (&x->run_arena, &work) = graph->edges.at[e].operand;
        else if (effect_is_action (graph->edges.at[e].kind))
          return true;
      seen[at] = true;
    }
  return false;
}

/* The method of GIVEN with I at the COUNT parameters whose bits are set, and as `this'
   if that IS_SELF. */
static void
add_same (struct extraction *x, const struct given_parameter *given, uint32_t count,
          uint32_t bits, bool is_self)
{
  value_id arguments[256];
  struct java_member method = given->method;
  bool is_static = universe_method (x->universe, method)->access & ACCESS_STATIC;
  uint32_t all = entry_arguments (x, method, is_self ? SELF : OTHER, arguments);
  const char *how = is_self ? "the object also as argument" : "the object as argument";
  const char *comma = "";
  for (uint32_t i = 0; i < count; i++)
    if (bits >> i & 1)
      {
        uint32_t parameter = given[i].parameter;
        assert ((is_static ? parameter : parameter + 1) < all);
        arguments[is_static ? parameter : parameter + 1] = SELF;
        how = arena_format (&x->run_arena, "%s%s %u", how, comma, parameter + 1);
        comma = " and";
      }
  entry_add (x, method, arguments, all, how);
}

/* Methods that do something to an argument, with I in several places.  One that does
   nothing to it does the same, whoever it is. */
static void
add_same_arguments (struct extraction *x)
{
  struct client *client = &x->client;
  for (uint32_t first = 0, next; first < client->given.count; first = next)
    {
      struct given_parameter effective[SAME_MOST];
      struct java_member method = client->given.at[first].method;
      uint32_t count = 0;
      for (next = first; next < client->given.count
                         && member_equal (client->given.at[next].method, method);
           next++)
        if (!has_effect (x, client->given.at[next].instance))
          continue;
        else if (count < SAME_MOST)
          effective[count++] = client->given.at[next];
        else
          note_at (x, JAVA_MAY_MISS, "same-argument", client->given.at[next].instance, 0,
                   "'%s' with one object in several places is not modelled for all of "
                   "its parameters",
                   full_method_name (x, method));
      for (uint32_t bits = 1; bits < UINT32_C (1) << count; bits++)
        {
          if (effective[0].is_own)
            add_same (x, effective, count, bits, true);
          if (bits & (bits - 1))
            add_same (x, effective, count, bits, false);
        }
    }
}

/* METHOD of another object of the class: it shares the statics with I, and not the
   monitor. */
static void
add_of_another (struct extraction *x, struct java_member method)
{
  assert (member_is_known (method));
  if (!x->has_statics || universe_method (x->universe, method)->access & ACCESS_STATIC)
    return;
  value_id arguments[256];
  name_id class = universe_class (x->universe, x->class)->name;
  value_id another = value_of (&x->values, VALUE_OBJECT, class.index, 0);
  uint32_t count = entry_arguments (x, method, another, arguments);
  entry_add (x, method, arguments, count, "another object");
}

void
entry_add_own (struct extraction *x, struct java_member method)
{
  value_id arguments[256];
  uint32_t count = entry_arguments (x, method, SELF, arguments);
  entry_add (x, method, arguments, count, NULL);
  entry_add_with_parameter (x, method, OTHER, false);
  add_of_another (x, method);
}

/* Leave out METHODS that only the class itself calls, unless it does so with all. */
static void
leave_inner_out (struct extraction *x, struct java_members *methods)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < methods->list.count; i++)
    if (callers_can_enter (x->java->callers, methods->list.at[i]))
      methods->list.at[kept++] = methods->list.at[i];
  assert (kept <= methods->list.count);
  if (kept > 0)
    methods->list.count = kept;
}

static void
add_methods (struct extraction *x)
{
  struct java_members methods = { .list = VEC_EMPTY };
  entry_methods (x, x->class, true, &methods);
  if (methods.list.count > 0)
    outside_enter (x);
  else
    entry_methods (x, x->class, false, &methods);
  leave_inner_out (x, &methods);
  for (uint32_t i = 0; i < methods.list.count; i++)
    entry_add_own (x, methods.list.at[i]);
}

/* Constructors that are given I, to copy it for instance: others may use I meanwhile. All
   of them, if there are statics that change: nobody waits for a constructor of another
   object to come to its end. */
static void
add_constructors (struct extraction *x)
{
  const struct java_class *class = universe_class (x->universe, x->class);
  value_id another = value_of (&x->values, VALUE_RAW, class->name.index, VALUE_RAW_THIS);
  for (uint32_t i = 0; i < class->method_count; i++)
    {
      struct java_member method = { x->class, i };
      if (class->methods[i].name.index != x->init_name.index
          || class->methods[i].access & (ACCESS_PRIVATE | ACCESS_SYNTHETIC)
          || !universe_code (x->universe, method))
        continue;
      value_id arguments[256];
      entry_add_with_parameter (x, method, another, true);
      if (x->has_statics)
        entry_add (x, method, arguments, entry_arguments (x, method, another, arguments),
                   "another object");
    }
}

/* Methods of other given classes that have a parameter for I. */
static void
add_methods_of_others (struct extraction *x)
{
  const struct super_types *supers = universe_super_types (x->universe, x->class);
  for (uint32_t s = 0; s <= supers->count; s++)
    {
      name_id type
        = s == 0 ? universe_class (x->universe, x->class)->name : supers->at[s - 1];
      if (!type_is_given (x, type))
        continue;
      struct parameter_range range = parameters_of_type (x->java->parameters, type);
      for (uint32_t i = 0; i < range.count; i++)
        {
          struct java_member method = range.at[i];
          if (universe_is_a (x->universe, x->class,
                             universe_class (x->universe, method.class)->name)
              || !is_callable (x, method, true))
            continue;
          entry_add_with_parameter (x, method, OTHER, true);
        }
    }
}

/* Constructors run before I is published; they tell what final fields hold. */
static void
run_constructors (struct extraction *x)
{
  assert (class_is_known (x->class));
  x->code_limit = CODE_LIMIT / 4;
  const struct java_class *class = universe_class (x->universe, x->class);
  for (uint32_t i = 0; i < class->method_count; i++)
    {
      struct java_member method = { x->class, i };
      if (class->methods[i].name.index != x->init_name.index
          || !universe_code (x->universe, method))
        continue;
      value_id arguments[256];
      uint32_t count = entry_arguments (x, method, SELF, arguments);
      instance_of (x, method, arguments, count, ROW_EMPTY);
    }
  statics_learn (x, x->class);
  interpret_all (x);
  x->code_limit = x->code_size + CODE_LIMIT;
}

uint32_t
statics_learn (struct extraction *x, class_id class)
{
  assert (class_is_known (class));
  if (universe_role (x->universe, class) == CLASS_FROM_JDK)
    return INSTANCE_NONE;
  uint32_t index = class_find_method (universe_class (x->universe, class),
                                      universe_name (x->universe, "<clinit>"),
                                      universe_name (x->universe, "()V"));
  if (index == UINT32_MAX)
    return INSTANCE_NONE;
  return instance_of (x, (struct java_member){ class, index }, NULL, 0, ROW_EMPTY);
}

/* ---- What I lets out. ---- */

/* How often a thread runs what ESCAPED to it.  If the only place that hands it over is in
   a constructor of I and not in a loop, there is one such thread; so it is with a
   TimerTask or Thread that I makes once, wherever it is handed over. */
static enum caller
caller_of (struct extraction *x, const struct escaped *escaped)
{
  assert (escaped->to_thread);
  const struct value *at = value_at (&x->values, escaped->value);
  bool exact;
  name_id name = value_class (x, escaped->value, &exact);
  class_id class = name.index == NAME_NONE.index ? CLASS_NONE
                                                 : universe_find (x->universe, name);
  if (at->kind == VALUE_PLACE && x->heap.places.at[at->a].is_made
      && x->heap.places.at[at->a].owner_kind == OWNER_SELF && class_is_known (class))
    {
      if (universe_is_a (x->universe, class,
                         universe_name (x->universe, "java/lang/Thread")))
        return CALLED_ONCE;
      if (universe_is_a (x->universe, class,
                         universe_name (x->universe, "java/util/TimerTask")))
        return CALLED_AGAIN;
    }
  const struct instance *by = &x->instances.at[escaped->instance];
  if (escaped->is_once && by->header->name.index == x->init_name.index
      && row_count (&x->rows, by->arguments) > 0
      && row_words (&x->rows, by->arguments)[0] == SELF.index
      && !code_repeats (by->code, escaped->instruction))
    return CALLED_AGAIN;
  return CALLED_BY_CLIENTS;
}

/* A lambda that others run. */
static void
add_lambda (struct extraction *x, value_id lambda, const struct escaped *escaped)
{
  assert (value_kind (&x->values, lambda) == VALUE_LAMBDA);
  const struct value at = *value_at (&x->values, lambda);
  struct method_handle handle = x->handles.at[at.a];
  class_id class = universe_find (x->universe, handle.member.class);
  if (!class_is_known (class) || handle.kind < HANDLE_INVOKE_VIRTUAL
      || handle.kind == HANDLE_NEW)
    return;
  struct java_member method = universe_resolve_method (
    x->universe, class, handle.member.name, handle.member.descriptor, NULL);
  if (!member_is_known (method) || !universe_code (x->universe, method))
    return;
  value_id arguments[256];
  uint32_t count = entry_arguments (x, method, OTHER, arguments);
  for (uint32_t i = 0; i < at.part_count && i < count; i++)
    arguments[i] = (value_id){ .index = value_parts (&x->values, lambda)[i] };
  if (escaped->to_thread)
    add_entry_of_thread (x, method, arguments, count, caller_of (x, escaped));
  else
    entry_add (x, method, arguments, count, NULL);
}

/* The methods of an object that is let out; of a thread only what it runs. */
static void
add_object (struct extraction *x, value_id value, const struct escaped *escaped)
{
  bool to_thread = escaped->to_thread;
  assert (value_touches (&x->values, value) || x->threads);
  bool exact;
  name_id name = value_class (x, value, &exact);
  class_id class = universe_find (x->universe, name);
  if (!class_is_known (class))
    return;
  struct java_members methods = { .list = VEC_EMPTY };
  entry_methods (x, class, true, &methods);
  for (uint32_t i = 0; i < methods.list.count; i++)
    {
      const struct java_method *header
        = universe_method (x->universe, methods.list.at[i]);
      const char *text = universe_text (x->universe, header->name);
      if (header->access & ACCESS_STATIC
          || (to_thread && strcmp (text, "run") != 0 && strcmp (text, "call") != 0))
        continue;
      value_id arguments[256];
      uint32_t count = entry_arguments (x, methods.list.at[i], value, arguments);
      if (to_thread)
        add_entry_of_thread (x, methods.list.at[i], arguments, count,
                             caller_of (x, escaped));
      else
        entry_add (x, methods.list.at[i], arguments, count, NULL);
    }
}

/* What entries return gets out. */
static void
let_out_returns (struct extraction *x)
{
  for (uint32_t i = 0; i < x->client.entries.count; i++)
    {
      const struct instance *instance
        = &x->instances.at[x->client.entries.at[i].instance];
      assert (instance->return_count <= RETURNS_MOST);
      for (uint32_t r = 0; r < instance->return_count; r++)
        value_escapes (x, x->client.entries.at[i].instance, 0, instance->returns[r]);
    }
}

/* Methods that are inherited from a class which is not given are not entries. */
static void
note_inherited (struct extraction *x)
{
  class_id class = x->class;
  while (class_is_known (universe_super (x->universe, class))
         && universe_role (x->universe, universe_super (x->universe, class))
              == CLASS_IS_GIVEN)
    class = universe_super (x->universe, class);
  name_id super = universe_class (x->universe, class)->super;
  if (super.index == NAME_NONE.index || super.index == x->object_name.index)
    return;
  enum library_kind kind = library_kind (x->library, super);
  const char *name = universe_text (x->universe, super);
  if (kind == LIBRARY_VALUE || kind == LIBRARY_RUNNER
      || strcmp (name, "java/lang/Record") == 0)
    return;
  note_at (x, JAVA_MAY_MISS, "inherited", UINT32_MAX, 0,
           "methods that are inherited from '%s', which is not given, are not called",
           universe_dotted (x->universe, super));
}

void
entries_find (struct extraction *x)
{
  assert (x->client.entries.count == 0 && x->agenda.worklist.count == 0);
  if (x->threads)
    {
      threads_run (x);
      return;
    }
  note_inherited (x);
  run_constructors (x);
  /* What they tell changes what follows: begin again before that is interpreted. */
  if (x->corrections.again)
    return;
  add_methods (x);
  add_constructors (x);
  add_methods_of_others (x);
  interpret_all (x);
  outside_finish (x);
  interpret_all (x);
  add_same_arguments (x);
  interpret_all (x);
  let_out_returns (x);
  for (uint32_t done = 0; done < x->client.escaped.count && !extraction_gives_up (x);
       done++)
    {
      struct escaped escaped = x->client.escaped.at[done];
      if (value_kind (&x->values, escaped.value) == VALUE_LAMBDA)
        add_lambda (x, escaped.value, &escaped);
      else
        add_object (x, escaped.value, &escaped);
      interpret_all (x);
      let_out_returns (x);
    }
  ownership_note (x);
}

/* library_call.c -- calls into code that is not given: collections, atomics, and what
 * else of the library matters; anything else is unknown code.
 *
 * The tables say what a method does to the contents of its object.  Library code may
 * also run lambdas and call methods of objects that it is given: those that it keeps to
 * itself run here, those it hands to other threads are entries (entries.c).
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

static bool
has_word (const char *const *words, const char *word)
{
  for (; *words; words++)
    if (strcmp (*words, word) == 0)
      return true;
  return false;
}

/* ---- Collections and atomics. ---- */

/* A call on something with contents. */
struct contents_call
{
  value_id object;        /* not a view */
  enum library_kind kind; /* of the object */
  bool is_view;           /* the call is on a view of it */
  uint32_t contents;      /* LOCATION_NONE: private */
  struct library_method method;
};

/* Is OBJECT a LinkedHashMap that moves what is read, as far as is known?  From the run on
   in which one was made, every map may be one whose class is not known to be another. */
static bool
may_be_access_ordered (struct extraction *x, value_id object)
{
  assert (object.index < x->values.list.count);
  if (!x->corrections.access_order)
    return false;
  bool exact;
  value_id known = object, order;
  if (value_kind (&x->values, object) == VALUE_PLACE)
    known = x->heap.places.at[value_at (&x->values, object)->a].known;
  if (value_kind (&x->values, known) == VALUE_OBJECT
      && value_field (&x->values, known, PART_ORDER, &order))
    return !value_equal (order, FALSE_VALUE);
  name_id class = value_class (x, object, &exact);
  if (!exact || class.index == NAME_NONE.index)
    return true;
  const char *name = universe_text (x->universe, class);
  return strcmp (name, "java/util/LinkedHashMap") == 0
         || strncmp (name, "java/util/Collections$", 22) == 0
         || threads_is_a (x, class, "java/util/LinkedHashMap");
}

/* Does nobody look at what the call returns?  Then `put' does not depend on what was
   there before. */
static bool
drops_result (const struct machine *m)
{
  uint32_t next = m->instruction + 1;
  return next < m->code->count && m->code->at[next].opcode == OP_POP;
}

/* Is the receiver something with contents?  Fills in CONTENTS if so. */
static bool
find_contents (struct machine *m, const struct call *call, struct contents_call *contents)
{
  assert (call->kind != HANDLE_INVOKE_STATIC && call->count > 0);
  struct extraction *x = m->x;
  value_id object = call->arguments[0];
  bool is_view = false;
  while (value_kind (&x->values, object) == VALUE_VIEW)
    {
      is_view = true;
      object = (value_id){ .index = value_at (&x->values, object)->a };
    }
  enum library_kind kind = contents_kind (m, object, call->member.class);
  if (!library_has_contents (kind))
    return false;
  /* An iterator or stream that was read out of a field. */
  is_view = is_view || kind == LIBRARY_VIEW;
  enum library_group group = is_view                  ? GROUP_VIEW
                             : kind == LIBRARY_ATOMIC ? GROUP_ATOMIC
                                                      : GROUP_COLLECTION;
  *contents = (struct contents_call){
    .object = object,
    .kind = kind,
    .is_view = is_view,
    .contents = heap_contents (x, object),
    .method = library_method (x->library, group, call->member.name),
  };
  if (drops_result (m) && strcmp (contents->method.name, "put") == 0)
    contents->method.effect = LIBRARY_WRITE;
  static const char *const movers[] = { "get", "getOrDefault", NULL };
  if (contents->method.effect == LIBRARY_READ && group == GROUP_COLLECTION
      && (kind == LIBRARY_PLAIN || kind == LIBRARY_MONITOR) && call->signature->count > 0
      && type_is_reference (call->signature->parameters[0])
      && has_word (movers, universe_text (x->universe, call->member.name))
      && may_be_access_ordered (x, object))
    contents->method.effect = LIBRARY_CHANGE;
  return true;
}

static void
access_contents (struct machine *m, const struct contents_call *contents,
                 enum effect_kind kind)
{
  assert (kind == EFFECT_READ || kind == EFFECT_WRITE);
  if (contents->contents != LOCATION_NONE)
    machine_effect (m, kind, contents->contents);
}

static bool
is_code (struct machine *m, value_id value)
{
  enum value_kind kind = value_kind (&m->x->values, value);
  return kind == VALUE_LAMBDA
         || (kind == VALUE_OBJECT && value_touches (&m->x->values, value));
}

/* Is VALUE something that a thread can run: a lambda, or an object of a given class that
   leads to I? */
static bool
is_task (struct machine *m, value_id value)
{
  bool exact;
  enum value_kind kind = value_kind (&m->x->values, value);
  return is_code (m, value)
         || ((kind == VALUE_PLACE || kind == VALUE_NODE)
             && type_is_given (m->x, value_class (m->x, value, &exact)));
}

/* Does the method keep its argument, rather than compare or run it? */
static bool
stores (const struct library_method *method)
{
  static const char *const keepers[] = {
    "add",           "addAll",     "addElement",
    "addFirst",      "addLast",    "insertElementAt",
    "offer",         "offerFirst", "offerLast",
    "push",          "put",        "putAll",
    "putIfAbsent",   "set",        "setElementAt",
    "setValue",      "lazySet",    "getAndSet",
    "compareAndSet", NULL,
  };
  return has_word (keepers, method->name);
}

/* Run the lambdas among the arguments. */
static void
run_lambdas (struct machine *m, const struct call *call,
             const struct contents_call *contents, uint32_t lock)
{
  assert (call->count > 0);
  struct outcome elements = { .count = 0 };
  outcome_add (&elements,
               contents->contents == LOCATION_NONE
                 ? OTHER
                 : value_of (&m->x->values, VALUE_HELD, contents->contents, 0));
  stored_outcome (m, contents->contents, &elements);
  bool reads = contents->method.effect == LIBRARY_READ;
  bool keeps = contents->method.effect == LIBRARY_INSIDE;
  if (stores (&contents->method))
    return; /* it is kept, not run */
  for (uint32_t i = 1; i < call->count; i++)
    for (uint32_t k = 0; k < elements.count && is_code (m, call->arguments[i]); k++)
      lambda_run (m, call->arguments[i], elements.values[k],
                  (struct lambda_contents){
                    .read = reads ? contents->contents : LOCATION_NONE,
                    .lock = contents->kind == LIBRARY_MONITOR ? JAVA_LOCK_NONE : lock,
                    .kept = keeps ? contents->contents : LOCATION_NONE });
}

/* Private objects that are stored become nodes; what refers to I is lost in a
   collection, unless it is an object of a given class. */
static void
store_arguments (struct machine *m, const struct call *call,
                 const struct contents_call *contents)
{
  assert (stores (&contents->method));
  struct extraction *x = m->x;
  for (uint32_t i = 1; i < call->count; i++)
    {
      const struct value at = *value_at (&x->values, call->arguments[i]);
      if (contents->contents != LOCATION_NONE
          && heap_is_of_site (&x->heap, contents->contents))
        {
          threads_keep (x, call->arguments[i]);
          continue;
        }
      if (contents->contents != LOCATION_NONE)
        ownership_put (x, contents->contents, call->arguments[i]);
      else if (value_kind (&x->values, contents->object) == VALUE_OBJECT)
        machine_loses (m, call->arguments[i]);
      if (at.kind == VALUE_OBJECT && contents->contents != LOCATION_NONE)
        {
          instance_publishes (x, m->instance, call->arguments[i]);
          machine_replace (m, call->arguments[i],
                           value_read_from (m, contents->contents, (name_id){ at.a }));
        }
      else if (x->threads)
        threads_keep (x, call->arguments[i]);
      else if (contents->contents == LOCATION_NONE
               && value_kind (&x->values, contents->object) != VALUE_OBJECT)
        machine_escape (m, call->arguments[i]);
      else if (contents->contents != LOCATION_NONE)
        stored_in (m, contents->contents, call->arguments[i]);
      else if (at.kind == VALUE_LAMBDA && at.touches_self)
        note_at (x, JAVA_MAY_MISS, "lost-lambda", m->instance, m->instruction,
                 "a lambda is kept in a collection: where it is run is not known");
    }
}

/* What CALL returns; if that is an element, it can also be what was stored there. */
static value_id
result_of (struct machine *m, const struct call *call,
           const struct contents_call *contents, struct outcome *outcome)
{
  assert (call->count > 0);
  struct extraction *x = m->x;
  struct java_type type = call->signature->result;
  if (!type_is_reference (type))
    return OTHER;
  enum library_kind kind = library_kind (x->library, type.class);
  enum library_result result = contents->method.result;
  if (contents->is_view && library_has_contents (kind) && result == RESULT_ELEMENT
      && !contents->method.is_listed)
    result = RESULT_VIEW; /* a stream of a stream, the iterator of a key set */
  if (result == RESULT_SAME)
    return call->arguments[0];
  if (result == RESULT_COPY
      || (result == RESULT_VIEW && contents->kind == LIBRARY_COPY_ON_WRITE))
    return value_of (&x->values, VALUE_OBJECT, type.class.index, 0);
  if (contents->contents == LOCATION_NONE || result == RESULT_NONE)
    return OTHER;
  if (result == RESULT_VIEW)
    return value_of (&x->values, VALUE_VIEW, contents->object.index,
                     strcmp (contents->method.name, "parallelStream") == 0
                       || (value_kind (&x->values, call->arguments[0]) == VALUE_VIEW
                           && value_at (&x->values, call->arguments[0])->b));
  stored_outcome (m, contents->contents, outcome);
  return value_read_from (m, contents->contents, type.class);
}

/* Streams that run in several threads: their lambdas do not hold our locks. */
static bool
is_parallel (struct machine *m, const struct call *call)
{
  assert (call->count > 0);
  const struct value *at = value_at (&m->x->values, call->arguments[0]);
  return at->kind == VALUE_VIEW && at->b == 1;
}

/* A sorted collection compares what is put into it, or looked for, with what is there. */
static void
run_comparator (struct machine *m, const struct contents_call *contents)
{
  value_id compares = contents_comparator (m->x, contents->object);
  value_id element = contents->contents == LOCATION_NONE
                       ? OTHER
                       : value_of (&m->x->values, VALUE_HELD, contents->contents, 0);
  if (is_code (m, compares))
    lambda_run (m, compares, element, LAMBDA_ALONE);
}

static void
contents_call (struct machine *m, const struct call *call,
               const struct contents_call *contents, struct outcome *outcome)
{
  uint32_t lock = JAVA_LOCK_NONE;
  if (contents->kind != LIBRARY_MONITOR || !contents->is_view)
    lock = contents_lock (m, contents->object, contents->kind, contents->contents);
  bool holds = contents->kind == LIBRARY_MONITOR;
  /* Two lambdas of a concurrent map can run at once, for two keys: they run before and
     after the one atomic piece, not in it. */
  bool is_inside = contents->method.effect == LIBRARY_INSIDE
                   && (holds || contents->kind == LIBRARY_PLAIN);
  if (contents->method.effect == LIBRARY_INSIDE && !is_inside)
    run_lambdas (m, call, contents, lock);
  for (uint32_t i = 1; i < call->count && is_parallel (m, call); i++)
    {
      if (!is_code (m, call->arguments[i]))
        continue;
      if (m->x->threads)
        note_at (
          m->x, JAVA_MAY_MISS, "parallel-stream", m->instance, m->instruction,
          "a parallel stream runs its lambdas in several threads; in the model one "
          "runs them");
      else
        entry_of_thread (m, call->arguments[i]);
    }
  contents_enter (m, lock);
  if (contents->method.effect != LIBRARY_NOTHING)
    run_comparator (m, contents);
  switch (contents->method.effect)
    {
    case LIBRARY_NOTHING: account (m, ACCOUNT_NOTHING); break;
    case LIBRARY_READ: access_contents (m, contents, EFFECT_READ); break;
    case LIBRARY_WRITE: access_contents (m, contents, EFFECT_WRITE); break;
    case LIBRARY_CHANGE:
      access_contents (m, contents, EFFECT_READ);
      access_contents (m, contents, EFFECT_WRITE);
      break;
    case LIBRARY_INSIDE:
      access_contents (m, contents, EFFECT_READ);
      if (is_inside)
        run_lambdas (m, call, contents, lock);
      access_contents (m, contents, EFFECT_WRITE);
      break;
    }
  if (holds && !is_inside)
    run_lambdas (m, call, contents, lock);
  contents_exit (m, lock);
  if (!holds && !is_inside)
    run_lambdas (m, call, contents, lock);
  if (stores (&contents->method))
    store_arguments (m, call, contents);
  outcome_add (outcome, result_of (m, call, contents, outcome));
  outcome->throws = true;
}

/* ---- Arguments. ---- */

/* May the method NAME of CLASS, a Thread or executor, begin to run something? */
static bool
may_start (const char *class, const char *name)
{
  if (strcmp (class, "java/lang/Thread") == 0)
    return strncmp (name, "start", 5) == 0;
  return strncmp (name, "set", 3) != 0 && strncmp (name, "get", 3) != 0
         && strncmp (name, "is", 2) != 0;
}

/* Does CALL, of the JDK, only look at what it is given as a TYPE, or keep it in what it
   makes?  So do constructors, and the classes of java.lang with an Object. */
static bool
only_looks (struct machine *m, const struct call *call, name_id type)
{
  struct extraction *x = m->x;
  const char *class = universe_text (x->universe, call->member.class);
  if (call->member.name.index == x->init_name.index)
    return strncmp (class, "java/", 5) == 0;
  return strncmp (class, "java/lang/", 10) == 0 && !strchr (class + 10, '/')
         && type.index == x->object_name.index;
}

static bool
converts_to_string (const char *class, const char *name)
{
  return strcmp (name, "valueOf") == 0 || strcmp (name, "toString") == 0
         || strncmp (name, "print", 5) == 0 || strcmp (name, "insert") == 0
         || (strcmp (name, "append") == 0 && strncmp (class, "java/", 5) == 0)
         || strcmp (name, "format") == 0;
}

/* Call NAME of I, which has no other parameters than Objects. */
static void
call_own (struct machine *m, const char *name, const char *descriptor, uint32_t count)
{
  assert (count == 1 || count == 2);
  struct extraction *x = m->x;
  struct java_member method
    = universe_resolve_method (x->universe, x->class, universe_name (x->universe, name),
                               universe_name (x->universe, descriptor), NULL);
  if (!member_is_known (method) || !universe_code (x->universe, method))
    return;
  value_id arguments[2] = { SELF, OTHER };
  struct outcome outcome = { .count = 0 };
  call_method (m, method, arguments, count, &outcome);
}

/* Call NAME of VALUE, an object other than I, if its class is given and has such a
   method; ARGUMENT is what it is given, if it takes something. */
static void
call_of_object (struct machine *m, value_id value, const char *name,
                const char *descriptor, value_id argument)
{
  struct extraction *x = m->x;
  bool exact;
  name_id type = value_class (x, value, &exact);
  if (type.index == NAME_NONE.index || !type_is_given (x, type))
    return;
  class_id class = universe_find (x->universe, type);
  value_id arguments[2] = { value, argument };
  struct call call
    = { .kind = HANDLE_INVOKE_VIRTUAL,
        .member = { .class = type,
                    .name = universe_name (x->universe, name),
                    .descriptor = universe_name (x->universe, descriptor) },
        .arguments = arguments };
  call.signature = universe_signature (x->universe, call.member.descriptor);
  call.count = call.signature->count + 1;
  assert (call.count <= 2);
  if (!class_is_known (class))
    return;
  struct java_member method = universe_resolve_method (
    x->universe, class, call.member.name, call.member.descriptor, NULL);
  if (!member_is_known (method) || !universe_code (x->universe, method))
    return;
  struct outcome outcome = { .count = 0 };
  call_perform (m, &call, &outcome);
}

static void
call_to_string (struct machine *m, value_id value)
{
  call_of_object (m, value, "toString", "()Ljava/lang/String;", OTHER);
}

/* Does METHOD look for its argument in the collection?  Lists and queues do so when they
   are searched, and not when something is put into them; what is only known to be a
   Collection or Queue may be a set or a heap. */
static bool
compares (struct machine *m, const struct call *call, const struct library_method *method)
{
  static const char *const seekers[] = { "compute",
                                         "computeIfAbsent",
                                         "computeIfPresent",
                                         "contains",
                                         "containsKey",
                                         "containsValue",
                                         "get",
                                         "getOrDefault",
                                         "indexOf",
                                         "lastIndexOf",
                                         "merge",
                                         "put",
                                         "putIfAbsent",
                                         "remove",
                                         "replace",
                                         "search",
                                         NULL };
  const char *class = universe_text (m->x->universe, call->member.class);
  bool is_list = !strstr (class, "Set")
                 && (strstr (class, "List") || strstr (class, "Deque")
                     || strstr (class, "Vector") || strstr (class, "Stack"));
  return has_word (seekers, method->name)
         || (!is_list
             && (strcmp (method->name, "add") == 0
                 || strcmp (method->name, "offer") == 0));
}

/* Library code compares KEY, an object of a given class, with ELEMENT, which is in a
   collection: it calls these methods any number of times, in any order. */
static void
compare (struct machine *m, value_id key, value_id element)
{
  static const struct
  {
    const char *name, *descriptor;
  } methods[] = { { "hashCode", "()I" },
                  { "equals", "(Ljava/lang/Object;)Z" },
                  { "compareTo", "(Ljava/lang/Object;)I" } };
  uint32_t head = machine_node (m);
  machine_join (m, head);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    {
      m->node = head;
      if (value_equal (key, SELF))
        call_own (m, methods[i].name, methods[i].descriptor, i == 0 ? 1 : 2);
      else
        call_of_object (m, key, methods[i].name, methods[i].descriptor, element);
      machine_join (m, head);
    }
  m->node = head;
}

/* What CALL looks for in CONTENTS is compared with what is there. */
static void
compare_arguments (struct machine *m, const struct call *call,
                   const struct contents_call *contents)
{
  if (!compares (m, call, &contents->method) || call->count < 2
      || !type_is_reference (call->signature->parameters[0]))
    return;
  value_id key = call->arguments[1];
  enum value_kind kind = value_kind (&m->x->values, key);
  if (kind == VALUE_SELF || kind == VALUE_PLACE || kind == VALUE_NODE)
    compare (m, key,
             contents->contents == LOCATION_NONE
               ? OTHER
               : value_of (&m->x->values, VALUE_HELD, contents->contents, 0));
}

void
to_string (struct machine *m, value_id value)
{
  if (value_equal (value, SELF))
    {
      call_own (m, "toString", "()Ljava/lang/String;", 1);
      return;
    }
  call_to_string (m, value);
  contents_read (m, value, NAME_NONE, false);
}

/* I is handed to library code as TYPE. */
static void
pass_self (struct machine *m, const struct call *call, name_id type, bool is_stored)
{
  assert (type.index != NAME_NONE.index);
  struct extraction *x = m->x;
  const char *class = universe_text (x->universe, call->member.class);
  const char *name = universe_text (x->universe, call->member.name);
  if (type.index != NAME_NONE.index && type.index != x->object_name.index
      && !library_lists (x->library, type))
    {
      lambda_run_self (m, type);
      return;
    }
  if (converts_to_string (class, name))
    to_string (m, SELF);
  else if (!is_stored)
    compare (m, SELF, OTHER);
}

/* Static methods that change the array or collection they are given first. */
static const char *const changers[] = {
  "sort", "parallelSort", "fill",           "shuffle", "reverse",
  "swap", "rotate",       "addAll",         "setAll",  "parallelSetAll",
  "copy", "replaceAll",   "parallelPrefix", NULL,
};

/* Argument I of CALL, if it matters: a collection is read, a lambda runs, I is called. */
static void
pass_argument (struct machine *m, const struct call *call, uint32_t i, bool to_runner,
               bool is_stored)
{
  assert (i < call->count);
  struct extraction *x = m->x;
  bool is_static = call->kind == HANDLE_INVOKE_STATIC;
  const char *class = universe_text (x->universe, call->member.class);
  const char *name = universe_text (x->universe, call->member.name);
  bool is_java = strncmp (class, "java/", 5) == 0;
  value_id value = call->arguments[i];
  struct java_type type = call->signature->parameters[is_static ? i : i - 1];
  if (!type_is_reference (type))
    return;
  uint32_t contents = contents_of (m, value, type.class);
  bool is_text = is_java && converts_to_string (class, name);
  if (is_text && !value_equal (value, SELF))
    call_to_string (m, value);
  if (value_equal (value, SELF))
    {
      if (only_looks (m, call, type.class))
        value_escapes (x, m->instance, m->instruction, value);
      else
        machine_escape (m, value);
      if (!to_runner)
        pass_self (m, call, type.class, is_stored);
    }
  else if (to_runner && is_task (m, value))
    entry_of_thread (m, value);
  else if (is_code (m, value) && !is_stored)
    lambda_run (m, value, OTHER, LAMBDA_ALONE);
  else if (contents != LOCATION_NONE)
    {
      contents_read (m, value, type.class, !is_text);
      if (is_java ? i == 0 && is_static && has_word (changers, name) : true)
        contents_write (m, value, type.class);
      if (!is_java)
        note_location (x, JAVA_MAY_MISS, "unknown-code", contents, m->instance,
                       m->instruction,
                       "'%s' is handed to '%s', which is not among the given classes",
                       x->heap.locations.at[contents].name, name);
    }
}

static void
pass_arguments (struct machine *m, const struct call *call, bool to_runner,
                bool is_stored)
{
  for (uint32_t i = call->kind == HANDLE_INVOKE_STATIC ? 0 : 1; i < call->count; i++)
    pass_argument (m, call, i, to_runner, is_stored);
}

/* ---- The rest. ---- */

/* System.arraycopy reads one array and writes another one. */
static void
copy_array (struct machine *m, const struct call *call)
{
  assert (call->count == 5);
  uint32_t from = heap_contents (m->x, call->arguments[0]);
  uint32_t to = heap_contents (m->x, call->arguments[2]);
  if (from != LOCATION_NONE)
    machine_effect (m, EFFECT_READ, from);
  if (to != LOCATION_NONE)
    machine_effect (m, EFFECT_WRITE, to);
}

/* What a static method makes of its first argument. */
static value_id
static_result (struct machine *m, const struct call *call, const char *class,
               const char *name)
{
  struct extraction *x = m->x;
  struct java_type type = call->signature->result;
  if (!type_is_reference (type) || call->count == 0)
    return OTHER;
  value_id first = call->arguments[0];
  bool shares = heap_contents (x, first) != LOCATION_NONE;
  if (strcmp (class, "java/util/Collections") == 0)
    {
      if (strncmp (name, "synchronized", 12) == 0 && !shares)
        return value_of (
          &x->values, VALUE_OBJECT,
          universe_name (x->universe, "java/util/Collections$SynchronizedCollection")
            .index,
          0);
      if ((strncmp (name, "unmodifiable", 12) == 0
           || strncmp (name, "synchronized", 12) == 0
           || strncmp (name, "checked", 7) == 0)
          && shares)
        return value_of (&x->values, VALUE_VIEW, first.index, 0);
    }
  if (strcmp (class, "java/util/Arrays") == 0 && shares
      && (strcmp (name, "asList") == 0 || strcmp (name, "stream") == 0))
    return value_of (&x->values, VALUE_VIEW, first.index, 0);
  if (strcmp (class, "java/util/Objects") == 0
      && strncmp (name, "requireNonNull", 14) == 0)
    return first;
  if (library_has_contents (library_kind (x->library, type.class)) || type.kind == '[')
    return value_of (&x->values, VALUE_OBJECT, type.class.index, 0);
  return OTHER;
}

/* The object that CALL makes holds what it is given: `new AtomicReference (list)',
   `List.of (a, b)'. */
static void
hold_arguments (struct machine *m, const struct call *call)
{
  uint32_t first = call->kind == HANDLE_INVOKE_STATIC ? 0 : 1;
  for (uint32_t i = first; i < call->count; i++)
    /* Of an array or collection, what is in it: a copy. */
    if (call->signature->parameters[i - first].class.index == m->x->object_name.index)
      machine_loses (m, call->arguments[i]);
    else
      ownership_put_loose (m->x, call->arguments[i]);
}

static void
static_call (struct machine *m, const struct call *call, struct outcome *outcome)
{
  assert (call->kind == HANDLE_INVOKE_STATIC);
  struct extraction *x = m->x;
  const char *class = universe_text (x->universe, call->member.class);
  const char *name = universe_text (x->universe, call->member.name);
  if (strcmp (class, "java/lang/Thread") == 0 && strcmp (name, "holdsLock") == 0
      && call->count == 1)
    {
      outcome_add (outcome,
                   monitor_is_held (m, heap_lock (x, LOCK_MONITOR, call->arguments[0])));
      return;
    }
  bool to_runner = library_kind (x->library, call->member.class) == LIBRARY_RUNNER;
  value_id result = static_result (m, call, class, name);
  if (to_runner && may_start (class, name))
    machine_publishes (m);
  if (strcmp (class, "java/lang/System") == 0 && strcmp (name, "arraycopy") == 0
      && call->count == 5)
    copy_array (m, call);
  /* Views and requireNonNull do nothing yet. */
  else if (value_kind (&x->values, result) != VALUE_VIEW
           && !(call->count > 0 && value_equal (result, call->arguments[0])))
    pass_arguments (m, call, to_runner, false);
  if (strcmp (name, "doPrivileged") == 0 && call->count > 0
      && value_equal (call->arguments[0], SELF))
    call_own (m, "run", "()Ljava/lang/Object;", 1);
  if (value_kind (&x->values, result) == VALUE_OBJECT)
    hold_arguments (m, call);
  outcome_add (outcome, result);
  outcome->throws = true;
}

bool
library_knows (struct machine *m, const struct call *call, struct java_member method)
{
  struct extraction *x = m->x;
  name_id class = universe_class (x->universe, method.class)->name;
  if (!library_lists (x->library, class)
      && universe_role (x->universe, method.class) != CLASS_FROM_JDK)
    return false;
  /* I itself is looked into, and what it is made of. */
  return !extraction_is_of_nest (x, method.class)
         || (call->kind != HANDLE_INVOKE_STATIC && call->kind != HANDLE_INVOKE_SPECIAL
             && !value_equal (call->arguments[0], SELF)
             && value_kind (&x->values, call->arguments[0]) != VALUE_NODE
             && value_kind (&x->values, call->arguments[0]) != VALUE_OBJECT
             && value_kind (&x->values, call->arguments[0]) != VALUE_OTHER);
}

/* `new LinkedHashMap (n, f, order)': what is known of the object then. */
static value_id
see_order (struct machine *m, const struct call *call)
{
  struct extraction *x = m->x;
  if (strcmp (universe_text (x->universe, call->member.class), "java/util/LinkedHashMap")
      != 0)
    return OTHER;
  value_id object = call->arguments[0];
  value_id order = call->count == 4 ? call->arguments[3] : FALSE_VALUE;
  if (!value_equal (order, FALSE_VALUE) && !x->corrections.access_order)
    {
      x->corrections.access_order = true;
      extraction_correct (x, "a map is written when it is read");
    }
  return value_kind (&x->values, object) == VALUE_RAW
           ? value_set_field (&x->values, &x->run_arena, object, PART_ORDER, order)
           : OTHER;
}

/* `new TreeMap (comparator)': the collection runs it whenever it is used. */
static value_id
see_comparator (struct machine *m, const struct call *call)
{
  struct extraction *x = m->x;
  name_id comparator = universe_name (x->universe, "java/util/Comparator");
  for (uint32_t i = 1; i < call->count; i++)
    if (is_code (m, call->arguments[i])
        && call->signature->parameters[i - 1].class.index == comparator.index
        && value_kind (&x->values, call->arguments[0]) == VALUE_RAW)
      return value_set_field (&x->values, &x->run_arena, call->arguments[0],
                              PART_COMPARES, call->arguments[i]);
  return OTHER;
}

/* Constructors: a copy reads what it copies, a Thread gets something to run. */
static void
construct_library_object (struct machine *m, const struct call *call,
                          struct outcome *outcome)
{
  assert (call->member.name.index == m->x->init_name.index);
  struct extraction *x = m->x;
  enum library_kind kind = library_kind (x->library, call->member.class);
  if (x->threads && kind == LIBRARY_RUNNER)
    {
      outcome_add (outcome, threads_construct (m, call));
      return;
    }
  pass_arguments (m, call, kind == LIBRARY_RUNNER, kind != LIBRARY_RUNNER);
  if (library_has_contents (kind))
    hold_arguments (m, call);
  else if (kind != LIBRARY_RUNNER)
    for (uint32_t i = 1; i < call->count; i++)
      if (is_code (m, call->arguments[i])) /* new WeakReference (task) */
        value_escapes (x, m->instance, m->instruction, call->arguments[i]);
  value_id compares = see_comparator (m, call);
  outcome_add (outcome, value_equal (compares, OTHER) ? see_order (m, call) : compares);
  outcome->throws = call->count > 1;
}

/* Callbacks are methods of interfaces: of Java's own those that are made for them, and
   all others.  What every object has is expected to leave others alone. */
static bool
is_callback (struct machine *m, const struct call *call)
{
  static const char *const types[]
    = { "java/lang/Runnable", "java/util/concurrent/Callable", NULL };
  static const char *const common[] = { "equals", "hashCode", "toString", NULL };
  struct extraction *x = m->x;
  const char *class = universe_text (x->universe, call->member.class);
  if (call->kind != HANDLE_INVOKE_INTERFACE
      || has_word (common, universe_text (x->universe, call->member.name))
      || library_kind (x->library, call->member.class) != LIBRARY_UNKNOWN)
    return false;
  static const char *const packages[] = { "java/", "javax/", "jdk/", "sun/", NULL };
  bool is_java = false;
  for (const char *const *package = packages; *package; package++)
    is_java = is_java || strncmp (class, *package, strlen (*package)) == 0;
  if (!is_java)
    return true;
  return has_word (types, class) || strncmp (class, "java/util/function/", 19) == 0;
}

void
library_note_callback (struct machine *m, const struct call *call)
{
  assert (call->kind == HANDLE_INVOKE_STATIC || call->count > 0);
  struct extraction *x = m->x;
  /* In a program what threads do is known, and lambdas are. */
  enum value_kind kind = value_kind (&x->values, call->arguments[0]);
  bool exact;
  value_class (x, call->arguments[0], &exact);
  if (x->threads || !is_callback (m, call) || exact
      || (kind != VALUE_OTHER && kind != VALUE_PLACE && kind != VALUE_NODE
          && kind != VALUE_HELD))
    return;
  x->is_blind = true;
  note_call_back (x, "unknown-call", m->monitors.count > 0, m->instance, m->instruction,
                  "'%s' of '%s' is code that is not known: if it calls the object back, "
                  "that is a unit of its own, without the locks that are held here",
                  universe_text (x->universe, call->member.name),
                  universe_dotted (x->universe, call->member.class));
}

/* Does CALL access a field or call a method of I by something that names it at run time?
 */
static bool
is_reflective (struct machine *m, const struct call *call)
{
  static const char *const types[] = {
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/VarHandle",
    "java/lang/reflect/Field",
    "java/lang/reflect/Method",
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
    "jdk/internal/misc/Unsafe",
    "sun/misc/Unsafe",
    NULL,
  };
  if (!has_word (types, universe_text (m->x->universe, call->member.class)))
    return false;
  for (uint32_t i = 1; i < call->count; i++)
    if (value_touches (&m->x->values, call->arguments[i]))
      return true;
  return false;
}

/* What CALL does with I by reflection is not modelled. */
static void
note_reflection (struct machine *m, const struct call *call)
{
  struct extraction *x = m->x;
  const char *type = universe_dotted (x->universe, call->member.class);
  const char *name = universe_text (x->universe, call->member.name);
  if (strstr (type, "Method"))
    note_at (
      x, JAVA_MAY_MISS, "reflection", m->instance, m->instruction,
      "'%s' of '%s' is given the object: which method of it that calls is not known",
      name, type);
  else
    note_at (
      x, JAVA_MAY_MISS, "field-by-name", m->instance, m->instruction,
      "'%s' of '%s' is given the object: which field of it that means is not known", name,
      type);
}

void
library_call (struct machine *m, const struct call *call, struct outcome *outcome)
{
  struct extraction *x = m->x;
  m->passes = false; /* what the library calls is another call */
  if (x->threads && threads_call (m, call, outcome))
    return;
  bool is_named = reflective_call (m, call);
  if (is_named || is_reflective (m, call))
    {
      if (!is_named)
        note_reflection (m, call);
      outcome_add (outcome, OTHER);
      outcome->throws = true;
      return;
    }
  if (call->kind == HANDLE_INVOKE_STATIC)
    {
      static_call (m, call, outcome);
      return;
    }
  if (call->member.name.index == x->init_name.index)
    {
      construct_library_object (m, call, outcome);
      return;
    }
  struct contents_call contents;
  const char *name = universe_text (x->universe, call->member.name);
  const char *class = universe_text (x->universe, call->member.class);
  if (class[0] == '[' && strcmp (name, "clone") == 0)
    {
      uint32_t array = heap_contents (x, call->arguments[0]);
      if (array != LOCATION_NONE)
        machine_effect (m, EFFECT_READ, array);
      outcome_add (outcome,
                   value_of (&x->values, VALUE_OBJECT, call->member.class.index, 0));
      return;
    }
  if (call->member.class.index == x->object_name.index && strcmp (name, "clone") == 0
      && value_equal (call->arguments[0], SELF))
    machine_read_fields_of_self (m);
  if (strcmp (class, "java/io/ObjectOutputStream") == 0
      && strcmp (name, "defaultWriteObject") == 0)
    machine_write_out_self (m);
  if (find_contents (m, call, &contents))
    {
      compare_arguments (m, call, &contents);
      for (uint32_t i = 1; i < call->count; i++)
        if (!is_code (m, call->arguments[i]))
          pass_argument (m, call, i, false, stores (&contents.method));
      contents_call (m, call, &contents, outcome);
      return;
    }
  enum library_kind kind = library_kind (x->library, call->member.class);
  value_id receiver = call->arguments[0];
  bool known_nothing
    = kind == LIBRARY_VALUE || kind == LIBRARY_PRIVATE || kind == LIBRARY_RUNNER;
  if (!known_nothing && value_touches (&x->values, receiver)
      && !value_equal (receiver, SELF) && value_kind (&x->values, receiver) != VALUE_NODE
      && call->member.class.index != x->object_name.index)
    {
      account (m, ACCOUNT_LEFT_OUT);
      note_at (x, JAVA_MAY_MISS, "library-object", m->instance, m->instruction,
               "'%s' of '%s' is taken to change nothing", name,
               universe_dotted (x->universe, call->member.class));
    }
  library_note_callback (m, call);
  if (kind == LIBRARY_RUNNER && may_start (class, name))
    machine_publishes (m);
  if (kind == LIBRARY_RUNNER && value_touches (&x->values, receiver))
    entry_of_thread (m, receiver);
  pass_arguments (m, call, kind == LIBRARY_RUNNER, false);
  outcome_add (outcome, OTHER);
  outcome->throws = true;
}

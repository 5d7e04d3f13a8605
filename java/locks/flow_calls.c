/* flow_calls.c -- calls: of locks, of library objects that lock themselves, of given
 * methods, and of lambdas (flow.h). */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/locks/flow.h"

/* A call under way. */
struct calling
{
  struct member_reference member;
  const struct java_signature *signature;
  enum handle_kind kind;
  term_id arguments[256]; /* the receiver first */
  uint32_t count;
  const char *name;
};

static bool
starts_with (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

static bool
is_named (const char *name, const char *const *names)
{
  for (; *names; names++)
    if (strcmp (name, *names) == 0)
      return true;
  return false;
}

/* The path goes on with RESULT. */
static void
finish (struct flow_run *r, const struct calling *c, term_id result)
{
  if (c->signature->result.kind != 'V')
    flow_push (r, type_slots (c->signature->result) == 2
                    ? term_of (&r->p->terms, TERM_WIDE, 0, 0)
                    : result);
  flow_continue (r);
}

static void
finish_plain (struct flow_run *r, const struct calling *c)
{
  finish (r, c, flow_symbol (r, c->signature->result, 0));
}

/* ---- Locks. ---- */

/* Both outcomes: false, or held and true. */
static void
try_lock (struct flow_run *r, term_id lock)
{
  assert (lock.index < r->p->terms.list.count);
  struct terms *terms = &r->p->terms;
  flow_push (r, term_of (terms, TERM_BOOLEAN, 0, 0));
  flow_fork (r, r->instruction + 1);
  flow_pop (r);
  flow_acquire (r, lock, r->instruction, true);
  flow_push (r, term_of (terms, TERM_BOOLEAN, 1, 0));
  flow_go (r, r->instruction + 1);
}

/* The lock that a Lock, or half of a read-write lock, is. */
static term_id
lock_of (struct flow_run *r, term_id object)
{
  struct terms *terms = &r->p->terms;
  object = term_core (terms, object);
  if (term_at (terms, object)->kind == TERM_HALF)
    return object;
  return term_of (terms, TERM_LOCK, object.index, 0);
}

static bool
plain_lock_call (struct flow_run *r, const struct calling *c)
{
  assert (c->count > 0);
  term_id lock = lock_of (r, c->arguments[0]);
  if (strcmp (c->name, "tryLock") == 0)
    {
      try_lock (r, lock);
      return true;
    }
  if (starts_with (c->name, "lock"))
    flow_acquire (r, lock, r->instruction, false);
  else if (strcmp (c->name, "unlock") == 0)
    flow_release (r, lock);
  else if (strcmp (c->name, "newCondition") == 0)
    {
      finish (r, c, term_of (&r->p->terms, TERM_CONDITION, lock.index, 0));
      return true;
    }
  finish_plain (r, c);
  return true;
}

static bool
half_call (struct flow_run *r, const struct calling *c)
{
  assert (c->count > 0);
  struct terms *terms = &r->p->terms;
  bool writes = strcmp (c->name, "writeLock") == 0;
  if (!writes && strcmp (c->name, "readLock") != 0)
    return false;
  finish (r, c,
          term_of (terms, TERM_HALF, term_core (terms, c->arguments[0]).index, writes));
  return true;
}

static bool
stamped_call (struct flow_run *r, const struct calling *c)
{
  assert (c->count > 0);
  struct terms *terms = &r->p->terms;
  bool writes = strstr (c->name, "rite") != NULL;
  term_id half
    = term_of (terms, TERM_HALF, term_core (terms, c->arguments[0]).index, writes);
  if (strcmp (c->name, "readLock") == 0 || strcmp (c->name, "writeLock") == 0)
    flow_acquire (r, half, r->instruction, false);
  else if (starts_with (c->name, "unlock"))
    flow_release (r, half);
  finish_plain (r, c);
  return true;
}

static bool
condition_call (struct flow_run *r, const struct calling *c)
{
  assert (c->count > 0);
  struct terms *terms = &r->p->terms;
  const struct term *at = term_at (terms, term_core (terms, c->arguments[0]));
  if (starts_with (c->name, "await") && at->kind == TERM_CONDITION)
    flow_event (r, FLOW_WAIT, (term_id){ at->a }, 0);
  finish_plain (r, c);
  return true;
}

/* Object.wait, Thread.holdsLock. */
static bool
object_call (struct flow_run *r, const struct calling *c)
{
  struct terms *terms = &r->p->terms;
  const char *class = universe_text (r->p->universe, c->member.class);
  if (strcmp (c->name, "wait") == 0 && c->kind != HANDLE_INVOKE_STATIC
      && c->signature->result.kind == 'V'
      && (c->signature->count == 0 || c->signature->parameters[0].kind == 'J'))
    {
      flow_event (r, FLOW_WAIT, term_core (terms, c->arguments[0]), 0);
      finish_plain (r, c);
      return true;
    }
  if (strcmp (c->name, "holdsLock") == 0 && strcmp (class, "java/lang/Thread") == 0)
    {
      finish (r, c,
              term_of (terms, TERM_HOLDS, term_core (terms, c->arguments[0]).index, 0));
      return true;
    }
  return false;
}

/* Is CLASS given, with a method of its own for the call? */
static bool
is_own (struct flow_run *r, const struct calling *c)
{
  struct java_universe *universe = r->p->universe;
  class_id class = universe_find (universe, c->member.class);
  return class_is_known (class) && universe_role (universe, class) != CLASS_FROM_JDK
         && member_is_known (universe_resolve_method (universe, class, c->member.name,
                                                      c->member.descriptor, NULL));
}

static bool
lock_call (struct flow_run *r, const struct calling *c)
{
  if (object_call (r, c))
    return true;
  if (c->kind == HANDLE_INVOKE_STATIC || is_own (r, c))
    return false;
  switch ((unsigned) library_kind (r->p->java->library, c->member.class))
    {
    case LIBRARY_LOCK:
    case LIBRARY_HALF: return plain_lock_call (r, c);
    case LIBRARY_READ_WRITE_LOCK: return half_call (r, c);
    case LIBRARY_STAMPED: return stamped_call (r, c);
    case LIBRARY_CONDITION: return condition_call (r, c);
    default: return false;
    }
}

/* ---- Library objects that lock themselves. ---- */

#define WRAPPER "java/util/Collections$Synchronized"

/* Does an object of TYPE hold its own monitor in all its methods? */
static bool
locks_itself (struct lock_program *p, name_id type)
{
  if (type.index == NAME_NONE.index)
    return false;
  class_id class = universe_find (p->universe, type);
  if (class_is_known (class) && universe_role (p->universe, class) != CLASS_FROM_JDK
      && library_kind (p->java->library, type) != LIBRARY_MONITOR)
    return false;
  return starts_with (universe_text (p->universe, type), WRAPPER)
         || library_kind (p->java->library, type) == LIBRARY_MONITOR;
}

/* Does such a method call its argument while it holds the monitor?  (Vector.addAll does
   not: it takes the elements first.) */
static bool
calls_argument (struct lock_program *p, name_id type, const char *name)
{
  static const char *const all[]
    = { "removeAll", "retainAll", "containsAll", "equals", NULL };
  static const char *const adds[] = { "addAll", "putAll", NULL };
  const char *text = universe_text (p->universe, type);
  return is_named (name, all)
         || (is_named (name, adds) && strcmp (text, "java/util/Vector") != 0
             && strcmp (text, "java/util/Stack") != 0)
         || (strcmp (name, "append") == 0
             && strcmp (text, "java/lang/StringBuffer") == 0);
}

static void
library_monitor (struct flow_run *r, const struct calling *c)
{
  assert (c->count <= 256);
  struct lock_program *p = r->p;
  if (c->kind == HANDLE_INVOKE_STATIC || c->kind == HANDLE_NEW
      || strcmp (c->name, "<init>") == 0)
    return;
  term_id object = c->arguments[0];
  name_id type = term_at (&p->terms, object)->type;
  if (!locks_itself (p, type))
    type = c->member.class;
  if (!locks_itself (p, type) || is_own (r, c))
    return;
  flow_acquire (r, object, r->instruction, false);
  term_id last = c->arguments[c->count - 1];
  if (c->count > 1 && calls_argument (p, type, c->name)
      && locks_itself (p, term_at (&p->terms, last)->type))
    {
      flow_acquire (r, last, r->instruction, false);
      flow_release (r, last);
    }
  flow_release (r, object);
}

/* What a call of the library returns. */
static term_id
library_result (struct flow_run *r, const struct calling *c)
{
  struct lock_program *p = r->p;
  const char *class = universe_text (p->universe, c->member.class);
  if (strcmp (class, "java/util/Collections") == 0
      && starts_with (c->name, "synchronized"))
    return term_make (&p->terms,
                      (struct term){ .kind = TERM_NEW,
                                     .a = r->instruction,
                                     .type = universe_name (p->universe, WRAPPER),
                                     .is_exact = true });
  return flow_symbol (r, c->signature->result, 0);
}

/* ---- Given methods. ---- */

static uint32_t
add_call (struct flow_run *r, struct lock_call *call, const term_id *arguments,
          uint32_t count)
{
  assert (r->held < r->p->helds.count);
  struct lock_program *p = r->p;
  call->method = r->method;
  call->instruction = r->instruction;
  call->held = r->held;
  call->first_argument = p->arguments.count;
  call->argument_count = count;
  for (uint32_t i = 0; i < count; i++)
    *vec_push (p->arena, &p->arguments) = arguments[i];
  *vec_push (p->arena, &p->calls) = *call;
  flow_hand (r, call, arguments, count);
  return p->calls.count - 1;
}

void
flow_call (struct flow_run *r, struct java_member target)
{
  struct lock_call call = { .target_count = 1 };
  assert (r->records);
  call.targets = arena_alloc (r->p->arena, sizeof *call.targets);
  call.targets[0] = target;
  flow_event (r, FLOW_CALL, TERM_NOTHING, add_call (r, &call, NULL, 0));
}

/* Can TERM be told by a caller: does it come from parameters and fixed objects? */
static bool
is_closed (const struct terms *terms, term_id term)
{
  assert (term.index < terms->list.count);
  const struct term *at = term_at (terms, term);
  while (at->kind == TERM_FIELD || at->kind == TERM_CAST || at->kind == TERM_HALF)
    at = term_at (terms, (term_id){ at->a });
  return at->kind == TERM_PARAMETER || at->kind == TERM_CLASS || at->kind == TERM_STATIC;
}

/* What the only target of a call returns, in the caller's terms. */
static term_id
result_of (struct flow_run *r, const struct calling *c, const struct lock_call *call)
{
  assert (call->target_count == 0 || call->targets);
  struct lock_program *p = r->p;
  term_id plain = flow_symbol (r, c->signature->result, 0);
  if (call->target_count != 1 || !type_is_reference (c->signature->result))
    return plain;
  uint32_t target = lock_method_number (p, call->targets[0]);
  if (!r->records)
    flow_make (p, target);
  const struct lock_method *method = &p->methods.at[target];
  if (!method->is_known || !method->has_result)
    return plain;
  const struct term *result = term_at (&p->terms, method->result);
  if (result->is_exact && result->kind == TERM_NEW)
    return flow_symbol_of (r, result->type, true, 0);
  if (!is_closed (&p->terms, method->result))
    return plain;
  term_id term = term_in (&p->terms, method->result, c->arguments, c->count, 0);
  return term_depth (&p->terms, term) <= TERM_FIELDS_MOST ? term : plain;
}

/* Lambdas that are given to code that is not known run there, perhaps. */
static void
run_lambdas (struct flow_run *r, const struct calling *c)
{
  assert (c->count <= 256);
  struct lock_program *p = r->p;
  enum library_kind kind = library_kind (p->java->library, c->member.class);
  if (!r->records || kind == LIBRARY_RUNNER || kind == LIBRARY_PRIVATE
      || starts_with (universe_text (p->universe, c->member.class), "java/lang/Thread"))
    return;
  for (uint32_t i = 0; i < c->count; i++)
    {
      const struct term *at = term_at (&p->terms, term_core (&p->terms, c->arguments[i]));
      if (at->kind != TERM_LAMBDA)
        continue;
      const struct lock_lambda lambda = p->lambdas.at[at->a];
      term_id captured[256];
      for (uint32_t k = 0; k < lambda.argument_count; k++)
        captured[k] = p->arguments.at[lambda.first_argument + k];
      struct lock_call call = { .target_count = 0 };
      flow_find_targets (p, &call, lambda.handle.member, lambda.handle.kind,
                         lambda.argument_count ? captured[0] : TERM_NOTHING);
      if (call.target_count > 0)
        flow_event (r, FLOW_CALL, TERM_NOTHING,
                    add_call (r, &call, captured, lambda.argument_count));
    }
}

/* AccessController.doPrivileged runs the action that it is given, at once. */
static void
run_privileged (struct flow_run *r, const struct calling *c)
{
  struct lock_program *p = r->p;
  if (!r->records || c->count == 0 || strcmp (c->name, "doPrivileged") != 0
      || strcmp (universe_text (p->universe, c->member.class),
                 "java/security/AccessController")
           != 0)
    return;
  struct member_reference run
    = { .class = c->signature->parameters[0].class,
        .name = universe_name (p->universe, "run"),
        .descriptor = universe_name (p->universe, "()Ljava/lang/Object;") };
  struct lock_call call = { .target_count = 0 };
  flow_find_targets (p, &call, run, HANDLE_INVOKE_INTERFACE, c->arguments[0]);
  if (call.target_count > 0)
    flow_event (r, FLOW_CALL, TERM_NOTHING, add_call (r, &call, c->arguments, 1));
}

/* Is it a method of the library that keeps none of its arguments? */
static bool
keeps_nothing (const struct calling *c, const char *class)
{
  static const char *const names[]
    = { "java/lang/StringBuffer", "java/lang/StringBuilder", "java/lang/String", NULL };
  return is_named (class, names) || starts_with (class, "java/text/")
         || strcmp (c->name, "identityHashCode") == 0 || strcmp (c->name, "equals") == 0;
}

/* Does a method of Object's own keep its receiver? */
static bool
keeps_receiver (const struct calling *c)
{
  static const char *const names[] = { "<init>", "notify",   "notifyAll", "getClass",
                                       "equals", "hashCode", "toString",  NULL };
  return !is_named (c->name, names);
}

/* What code that is not known gets: the arguments, and an object that has methods of a
   given class. */
static void
lose_arguments (struct flow_run *r, const struct calling *c, bool is_wide)
{
  struct lock_program *p = r->p;
  uint32_t first = c->kind == HANDLE_INVOKE_STATIC ? 0 : 1;
  assert (first <= c->count);
  for (uint32_t i = first; i < c->count; i++)
    if (is_wide || !keeps_nothing (c, universe_text (p->universe, c->member.class)))
      flow_lose (r, c->arguments[i]);
  if (first == 0)
    return;
  name_id type = term_at (&p->terms, c->arguments[0])->type;
  class_id class = type.index == NAME_NONE.index ? CLASS_NONE
                                                 : universe_find (p->universe, type);
  bool is_given
    = type.index == NAME_NONE.index
      || (class_is_known (class) && universe_role (p->universe, class) != CLASS_FROM_JDK);
  if (is_wide || (is_given && keeps_receiver (c)))
    flow_lose (r, c->arguments[0]);
}

static void
given_call (struct flow_run *r, const struct calling *c)
{
  assert (c->signature);
  struct lock_program *p = r->p;
  struct lock_call call = { .target_count = 0 };
  flow_find_targets (p, &call, c->member, c->kind, c->arguments[0]);
  if (call.is_wide && r->records)
    *vec_push (p->arena, &p->wide_calls)
      = (struct lock_wide){ r->method, r->held, c->member.name, c->member.descriptor };
  if (call.target_count == 0)
    {
      lose_arguments (r, c, call.is_wide);
      library_monitor (r, c);
      run_lambdas (r, c);
      run_privileged (r, c);
      finish (r, c, library_result (r, c));
      return;
    }
  term_id result = result_of (r, c, &call);
  if (r->records)
    flow_event (r, FLOW_CALL, TERM_NOTHING, add_call (r, &call, c->arguments, c->count));
  finish (r, c, result);
}

void
flow_invoke (struct flow_run *r)
{
  struct lock_program *p = r->p;
  const struct instruction *at = &r->code->at[r->instruction];
  struct calling c = {
    .member = constants_member (&r->class->constants, (uint32_t) at->a),
    .kind = at->opcode == OP_INVOKESTATIC      ? HANDLE_INVOKE_STATIC
            : at->opcode == OP_INVOKESPECIAL   ? HANDLE_INVOKE_SPECIAL
            : at->opcode == OP_INVOKEINTERFACE ? HANDLE_INVOKE_INTERFACE
                                               : HANDLE_INVOKE_VIRTUAL,
  };
  c.signature = universe_signature (p->universe, c.member.descriptor);
  c.name = universe_text (p->universe, c.member.name);
  c.count = c.signature->count + (c.kind != HANDLE_INVOKE_STATIC);
  assert (c.count <= 256);
  for (uint32_t i = c.count; i-- > 0;)
    c.arguments[i] = flow_pop (r);
  /* Whoever gives a lock back has it, so that throws nothing. */
  if (!starts_with (c.name, "unlock"))
    flow_may_throw (r);
  if (!lock_call (r, &c))
    given_call (r, &c);
}

/* ---- Lambdas. ---- */

static term_id
make_lambda (struct flow_run *r, const struct java_signature *site, uint32_t bootstrap,
             const term_id *captured)
{
  assert (site->count <= 256);
  struct lock_program *p = r->p;
  uint16_t implementation = class_bootstrap_argument (r->class, bootstrap, 1);
  if (constants_tag (&r->class->constants, implementation) != CONSTANT_METHOD_HANDLE
      || !type_is_reference (site->result))
    return flow_symbol (r, site->result, 0);
  uint32_t *slot = pairmap_at (&p->lambda_of, r->method, r->instruction);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = p->lambdas.count;
      *vec_push (p->arena, &p->lambdas)
        = (struct lock_lambda){ .interface = site->result.class };
    }
  uint32_t number = *slot;
  struct lock_lambda *lambda = &p->lambdas.at[number];
  lambda->handle = constants_method_handle (&r->class->constants, implementation);
  lambda->first_argument = p->arguments.count;
  lambda->argument_count = site->count;
  for (uint32_t i = 0; i < site->count; i++)
    {
      flow_lose (r, captured[i]);
      *vec_push (p->arena, &p->arguments) = captured[i];
    }
  return term_make (
    &p->terms,
    (struct term){ .kind = TERM_LAMBDA, .a = number, .type = site->result.class });
}

void
flow_invoke_dynamic (struct flow_run *r)
{
  assert (r->code->at[r->instruction].opcode == OP_INVOKEDYNAMIC);
  struct lock_program *p = r->p;
  const struct instruction *at = &r->code->at[r->instruction];
  struct dynamic_reference site
    = constants_dynamic (&r->class->constants, (uint32_t) at->a);
  const struct java_signature *signature
    = universe_signature (p->universe, site.descriptor);
  term_id arguments[256];
  for (uint32_t i = signature->count; i-- > 0;)
    arguments[i] = flow_pop (r);
  struct bootstrap_method bootstrap = class_bootstrap (r->class, site.bootstrap);
  const char *class = universe_text (p->universe, bootstrap.handle.member.class);
  bool is_lambda = strcmp (class, "java/lang/invoke/LambdaMetafactory") == 0
                   && bootstrap.arguments >= 2;
  term_id result = is_lambda ? make_lambda (r, signature, site.bootstrap, arguments)
                             : flow_symbol (r, signature->result, 0);
  if (signature->result.kind != 'V')
    flow_push (r, result);
}

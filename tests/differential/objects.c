/* objects.c -- see objects.h.
 *
 *     class C { field x, y; lock m; proc p1 { } proc p2 (C o, lock l, field f) { } }
 *     object C a, b;
 *     field f1; lock l1;
 *     proc q (C o) { }
 *     process P1 { } ...
 *
 * Bodies are planned as lists of statements over places: of a lock, of a field, of an
 * object.  A place is one of the model, of `this' or of a parameter; with a binding it
 * is always one of the model.  Calls go from processes to q, to p2, to p1.
 */
#include <config.h>

#include "objects.h"

#include <assert.h>
#include <inttypes.h>

enum body
{
  BODY_P1,
  BODY_P2,
  BODY_Q,
  BODY_PROCESS,
  BODIES = BODY_PROCESS + OBJECTS_PROCESSES
};

/* Objects: a, b, then those that a binding tells. */
enum object
{
  OBJECT_A,
  OBJECT_B,
  OBJECT_THIS,
  OBJECT_PARAMETER,
};

/* A lock or field: the global one, the parameter, or member 0 or 1 of an object. */
enum owner
{
  OWNER_GLOBAL,
  OWNER_PARAMETER,
  OWNER_OBJECT,
};

struct place
{
  enum owner owner;
  enum object object;
  uint32_t member;
};

enum kind
{
  DO_READ,
  DO_WRITE,
  DO_SYNC,
  DO_UNIT,
  DO_IF,
  DO_WHILE,
  DO_END,
  DO_CALL,
  DO_WAIT,
  DO_START,
  DO_JOIN,
};

struct statement
{
  enum kind kind;
  struct place lock, field; /* of an access, sync or wait; arguments of p2 */
  enum object object;       /* of a call: whose procedure */
  enum object argument;     /* of a call of p2 or q */
  uint32_t process;         /* of a start or join */
};

#define MOST_STATEMENTS 40

struct plan
{
  struct statement at[MOST_STATEMENTS];
  uint32_t count;
};

/* What the parameters of a procedure stand for; places without any. */
struct binding
{
  enum object this, object;
  struct place lock, field;
};

struct objects
{
  FILE *out;
  struct chance *chance;
  bool twin;
  struct plan plans[BODIES];
  uint32_t copies[OBJECTS_PROCESSES];
};

/* ---- The plan. ---- */

static bool
is_process (enum body body)
{
  return body >= BODY_PROCESS;
}

static enum object
pick_object (struct objects *o, enum body body)
{
  bool member = body == BODY_P1 || body == BODY_P2;
  bool parameter = body == BODY_P2 || body == BODY_Q;
  if (member && chance_percent (o->chance, 40))
    return OBJECT_THIS;
  if (parameter && chance_percent (o->chance, 50))
    return OBJECT_PARAMETER;
  return chance_percent (o->chance, 50) ? OBJECT_A : OBJECT_B;
}

static struct place
pick_place (struct objects *o, enum body body, uint32_t members)
{
  struct place place = { OWNER_OBJECT, OBJECT_A, 0 };
  uint32_t draw = chance_below (o->chance, 100);
  if (draw < 20)
    place.owner = OWNER_GLOBAL;
  else if (draw < 50 && body == BODY_P2)
    place.owner = OWNER_PARAMETER;
  else
    {
      place.object = pick_object (o, body);
      place.member = chance_below (o->chance, members);
    }
  return place;
}

static struct statement *
add (struct plan *plan, enum kind kind)
{
  assert (plan->count < MOST_STATEMENTS);
  plan->at[plan->count] = (struct statement){ .kind = kind };
  return &plan->at[plan->count++];
}

static void plan_statements (struct objects *o, enum body body, uint32_t depth);

static void
plan_block (struct objects *o, enum body body, enum kind kind, uint32_t depth)
{
  struct statement *head = add (&o->plans[body], kind);
  if (kind == DO_SYNC)
    head->lock = pick_place (o, body, 1);
  plan_statements (o, body, depth - 1);
  add (&o->plans[body], DO_END);
}

static void
plan_call (struct objects *o, enum body body)
{
  struct statement *call = add (&o->plans[body], DO_CALL);
  call->object = pick_object (o, body);
  call->argument = pick_object (o, body);
  call->lock = pick_place (o, body, 1);
  call->field = pick_place (o, body, 2);
}

static void
plan_statements (struct objects *o, enum body body, uint32_t depth)
{
  uint32_t count = chance_between (o->chance, 1, is_process (body) ? 3 : 2);
  for (uint32_t i = 0; i < count && o->plans[body].count < MOST_STATEMENTS / 2; i++)
    {
      uint32_t draw = chance_below (o->chance, 100);
      if (depth > 0 && draw < 30)
        plan_block (o, body, DO_SYNC, depth);
      else if (depth > 0 && draw < 42)
        plan_block (o, body, DO_UNIT, depth);
      else if (depth > 0 && draw < 48)
        plan_block (o, body, draw < 45 ? DO_IF : DO_WHILE, depth);
      else if (body != BODY_P1 && draw < 72)
        plan_call (o, body);
      else
        {
          enum kind kind = chance_percent (o->chance, 50) ? DO_READ : DO_WRITE;
          add (&o->plans[body], kind)->field = pick_place (o, body, 2);
        }
    }
}

/* The first process may start and join the next one, and wait outside of all locks. */
static void
plan_process (struct objects *o, uint32_t number)
{
  enum body body = (enum body) (BODY_PROCESS + number);
  struct plan *plan = &o->plans[body];
  bool leads = number == 0 && chance_percent (o->chance, 50);
  o->copies[number] = chance_percent (o->chance, 15) ? 2 : 1;
  if (leads)
    add (plan, DO_START)->process = 1;
  plan_statements (o, body, 2);
  if (chance_percent (o->chance, 15))
    {
      struct place lock = pick_place (o, body, 1);
      add (plan, DO_SYNC)->lock = lock;
      add (plan, DO_WAIT)->lock = lock;
      add (plan, DO_END);
    }
  if (leads && chance_percent (o->chance, 60))
    {
      add (plan, DO_JOIN)->process = 1;
      plan_statements (o, body, 1);
    }
}

/* ---- The text. ---- */

static const char *const object_names[] = { "a", "b", "this", "o" };

static enum object
bind_object (const struct binding *binding, enum object object)
{
  return object == OBJECT_THIS        ? binding->this
         : object == OBJECT_PARAMETER ? binding->object
                                      : object;
}

static struct place
bind_place (const struct binding *binding, struct place place)
{
  assert (place.owner != OWNER_PARAMETER);
  place.object = bind_object (binding, place.object);
  return place;
}

static struct place
bind_lock (const struct binding *binding, struct place place)
{
  return place.owner == OWNER_PARAMETER ? binding->lock : bind_place (binding, place);
}

static struct place
bind_field (const struct binding *binding, struct place place)
{
  return place.owner == OWNER_PARAMETER ? binding->field : bind_place (binding, place);
}

static void
put_place (FILE *out, struct place place, const char *global, const char *parameter,
           const char *const *members)
{
  if (place.owner == OWNER_GLOBAL)
    fputs (global, out);
  else if (place.owner == OWNER_PARAMETER)
    fputs (parameter, out);
  else
    fprintf (out, "%s.%s", object_names[place.object], members[place.member]);
}

static void
put_lock (const struct objects *o, const struct binding *binding, struct place place)
{
  static const char *const members[] = { "m" };
  put_place (o->out, o->twin ? bind_lock (binding, place) : place, "l1", "l", members);
}

static void
put_field (const struct objects *o, const struct binding *binding, struct place place)
{
  static const char *const members[] = { "x", "y" };
  put_place (o->out, o->twin ? bind_field (binding, place) : place, "f1", "f", members);
}

/* The name of a procedure with a binding, in the twin. */
static void
put_bound_name (const struct objects *o, enum body body, const struct binding *binding)
{
  FILE *out = o->out;
  static const struct binding none = {
    OBJECT_A, OBJECT_A, { OWNER_GLOBAL, OBJECT_A, 0 }, { OWNER_GLOBAL, OBJECT_A, 0 }
  };
  if (body == BODY_Q)
    fprintf (out, "\"q %s\"", object_names[binding->object]);
  else if (body == BODY_P1)
    fprintf (out, "\"p1 %s\"", object_names[binding->this]);
  else
    {
      fprintf (out, "\"p2 %s %s ", object_names[binding->this],
               object_names[binding->object]);
      put_lock (o, &none, binding->lock);
      putc (' ', out);
      put_field (o, &none, binding->field);
      putc ('"', out);
    }
}

static void
put_call (const struct objects *o, enum body body, const struct binding *binding,
          const struct statement *call)
{
  FILE *out = o->out;
  enum body callee = is_process (body) ? BODY_Q : body == BODY_Q ? BODY_P2 : BODY_P1;
  fputs ("call ", out);
  if (o->twin)
    {
      struct binding bound
        = { bind_object (binding, call->object), bind_object (binding, call->argument),
            bind_lock (binding, call->lock), bind_field (binding, call->field) };
      put_bound_name (o, callee, &bound);
    }
  else if (callee == BODY_Q)
    fprintf (out, "q (%s)", object_names[call->argument]);
  else if (callee == BODY_P1)
    fprintf (out, "%s.p1 ()", object_names[call->object]);
  else
    {
      fprintf (out, "%s.p2 (%s, ", object_names[call->object],
               object_names[call->argument]);
      put_lock (o, binding, call->lock);
      fputs (", ", out);
      put_field (o, binding, call->field);
      putc (')', out);
    }
  fputs (";\n", out);
}

static void
put_statement (const struct objects *o, enum body body, const struct binding *binding,
               const struct statement *statement)
{
  static const char *const words[]
    = { [DO_READ] = "read ",    [DO_WRITE] = "write ",  [DO_SYNC] = "sync ",
        [DO_UNIT] = "unit {\n", [DO_IF] = "if (*) {\n", [DO_WHILE] = "while (*) {\n",
        [DO_END] = "}\n",       [DO_CALL] = "",         [DO_WAIT] = "wait ",
        [DO_START] = "start P", [DO_JOIN] = "join P" };
  FILE *out = o->out;
  fputs (words[statement->kind], out);
  switch (statement->kind)
    {
    case DO_READ:
    case DO_WRITE:
      put_field (o, binding, statement->field);
      fputs (";\n", out);
      break;
    case DO_SYNC:
    case DO_WAIT:
      put_lock (o, binding, statement->lock);
      fputs (statement->kind == DO_SYNC ? " {\n" : ";\n", out);
      break;
    case DO_START:
    case DO_JOIN: fprintf (out, "%" PRIu32 ";\n", statement->process + 1); break;
    case DO_CALL: put_call (o, body, binding, statement); break;
    case DO_UNIT:
    case DO_IF:
    case DO_WHILE:
    case DO_END: break;
    }
}

static void
put_body (const struct objects *o, enum body body, const struct binding *binding)
{
  fputs (" {\n", o->out);
  for (uint32_t i = 0; i < o->plans[body].count; i++)
    put_statement (o, body, binding, &o->plans[body].at[i]);
  fputs ("}\n", o->out);
}

static const struct binding unbound = { OBJECT_THIS,
                                        OBJECT_PARAMETER,
                                        { OWNER_PARAMETER, OBJECT_A, 0 },
                                        { OWNER_PARAMETER, OBJECT_A, 0 } };

static void
put_classes (const struct objects *o)
{
  fputs ("class C {\nfield x, y;\nlock m;\nproc p1", o->out);
  put_body (o, BODY_P1, &unbound);
  fputs ("proc p2 (C o, lock l, field f)", o->out);
  put_body (o, BODY_P2, &unbound);
  fputs ("}\nobject C a, b;\nproc q (C o)", o->out);
  put_body (o, BODY_Q, &unbound);
}

/* All places of the model: the global one, and MEMBERS of each object. */
static struct place
nth_place (uint32_t number, uint32_t members)
{
  if (number == 0)
    return (struct place){ OWNER_GLOBAL, OBJECT_A, 0 };
  number--;
  return (struct place){ OWNER_OBJECT, (enum object) (number / members),
                         number % members };
}

static void
put_bound_procedure (const struct objects *o, enum body body, struct binding binding)
{
  fputs ("proc ", o->out);
  put_bound_name (o, body, &binding);
  put_body (o, body, &binding);
}

static void
put_bound_procedures (const struct objects *o)
{
  struct binding binding = { OBJECT_A, OBJECT_A, nth_place (0, 1), nth_place (0, 2) };
  for (uint32_t i = 0; i < 2; i++)
    {
      binding.this = binding.object = (enum object) i;
      put_bound_procedure (o, BODY_P1, binding);
      put_bound_procedure (o, BODY_Q, binding);
    }
  for (uint32_t i = 0; i < 2 * 2 * 3 * 5; i++)
    {
      binding.this = (enum object) (i % 2);
      binding.object = (enum object) (i / 2 % 2);
      binding.lock = nth_place (i / 4 % 3, 1);
      binding.field = nth_place (i / 12, 2);
      put_bound_procedure (o, BODY_P2, binding);
    }
}

void
objects_write (FILE *out, struct chance *chance, bool twin)
{
  struct objects o = { .out = out, .chance = chance, .twin = twin };
  plan_statements (&o, BODY_P1, 1);
  plan_statements (&o, BODY_P2, 2);
  plan_statements (&o, BODY_Q, 2);
  for (uint32_t i = 0; i < OBJECTS_PROCESSES; i++)
    plan_process (&o, i);
  fputs ("field f1;\nlock l1;\n", out);
  if (twin)
    fputs ("field a.x, a.y, b.x, b.y;\nlock a.m, b.m;\natomicset a { a.x, a.y }\n"
           "atomicset b { b.x, b.y }\natomicset all { f1 }\n",
           out);
  if (twin)
    put_bound_procedures (&o);
  else
    put_classes (&o);
  for (uint32_t i = 0; i < OBJECTS_PROCESSES; i++)
    {
      fprintf (out, "process P%" PRIu32, i + 1);
      if (o.copies[i] > 1)
        fprintf (out, "[%" PRIu32 "]", o.copies[i]);
      put_body (&o, (enum body) (BODY_PROCESS + i), &unbound);
    }
}

/* clients.c -- a class with its values: threads that call its methods as they like.
 *
 * Main makes an object of the class by a constructor; two, if a method takes another one.
 * Then each client calls an entry, and when that has returned the next one, for ever.
 * Where a client has come to no entry yet it is *idle*: it may be any thread that comes
 * later, so nobody waits for ever whom it could still help (doc/theory-stuck.md).
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/client_entries.h"
#include "java/partial/evaluation.h"
#include "java/program/callers.h"

#define SUBJECTS_MOST 2

/* ---- The objects. ---- */

static uint32_t
subject_of (struct evaluation *e, uint32_t number)
{
  assert (number < SUBJECTS_MOST);
  struct clients *clients = e->clients;
  name_id class = universe_class (e->universe, clients->class)->name;
  const char *simple = java_simple_name (e->universe, class);
  while (clients->made <= number)
    {
      clients->subjects[clients->made] = e->objects.count;
      *vec_push (e->arena, &e->objects) = (struct object){
        .kind = OBJECT_PLAIN,
        .class = class,
        .name = clients->made == 0 ? simple : arena_format (e->arena, "%s[2]", simple),
        .process = NONE,
        .thrown_at = NONE
      };
      clients->made++;
    }
  return clients->subjects[number];
}

static bool
can_be_subject (const struct evaluation *e, struct java_type type)
{
  return type.kind == 'L' && strcmp (text_of (e, type.class), "java/lang/Object") != 0
         && universe_is_a (e->universe, e->clients->class, type.class);
}

/* What a client gives for a parameter of TYPE. */
static struct datum
given_for (struct evaluation *e, struct java_type type, uint32_t subject)
{
  if (can_be_subject (e, type))
    return datum_ref (subject_of (e, subject));
  if (type_is_reference (type)) /* null, too */
    return datum_ref (OBJECT_UNKNOWN);
  return type_slots (type) == 2 ? DATUM_OF (DATUM_ANY_WIDE) : DATUM_OF (DATUM_ANY);
}

/* Numbers that a client gives are any, once and for all: that needs no excuse. */
static void
choose_numbers (struct evaluation *e, struct java_member method)
{
  const struct java_method *header = universe_method (e->universe, method);
  const struct java_signature *signature
    = universe_signature (e->universe, header->descriptor);
  struct frame *frame = top (e);
  uint32_t local = header->access & ACCESS_STATIC ? 0 : 1;
  assert (frame->pc == 0);
  for (uint32_t i = 0; i < signature->count; i++)
    {
      char kind = signature->parameters[i].kind;
      if (strchr ("IJZC", kind) && local < frame->code->max_locals)
        {
          struct datum home = {
            kind == 'J' ? DATUM_WIDE_SLOT : DATUM_SLOT,
            pairmap_number (&e->slot_of, frame->context,
                            frame->code->count * (frame->code->max_stack + 8) + local),
            0
          };
          struct ir_step set = step_with (kind == 'Z' ? IR_SET : IR_ANY);
          set.slot = slot_in_body (e, home);
          frame->locals[local] = home;
          if (kind == 'Z')
            {
              uint32_t end = ir_builder_new_step (&e->b), other = emit_choice (e);
              set.expr = expr_of (e, datum_int (1));
              emit (e, set);
              ir_builder_continue_at (&e->b, end);
              e->b.current = other;
              set.expr = expr_of (e, datum_int (0));
              emit (e, set);
              ir_builder_continue_at (&e->b, end);
              e->b.current = end;
            }
          else
            emit (e, set);
          if (kind == 'C')
            {
              set.op = IR_SET;
              set.expr = expr_binary_of (e, EXPR_BIT_AND, expr_of (e, home),
                                         expr_constant_of (e, IR_INT, 0xffff));
              emit (e, set);
            }
        }
      local += type_slots (signature->parameters[i]);
    }
}

/* ---- The constructor. ---- */

/* Begin to make the next object; false: the path has ended. */
static bool
construct (struct evaluation *e, uint32_t number)
{
  struct datum arguments[256] = { datum_ref (subject_of (e, number)) };
  const struct java_signature *signature = universe_signature (
    e->universe, universe_method (e->universe, e->main)->descriptor);
  for (uint32_t i = 0; i < signature->count; i++)
    arguments[i + 1] = given_for (e, signature->parameters[i], 0);
  for (uint32_t i = 0; i < signature->count; i++)
    if (can_be_subject (e, signature->parameters[i]))
      arguments[i + 1] = number == 0 ? datum_ref (OBJECT_NULL) : arguments[i + 1];
    else if (e->clients->numbers && arguments[i + 1].kind == DATUM_ANY)
      arguments[i + 1] = datum_int (1);
    else if (e->clients->numbers && arguments[i + 1].kind == DATUM_ANY_WIDE
             && signature->parameters[i].kind == 'J')
      arguments[i + 1] = datum_long (1);
  initialisers_made (e, (uint32_t) arguments[0].value);
  return call_given (e, e->main, arguments, signature->count + 1, AFTER_NOTHING, number);
}

bool
clients_begin (struct evaluation *e)
{
  assert (e->process == 0 && e->depth == 0);
  struct clients *clients = e->clients;
  if (!construct (e, 0))
    return false;
  initialisers_begin (e);
  for (uint32_t i = 0; i < clients->notes.count; i++)
    *vec_push (e->arena, &e->notes) = clients->notes.at[i];
  if (clients->numbers)
    note (e, JAVA_MAY_MISS, JAVA_ASSERT | JAVA_STUCK, "constructor-number",
          "an array is as long as the constructor's argument says: only 1 is looked at");
  return true;
}

/* ---- The clients. ---- */

/* Call entry number I, with the object RECEIVER, and ARGUMENT where it takes another. */
static void
call_entry (struct evaluation *e, uint32_t i, uint32_t receiver, uint32_t argument)
{
  struct client_entry entry = e->clients->entries.at[i];
  const struct java_method *header = universe_method (e->universe, entry.method);
  const struct java_signature *signature
    = universe_signature (e->universe, header->descriptor);
  struct datum arguments[257];
  uint32_t count = 0;
  if (!(header->access & ACCESS_STATIC))
    arguments[count++] = datum_ref (subject_of (e, receiver));
  for (uint32_t p = 0; p < signature->count; p++)
    arguments[count++] = given_for (e, signature->parameters[p], argument);
  assert (count <= 256);
  if (!call_given (e, entry.method, arguments, count, AFTER_NOTHING, 0))
    return;
  if (entry.is_inner)
    emit_premise (
      e, "inner-entry", "called from outside of its class",
      "the method is not public: whether its callers hold a lock is not seen");
  choose_numbers (e, entry.method);
}

static void
forget_path (struct evaluation *e)
{
  e->ended = false;
  e->depth = e->held.count = e->begun.count = e->ready.count = e->kept.count = 0;
  assert (!e->concrete);
}

/* The ways in which entry number I can be called. */
static uint32_t
ways_of (const struct evaluation *e, uint32_t i)
{
  struct client_entry entry = e->clients->entries.at[i];
  bool is_static = universe_method (e->universe, entry.method)->access & ACCESS_STATIC;
  uint32_t receivers = is_static ? 1 : e->clients->wanted;
  assert (e->clients->wanted > 0);
  return receivers * (entry.takes_subject ? e->clients->wanted : 1);
}

void
clients_build (struct evaluation *e)
{
  struct clients *clients = e->clients;
  assert (clients->entries.count > 0);
  struct ir_step wake = step_with (IR_WAKE), idle = step_with (IR_SKIP);
  wake.idle = true;
  emit (e, wake);
  clients->head = ir_builder_new_step (&e->b);
  ir_builder_continue_at (&e->b, clients->head);
  e->b.current = clients->head;
  idle.idle = e->ir->has_idle = true;
  emit (e, idle);
  for (uint32_t i = 0; i < clients->entries.count; i++)
    for (uint32_t way = 0, ways = ways_of (e, i); way < ways; way++)
      {
        bool last = i + 1 == clients->entries.count && way + 1 == ways;
        bool takes = clients->entries.at[i].takes_subject;
        uint32_t argument = takes ? way % clients->wanted : 0;
        forget_path (e);
        uint32_t otherwise = last ? NONE : emit_choice (e);
        call_entry (e, i, takes ? way / clients->wanted : way, argument);
        if (!e->ended)
          state_go (e);
        if (!last)
          e->b.current = otherwise;
      }
  states_finish (e);
}

void
clients_give_ways (const struct evaluation *e, struct java_model *model)
{
  const struct clients *clients = e->clients;
  assert (model->ways.count == 0);
  for (uint32_t i = 0; i < clients->entries.count; i++)
    for (uint32_t way = 0, ways = ways_of (e, i); way < ways; way++)
      {
        const struct java_method *header
          = universe_method (e->universe, clients->entries.at[i].method);
        const char *name = text_of (e, header->name);
        const char *type = text_of (e, header->descriptor);
        bool takes = clients->entries.at[i].takes_subject;
        assert (*name && *type == '(');
        *vec_push (&model->arena, &model->ways)
          = (struct java_call_way){ arena_copy (&model->arena, name, strlen (name)),
                                    arena_copy (&model->arena, type, strlen (type)),
                                    takes ? way / clients->wanted : way,
                                    takes ? way % clients->wanted : 0 };
      }
}

/* What a client is given back may be used. */
static void
note_result (struct evaluation *e, struct datum result)
{
  if (result.kind == DATUM_REF_SLOT)
    for (uint32_t i = 0; i < row_count (&e->rows, (uint32_t) result.value); i++)
      note_result (e, datum_ref (row_words (&e->rows, (uint32_t) result.value)[i]));
  if (result.kind != DATUM_REF || result.value < OBJECTS_FIXED)
    return;
  const struct object *at = &e->objects.at[result.value];
  class_id class = at->class.index == NAME_NONE.index
                     ? CLASS_NONE
                     : universe_find (e->universe, at->class);
  bool is_subject = false;
  for (uint32_t i = 0; i < e->clients->made; i++)
    is_subject = is_subject || e->clients->subjects[i] == result.value;
  bool is_inert
    = at->kind == OBJECT_TEXT || at->kind == OBJECT_CLASS || at->is_value || is_subject;
  if (!is_inert)
    note (e, JAVA_MAY_MISS, JAVA_ASSERT | JAVA_STUCK, "escapes",
          "'%s' is given to callers: what they do with it is not looked at",
          class_is_known (class) || at->class.index != NAME_NONE.index
            ? java_simple_name (e->universe, at->class)
            : "an object");
}

bool
clients_go_on (struct evaluation *e, struct datum result)
{
  assert (e->depth == 1);
  struct clients *clients = e->clients;
  if (!clients || e->process > clients->count)
    return false;
  if (e->process == 0)
    {
      uint32_t next = top (e)->with + 1;
      if (next < clients->wanted)
        {
          e->depth = 0;
          construct (e, next);
          return true;
        }
      for (uint32_t p = 1; p <= clients->count; p++)
        process_start (e, p);
      return false;
    }
  note_result (e, result);
  for (uint32_t i = 0; i < e->held.count; i++)
    guard_make_data (e, e->held.at[i]);
  for (uint32_t i = 0; i < e->kept.count; i++)
    cell_share (e, &e->cells.at[e->kept.at[i].cell]);
  ir_builder_set_place (&e->b, e->b.current, place_here (e) + 1, NAME_NONE);
  ir_builder_continue_at (&e->b, clients->head);
  e->ended = true;
  return true;
}

/* ---- What there is to call. ---- */

static void
add_note (struct evaluation *e, const char *code, const char *text)
{
  *vec_push (e->arena, &e->clients->notes) = (struct java_note){
    .kind = JAVA_MAY_MISS, .removes = JAVA_ASSERT | JAVA_STUCK, .code = code, .text = text
  };
  assert (e->clients->notes.count > 0);
}

static void
add_entry (struct evaluation *e, struct java_member method, bool is_inner)
{
  struct clients *clients = e->clients;
  const struct java_method *header = universe_method (e->universe, method);
  const struct java_signature *signature
    = universe_signature (e->universe, header->descriptor);
  struct client_entry entry = { .method = method, .is_inner = is_inner };
  const char *name = text_of (e, header->name);
  if (strcmp (name, "main") == 0 && header->access & ACCESS_STATIC)
    return;
  for (uint32_t i = 0; i < signature->count; i++)
    entry.takes_subject
      = entry.takes_subject || can_be_subject (e, signature->parameters[i]);
  if (entry.takes_subject)
    clients->wanted = SUBJECTS_MOST;
  *vec_push (e->arena, &clients->entries) = entry;
}

/* Public methods; others that are not private, if given classes call them. */
static void
find_entries (struct evaluation *e)
{
  struct java *java = e->java;
  for (uint32_t only_public = 2; only_public-- > 0;)
    {
      uint32_t count;
      const struct java_member *methods
        = client_entries (java, e->clients->class, only_public, e->arena, &count);
      bool none = e->clients->entries.count == 0;
      for (uint32_t i = 0; i < count; i++)
        {
          struct java_member method = methods[i];
          bool is_public = universe_method (e->universe, method)->access & ACCESS_PUBLIC;
          if (only_public || (!is_public && (none || callers_of (java->callers, method))))
            add_entry (e, method, !only_public && !none);
        }
    }
}

/* The constructor that is looked at: the first one that does not leave all to another
   one, those with most parameters first. */
static bool
find_constructor (struct evaluation *e)
{
  const struct java_class *class = universe_class (e->universe, e->clients->class);
  uint32_t best = NONE, most = 0, own = 0;
  for (uint32_t m = 0; m < class->method_count; m++)
    {
      struct java_member method = { e->clients->class, m };
      const struct java_code *code = universe_code (e->universe, method);
      if (strcmp (text_of (e, class->methods[m].name), "<init>") != 0 || !code)
        continue;
      bool delegates = false;
      for (uint32_t i = 0; i < code->count && !delegates; i++)
        if (code->at[i].opcode == OP_INVOKESPECIAL)
          {
            struct member_reference called
              = constants_member (&class->constants, (uint32_t) code->at[i].a);
            delegates = called.class.index == class->name.index
                        && strcmp (text_of (e, called.name), "<init>") == 0
                        && i + 2 == code->count;
          }
      uint32_t count
        = universe_signature (e->universe, class->methods[m].descriptor)->count;
      if (delegates)
        continue;
      own++;
      if (best == NONE || count > most)
        {
          best = m;
          most = count;
        }
    }
  if (own > 1)
    add_note (e, "constructors",
              "the class has several constructors: only the one with "
              "most parameters is looked at");
  e->main = (struct java_member){ e->clients->class, best };
  return best != NONE;
}

/* Who else may write what the class has? */
static void
note_outsiders (struct evaluation *e)
{
  class_id own = e->clients->class;
  for (class_id at = own;
       class_is_known (at) && universe_role (e->universe, at) != CLASS_FROM_JDK;
       at = universe_super (e->universe, at))
    {
      const struct java_class *class = universe_class (e->universe, at);
      for (uint32_t i = 0; i < class->field_count; i++)
        if (!(class->fields[i].access
              & (ACCESS_FINAL | ACCESS_PRIVATE | ACCESS_SYNTHETIC)))
          add_note (e, "public-field",
                    arena_format (e->arena, "others may write '%s'",
                                  text_of (e, class->fields[i].name)));
    }
  const struct java_class *class = universe_class (e->universe, own);
  for (uint32_t g = 0; g < e->universe->given; g++)
    {
      const struct java_class *other = universe_class (e->universe, (class_id){ g });
      for (uint32_t m = 0; g != own.index && m < other->method_count; m++)
        {
          const struct java_code *code
            = universe_code (e->universe, (struct java_member){ { g }, m });
          for (uint32_t i = 0; code && i < code->count; i++)
            if (code->at[i].opcode == OP_PUTFIELD || code->at[i].opcode == OP_PUTSTATIC)
              {
                struct member_reference field
                  = constants_member (&other->constants, (uint32_t) code->at[i].a);
                if (field.class.index == class->name.index)
                  add_note (e, "outside-write",
                            arena_format (e->arena, "'%s' writes '%s' of this class",
                                          universe_dotted (e->universe, other->name),
                                          text_of (e, field.name)));
              }
        }
    }
}

/* Do the objects of the class have something in common that changes? */
static bool
has_statics (struct evaluation *e)
{
  const struct java_class *class = universe_class (e->universe, e->clients->class);
  assert (class->field_count < UINT32_MAX);
  for (uint32_t i = 0; i < class->field_count; i++)
    {
      const struct java_field *field = &class->fields[i];
      bool is_number = strchr ("ZBSCIJFD", text_of (e, field->descriptor)[0]) != NULL;
      if ((field->access & ACCESS_STATIC) && !(field->access & ACCESS_SYNTHETIC)
          && !((field->access & ACCESS_FINAL) && (is_number || field->constant != 0)))
        return true;
    }
  return false;
}

/* Is OBJECT the same for ever, whoever else has it? */
static bool
is_immutable (struct evaluation *e, uint32_t object)
{
  const struct object *at = &e->objects.at[object];
  assert (object < e->objects.count);
  if (at->kind == OBJECT_TEXT || at->kind == OBJECT_CLASS || at->kind == OBJECT_LAMBDA
      || at->is_value || object == OBJECT_NULL || at->is_library)
    return true;
  if (at->kind != OBJECT_PLAIN || at->class.index == NAME_NONE.index)
    return false;
  class_id class = universe_find (e->universe, at->class);
  bool is_root = strcmp (text_of (e, at->class), "java/lang/Object") == 0;
  for (; class_is_known (class) && universe_role (e->universe, class) != CLASS_FROM_JDK;
       class = universe_super (e->universe, class))
    {
      const struct java_class *of = universe_class (e->universe, class);
      is_root = true;
      for (uint32_t i = 0; i < of->field_count; i++)
        if (!(of->fields[i].access & ACCESS_STATIC)
            && (!(of->fields[i].access & ACCESS_FINAL)
                || strchr ("L[", text_of (e, of->fields[i].descriptor)[0])))
          return false;
    }
  return is_root;
}

void
clients_read_static (struct evaluation *e, struct java_member field, struct cell *cell)
{
  class_id own = e->clients->class;
  const struct java_field *header = universe_field (e->universe, field);
  assert (e->objects.at[cell->object].kind == OBJECT_STATICS);
  if (cell->is_made && e->process > 0)
    note (e, JAVA_MAY_MISS, JAVA_ASSERT | JAVA_STUCK, "constructor-static",
          "constructors change '%s': other objects that are made meanwhile are not "
          "looked at",
          text_of (e, header->name));
  bool is_number = cell->kind != 'L', is_final = header->access & ACCESS_FINAL;
  if (field.class.index == own.index || (header->access & ACCESS_SYNTHETIC)
      || (is_final
          && (is_number
              || (cell->value.kind == DATUM_REF
                  && is_immutable (e, (uint32_t) cell->value.value)))))
    return;
  note (e, JAVA_MAY_MISS, JAVA_ASSERT | JAVA_STUCK, "outside-static",
        "'%s' of '%s' may be changed by others", text_of (e, header->name),
        universe_dotted (e->universe, universe_class (e->universe, field.class)->name));
}

void
clients_write_static (struct evaluation *e, struct cell *cell)
{
  if (e->process != 0)
    return;
  for (uint32_t f = 0; f < e->depth; f++)
    if (e->frames[f].after == AFTER_INITIALISER)
      return;
  assert (e->clients);
  cell->is_made = true;
  if (e->held.count == 0)
    note (e, JAVA_MAY_MISS, JAVA_ASSERT | JAVA_STUCK, "constructor-static",
          "constructors change statics: two that run at once are not looked at");
}

/* What clients of CLASS have to do with; false: there is nothing. */
static bool
find_all (struct evaluation *e, class_id class)
{
  struct clients *clients = e->clients = arena_calloc (e->arena, 1, sizeof *clients);
  clients->class = class;
  clients->wanted = 1;
  assert (class_is_known (class));
  if (universe_class (e->universe, class)->access & (ACCESS_INTERFACE | ACCESS_ABSTRACT))
    return false;
  if (has_statics (e))
    clients->wanted = SUBJECTS_MOST;
  find_entries (e);
  return clients->entries.count > 0 && find_constructor (e);
}

bool
partial_has_clients (struct java *java, class_id class)
{
  struct evaluation e
    = { .java = java, .universe = java->universe, .arena = &java->arena };
  return find_all (&e, class);
}

bool
clients_init (struct evaluation *e, class_id class, uint32_t threads)
{
  if (!find_all (e, class))
    return false;
  struct clients *clients = e->clients;
  note_outsiders (e);
  if (universe_is_a (e->universe, class, universe_name (e->universe, "java/lang/Thread")))
    add_note (e, "thread-class",
              "the object is a thread: who starts it is not looked at");
  /* One more than asked for is who comes later. */
  clients->count = (threads ? threads : 2) + 1;
  for (uint32_t i = 0; i < clients->count; i++)
    {
      uint32_t object = e->objects.count;
      *pairmap_at (&e->process_of, object, 0) = e->processes.count;
      *vec_push (e->arena, &e->objects)
        = (struct object){ .class = universe_name (e->universe, "java/lang/Thread"),
                           .name = arena_format (e->arena, i ? "Client[%u]" : "Client",
                                                 (unsigned) i + 1),
                           .process = e->processes.count,
                           .thrown_at = NONE };
      *vec_push (e->arena, &e->processes)
        = (struct process){ .object = object,
                            .limit = NONE,
                            .pool = NONE,
                            .name = e->objects.at[object].name,
                            .body = { NONE },
                            .is_started = true };
    }
  return true;
}

/* initialisers.c -- when classes are initialised, and by whom.
 *
 * A class is initialised by the thread that needs it first, which holds the lock of its
 * initialisation meanwhile: whoever else needs it waits.  What main needs before there
 * are steps it initialises there and then.  What threads need is carried out by main
 * before it does anything, if nobody can tell: the initialiser reads nothing that changes
 * later, writes nothing but statics of its class and objects of its own, takes no lock of
 * others, and needs no class whose initialiser needs its own.  Any other class is *late*:
 * its lock is a lock of the model, a number says whether it is done, and each thread that
 * may be the first one has the initialiser in its steps.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "java/partial/evaluation.h"

/* What is known of a class in an attempt: see evaluation.h, `initialised'. */
enum
{
  BEGUN = 1,
  DONE,
};

/* The number that says how far a late class is. */
enum
{
  LATE_FREE,
  LATE_DONE,
  LATE_FAILED,
};

static void
set_constants (struct evaluation *e, class_id id)
{
  const struct java_class *class = universe_class (e->universe, id);
  for (uint32_t i = 0; i < class->field_count; i++)
    {
      const struct java_field *field = &class->fields[i];
      if (!(field->access & ACCESS_STATIC) || field->constant == 0)
        continue;
      struct cell *cell
        = cell_of_field (e, object_statics (e, id), (struct java_member){ id, i });
      enum constant_tag tag = constants_tag (&class->constants, field->constant);
      if (tag == CONSTANT_INTEGER)
        cell->value = datum_int (constants_integer (&class->constants, field->constant));
      else if (tag == CONSTANT_LONG)
        cell->value = datum_long (constants_long (&class->constants, field->constant));
      else if (tag == CONSTANT_STRING)
        cell->value = datum_ref (object_text (e));
    }
}

/* ---- Whether anybody can tell. ---- */

/* The lowest frame of an initialiser, or NONE. */
static uint32_t
outermost (const struct evaluation *e)
{
  assert (e->depth <= FRAMES_MOST);
  for (uint32_t f = 0; f < e->depth; f++)
    if (e->frames[f].after == AFTER_INITIALISER)
      return f;
  return NONE;
}

/* Does main do now what a thread would do later? */
static bool
is_early (const struct evaluation *e)
{
  uint32_t f = e->concrete ? outermost (e) : NONE;
  return f != NONE && e->frames[f].with == INITIALISES_EARLY;
}

static bool
is_late (const struct evaluation *e, class_id class)
{
  assert (class_is_known (class));
  return pairmap_get (&e->late, class.index, 0) != PAIRMAP_FREE;
}

static void
make_late (struct evaluation *e, class_id class)
{
  uint32_t *late = pairmap_at (&e->late, class.index, 0);
  if (*late != PAIRMAP_FREE)
    return;
  *late = 1;
  *vec_push (e->arena, &e->late_classes) = class;
  e->again = true;
  e->why_again = "it matters who initialises a class";
  assert (is_late (e, class));
}

/* The classes whose initialisers run in the frames from FRAME on are late. */
static void
make_frames_late (struct evaluation *e, uint32_t frame)
{
  assert (frame <= e->depth);
  for (uint32_t f = frame; f < e->depth; f++)
    if (e->frames[f].after == AFTER_INITIALISER)
      make_late (e, e->frames[f].member.class);
}

void
initialisers_stay (struct evaluation *e)
{
  make_frames_late (e, 0);
  assert (outermost (e) == NONE || e->again
          || is_late (e, e->frames[outermost (e)].member.class));
}

/* Is OBJECT neither made by the initialisers that run now, nor the statics of the
   innermost one? */
static bool
is_foreign (const struct evaluation *e, uint32_t object)
{
  uint32_t first = outermost (e);
  const struct object *at = &e->objects.at[object];
  assert (object < e->objects.count);
  if (first == NONE || at->kind != OBJECT_STATICS)
    return first == NONE || at->made_in != e->attempt
           || at->maker != e->frames[first].context;
  uint32_t f = e->depth - 1;
  while (e->frames[f].after != AFTER_INITIALISER)
    f--;
  return universe_class (e->universe, e->frames[f].member.class)->name.index
         != at->class.index;
}

void
initialisers_read (struct evaluation *e, struct cell *cell)
{
  assert (cell->object < e->objects.count);
  if (!is_early (e) || !is_foreign (e, cell->object))
    return;
  cell->is_seen = true;
  cell_share (e, cell);
  if (cell->is_changed || cell->is_written)
    make_frames_late (e, 0);
}

void
initialisers_write (struct evaluation *e, struct cell *cell)
{
  assert (e->concrete);
  if (!is_foreign (e, cell->object))
    return;
  if (is_early (e))
    make_frames_late (e, 0);
  if (cell->is_seen && !cell->is_changed)
    {
      e->again = true;
      e->why_again = "what an initialiser reads changes";
    }
  cell->is_changed = true;
}

void
initialisers_lock (struct evaluation *e, uint32_t object)
{
  assert (object < e->objects.count);
  if (is_early (e) && is_foreign (e, object))
    make_frames_late (e, 0);
}

void
initialisers_made (struct evaluation *e, uint32_t object)
{
  uint32_t first = outermost (e);
  assert (object < e->objects.count);
  e->objects.at[object].made_in = e->attempt;
  e->objects.at[object].maker = first == NONE ? NONE : e->frames[first].context;
}

/* ---- Late classes. ---- */

static struct cell *
progress_of (struct evaluation *e, class_id class)
{
  name_id name = universe_class (e->universe, class)->name;
  struct cell *cell = cell_at (e, object_class (e, name), KEY_DONE, 'I');
  assert (is_late (e, class));
  cell->is_atomic = true;
  if (!cell->name)
    cell->name
      = arena_format (e->arena, "%s initialised", java_simple_name (e->universe, name));
  return cell;
}

/* Does the thread know that CLASS is initialised, or does it do that itself? */
static bool
is_ready (const struct evaluation *e, class_id class)
{
  assert (class_is_known (class));
  for (uint32_t i = 0; i < e->ready.count; i++)
    if (e->ready.at[i] == class.index)
      return true;
  for (uint32_t f = 0; f < e->depth; f++)
    if (e->frames[f].after == AFTER_INITIALISER
        && e->frames[f].member.class.index == class.index)
      return true;
  return false;
}

/* From now on the thread knows that CLASS is initialised; such classes stand in order. */
static void
make_ready (struct evaluation *e, class_id class)
{
  uint32_t at = e->ready.count;
  *vec_push (e->arena, &e->ready) = class.index;
  for (; at > 0 && e->ready.at[at - 1] > class.index; at--)
    {
      e->ready.at[at] = e->ready.at[at - 1];
      e->ready.at[at - 1] = class.index;
    }
  assert (e->ready.count > 0);
}

static bool
run_initialiser (struct evaluation *e, struct java_member method, uint32_t guard,
                 uint32_t with)
{
  assert (member_is_known (method));
  if (!frame_push (e, method, AFTER_INITIALISER, with))
    return false;
  top (e)->monitor = guard;
  return true;
}

/* A thread needs a late class, whose initialiser is METHOD: it waits for whoever carries
   that out, or does so.  True: it is done. */
static bool
enter_late (struct evaluation *e, struct java_member method)
{
  class_id class = method.class;
  name_id name = universe_class (e->universe, class)->name;
  struct cell *progress = progress_of (e, class);
  if (is_ready (e, class)
      || (!progress->is_written && progress->value.value == LATE_DONE))
    return true;
  if (!progress->is_written && progress->value.value == LATE_FAILED)
    {
      throw_class (e, "java/lang/NoClassDefFoundError");
      return false;
    }
  uint32_t guard = guard_of (e, object_class (e, name), GUARD_INITIALISATION);
  guard_acquire (e, guard);
  struct datum done = cell_read (e, progress_of (e, class), 0);
  if (!datum_is_slot (done))
    {
      assert (done.value == LATE_FREE);
      run_initialiser (e, method, guard, 0);
      return false;
    }
  uint32_t row = state_save (e);
  static const int64_t ways[] = { LATE_FREE, LATE_DONE, LATE_FAILED };
  /* Main may have begun it before there were steps. */
  bool is_begun = pairmap_get (&e->initialised, class.index, 0) == BEGUN;
  for (size_t i = is_begun; i < sizeof ways / sizeof *ways; i++)
    {
      uint32_t otherwise = NONE;
      if (ways[i] != LATE_FAILED)
        otherwise = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, done),
                                                  expr_constant_of (e, IR_INT, ways[i])));
      if (ways[i] == LATE_FREE)
        run_initialiser (e, method, guard, 0);
      else
        guard_release (e, guard);
      if (ways[i] == LATE_DONE)
        make_ready (e, class);
      if (ways[i] == LATE_FAILED)
        throw_class (e, "java/lang/NoClassDefFoundError");
      if (!e->ended)
        state_go (e);
      if (otherwise == NONE)
        break;
      e->ended = false;
      state_load (e, row);
      e->b.current = otherwise;
    }
  return false;
}

/* ---- The way in. ---- */

static struct java_member
initialiser_of (struct evaluation *e, class_id class)
{
  name_id name = universe_name (e->universe, "<clinit>");
  name_id type = universe_name (e->universe, "()V");
  struct java_member member
    = { class, class_find_method (universe_class (e->universe, class), name, type) };
  assert (class_is_known (class));
  if (member.index == UINT32_MAX || !universe_code (e->universe, member))
    member.class = CLASS_NONE;
  return member;
}

/* An initialiser needs CLASS, whose own initialiser has begun, and is not the innermost
   one: two threads can wait for each other, if one begins with each. */
static void
check_circle (struct evaluation *e, class_id class)
{
  uint32_t first = NONE, last = NONE;
  for (uint32_t f = 0; f < e->depth; f++)
    if (e->frames[f].after == AFTER_INITIALISER)
      {
        last = f;
        if (e->frames[f].member.class.index == class.index)
          first = f;
      }
  if (first != NONE && first != last && is_early (e))
    make_frames_late (e, first);
  assert (first <= last);
}

/* Before there are steps: true: CLASS needs nothing more. */
static bool
begin_now (struct evaluation *e, struct java_member method, class_id class, uint32_t with)
{
  uint32_t *state = pairmap_at (&e->initialised, class.index, 0);
  assert (e->concrete);
  if (*state != PAIRMAP_FREE)
    {
      if (*state == BEGUN)
        check_circle (e, class);
      if (*state == BEGUN || !is_late (e, class)
          || progress_of (e, class)->value.value != LATE_FAILED)
        return true;
      throw_class (e, "java/lang/NoClassDefFoundError");
      return false;
    }
  *state = member_is_known (method) ? BEGUN : DONE;
  set_constants (e, class);
  if (!member_is_known (method))
    return true;
  if (!is_late (e, class))
    {
      run_initialiser (e, method, NONE, with);
      return false;
    }
  if (is_early (e))
    make_frames_late (e, 0);
  return enter_late (e, method);
}

/* Does CLASS have an interface whose initialiser would run before its own: one with a
   default method? */
static bool
has_active_interface (struct evaluation *e, class_id class)
{
  const struct java_class *of = universe_class (e->universe, class);
  for (uint32_t i = 0; i < of->interface_count; i++)
    {
      class_id interface = universe_find (e->universe, of->interfaces[i]);
      if (!class_is_known (interface)
          || universe_role (e->universe, interface) == CLASS_FROM_JDK)
        continue;
      const struct java_class *at = universe_class (e->universe, interface);
      bool has_default = false;
      for (uint32_t m = 0; m < at->method_count; m++)
        has_default
          = has_default || !(at->methods[m].access & (ACCESS_STATIC | ACCESS_ABSTRACT));
      if ((has_default && member_is_known (initialiser_of (e, interface)))
          || has_active_interface (e, interface))
        return true;
    }
  assert (class_is_known (class));
  return false;
}

/* Is CLASS initialised?  If not, a frame has been pushed that does it, or the path has
   ended in states that go on. */
static bool
initialise (struct evaluation *e, class_id class, uint32_t with)
{
  bool passed = false;
  for (class_id at = class; class_is_known (at); at = universe_super (e->universe, at))
    {
      if (universe_role (e->universe, at) == CLASS_FROM_JDK)
        break;
      struct java_member method = initialiser_of (e, at);
      if (has_active_interface (e, at))
        note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "initialisation",
              "an interface with default methods is initialised with its class");
      if (passed && member_is_known (method) && is_late (e, at) && is_ready (e, at)
          && outermost (e) != NONE)
        note (e, JAVA_MAY_MISS, JAVA_DEADLOCK | JAVA_STUCK, "initialisation",
              "a class without an initialiser needs that of its super class, which may "
              "wait for it");
      passed = passed || !member_is_known (method);
      if (e->concrete && !begin_now (e, method, at, with))
        return false;
      if (e->concrete || !member_is_known (method))
        continue;
      /* Its frame begins with its super class. */
      if (is_late (e, at))
        return enter_late (e, method);
      uint32_t *state = pairmap_at (&e->initialised, at.index, 0);
      if (*state != PAIRMAP_FREE)
        continue;
      *state = DONE;
      *vec_push (e->arena, &e->wanted) = at;
      e->again = true;
      e->why_again = "a class is initialised";
    }
  return true;
}

bool
class_initialise (struct evaluation *e, class_id class)
{
  assert (e->depth > 0 && class_is_known (class));
  return initialise (e, class, 0);
}

void
initialisers_begin (struct evaluation *e)
{
  assert (e->concrete);
  e->next_wanted = 0;
  for (uint32_t i = 0; i < e->late_classes.count; i++)
    {
      set_constants (e, e->late_classes.at[i]);
      progress_of (e, e->late_classes.at[i]);
    }
}

bool
frame_begins (struct evaluation *e)
{
  const struct frame *frame = top (e);
  class_id class = frame->member.class;
  assert (frame->pc == 0);
  if (frame->after == AFTER_INITIALISER)
    {
      class_id super = universe_super (e->universe, class);
      return !class_is_known (super) || initialise (e, super, 0);
    }
  if (e->depth == 1 && e->concrete)
    {
      if (!initialise (e, class, 0))
        return false;
      while (e->next_wanted < e->wanted.count)
        {
          class_id wanted = e->wanted.at[e->next_wanted++];
          if (!is_late (e, wanted) && !initialise (e, wanted, INITIALISES_EARLY))
            return false;
        }
      return true;
    }
  const struct java_method *header = universe_method (e->universe, frame->member);
  return !(header->access & ACCESS_STATIC) || !is_late (e, class)
         || initialise (e, class, 0);
}

void
initialiser_ends (struct evaluation *e, bool fails)
{
  class_id class = top (e)->member.class;
  assert (top (e)->after == AFTER_INITIALISER);
  if (is_late (e, class) && top (e)->monitor != NONE)
    {
      cell_write (e, progress_of (e, class), datum_int (fails ? LATE_FAILED : LATE_DONE));
      if (!fails)
        make_ready (e, class);
    }
  else if (fails)
    make_late (e, class);
  if (e->concrete)
    *pairmap_at (&e->initialised, class.index, 0) = DONE;
}

uint32_t
initialiser_exception (struct evaluation *e, uint32_t object)
{
  static const char wrapper[] = "java/lang/ExceptionInInitializerError";
  assert (object < e->objects.count);
  if (object == OBJECT_UNKNOWN
      || class_is_a (e, e->objects.at[object].class, "java/lang/Error") == IS)
    return object;
  if (!e->objects.at[object].is_thrown)
    return object_exception (e, wrapper);
  uint32_t made
    = object_new (e, OBJECT_PLAIN, universe_name (e->universe, wrapper), 0, 2);
  e->objects.at[made].is_thrown = true;
  e->objects.at[made].thrown_at = e->objects.at[object].thrown_at;
  return made;
}

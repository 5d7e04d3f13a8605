/* library_contents.c -- the contents of arrays, collections and atomics, as library code
 * accesses them: which location they are, and which lock makes an access one piece. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/machine.h"

/* Is OBJECT an entry of a concurrent map, whose own calls are pieces, too?  It was got
   from that in a piece, and no other kind of map was put there. */
static bool
is_entry_of_concurrent (struct extraction *x, value_id object, name_id declared)
{
  const struct value *at = value_at (&x->values, object);
  if (at->kind != VALUE_HELD || declared.index == NAME_NONE.index
      || strcmp (universe_text (x->universe, declared), "java/util/Map$Entry") != 0)
    return false;
  assert (at->a < x->heap.locations.count);
  const struct location *location = &x->heap.locations.at[at->a];
  uint32_t put = pairmap_get (&x->ownership.kinds, location->member, 0);
  return location->contents && pairmap_get (&x->heap.piece_of, at->a, 0) != PAIRMAP_FREE
         && (put == PAIRMAP_FREE || put == LIBRARY_CONCURRENT);
}

enum library_kind
contents_kind (struct machine *m, value_id value, name_id declared)
{
  bool exact;
  struct extraction *x = m->x;
  if (is_entry_of_concurrent (x, value, declared))
    return LIBRARY_CONCURRENT;
  name_id class = value_class (x, value, &exact);
  enum library_kind kind = library_kind (x->library, class);
  if (value_kind (&x->values, value) == VALUE_HELD)
    {
      enum library_kind put = ownership_kind (m, value_at (&x->values, value)->a);
      kind = library_has_contents (put) ? put : kind;
    }
  return library_has_contents (kind) && kind != LIBRARY_VIEW
           ? kind
           : library_kind (x->library, declared);
}

value_id
contents_comparator (struct extraction *x, value_id object)
{
  value_id known = object, compares;
  if (value_kind (&x->values, object) == VALUE_PLACE)
    known = x->heap.places.at[value_at (&x->values, object)->a].known;
  enum value_kind kind = value_kind (&x->values, known);
  return (kind == VALUE_OBJECT || kind == VALUE_RAW)
             && value_field (&x->values, known, PART_COMPARES, &compares)
           ? compares
           : OTHER;
}

static bool
is_array (struct extraction *x, name_id type)
{
  return type.index != NAME_NONE.index && universe_text (x->universe, type)[0] == '[';
}

/* What a view is a view of. */
static value_id
viewed (struct extraction *x, value_id value)
{
  while (value_kind (&x->values, value) == VALUE_VIEW)
    value = (value_id){ .index = value_at (&x->values, value)->a };
  return value;
}

uint32_t
contents_of (struct machine *m, value_id value, name_id declared)
{
  bool exact;
  struct extraction *x = m->x;
  value_id object = viewed (x, value);
  if (!is_array (x, declared) && !is_array (x, value_class (x, object, &exact))
      && !library_has_contents (contents_kind (m, object, declared)))
    return LOCATION_NONE;
  return heap_contents (x, object);
}

/* Is OBJECT read out of a field in which only objects of KIND are put? */
static bool
is_of_one_kind (struct machine *m, value_id object, enum library_kind kind)
{
  const struct value *at = value_at (&m->x->values, object);
  return at->kind == VALUE_HELD && !m->x->heap.locations.at[at->a].contents
         && ownership_kind (m, at->a) == kind;
}

uint32_t
contents_lock (struct machine *m, value_id object, enum library_kind kind,
               uint32_t contents)
{
  struct extraction *x = m->x;
  assert (contents == LOCATION_NONE || contents < x->heap.locations.count);
  if (contents == LOCATION_NONE)
    return JAVA_LOCK_NONE;
  switch ((unsigned) kind)
    {
    case LIBRARY_MONITOR:
      {
        /* Whichever object the field holds, it locks itself in each of its calls. */
        uint32_t lock = heap_lock (x, LOCK_MONITOR, object);
        return lock == JAVA_LOCK_NONE && is_of_one_kind (m, object, LIBRARY_MONITOR)
                 ? heap_piece (x, contents)
                 : lock;
      }
    case LIBRARY_CONCURRENT:
    case LIBRARY_COPY_ON_WRITE:
    case LIBRARY_ATOMIC: return heap_piece (x, contents);
    default: return JAVA_LOCK_NONE;
    }
}

void
contents_enter (struct machine *m, uint32_t lock)
{
  if (lock != JAVA_LOCK_NONE)
    monitor_enter (m, lock, m->instruction);
}

void
contents_exit (struct machine *m, uint32_t lock)
{
  if (lock != JAVA_LOCK_NONE)
    {
      bool goes_on = monitor_exit (m, lock);
      assert (goes_on);
      (void) goes_on;
    }
}

void
contents_read_piece (struct machine *m, uint32_t contents, uint32_t lock)
{
  assert (contents < m->x->heap.locations.count);
  contents_enter (m, lock);
  machine_effect (m, EFFECT_READ, contents);
  contents_exit (m, lock);
}

/* The lock that makes an access to VALUE by library code one piece. */
static uint32_t
lock_of_piece (struct machine *m, value_id value, name_id declared, uint32_t contents)
{
  value_id object = viewed (m->x, value);
  enum library_kind kind = contents_kind (m, object, declared);
  return kind != LIBRARY_MONITOR || value_equal (object, value)
           ? contents_lock (m, object, kind, contents)
           : JAVA_LOCK_NONE;
}

void
contents_write (struct machine *m, value_id value, name_id declared)
{
  uint32_t contents = contents_of (m, value, declared);
  assert (contents != LOCATION_NONE);
  uint32_t lock = lock_of_piece (m, value, declared, contents);
  contents_enter (m, lock);
  machine_effect (m, EFFECT_WRITE, contents);
  contents_exit (m, lock);
}

void
contents_read (struct machine *m, value_id value, name_id declared, bool copies)
{
  struct extraction *x = m->x;
  value_id object = viewed (x, value);
  uint32_t contents = contents_of (m, value, declared);
  if (contents == LOCATION_NONE)
    return;
  enum library_kind kind = contents_kind (m, object, declared);
  uint32_t lock = lock_of_piece (m, value, declared, contents);
  contents_read_piece (m, contents, lock);
  if (kind != LIBRARY_CONCURRENT || !copies)
    return;
  /* Its iterator goes from element to element, and others write in between. */
  uint32_t head = machine_node (m);
  machine_join (m, head);
  m->node = head;
  contents_read_piece (m, contents, lock);
  machine_join (m, head);
  m->node = head;
}

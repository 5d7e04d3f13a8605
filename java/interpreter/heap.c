/* heap.c -- places, locations and locks: found by what they are, and named. */
#include <config.h>

#include "java/interpreter/heap.h"

#include <assert.h>
#include <string.h>

#include "java/interpreter/selection.h"
#include "java/interpreter/threads.h"
#include "java/interpreter/ownership.h"

void
heap_init (struct heap *heap, struct arena *arena)
{
  *heap = (struct heap){ .places = VEC_EMPTY };
  pairmap_init (&heap->members, arena);
  pairmap_init (&heap->keys, arena);
  pairmap_init (&heap->place_of, arena);
  pairmap_init (&heap->location_of, arena);
  pairmap_init (&heap->contents_of, arena);
  pairmap_init (&heap->piece_of, arena);
  pairmap_init (&heap->lock_of, arena);
}

uint32_t
heap_member (struct extraction *x, struct java_member member)
{
  assert (member_is_known (member));
  uint32_t number = pairmap_number (&x->heap.members, member.class.index, member.index);
  if (number == x->heap.member_list.count)
    *vec_push (&x->arena, &x->heap.member_list) = member;
  return number;
}

const struct java_field *
heap_field (const struct extraction *x, uint32_t member)
{
  assert (member < x->heap.member_list.count);
  return universe_field (x->universe, x->heap.member_list.at[member]);
}

/* The text before the field: "Stack." for I, statics and nodes, "Stack.hits." */
static const char *
owner_prefix (struct extraction *x, enum owner_kind owner_kind, uint32_t owner,
              uint32_t member)
{
  name_id class = NAME_NONE;
  switch (owner_kind)
    {
    case OWNER_PLACE:
      assert (owner < x->heap.places.count);
      return x->heap.places.at[owner].name;
    case OWNER_NODE:
      class = (name_id){ owner };
      if (universe_find (x->universe, class).index == x->class.index)
        return arena_format (&x->arena, "other %s", simple_name (x, class));
      return simple_name (x, class);
    case OWNER_SITE: break; /* it has no fields */
    case OWNER_SELF:
    case OWNER_STATIC:
      assert (member < x->heap.member_list.count);
      class = universe_class (x->universe, x->heap.member_list.at[member].class)->name;
      return simple_name (x, class);
    }
  assert (false && "a kind of owner");
  return NULL;
}

static const char *
field_name (struct extraction *x, enum owner_kind owner_kind, uint32_t owner,
            uint32_t member)
{
  return arena_format (&x->arena, "%s.%s", owner_prefix (x, owner_kind, owner, member),
                       universe_text (x->universe, heap_field (x, member)->name));
}

static name_id
field_type (struct extraction *x, uint32_t member)
{
  struct java_type type
    = descriptor_type (&x->universe->names, heap_field (x, member)->descriptor);
  return type_is_reference (type) ? type.class : NAME_NONE;
}

uint32_t
heap_place (struct extraction *x, enum owner_kind owner_kind, uint32_t owner,
            uint32_t member)
{
  assert (member < x->heap.member_list.count);
  assert (owner_kind != OWNER_NODE);
  uint32_t key = pairmap_number (&x->heap.keys, owner_kind, owner);
  uint32_t *slot = pairmap_at (&x->heap.place_of, key, member);
  if (*slot != PAIRMAP_FREE)
    return *slot;
  uint32_t number = *slot = x->heap.places.count;
  struct place place = {
    .owner_kind = owner_kind,
    .owner = owner,
    .member = member,
    .depth = owner_kind == OWNER_PLACE ? x->heap.places.at[owner].depth + 1 : 1,
    .type = field_type (x, member),
    .known = OTHER,
    .name = field_name (x, owner_kind, owner, member),
  };
  assert (number == x->heap.places.count);
  *vec_push (&x->arena, &x->heap.places) = place;
  return number;
}

void
heap_learn (struct extraction *x, uint32_t place, value_id value)
{
  assert (value.index < x->values.list.count);
  assert (place < x->heap.places.count);
  struct place *at = &x->heap.places.at[place];
  value_id before = at->known;
  if (value_kind (&x->values, value) == VALUE_NULL)
    return; /* null until something else is put there */
  enum value_kind kind = value_kind (&x->values, value);
  if (x->threads)
    sites_see_named (x, value, value_of (&x->values, VALUE_PLACE, place, 0));
  if (kind == VALUE_OBJECT && !at->is_made)
    {
      at->is_made = true;
      if (at->is_used)
        extraction_correct (x, "a final field holds a part of the object");
    }
  if (!at->is_known)
    at->known = value;
  else if (!value_equal (at->known, value))
    {
      const struct value *old = value_at (&x->values, at->known);
      const struct value *new = value_at (&x->values, value);
      bool is_one_class
        = old->kind == VALUE_OBJECT && new->kind == VALUE_OBJECT && old->a == new->a;
      if (x->threads)
        {
          threads_keep_all (x, at->known);
          threads_keep_all (x, value);
        }
      else if (!is_one_class && (old->touches_self || new->touches_self))
        note_correction (x, JAVA_MAY_MISS, "merged-field", UINT32_MAX, 0,
                         "constructors put different objects into '%s': which of them it "
                         "holds is not known",
                         at->name);
      at->known
        = is_one_class ? value_common (&x->values, &x->arena, at->known, value) : OTHER;
    }
  if (at->is_used && (!at->is_known || !value_equal (before, at->known)))
    extraction_correct (x, "more is known of a final field");
  at->is_known = true;
}

value_id
heap_place_value (struct extraction *x, uint32_t place)
{
  assert (place < x->heap.places.count);
  struct place *at = &x->heap.places.at[place];
  at->is_used = true;
  switch (value_kind (&x->values, at->known))
    {
    case VALUE_SELF:
    case VALUE_CLASS:
    case VALUE_PLACE:
    case VALUE_LAMBDA:
    case VALUE_CONDITION:
    case VALUE_HALF:
    case VALUE_BOOLEAN:
    case VALUE_WIDE: return at->known;
    case VALUE_OTHER:
    case VALUE_NULL:
    case VALUE_RAW:
    case VALUE_OBJECT:
    case VALUE_NODE:
    case VALUE_HELD:
    case VALUE_VIEW:
    case VALUE_ADDRESS: break;
    }
  if (at->type.index == NAME_NONE.index)
    {
      char kind = *universe_text (x->universe, heap_field (x, at->member)->descriptor);
      return kind == 'J' || kind == 'D' ? WIDE : OTHER;
    }
  value_id value = value_of (&x->values, VALUE_PLACE, place, 0);
  if (ownership_of_place (x, place))
    value_touch (&x->values, value);
  return value;
}

static uint32_t
new_location (struct extraction *x, struct location location)
{
  assert (location.name);
  *vec_push (&x->arena, &x->heap.locations) = location;
  return x->heap.locations.count - 1;
}

/* Is there a lock inside the contents of MEMBER?  It would have to be merged, too. */
static bool
has_piece (const struct extraction *x, uint32_t member)
{
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    if (x->heap.locations.at[i].member == member
        && pairmap_get (&x->heap.piece_of, i, 0) != PAIRMAP_FREE)
      return true;
  return false;
}

/* An object at a place may be reached in another way, too, as a node: where both kinds of
   objects have their field MEMBER accessed, all are nodes.  What was done before that was
   seen is corrected in the end, by heap_settle. */
static void
merge_with_nodes (struct extraction *x, enum owner_kind *owner_kind, uint32_t *owner,
                  uint32_t member)
{
  if (member == UINT32_MAX || (*owner_kind != OWNER_PLACE && *owner_kind != OWNER_NODE))
    return;
  assert (member < x->heap.member_list.count);
  while (x->heap.reached.count <= member)
    *vec_push (&x->arena, &x->heap.reached) = 0;
  uint8_t before = x->heap.reached.at[member];
  uint8_t now = before | (*owner_kind == OWNER_PLACE ? 1 : 2);
  x->heap.reached.at[member] = now;
  if (now != 3)
    return;
  if (before != 3 && has_piece (x, member))
    extraction_correct (x, "objects at places are nodes, too");
  *owner_kind = OWNER_NODE;
  *owner = universe_class (x->universe, x->heap.member_list.at[member].class)->name.index;
}

uint32_t
heap_location (struct extraction *x, enum owner_kind owner_kind, uint32_t owner,
               uint32_t member)
{
  assert (member < x->heap.member_list.count);
  /* Statics that a compiler makes for itself, such as the tables with which ecj switches
     on enums, belong to no program. */
  if (owner_kind == OWNER_STATIC
      && (!extraction_is_of_nest (x, x->heap.member_list.at[member].class)
          || heap_field (x, member)->access & ACCESS_SYNTHETIC))
    return LOCATION_NONE;
  if (owner_kind == OWNER_PLACE && !ownership_of_fields (x, owner))
    return LOCATION_NONE;
  if (owner_kind == OWNER_SELF && !ownership_of_field (x, member))
    return LOCATION_NONE;
  merge_with_nodes (x, &owner_kind, &owner, member);
  uint32_t key = pairmap_number (&x->heap.keys, owner_kind, owner);
  uint32_t *slot = pairmap_at (&x->heap.location_of, key, member);
  if (*slot != PAIRMAP_FREE)
    return *slot;
  if (selection_is_confined (x, x->heap.member_list.at[member]))
    return LOCATION_NONE;
  *slot = x->heap.locations.count;
  struct location location = {
    .owner_kind = owner_kind,
    .owner = owner,
    .member = member,
    .is_volatile = heap_field (x, member)->access & ACCESS_VOLATILE,
    .type = field_type (x, member),
    .name = field_name (x, owner_kind, owner, member),
  };
  return new_location (x, location);
}

/* What the contents of a value are called after, and where they are looked up. */
uint32_t
heap_contents (struct extraction *x, value_id value)
{
  const struct value at = *value_at (&x->values, value);
  struct location location = { .contents = true, .type = NAME_NONE };
  const char *holder = NULL;
  switch (at.kind)
    {
    case VALUE_VIEW:
      assert (at.a < value.index);
      return heap_contents (x, (value_id){ .index = at.a });
    case VALUE_HELD:
      assert (at.a < x->heap.locations.count);
      if (x->heap.locations.at[at.a].contents)
        return at.a; /* arrays of arrays, lists of lists */
      location.owner_kind = x->heap.locations.at[at.a].owner_kind;
      location.owner = x->heap.locations.at[at.a].owner;
      location.member = x->heap.locations.at[at.a].member;
      holder = x->heap.locations.at[at.a].name;
      break;
    case VALUE_PLACE:
      assert (at.a < x->heap.places.count);
      if (!ownership_of_place (x, at.a))
        return LOCATION_NONE;
      location.owner_kind = x->heap.places.at[at.a].owner_kind;
      location.owner = x->heap.places.at[at.a].owner;
      location.member = x->heap.places.at[at.a].member;
      holder = x->heap.places.at[at.a].name;
      break;
    case VALUE_SELF:
      location.owner_kind = OWNER_SELF;
      location.member = UINT32_MAX;
      holder = simple_name (x, universe_class (x->universe, x->class)->name);
      break;
    case VALUE_OBJECT:
      location.owner_kind = OWNER_SITE;
      location.owner = x->threads ? threads_site_of (x, value) : UINT32_MAX;
      location.member = UINT32_MAX;
      if (location.owner == UINT32_MAX || !sites_is_asked (x, location.owner))
        return LOCATION_NONE;
      holder = sites_name (x, location.owner);
      break;
    case VALUE_NODE:
      if (at.b == NODE_IS_FOREIGN)
        return LOCATION_NONE;
      location.owner_kind = OWNER_NODE;
      location.owner = at.a;
      location.member = UINT32_MAX;
      holder = simple_name (x, (name_id){ at.a });
      break;
    case VALUE_OTHER:
    case VALUE_WIDE:
    case VALUE_NULL:
    case VALUE_BOOLEAN:
    case VALUE_CLASS:
    case VALUE_RAW:
    case VALUE_LAMBDA:
    case VALUE_CONDITION:
    case VALUE_HALF:
    case VALUE_ADDRESS: return LOCATION_NONE;
    }
  assert (holder);
  uint32_t member = location.member;
  enum owner_kind before = location.owner_kind;
  merge_with_nodes (x, &location.owner_kind, &location.owner, member);
  if (location.owner_kind != before)
    holder = field_name (x, location.owner_kind, location.owner, member);
  uint32_t key = pairmap_number (&x->heap.keys, location.owner_kind, location.owner);
  uint32_t *slot = pairmap_at (&x->heap.contents_of, key, location.member);
  if (*slot != PAIRMAP_FREE)
    return *slot;
  *slot = x->heap.locations.count;
  location.name = arena_format (&x->arena, "%s[]", holder);
  return new_location (x, location);
}

/* The location that LOCATION has turned out to be. */
static uint32_t
settled (struct extraction *x, uint32_t location)
{
  assert (location < x->heap.locations.count);
  const struct location at = x->heap.locations.at[location];
  if (at.owner_kind != OWNER_PLACE || at.member == UINT32_MAX
      || x->heap.reached.at[at.member] != 3)
    return location;
  name_id class = universe_class (x->universe, x->heap.member_list.at[at.member].class)
                    ->name;
  uint32_t node = heap_location (x, OWNER_NODE, class.index, at.member);
  if (!at.contents || node == LOCATION_NONE)
    return node == LOCATION_NONE ? location : node;
  return heap_contents (x, value_of (&x->values, VALUE_HELD, node, 0));
}

void
heap_settle (struct extraction *x)
{
  uint32_t count = x->heap.locations.count;
  uint32_t *now = arena_alloc (&x->run_arena, (count + 1) * sizeof *now);
  for (uint32_t i = 0; i < count; i++)
    now[i] = settled (x, i);
  for (uint32_t i = 0; i < x->instances.count; i++)
    {
      struct graph *graph = &x->instances.at[i].graph;
      for (uint32_t e = 0; e < graph->edges.count; e++)
        if (graph->edges.at[e].kind == EFFECT_READ
            || graph->edges.at[e].kind == EFFECT_WRITE)
          graph->edges.at[e].operand = now[graph->edges.at[e].operand];
    }
}

static const char *
lock_name (struct extraction *x, enum lock_flavour flavour, value_id value)
{
  const struct value *at = value_at (&x->values, value);
  const char *base = "this";
  if (at->kind == VALUE_CLASS)
    base = arena_format (&x->arena, "%s.class", simple_name (x, (name_id){ at->a }));
  if (at->kind == VALUE_PLACE)
    base = x->heap.places.at[at->a].name;
  if (at->kind == VALUE_OBJECT)
    base = threads_object_name (x, value);
  switch (flavour)
    {
    case LOCK_MONITOR:
      if (at->kind == VALUE_PLACE
          && library_kind (x->library, x->heap.places.at[at->a].type) >= LIBRARY_LOCK)
        return arena_format (&x->arena, "%s.monitor", base);
      return base;
    case LOCK_OBJECT: return base;
    case LOCK_READ:
    case LOCK_WRITE:
      return arena_format (&x->arena, "%s (%s)", base,
                           flavour == LOCK_READ ? "read" : "write");
    case LOCK_PIECE: break;
    }
  assert (false && "a flavour of a lock that has a value");
  return NULL;
}

uint32_t
heap_lock (struct extraction *x, enum lock_flavour flavour, value_id value)
{
  assert (flavour != LOCK_PIECE);
  enum value_kind kind = value_kind (&x->values, value);
  if (x->threads)
    {
      value = threads_lock_object (x, value);
      kind = value_kind (&x->values, value);
    }
  if (kind != VALUE_SELF && kind != VALUE_PLACE && kind != VALUE_CLASS
      && !(x->threads && kind == VALUE_OBJECT))
    return JAVA_LOCK_NONE;
  uint32_t *slot = pairmap_at (&x->heap.lock_of, flavour, value.index);
  if (*slot != PAIRMAP_FREE)
    return *slot;
  *slot = x->heap.locks.count;
  const char *name = lock_name (x, flavour, value);
  *vec_push (&x->arena, &x->heap.locks)
    = (struct lock){ .flavour = flavour, .value = value, .name = name };
  return x->heap.locks.count - 1;
}

uint32_t
heap_piece (struct extraction *x, uint32_t location)
{
  assert (location < x->heap.locations.count);
  uint32_t *slot = pairmap_at (&x->heap.piece_of, location, 0);
  if (*slot != PAIRMAP_FREE)
    return *slot;
  *slot = x->heap.locks.count;
  const char *name
    = arena_format (&x->arena, "inside %s", x->heap.locations.at[location].name);
  *vec_push (&x->arena, &x->heap.locks)
    = (struct lock){ .flavour = LOCK_PIECE, .value = OTHER, .name = name };
  return x->heap.locks.count - 1;
}

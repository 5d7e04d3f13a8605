/* abstract_value.c -- hash-consing of abstract values. */
#include <config.h>

#include "java/interpreter/abstract_value.h"

#include <assert.h>
#include <string.h>

static uint32_t
mix (uint32_t hash, uint32_t word)
{
  hash = (hash ^ word) * UINT32_C (0x9e3779b1);
  return hash ^ hash >> 15;
}

static uint32_t
hash_of_value (const void *context, uint32_t entry)
{
  const struct values *values = context;
  const struct value *value = &values->list.at[entry];
  uint32_t hash = mix (mix (mix (17, (uint32_t) value->kind), value->a), value->b);
  for (uint32_t i = 0; i < value->part_count; i++)
    hash = mix (hash, values->parts.at[value->first_part + i]);
  return hash;
}

static bool
same_value (const struct values *values, const struct value *a, const struct value *b)
{
  return a->kind == b->kind && a->a == b->a && a->b == b->b
         && a->part_count == b->part_count
         && (a->part_count == 0
             || memcmp (values->parts.at + a->first_part,
                        values->parts.at + b->first_part,
                        a->part_count * sizeof *values->parts.at)
                  == 0);
}

/* The last entry of the list is new, or was there before and is taken back. */
static value_id
intern_last (struct values *values)
{
  uint32_t last = values->list.count - 1;
  uint32_t *slot = hash_first (&values->table, hash_of_value (values, last));
  for (; *slot != HASH_FREE; slot = hash_next (&values->table, slot))
    if (same_value (values, &values->list.at[*slot], &values->list.at[last]))
      {
        values->parts.count = values->list.at[last].first_part;
        values->list.count--;
        return (value_id){ .index = *slot };
      }
  *slot = last;
  return (value_id){ .index = last };
}

/* Parts that are values: every one of a lambda, every second one of an object. */
static void
inherit_from_parts (struct values *values, struct value *value)
{
  uint32_t step = value->kind == VALUE_LAMBDA ? 1 : 2;
  for (uint32_t i = step - 1; i < value->part_count; i += step)
    {
      const struct value *part
        = &values->list.at[values->parts.at[value->first_part + i]];
      if (part->touches_self)
        value->touches_self = true;
      if (part->depth >= value->depth)
        value->depth = part->depth + 1;
    }
}

value_id
value_with_parts (struct values *values, enum value_kind kind, uint32_t a, uint32_t b,
                  const uint32_t *parts, uint32_t count)
{
  assert (count == 0 || kind == VALUE_OBJECT || kind == VALUE_RAW
          || kind == VALUE_LAMBDA);
  assert (kind == VALUE_LAMBDA || count % 2 == 0);
  hash_reserve (&values->table, values->list.count, hash_of_value, values);
  uint32_t first = values->parts.count;
  for (uint32_t i = 0; i < count; i++)
    *vec_push (values->arena, &values->parts) = parts[i];
  struct value value
    = { .kind = kind, .a = a, .b = b, .first_part = first, .part_count = count };
  value.touches_self = kind == VALUE_SELF || kind == VALUE_NODE || kind == VALUE_HELD;
  if (kind == VALUE_VIEW || kind == VALUE_CONDITION || kind == VALUE_HALF)
    {
      value.touches_self = values->list.at[a].touches_self;
      value.depth = values->list.at[a].depth + 1;
    }
  inherit_from_parts (values, &value);
  if (value.depth > VALUE_DEPTH_MOST)
    {
      values->parts.count = first;
      return OTHER;
    }
  *vec_push (values->arena, &values->list) = value;
  return intern_last (values);
}

value_id
value_of (struct values *values, enum value_kind kind, uint32_t a, uint32_t b)
{
  return value_with_parts (values, kind, a, b, NULL, 0);
}

void
value_touch (struct values *values, value_id value)
{
  assert (value.index < values->list.count);
  values->list.at[value.index].touches_self = true;
}

void
values_init (struct values *values, struct arena *arena)
{
  *values = (struct values){ .arena = arena };
  hash_table_init (&values->table, arena);
  vec_reserve (arena, &values->parts, 1); /* value_parts is no null pointer */
  value_of (values, VALUE_OTHER, 0, 0);
  value_of (values, VALUE_WIDE, 0, 0);
  value_of (values, VALUE_NULL, 0, 0);
  value_of (values, VALUE_BOOLEAN, 0, 0);
  value_of (values, VALUE_BOOLEAN, 1, 0);
  value_of (values, VALUE_SELF, 0, 0);
  assert (values->list.count == 6 && values->list.at[SELF.index].kind == VALUE_SELF);
}

bool
value_field (const struct values *values, value_id object, uint32_t member,
             value_id *value)
{
  const struct value *at = value_at (values, object);
  if (at->kind != VALUE_OBJECT && at->kind != VALUE_RAW)
    return false;
  const uint32_t *parts = value_parts (values, object);
  for (uint32_t i = 0; i < at->part_count; i += 2)
    if (parts[i] == member)
      {
        *value = (value_id){ .index = parts[i + 1] };
        return true;
      }
  return false;
}

value_id
value_set_field (struct values *values, struct arena *scratch, value_id object,
                 uint32_t member, value_id value)
{
  const struct value at = *value_at (values, object);
  assert (at.kind == VALUE_OBJECT || at.kind == VALUE_RAW);
  VEC (uint32_t) parts = VEC_EMPTY;
  bool placed = false;
  const uint32_t *old = value_parts (values, object);
  for (uint32_t i = 0; i < at.part_count; i += 2)
    {
      if (!placed && old[i] >= member)
        {
          /* The object is nobody else's yet: what was written last is there. */
          *vec_push (scratch, &parts) = member;
          *vec_push (scratch, &parts) = value.index;
          placed = true;
          if (old[i] == member)
            continue;
        }
      *vec_push (scratch, &parts) = old[i];
      *vec_push (scratch, &parts) = old[i + 1];
    }
  if (!placed)
    {
      *vec_push (scratch, &parts) = member;
      *vec_push (scratch, &parts) = value.index;
    }
  return value_with_parts (values, at.kind, at.a, at.b, parts.at, parts.count);
}

value_id
value_common (struct values *values, struct arena *scratch, value_id a, value_id b)
{
  const struct value at = *value_at (values, a);
  assert (at.kind == value_kind (values, b) && at.a == value_at (values, b)->a);
  VEC (uint32_t) parts = VEC_EMPTY;
  for (uint32_t i = 0; i < at.part_count; i += 2)
    {
      value_id other;
      const uint32_t *pair = value_parts (values, a) + i;
      if (value_field (values, b, pair[0], &other) && other.index == pair[1])
        {
          *vec_push (scratch, &parts) = pair[0];
          *vec_push (scratch, &parts) = pair[1];
        }
    }
  return value_with_parts (values, at.kind, at.a, at.b, parts.at, parts.count);
}

bool
value_is_something (const struct values *values, value_id value)
{
  switch (value_kind (values, value))
    {
    case VALUE_SELF:
    case VALUE_CLASS:
    case VALUE_RAW:
    case VALUE_OBJECT:
    case VALUE_VIEW:
    case VALUE_LAMBDA:
    case VALUE_CONDITION:
    case VALUE_HALF: return true;
    case VALUE_OTHER:
    case VALUE_WIDE:
    case VALUE_NULL:
    case VALUE_BOOLEAN:
    case VALUE_PLACE:
    case VALUE_NODE:
    case VALUE_HELD:
    case VALUE_ADDRESS: return false;
    }
  assert (false && "a kind of value");
  return false;
}

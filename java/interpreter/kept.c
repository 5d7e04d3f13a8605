/* kept.c -- values that were stored where the interpreter loses sight of them. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

/* Can something be done with VALUE that matters, when somebody gets hold of it? */
static bool
is_worth_keeping (struct extraction *x, value_id value)
{
  assert (value.index < x->values.list.count);
  const struct value *at = value_at (&x->values, value);
  switch (at->kind)
    {
    case VALUE_SELF:
    case VALUE_LAMBDA: return true;
    case VALUE_OBJECT: return type_is_given (x, (name_id){ at->a }) || at->part_count > 0;
    case VALUE_OTHER:
    case VALUE_WIDE:
    case VALUE_NULL:
    case VALUE_BOOLEAN:
    case VALUE_CLASS:
    case VALUE_RAW:
    case VALUE_PLACE:
    case VALUE_NODE:
    case VALUE_HELD:
    case VALUE_VIEW:
    case VALUE_CONDITION:
    case VALUE_HALF:
    case VALUE_ADDRESS: break;
    }
  return false;
}

/* Is VALUE an object of TYPE, as far as is known? */
static bool
has_type (struct extraction *x, value_id value, name_id type)
{
  assert (type.index != NAME_NONE.index);
  bool exact;
  name_id name = value_class (x, value, &exact);
  if (type.index == x->object_name.index || name.index == type.index)
    return true;
  if (name.index == NAME_NONE.index)
    return false;
  class_id class = universe_find (x->universe, name);
  return class_is_known (class) && universe_is_a (x->universe, class, type);
}

void
threads_keep (struct extraction *x, value_id value)
{
  struct threads *threads = x->threads;
  const struct value at = *value_at (&x->values, value);
  assert (threads);
  /* `this' of a constructor that lets it out: by what is known of it now. */
  if (at.kind == VALUE_RAW)
    value = at.b & RAW_IS_SELF && at.b != VALUE_RAW_THIS
              ? SELF
              : value_with_parts (&x->values, VALUE_OBJECT, at.a, 0,
                                  value_parts_copy (x, value), at.part_count);
  if (!is_worth_keeping (x, value))
    return;
  uint32_t *slot = pairmap_at (&threads->kept_of, value.index, 0);
  if (*slot != PAIRMAP_FREE)
    return;
  *slot = threads->kept.count;
  *vec_push (&x->run_arena, &threads->kept) = value;
  for (uint32_t i = 0; i < threads->kept_types.count; i++)
    {
      struct kept_type *kept = &threads->kept_types.at[i];
      if (!has_type (x, value, kept->type))
        continue;
      *vec_push (&x->run_arena, &kept->values) = value;
      kept->has_self = kept->has_self || value_equal (value, SELF);
      assert (kept->values.count <= threads->kept.count);
      for (uint32_t k = 0; k < kept->readers.count; k++)
        agenda_wake (&x->agenda, kept->readers.at[k]);
      for (uint32_t k = 0; kept->has_self && k < kept->self_readers.count; k++)
        agenda_wake (&x->agenda, kept->self_readers.at[k]);
    }
}

void
threads_keep_all (struct extraction *x, value_id value)
{
  enum value_kind kind = value_kind (&x->values, value);
  threads_keep (x, value);
  if (kind != VALUE_OBJECT && kind != VALUE_RAW)
    return;
  const uint32_t *parts = value_parts_copy (x, value);
  uint32_t count = value_at (&x->values, value)->part_count;
  assert (count % 2 == 0);
  for (uint32_t i = 0; i < count; i += 2)
    if (parts[i] < PART_ORDER)
      threads_keep_all (x, (value_id){ .index = parts[i + 1] });
}

/* What is kept of TYPE. */
static struct kept_type *
kept_type (struct extraction *x, name_id type)
{
  struct threads *threads = x->threads;
  uint32_t *slot = pairmap_at (&threads->kept_type_of, type.index, 0);
  if (*slot != PAIRMAP_FREE)
    return &threads->kept_types.at[*slot];
  *slot = threads->kept_types.count;
  struct kept_type kept = { .type = type };
  for (uint32_t i = 0; i < threads->kept.count; i++)
    if (has_type (x, threads->kept.at[i], type))
      {
        *vec_push (&x->run_arena, &kept.values) = threads->kept.at[i];
        kept.has_self = kept.has_self || value_equal (threads->kept.at[i], SELF);
      }
  assert (kept.values.count <= threads->kept.count);
  *vec_push (&x->run_arena, &threads->kept_types) = kept;
  return &threads->kept_types.at[threads->kept_types.count - 1];
}

/* The present state wants to be looked at again when there is more of KEPT. */
static bool
is_new_reader (struct machine *m, const struct kept_type *kept, bool only_self)
{
  struct threads *threads = m->x->threads;
  uint32_t number = (uint32_t) (kept - threads->kept_types.at);
  assert (number < threads->kept_types.count);
  uint32_t *slot = pairmap_at (&threads->reader_of, m->state, 2 * number + only_self);
  if (*slot != PAIRMAP_FREE)
    return false;
  *slot = 0;
  return true;
}

value_id
threads_known (const struct extraction *x, value_id value)
{
  assert (x->threads);
  const struct value *at = value_at (&x->values, value);
  if (at->kind != VALUE_PLACE)
    return value;
  value_id known = x->heap.places.at[at->a].known;
  return value_kind (&x->values, known) == VALUE_OBJECT ? known : value;
}

bool
threads_is_loose (const struct extraction *x, value_id value)
{
  switch (value_kind (&x->values, threads_known (x, value)))
    {
    case VALUE_OTHER:
    case VALUE_PLACE:
    case VALUE_NODE:
    case VALUE_HELD: return true;
    case VALUE_WIDE:
    case VALUE_NULL:
    case VALUE_BOOLEAN:
    case VALUE_SELF:
    case VALUE_CLASS:
    case VALUE_RAW:
    case VALUE_OBJECT:
    case VALUE_VIEW:
    case VALUE_LAMBDA:
    case VALUE_CONDITION:
    case VALUE_HALF:
    case VALUE_ADDRESS: break;
    }
  return false;
}

void
threads_kept (struct machine *m, name_id type, struct value_list *list)
{
  struct extraction *x = m->x;
  struct kept_type *kept = kept_type (x, type);
  assert (kept->type.index == type.index);
  if (is_new_reader (m, kept, false))
    *vec_push (&x->run_arena, &kept->readers) = m->state;
  for (uint32_t i = 0; i < kept->values.count; i++)
    *vec_push (&x->run_arena, &list->list) = kept->values.at[i];
}

/* What a loose VALUE, used as a TYPE, can be.  One at a place or in a location of I is
   followed as such, too, so that of the kept ones only those matter that lead to I, or
   that are code. */
static void
kept_for (struct machine *m, value_id value, name_id type, struct value_list *list)
{
  struct value_list all = { VEC_EMPTY };
  struct extraction *x = m->x;
  assert (threads_is_loose (x, value));
  threads_kept (m, type, &all);
  for (uint32_t i = 0; i < all.list.count; i++)
    if (value_equal (value, OTHER) || value_touches (&x->values, all.list.at[i])
        || value_kind (&x->values, all.list.at[i]) == VALUE_LAMBDA)
      *vec_push (&x->run_arena, &list->list) = all.list.at[i];
}

void
threads_read_kept (struct machine *m, value_id object, name_id class, uint32_t member)
{
  struct extraction *x = m->x;
  struct value_list list = { VEC_EMPTY };
  if (!x->threads || !threads_is_loose (x, object))
    return;
  kept_for (m, object, class, &list);
  for (uint32_t i = 0; i < list.list.count; i++)
    {
      value_id known;
      if (value_kind (&x->values, list.list.at[i]) != VALUE_OBJECT
          || !value_field (&x->values, list.list.at[i], member, &known)
          || value_equal (known, OTHER))
        continue;
      uint32_t begin = m->node, height = m->stack.count;
      machine_push (m, known);
      machine_next (m);
      m->node = begin;
      m->stack.count = height;
    }
}

bool
threads_may_be_self (struct machine *m, value_id value, name_id type)
{
  struct extraction *x = m->x;
  if (!x->threads || !threads_is_loose (x, value) || !has_type (x, SELF, type))
    return false;
  struct kept_type *kept = kept_type (x, type);
  if (is_new_reader (m, kept, true))
    *vec_push (&x->run_arena, &kept->self_readers) = m->state;
  return kept->has_self;
}

/* What the call of one object returns is one of the things that come back. */
static void
add_outcome (struct extraction *x, struct outcome *outcome, const struct outcome *one)
{
  assert (outcome != one && one->count <= RETURNS_MOST);
  for (uint32_t k = 0; k < one->count; k++)
    {
      if (outcome->count == RETURNS_MOST)
        threads_keep (x, one->values[k]);
      outcome_add (outcome, one->values[k]);
    }
  outcome->throws = outcome->throws || one->throws;
}

/* Forks the path; each part ends at one node. */
bool
threads_call_kept (struct machine *m, const struct call *call, struct outcome *outcome)
{
  struct value_list list = { VEC_EMPTY };
  if (!m->x->threads || !threads_is_loose (m->x, call->arguments[0]))
    return false;
  kept_for (m, call->arguments[0], call->member.class, &list);
  if (list.list.count == 0)
    return false;
  uint32_t begin = m->node, end = machine_node (m);
  value_id receiver = call->arguments[0];
  for (uint32_t i = 0; i < list.list.count; i++)
    {
      uint32_t before = outcome->count;
      m->node = begin;
      call->arguments[0] = list.list.at[i];
      struct outcome one = { .count = 0 };
      call_perform (m, call, &one);
      if (one.count > 0)
        machine_join (m, end);
      add_outcome (m->x, outcome, &one);
      assert (outcome->count >= before);
    }
  call->arguments[0] = receiver;
  m->node = begin;
  if (value_equal (receiver, OTHER))
    {
      /* An object that nothing is known of does nothing that is known. */
      outcome_add (outcome, OTHER);
      outcome->throws = true;
      machine_join (m, end);
    }
  else
    {
      struct outcome one = { .count = 0 };
      call_directly (m, call, &one);
      if (one.count > 0)
        machine_join (m, end);
      add_outcome (m->x, outcome, &one);
    }
  m->node = end;
  return true;
}

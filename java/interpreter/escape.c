/* escape.c -- what leaves I: objects whose methods others can call, and code that other
 * threads run.  entries.c makes entries of them. */
#include <config.h>

#include <assert.h>

#include "java/interpreter/threads.h"

static struct escaped *
add_escaped (struct extraction *x, value_id value, bool to_thread)
{
  assert (value_touches (&x->values, value));
  uint32_t *slot = pairmap_at (&x->client.escaped_of, value.index, to_thread);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = x->client.escaped.count;
      *vec_push (&x->run_arena, &x->client.escaped)
        = (struct escaped){ .value = value, .to_thread = to_thread };
      return NULL;
    }
  return &x->client.escaped.at[*slot];
}

void
entry_of_thread (struct machine *m, value_id value)
{
  struct extraction *x = m->x;
  assert (m->instance < x->instances.count);
  enum value_kind kind = value_kind (&x->values, value);
  if (x->threads)
    {
      threads_keep (x, value);
      return;
    }
  if (!value_touches (&x->values, value)
      || (kind != VALUE_LAMBDA && kind != VALUE_OBJECT && kind != VALUE_PLACE
          && kind != VALUE_NODE))
    return;
  struct escaped *before = add_escaped (x, value, true);
  if (before)
    before->is_once = before->is_once && before->instance == m->instance
                      && before->instruction == m->instruction;
  else
    {
      struct escaped *new = &x->client.escaped.at[x->client.escaped.count - 1];
      new->is_once = true;
      new->instance = m->instance;
      new->instruction = m->instruction;
    }
}

/* A note, if VALUE is an array or collection of I. */
static void
note_handed_out (struct extraction *x, uint32_t instance, uint32_t instruction,
                 value_id value)
{
  bool exact;
  name_id type = value_class (x, value, &exact);
  uint32_t contents = heap_contents (x, value);
  bool is_array
    = type.index != NAME_NONE.index && universe_text (x->universe, type)[0] == '[';
  if (contents != LOCATION_NONE
      && (value_kind (&x->values, value) == VALUE_VIEW || is_array
          || library_has_contents (library_kind (x->library, type))))
    note_location (x, JAVA_MAY_MISS, "handed-out", contents, instance, instruction,
                   "'%s' is handed out: what others do with it is not modelled",
                   x->heap.locations.at[contents].name);
}

void
machine_loses (struct machine *m, value_id value)
{
  enum value_kind kind = value_kind (&m->x->values, value);
  ownership_put_loose (m->x, value);
  if (!m->x->threads && (kind == VALUE_PLACE || kind == VALUE_HELD || kind == VALUE_VIEW))
    note_handed_out (m->x, m->instance, m->instruction, value);
}

void
value_escapes (struct extraction *x, uint32_t instance, uint32_t instruction,
               value_id value)
{
  assert (value.index < x->values.list.count);
  const struct value at = *value_at (&x->values, value);
  if (x->threads)
    {
      threads_keep (x, value);
      return;
    }
  ownership_let_out (x, value);
  if (!at.touches_self)
    return;
  switch (at.kind)
    {
    case VALUE_OBJECT:
    case VALUE_LAMBDA: add_escaped (x, value, false); break;
    case VALUE_NODE:
      /* Another object of I's class is one for which I stands. */
      if (at.a != universe_class (x->universe, x->class)->name.index
          && extraction_is_of_nest (x, universe_find (x->universe, (name_id){ at.a })))
        add_escaped (x, value, false);
      break;
    case VALUE_PLACE:
    case VALUE_HELD:
    case VALUE_VIEW: note_handed_out (x, instance, instruction, value); break;
    case VALUE_SELF:
    case VALUE_OTHER:
    case VALUE_WIDE:
    case VALUE_NULL:
    case VALUE_BOOLEAN:
    case VALUE_CLASS:
    case VALUE_RAW:
    case VALUE_CONDITION:
    case VALUE_HALF:
    case VALUE_ADDRESS: break;
    }
}

void
machine_escape (struct machine *m, value_id value)
{
  assert (m->instance < m->x->instances.count);
  enum value_kind kind = value_kind (&m->x->values, value);
  ownership_share (m, value);
  value_escapes (m->x, m->instance, m->instruction, value);
  if (value_touches (&m->x->values, value)
      && (kind == VALUE_SELF || kind == VALUE_LAMBDA || kind == VALUE_OBJECT))
    machine_publishes (m);
}

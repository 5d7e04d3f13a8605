/* aliases.c -- methods that are not public, called on an object that may be I and is not
 * told apart: a node of a list that calls a private method of the next node.
 *
 * Such a call runs without the locks that I's own methods hold there, and no entry stands
 * for it.  It is a gap for the locations that the method accesses, if I was handed out.
 * Where the same call was also followed with I, as an argument of an entry for
 * instance, it is in the model.
 */
#include <config.h>

#include <assert.h>

#include "java/interpreter/machine.h"

static bool
is_self (const struct extraction *x, const struct instance *instance)
{
  return row_count (&x->rows, instance->arguments) > 0
         && row_words (&x->rows, instance->arguments)[0] == SELF.index;
}

void
alias_call (struct machine *m, struct java_member method, value_id receiver)
{
  struct extraction *x = m->x;
  assert (member_is_known (method) && m->instance < x->instances.count);
  const struct value *at = value_at (&x->values, receiver);
  const struct instance *caller = &x->instances.at[m->instance];
  bool is_other
    = at->kind == VALUE_OTHER || (at->kind == VALUE_NODE && at->b == NODE_IS_FOREIGN);
  if (x->threads || universe_method (x->universe, method)->access & ACCESS_PUBLIC
      || !ownership_of_class (x, method.class))
    return;
  uint32_t *bits = pairmap_at (&x->client.receivers, m->instance, m->instruction);
  *bits = (*bits == PAIRMAP_FREE ? 0 : *bits)
          | (at->kind == VALUE_SELF ? RECEIVER_IS_SELF : RECEIVER_IS_OTHER);
  if (!is_other && at->kind != VALUE_SELF)
    return;
  uint32_t number = method_number (x, caller->method);
  if (is_other)
    *vec_push (&x->run_arena, &x->client.aliases)
      = (struct alias_call){ method, m->instance, m->instruction };
  else if (!is_self (x, caller))
    *pairmap_at (&x->client.followed, number, m->instruction) = 1;
}

/* By location: does METHOD of I access it, itself or in what it calls? */
static const bool *
find_accessed (struct extraction *x, struct java_member method)
{
  struct arena *arena = &x->run_arena;
  assert (member_is_known (method));
  bool *seen = arena_calloc (arena, x->instances.count + 1, sizeof *seen);
  bool *accessed = arena_calloc (arena, x->heap.locations.count + 1, sizeof *accessed);
  VEC (uint32_t) work = VEC_EMPTY;
  for (uint32_t i = 0; i < x->instances.count; i++)
    if (member_equal (x->instances.at[i].method, method)
        && is_self (x, &x->instances.at[i]))
      *vec_push (arena, &work) = i;
  while (work.count > 0)
    {
      uint32_t at = work.at[--work.count];
      assert (at < x->instances.count);
      const struct graph *graph = &x->instances.at[at].graph;
      for (uint32_t e = 0; e < graph->edges.count && !seen[at]; e++)
        {
          const struct graph_edge *edge = &graph->edges.at[e];
          if (edge->kind == EFFECT_CALL)
            *vec_push (arena, &work) = edge->operand;
          else if (edge->kind == EFFECT_READ || edge->kind == EFFECT_WRITE)
            accessed[edge->operand] = true;
        }
      seen[at] = true;
    }
  return accessed;
}

/* Do clients call METHOD of I? */
static bool
is_entry (const struct extraction *x, struct java_member method)
{
  for (uint32_t i = 0; i < x->client.entries.count; i++)
    {
      const struct instance *at = &x->instances.at[x->client.entries.at[i].instance];
      if (member_equal (at->method, method) && is_self (x, at))
        return true;
    }
  return false;
}

/* Is I the receiver of CALL whenever it is `this' of the caller, and no argument?  Then
   the receiver is that, or a part of it: with another object as `this' it is not I. */
static bool
is_on_this (const struct extraction *x, const struct alias_call *call)
{
  assert (call->instance < x->instances.count);
  struct java_member caller = x->instances.at[call->instance].method;
  for (uint32_t i = 0; i < x->instances.count; i++)
    {
      const struct instance *at = &x->instances.at[i];
      if (!member_equal (at->method, caller) || !is_self (x, at)
          || pairmap_get (&x->client.receivers, i, call->instruction) != RECEIVER_IS_SELF)
        continue;
      bool is_plain = true;
      for (uint32_t k = 1; k < row_count (&x->rows, at->arguments); k++)
        is_plain = is_plain && row_words (&x->rows, at->arguments)[k] != SELF.index;
      if (is_plain)
        return true;
    }
  return false;
}

void
aliases_check (struct extraction *x)
{
  assert (!x->threads || x->client.aliases.count == 0);
  const struct client *client = &x->client;
  struct pairmap done; /* methods */
  pairmap_init (&done, &x->run_arena);
  for (uint32_t i = 0; i < client->aliases.count && x->ownership.was_handed_out; i++)
    {
      const struct alias_call *at = &client->aliases.at[i];
      struct java_member method = at->method;
      uint32_t caller = method_number (x, x->instances.at[at->instance].method);
      if (pairmap_get (&client->followed, caller, at->instruction) != PAIRMAP_FREE
          || pairmap_get (&done, method.class.index, method.index) != PAIRMAP_FREE
          || is_entry (x, method) || is_on_this (x, at))
        continue;
      *pairmap_at (&done, method.class.index, method.index) = 1;
      const bool *accessed = find_accessed (x, method);
      for (uint32_t k = 0; k < x->heap.locations.count; k++)
        if (accessed[k] && ownership_asks (x, k))
          note_location (x, JAVA_MAY_MISS, "lost-object", k, at->instance,
                         at->instruction,
                         "'%s' is called on an object that may be this one, which was "
                         "handed out: what it does to '%s' without its locks is not "
                         "modelled",
                         full_method_name (x, method), x->heap.locations.at[k].name);
    }
}

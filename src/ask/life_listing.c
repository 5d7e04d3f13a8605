/* life_listing.c -- see life_listing.h.
 *
 * Depth first, events before steps: so in the first script everything is started, and
 * ends, as early as possible, which is how most violations can happen.  Cost: exponential
 * in the members at worst, at most VISITS_LIMIT partial scripts.
 */
#include <config.h>

#include "ask/life_listing.h"

#include <assert.h>

/* The most partial scripts that are visited. */
#define VISITS_LIMIT 20000

/* Steps of the plain automaton among the first COUNT items. */
static uint32_t
steps_made (const struct life_listing *l, uint32_t count)
{
  uint32_t made = 0;
  assert (count <= l->script->items.count);
  for (uint32_t i = 0; i < count; i++)
    made += l->script->items.at[i].kind == ITEM_STEP;
  return made;
}

/* Is MEMBER the actor of an event among the items from BEGIN to END - 1? */
static bool
has_event (const struct life_listing *l, uint32_t member, uint32_t begin, uint32_t end)
{
  for (uint32_t i = begin; i < end; i++)
    if (l->script->items.at[i].kind != ITEM_STEP
        && l->script->items.at[i].member == member)
      return true;
  return false;
}

/* Is MEMBER the actor of an item after item K? */
static bool
goes_on (const struct life_listing *l, uint32_t member, uint32_t k)
{
  return l->script->members.at[member].last > steps_made (l, k + 1)
         || has_event (l, member, k + 1, l->script->items.count);
}

/* Is MEMBER the actor of an item before item K? */
static bool
has_acted (const struct life_listing *l, uint32_t member, uint32_t k)
{
  uint32_t made = steps_made (l, k);
  for (uint32_t i = 0; i < made; i++)
    if (l->script->plain->steps.at[i].thread.index == member)
      return true;
  return has_event (l, member, 0, k);
}

/* Is item K, a start, of use?  It is if its actor, or a process that it starts, is the
   actor of a later item.  And if its actor was one before and comes to the start with a
   lock held, it has to go on in order to release the lock. */
static bool
is_useful_start (const struct life_listing *l, uint32_t k)
{
  const struct item *item = &l->script->items.at[k];
  const struct member *members = l->script->members.at;
  assert (item->kind == ITEM_START);
  for (uint32_t i = 0; i < l->script->members.count; i++)
    if ((i == item->member
         || idset_has (l->idsets, item->processes, members[i].process.index))
        && goes_on (l, i, k))
      return true;
  return has_acted (l, item->member, k)
         && life_cycles_may_start_locked (l->script->cycles,
                                          members[item->member].process, item->processes);
}

/* Is item K, an end, of use?  It is if a process that may join has an item after it, or
   had one before and joins with a lock held. */
static bool
is_useful_end (const struct life_listing *l, uint32_t k)
{
  const struct life_cycles *cycles = l->script->cycles;
  const struct member *members = l->script->members.at;
  process_id ended = members[l->script->items.at[k].member].process;
  assert (l->script->items.at[k].kind == ITEM_END);
  for (uint32_t i = 0; i < l->script->members.count; i++)
    if ((life_cycles_may_join (cycles, members[i].process, ended) && goes_on (l, i, k))
        || (life_cycles_may_join_locked (cycles, members[i].process, ended)
            && has_acted (l, i, k)))
      return true;
  return false;
}

/* Is every event of use for a later item?  If not, a script without it does as well. */
static bool
is_useful (const struct life_listing *l)
{
  for (uint32_t k = 0; k < l->script->items.count; k++)
    {
      enum item_kind kind = l->script->items.at[k].kind;
      if ((kind == ITEM_START && !is_useful_start (l, k))
          || (kind == ITEM_END && !is_useful_end (l, k)))
        return false;
    }
  return true;
}

static void list_scripts (struct life_listing *l);

/* Append ITEM, list all scripts that continue so, and remove it. */
static void
try_item (struct life_listing *l, struct item item)
{
  *vec_push (l->arena, &l->script->items) = item;
  list_scripts (l);
  l->script->items.count--;
}

/* Can members have passed all orders of BEFORE by now?  If not, nothing that comes after
   them is tried: the script would accept nothing. */
static bool
has_passed (const struct life_listing *l, uint64_t before)
{
  const struct life_cycles *cycles = l->script->cycles;
  for (uint64_t rest = before; rest; rest &= rest - 1)
    {
      uint32_t k = (uint32_t) __builtin_ctzll (rest);
      assert (k < cycles->orders.count && k < LIFE_ORDERS_KNOWN);
      const struct life_order *order = &cycles->orders.at[k];
      if (order->starts)
        {
          if (idset_meets (l->idsets, order->processes, l->script->tracked)
              && !idset_is_empty (idset_minus (l->idsets, order->processes, l->started)))
            return false;
          continue;
        }
      for (uint32_t i = 0; i < l->script->members.count; i++)
        if (idset_has (l->idsets, order->processes,
                       l->script->members.at[i].process.index)
            && l->script->members.at[i].state != MEMBER_ENDED)
          return false;
    }
  return true;
}

/* Try every start that MEMBER can make next, as far as scripts know. */
static void
try_starts (struct life_listing *l, uint32_t member)
{
  const struct life_cycles *cycles = l->script->cycles;
  struct life_range own = life_cycles_of (cycles, l->script->members.at[member].process);
  for (uint32_t k = own.begin; k < own.end && !l->over; k++)
    {
      const struct life_order *order = &cycles->orders.at[k];
      assert (body_equal (order->body, life_script_process (l->script, member)->body));
      if (!order->starts || !idset_meets (l->idsets, order->processes, l->script->tracked)
          || idset_meets (l->idsets, order->processes, l->started)
          || !has_passed (l, order->after))
        continue;
      idset before = l->started;
      l->started = idset_union (l->idsets, before, order->processes);
      for (uint32_t i = 0; i < l->script->members.count; i++)
        {
          struct member *woken = &l->script->members.at[i];
          if (idset_has (l->idsets, order->processes, woken->process.index)
              && woken->state == MEMBER_ASLEEP)
            woken->state = MEMBER_AWAKE;
        }
      try_item (l, (struct item){ ITEM_START, member, order->processes });
      for (uint32_t i = 0; i < l->script->members.count; i++)
        {
          struct member *woken = &l->script->members.at[i];
          if (idset_has (l->idsets, order->processes, woken->process.index)
              && idset_has (l->idsets, l->script->tracked, woken->process.index))
            woken->state = MEMBER_ASLEEP;
        }
      l->started = before;
    }
}

/* Can some member come to a join of MEMBER next? */
static bool
can_be_joined (const struct life_listing *l, uint32_t member)
{
  const struct life_cycles *cycles = l->script->cycles;
  process_id process = l->script->members.at[member].process;
  for (uint32_t k = 0; k < cycles->orders.count; k++)
    {
      const struct life_order *order = &cycles->orders.at[k];
      if (order->starts || !idset_has (l->idsets, order->processes, process.index)
          || !has_passed (l, order->after))
        continue;
      for (uint32_t i = 0; i < l->script->members.count; i++)
        if (i != member && l->script->members.at[i].state == MEMBER_AWAKE
            && body_equal (order->body, life_script_process (l->script, i)->body))
          return true;
    }
  return false;
}

/* Does every join name both members or neither? */
static bool
are_joined_together (const struct life_listing *l, uint32_t a, uint32_t b)
{
  const struct life_cycles *cycles = l->script->cycles;
  const struct member *members = l->script->members.at;
  for (uint32_t k = 0; k < cycles->orders.count; k++)
    if (!cycles->orders.at[k].starts
        && idset_has (l->idsets, cycles->orders.at[k].processes, members[a].process.index)
             != idset_has (l->idsets, cycles->orders.at[k].processes,
                           members[b].process.index))
      return false;
  return true;
}

/* Can MEMBER end now, as far as scripts know? */
static bool
can_end (const struct life_listing *l, uint32_t member)
{
  const struct life_cycles *cycles = l->script->cycles;
  body_id body = life_script_process (l->script, member)->body;
  return l->script->members.at[member].state == MEMBER_AWAKE
         && l->script->members.at[member].last <= l->made
         && has_passed (l, cycles->ends_after[body.index]);
}

/* Try to end FIRST, right before its first join, and the members that are joined together
   with it: one after the other in the order of their numbers, all of them or none. */
static void
try_ends (struct life_listing *l, uint32_t first)
{
  struct member *members = l->script->members.at;
  uint32_t together[LIFE_MEMBERS_LIMIT], count = 0;
  if (!can_be_joined (l, first))
    return;
  for (uint32_t i = 0; i < l->script->members.count; i++)
    {
      if (!are_joined_together (l, first, i))
        continue;
      if (members[i].process.index < members[first].process.index || !can_end (l, i))
        return;
      uint32_t k = count++;
      for (; k > 0 && members[together[k - 1]].process.index > members[i].process.index;
           k--)
        together[k] = together[k - 1];
      together[k] = i;
    }
  assert (count > 0 && together[0] == first);
  for (uint32_t i = 0; i < count; i++)
    {
      members[together[i]].state = MEMBER_ENDED;
      if (i + 1 < count)
        *vec_push (l->arena, &l->script->items)
          = (struct item){ ITEM_END, together[i], IDSET_EMPTY };
    }
  try_item (l, (struct item){ ITEM_END, together[count - 1], IDSET_EMPTY });
  l->script->items.count -= count - 1;
  for (uint32_t i = 0; i < count; i++)
    members[together[i]].state = MEMBER_AWAKE;
}

/* Can the next step of the plain automaton be made, as far as scripts know? */
static bool
can_step (const struct life_listing *l)
{
  const struct pa_automaton *plain = l->script->plain;
  assert (l->made < pa_phases (plain));
  uint32_t count = l->made + 1 == pa_phases (plain) ? plain->together : 1;
  for (uint32_t i = l->made; i < l->made + count; i++)
    if (l->script->members.at[plain->steps.at[i].thread.index].state != MEMBER_AWAKE)
      return false;
  return true;
}

/* List all scripts that begin with the items so far. */
static void
list_scripts (struct life_listing *l)
{
  const struct pa_automaton *plain = l->script->plain;
  quota_tick (l->arena->quota);
  l->limited |= l->scripts >= LIFE_SCRIPTS_LIMIT || l->visits++ >= VISITS_LIMIT
                || l->script->items.count + plain->together > PA_SIZE_LIMIT;
  l->over |= l->limited;
  if (l->over)
    return;
  if (l->made == pa_phases (plain))
    {
      if (!is_useful (l))
        return;
      l->scripts++;
      l->over = !l->visit (l->context);
      return;
    }
  for (uint32_t i = 0; i < l->script->members.count && !l->over; i++)
    if (l->script->members.at[i].state == MEMBER_AWAKE)
      {
        try_starts (l, i);
        if (!l->over)
          try_ends (l, i);
      }
  if (l->over || !can_step (l))
    return;
  l->made++;
  try_item (l, (struct item){ ITEM_STEP, 0, IDSET_EMPTY });
  l->made--;
}

void
life_listing_run (struct life_listing *l)
{
  assert (l->script->members.count <= LIFE_MEMBERS_LIMIT);
  l->script->items.count = l->made = l->scripts = l->visits = 0;
  l->over = l->limited = false;
  l->started = IDSET_EMPTY;
  list_scripts (l);
  assert (l->script->items.count == 0 && l->made == 0);
}

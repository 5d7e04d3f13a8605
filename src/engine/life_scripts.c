/* life_scripts.c -- see life_scripts.h.
 *
 * The scripts of some processes are listed depth first, events before steps: so the
 * first one has everything started, and ended, as early as possible, which is how most
 * violations can happen.
 */
#include <config.h>

#include "engine/life_scripts.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "engine/life_script.h"
#include "engine/name_list.h"

/* Scripts asked, and partial ones visited, for one set of processes. */
#define SCRIPTS_LIMIT 256
#define VISITS_LIMIT 20000
/* Processes that take part: with more, nobody tries. */
#define MEMBERS_LIMIT 24

struct listing
{
  struct groundwork *groundwork;
  const struct pds *pds;
  struct idsets *idsets;
  const struct question *plain;
  struct arena *arena;
  script_asker asker;
  void *context;
  struct life_script script; /* so far */
  uint32_t made;      /* steps of the plain automaton in it */
  idset started;      /* tracked processes that were started */
  /* What came of it. */
  uint32_t asked, visits;
  bool limited;       /* not all scripts were asked */
  bool open;          /* an engine did not know */
  enum quota_reason reason;
  struct question question; /* asked last */
  struct answer answer;
};

/* ---- Who takes part. ---- */

static bool
is_member (const struct listing *l, process_id process)
{
  for (uint32_t i = 0; i < l->script.members.count; i++)
    if (process_equal (l->script.members.at[i].process, process))
      return true;
  return false;
}

static const struct pds_process *
process_of (const struct listing *l, uint32_t member)
{
  return life_script_process (&l->script, member);
}

/* Does PROCESS, not a member, decide what members can do: by a start that one of them
   needs or, if JOINS, by its end? */
static bool
is_relevant (const struct listing *l, process_id process, bool joins)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  for (uint32_t i = 0; i < l->script.members.count; i++)
    if ((process_of (l, i)->started
         && life_cycles_may_start (cycles, process, l->script.members.at[i].process))
        || (joins
            && life_cycles_may_join (cycles, l->script.members.at[i].process, process)))
      return true;
  return false;
}

/* Is nobody outside relevant? */
static bool
is_closed (const struct listing *l)
{
  for (process_id p = { 0 }; p.index < l->pds->processes.count; p.index++)
    if (!is_member (l, p) && is_relevant (l, p, true))
      return false;
  return true;
}

/* Add the processes that are relevant, those that are relevant to them, and so on; false
   if they are too many. */
static bool
close_members (struct listing *l, bool joins)
{
  for (uint32_t before = 0; before < l->script.members.count;)
    {
      before = l->script.members.count;
      for (process_id p = { 0 }; p.index < l->pds->processes.count; p.index++)
        {
          if (is_member (l, p) || !is_relevant (l, p, joins))
            continue;
          if (l->script.members.count == MEMBERS_LIMIT)
            return false;
          *vec_push (l->arena, &l->script.members) = (struct member){ .process = p };
        }
    }
  return true;
}

/* ---- Which starts are events? ---- */

static bool
share (const struct listing *l, idset a, idset b)
{
  return !idset_is_empty (idset_minus (l->idsets, a, idset_minus (l->idsets, a, b)));
}

/* Can a process of ORDER, a start by MEMBER, be started a second time by members? */
static bool
may_start_again (const struct listing *l, uint32_t member, const struct life_order *order)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  if (order->repeats)
    return true;
  for (uint32_t i = 0; i < l->script.members.count; i++)
    {
      struct life_range own = life_cycles_of (cycles, l->script.members.at[i].process);
      for (uint32_t k = own.begin; k < own.end; k++)
        {
          const struct life_order *other = &cycles->orders.at[k];
          if (other->starts && (i != member || other != order)
              && share (l, order->processes, other->processes))
            return true;
        }
    }
  return false;
}

/* Starts of members are events, and so are starts of others that could happen twice:
   the second waits for ever.  A member that somebody outside may start has been
   started, if those outside are free. */
static void
find_tracked (struct listing *l)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  l->script.tracked = IDSET_EMPTY;
  for (uint32_t i = 0; i < l->script.members.count; i++)
    {
      struct member *member = &l->script.members.at[i];
      bool from_outside = false;
      for (process_id p = { 0 };
           l->script.outside_free && !from_outside && p.index < l->pds->processes.count;
           p.index++)
        from_outside = !is_member (l, p)
                       && life_cycles_may_start (cycles, p, member->process);
      bool asleep = process_of (l, i)->started && !from_outside;
      member->state = asleep ? MEMBER_ASLEEP : MEMBER_AWAKE;
      if (asleep)
        l->script.tracked
          = idset_add (l->idsets, l->script.tracked, member->process.index);
      struct life_range own = life_cycles_of (cycles, member->process);
      for (uint32_t k = own.begin; !l->script.outside_free && k < own.end; k++)
        {
          const struct life_order *order = &cycles->orders.at[k];
          if (order->starts && may_start_again (l, i, order))
            l->script.tracked
              = idset_union (l->idsets, l->script.tracked, order->processes);
        }
    }
}

/* ---- Asking. ---- */

static void
log_script (const struct listing *l)
{
  if (!LOGS (2))
    return;
  struct name_list text = { .arena = l->arena };
  for (uint32_t k = 0; k < l->script.items.count; k++)
    {
      const struct item *item = &l->script.items.at[k];
      const char *name
        = item->kind == ITEM_STEP ? "a step" : process_of (l, item->member)->name;
      name_list_add (&text, k ? ", then " : "", name);
      if (item->kind != ITEM_STEP)
        name_list_add (&text, " ", item->kind == ITEM_START ? "starts" : "ends");
    }
  LOG (2, "a script, those outside %s: %s", l->script.outside_free ? "free" : "asleep",
       text.text.at);
}

static void
ask_script (struct listing *l)
{
  struct arena *arena = l->arena;
  log_script (l);
  uint32_t *member = arena_alloc (arena, l->script.members.count * sizeof *member);
  const struct pa_automaton *automaton
    = life_script_automaton (&l->script, member, arena);
  uint32_t threads = automaton->threads.count;
  struct pa_instance *instance = arena_alloc (arena, sizeof *instance);
  *instance = *l->plain->instance;
  instance->automaton = automaton;
  struct participant *participants = arena_alloc (arena, threads * sizeof *participants);
  process_id *processes = arena_alloc (arena, threads * sizeof *processes);
  struct watch *watches = arena_alloc (arena, threads * sizeof *watches);
  for (uint32_t t = 0; t < threads; t++)
    {
      const struct pds_process *process = process_of (l, member[t]);
      struct pa_role role;
      pa_role_init (&role, automaton, (thread_id){ t }, arena);
      watch_init (&watches[t], &l->groundwork->index, &role, instance->fields,
                  instance->set, arena);
      participants[t]
        = (struct participant){ process->body, process->entry, &watches[t] };
      processes[t] = l->script.members.at[member[t]].process;
    }
  l->question = *l->plain;
  l->question.instance = instance;
  l->question.steps = pa_phases (automaton);
  l->question.participants = participants;
  l->question.processes = processes;
  l->question.threads = l->question.needed = l->question.count = threads;
  l->question.scripted = true;
  l->question.script = &l->script;
  l->question.plain = l->plain;
  /* Executions too many need no witness. */
  l->question.explain = l->plain->explain && !l->script.outside_free;
  if (!l->script.outside_free)
    l->question.large = UINT32_MAX; /* samples know nothing of what comes before them */
  l->asker (l->context, &l->question, &l->answer);
  l->asked++;
  if (l->answer.kind == VERDICT_UNKNOWN)
    {
      l->open = true;
      l->reason = l->answer.reason;
    }
}

/* ---- Listing. ---- */

/* Steps of the plain automaton among the first COUNT items. */
static uint32_t
steps_made (const struct listing *l, uint32_t count)
{
  uint32_t made = 0;
  assert (count <= l->script.items.count);
  for (uint32_t i = 0; i < count; i++)
    made += l->script.items.at[i].kind == ITEM_STEP;
  return made;
}

/* Is MEMBER the actor of an event among the items from BEGIN to END - 1? */
static bool
has_event (const struct listing *l, uint32_t member, uint32_t begin, uint32_t end)
{
  for (uint32_t i = begin; i < end; i++)
    if (l->script.items.at[i].kind != ITEM_STEP && l->script.items.at[i].member == member)
      return true;
  return false;
}

/* Is MEMBER the actor of an item after item K? */
static bool
goes_on (const struct listing *l, uint32_t member, uint32_t k)
{
  return l->script.members.at[member].last > steps_made (l, k + 1)
         || has_event (l, member, k + 1, l->script.items.count);
}

/* Is MEMBER the actor of an item before item K? */
static bool
has_acted (const struct listing *l, uint32_t member, uint32_t k)
{
  uint32_t made = steps_made (l, k);
  for (uint32_t i = 0; i < made; i++)
    if (l->script.plain->steps.at[i].thread.index == member)
      return true;
  return has_event (l, member, 0, k);
}

/* Does item K, a start, let anyone go on?  Its actor and those that it starts, if they
   are actors later.  And if its actor was one before and comes to the start with a lock
   held, it has to go on in order to give the lock back. */
static bool
is_useful_start (const struct listing *l, uint32_t k)
{
  const struct item *item = &l->script.items.at[k];
  const struct member *members = l->script.members.at;
  assert (item->kind == ITEM_START);
  for (uint32_t i = 0; i < l->script.members.count; i++)
    if ((i == item->member
         || idset_has (l->idsets, item->processes, members[i].process.index))
        && goes_on (l, i, k))
      return true;
  return has_acted (l, item->member, k)
         && life_cycles_may_start_locked (&l->groundwork->life_cycles,
                                          members[item->member].process, item->processes);
}

/* The same of an end, and those that may join. */
static bool
is_useful_end (const struct listing *l, uint32_t k)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  const struct member *members = l->script.members.at;
  process_id ended = members[l->script.items.at[k].member].process;
  assert (l->script.items.at[k].kind == ITEM_END);
  for (uint32_t i = 0; i < l->script.members.count; i++)
    if ((life_cycles_may_join (cycles, members[i].process, ended) && goes_on (l, i, k))
        || (life_cycles_may_join_locked (cycles, members[i].process, ended)
            && has_acted (l, i, k)))
      return true;
  return false;
}

/* Is every event there for something that comes after it?  If not, a script without it
   does as well. */
static bool
is_useful (const struct listing *l)
{
  for (uint32_t k = 0; k < l->script.items.count; k++)
    {
      enum item_kind kind = l->script.items.at[k].kind;
      if ((kind == ITEM_START && !is_useful_start (l, k))
          || (kind == ITEM_END && !is_useful_end (l, k)))
        return false;
    }
  return true;
}

static void list_scripts (struct listing *l);

static bool
is_over (const struct listing *l)
{
  return l->limited || (l->asked > 0 && l->answer.kind == VERDICT_VIOLATION);
}

/* Go on with ITEM, then take it back. */
static void
try_item (struct listing *l, struct item item)
{
  *vec_push (l->arena, &l->script.items) = item;
  list_scripts (l);
  l->script.items.count--;
}

/* Can a member have been at all orders of BEFORE by now?  If not, nothing that comes
   after them is worth trying: the script would accept nothing. */
static bool
has_passed (const struct listing *l, uint64_t before)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  for (uint64_t rest = before; rest; rest &= rest - 1)
    {
      uint32_t k = (uint32_t) __builtin_ctzll (rest);
      assert (k < cycles->orders.count && k < LIFE_ORDERS_KNOWN);
      const struct life_order *order = &cycles->orders.at[k];
      if (order->starts)
        {
          if (share (l, order->processes, l->script.tracked)
              && !idset_is_empty (idset_minus (l->idsets, order->processes, l->started)))
            return false;
          continue;
        }
      for (uint32_t i = 0; i < l->script.members.count; i++)
        if (idset_has (l->idsets, order->processes,
                       l->script.members.at[i].process.index)
            && l->script.members.at[i].state != MEMBER_ENDED)
          return false;
    }
  return true;
}

/* Every start that a member can make next, as far as scripts know. */
static void
try_starts (struct listing *l, uint32_t member)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  struct life_range own = life_cycles_of (cycles, l->script.members.at[member].process);
  for (uint32_t k = own.begin; k < own.end && !is_over (l); k++)
    {
      const struct life_order *order = &cycles->orders.at[k];
      assert (body_equal (order->body, process_of (l, member)->body));
      if (!order->starts || !share (l, order->processes, l->script.tracked)
          || share (l, order->processes, l->started) || !has_passed (l, order->after))
        continue;
      idset before = l->started;
      l->started = idset_union (l->idsets, before, order->processes);
      for (uint32_t i = 0; i < l->script.members.count; i++)
        {
          struct member *woken = &l->script.members.at[i];
          if (idset_has (l->idsets, order->processes, woken->process.index)
              && woken->state == MEMBER_ASLEEP)
            woken->state = MEMBER_AWAKE;
        }
      try_item (l, (struct item){ ITEM_START, member, order->processes });
      for (uint32_t i = 0; i < l->script.members.count; i++)
        {
          struct member *woken = &l->script.members.at[i];
          if (idset_has (l->idsets, order->processes, woken->process.index)
              && idset_has (l->idsets, l->script.tracked, woken->process.index))
            woken->state = MEMBER_ASLEEP;
        }
      l->started = before;
    }
}

static bool
is_joined (const struct listing *l, uint32_t member)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  process_id process = l->script.members.at[member].process;
  for (uint32_t i = 0; i < l->script.members.count; i++)
    if (i != member
        && life_cycles_may_join (cycles, l->script.members.at[i].process, process))
      return true;
  return false;
}

static void
try_end (struct listing *l, uint32_t member)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  if (l->script.members.at[member].last > l->made || !is_joined (l, member)
      || !has_passed (l, cycles->ends_after[process_of (l, member)->body.index]))
    return;
  l->script.members.at[member].state = MEMBER_ENDED;
  try_item (l, (struct item){ ITEM_END, member, IDSET_EMPTY });
  l->script.members.at[member].state = MEMBER_AWAKE;
}

/* Can the next step of the plain automaton be made, as far as scripts know? */
static bool
can_step (const struct listing *l)
{
  const struct pa_automaton *plain = l->script.plain;
  assert (l->made < pa_phases (plain));
  uint32_t count = l->made + 1 == pa_phases (plain) ? plain->together : 1;
  for (uint32_t i = l->made; i < l->made + count; i++)
    if (l->script.members.at[plain->steps.at[i].thread.index].state != MEMBER_AWAKE)
      return false;
  return true;
}

/* Ask all scripts that begin with the items so far, until one is a violation. */
static void
list_scripts (struct listing *l)
{
  const struct pa_automaton *plain = l->script.plain;
  quota_tick (l->arena->quota);
  l->limited |= l->asked >= SCRIPTS_LIMIT || l->visits++ >= VISITS_LIMIT
                || l->script.items.count + plain->together > PA_SIZE_LIMIT;
  if (is_over (l))
    return;
  if (l->made == pa_phases (plain))
    {
      if (is_useful (l))
        ask_script (l);
      return;
    }
  for (uint32_t i = 0; i < l->script.members.count && !is_over (l); i++)
    if (l->script.members.at[i].state == MEMBER_AWAKE)
      {
        try_starts (l, i);
        if (!is_over (l))
          try_end (l, i);
      }
  if (is_over (l) || !can_step (l))
    return;
  l->made++;
  try_item (l, (struct item){ ITEM_STEP, 0, IDSET_EMPTY });
  l->made--;
}

/* ---- From few processes to many. ---- */

/* Ask the scripts of the members.  What is true of all of them, if they are all. */
static enum verdict_kind
ask_members (struct listing *l, bool outside_free)
{
  l->script.outside_free = outside_free;
  l->script.items.count = l->made = l->asked = l->visits = 0;
  l->limited = l->open = false;
  l->started = IDSET_EMPTY;
  find_tracked (l);
  list_scripts (l);
  assert (l->script.items.count == 0 && l->made == 0);
  LOG (1, "%u scripts of %u processes, those outside %s", (unsigned) l->asked,
       (unsigned) l->script.members.count, outside_free ? "free" : "asleep");
  if (l->asked > 0 && l->answer.kind == VERDICT_VIOLATION)
    return VERDICT_VIOLATION;
  return l->limited || l->open ? VERDICT_UNKNOWN : VERDICT_SAFE;
}

static enum verdict_kind
ask_more_and_more (struct listing *l)
{
  bool closed = is_closed (l);
  if (!closed && ask_members (l, true) == VERDICT_SAFE)
    return VERDICT_SAFE;
  for (bool joins = false;; joins = true)
    {
      if (!closed && !close_members (l, joins))
        {
          l->limited = true;
          return VERDICT_UNKNOWN;
        }
      closed = closed || is_closed (l);
      enum verdict_kind kind = ask_members (l, false);
      if (kind == VERDICT_VIOLATION || closed)
        return kind;
      assert (!joins);
      if (ask_members (l, true) == VERDICT_SAFE)
        return VERDICT_SAFE;
    }
}

bool
life_scripts_needed (const struct groundwork *groundwork, const struct question *plain)
{
  if (!groundwork->pds->life_cycles)
    return false;
  for (uint32_t t = 0; t < plain->threads; t++)
    if (life_cycles_concern (&groundwork->life_cycles, plain->processes[t]))
      return true;
  return false;
}

void
life_scripts_ask (struct groundwork *groundwork, const struct question *plain,
                  script_asker asker, void *context, struct question *asked,
                  struct answer *answer, struct arena *arena)
{
  const struct pa_automaton *automaton = plain->instance->automaton;
  assert (life_scripts_needed (groundwork, plain));
  if (plain->threads > MEMBERS_LIMIT) /* a long circle of a deadlock */
    {
      *asked = *plain;
      *answer = (struct answer){ .kind = VERDICT_UNKNOWN, .reason = QUOTA_PHASES };
      return;
    }
  struct question *kept = arena_alloc (arena, sizeof *kept); /* for the witness search */
  *kept = *plain;
  struct listing l = { .groundwork = groundwork, .pds = groundwork->pds,
                       .idsets = groundwork->pds->idsets, .plain = kept,
                       .arena = arena, .asker = asker, .context = context,
                       .script = { .cycles = &groundwork->life_cycles,
                                   .plain = automaton, .threads = plain->threads } };
  for (uint32_t t = 0; t < plain->threads; t++)
    {
      struct member member = { .process = plain->processes[t] };
      for (uint32_t i = 0; i < automaton->steps.count; i++)
        if (automaton->steps.at[i].thread.index == t)
          member.last = i < pa_phases (automaton) ? i + 1 : pa_phases (automaton);
      *vec_push (arena, &l.script.members) = member;
    }
  enum verdict_kind kind = ask_more_and_more (&l);
  *asked = kind == VERDICT_VIOLATION ? l.question : *plain;
  struct life_script *last = arena_alloc (arena, sizeof *last);
  *last = l.script;
  asked->script = last;
  *answer = kind == VERDICT_VIOLATION ? l.answer : (struct answer){ .kind = kind };
  if (kind == VERDICT_UNKNOWN)
    answer->reason = l.limited ? QUOTA_PHASES : l.reason;
}

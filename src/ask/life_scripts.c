/* life_scripts.c -- see life_scripts.h. */
#include <config.h>

#include "ask/life_scripts.h"

#include <assert.h>

#include "base/log.h"
#include "ask/life_listing.h"

struct inquiry
{
  struct groundwork *groundwork;
  const struct pds *pds;
  struct idsets *idsets;
  const struct question *plain;
  struct arena *arena;
  script_asker asker;
  void *context;
  struct life_script script;
  /* Results. */
  bool limited; /* not all scripts were asked */
  bool open;    /* an engine answered "unknown" */
  enum quota_reason reason;
  struct question question; /* the last question */
  struct answer answer;
};

/* ---- Who takes part. ---- */

static bool
is_member (const struct inquiry *l, process_id process)
{
  for (uint32_t i = 0; i < l->script.members.count; i++)
    if (process_equal (l->script.members.at[i].process, process))
      return true;
  return false;
}

static const struct pds_process *
process_of (const struct inquiry *l, uint32_t member)
{
  return life_script_process (&l->script, member);
}

/* Does PROCESS, which is no member, decide what members can do: by a start that one of
   them needs or, if JOINS, by its end? */
static bool
is_relevant (const struct inquiry *l, process_id process, bool joins)
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

/* Is no process outside relevant? */
static bool
is_closed (const struct inquiry *l)
{
  for (process_id p = { 0 }; p.index < l->pds->processes.count; p.index++)
    if (!is_member (l, p) && is_relevant (l, p, true))
      return false;
  return true;
}

/* Add the processes that are relevant, those that are relevant to them, and so on; false:
   they are too many. */
static bool
close_members (struct inquiry *l, bool joins)
{
  for (uint32_t before = 0; before < l->script.members.count;)
    {
      before = l->script.members.count;
      for (process_id p = { 0 }; p.index < l->pds->processes.count; p.index++)
        {
          if (is_member (l, p) || !is_relevant (l, p, joins))
            continue;
          if (l->script.members.count == LIFE_MEMBERS_LIMIT)
            return false;
          *vec_push (l->arena, &l->script.members) = (struct member){ .process = p };
        }
    }
  assert (l->script.members.count <= LIFE_MEMBERS_LIMIT);
  return true;
}

/* ---- Which starts are events? ---- */

/* Can a process of ORDER, a start by MEMBER, be started a second time by members? */
static bool
may_start_again (const struct inquiry *l, uint32_t member, const struct life_order *order)
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
              && idset_meets (l->idsets, order->processes, other->processes))
            return true;
        }
    }
  return false;
}

/* Set `tracked' and the states of members.  Starts of members are events, and so are
   starts of others that could happen twice: the second would wait for ever.  If those
   outside are free, a member that one of them may start has been started. */
static void
find_tracked (struct inquiry *l)
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
        from_outside
          = !is_member (l, p) && life_cycles_may_start (cycles, p, member->process);
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
log_script (const struct inquiry *l)
{
  if (!LOGS (2))
    return;
  const char *text = "";
  for (uint32_t k = 0; k < l->script.items.count; k++)
    {
      const struct item *item = &l->script.items.at[k];
      const char *name
        = item->kind == ITEM_STEP ? "a step" : process_of (l, item->member)->name;
      text = arena_format (l->arena, "%s%s%s%s", text, k ? ", then " : "", name,
                           item->kind == ITEM_STEP    ? ""
                           : item->kind == ITEM_START ? " starts"
                                                      : " ends");
    }
  LOG (2, "a script, those outside %s: %s", l->script.outside_free ? "free" : "asleep",
       text);
}

/* Ask about the complete script; false: it is a violation. */
static bool
ask_script (void *context)
{
  struct inquiry *l = context;
  struct arena *arena = l->arena;
  log_script (l);
  uint32_t *member = arena_alloc (arena, l->script.members.count * sizeof *member);
  const struct pa_automaton *automaton
    = life_script_automaton (&l->script, member, arena);
  uint32_t threads = automaton->threads.count;
  assert (threads > 0 && threads <= l->script.members.count);
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
  l->question.plain = l->plain;
  /* A violation with free processes outside may not be real: no witness is needed. */
  l->question.explain = l->plain->explain && !l->script.outside_free;
  if (!l->script.outside_free)
    l->question.large = UINT32_MAX; /* samples ignore what comes before them */
  l->asker (l->context, &l->question, &l->script, &l->answer);
  if (l->answer.kind == VERDICT_UNKNOWN)
    {
      l->open = true;
      l->reason = l->answer.reason;
    }
  return l->answer.kind != VERDICT_VIOLATION;
}

/* ---- From few processes to many. ---- */

/* Ask the scripts of the members.  Returns the answer to all of them together. */
static enum verdict_kind
ask_members (struct inquiry *l, bool outside_free)
{
  assert (l->script.members.count >= l->script.threads);
  struct life_listing listing = { .script = &l->script,
                                  .idsets = l->idsets,
                                  .arena = l->arena,
                                  .visit = ask_script,
                                  .context = l };
  l->script.outside_free = outside_free;
  l->open = false;
  find_tracked (l);
  life_listing_run (&listing);
  l->limited = listing.limited;
  LOG (1, "%u scripts of %u processes, those outside %s", (unsigned) listing.scripts,
       (unsigned) l->script.members.count, outside_free ? "free" : "asleep");
  if (listing.scripts > 0 && l->answer.kind == VERDICT_VIOLATION)
    return VERDICT_VIOLATION;
  return l->limited || l->open ? VERDICT_UNKNOWN : VERDICT_SAFE;
}

static enum verdict_kind
ask_more_and_more (struct inquiry *l)
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

const struct life_script *
life_scripts_ask (struct groundwork *groundwork, const struct question *plain,
                  script_asker asker, void *context, struct question *asked,
                  struct answer *answer, struct arena *arena)
{
  const struct pa_automaton *automaton = plain->instance->automaton;
  assert (life_scripts_needed (groundwork, plain));
  if (plain->threads > LIFE_MEMBERS_LIMIT) /* a deadlock with a long circle */
    {
      *asked = *plain;
      *answer = (struct answer){ .kind = VERDICT_UNKNOWN, .reason = QUOTA_PHASES };
      return NULL;
    }
  struct question *kept = arena_alloc (arena, sizeof *kept); /* for the witness search */
  *kept = *plain;
  struct inquiry l = { .groundwork = groundwork,
                       .pds = groundwork->pds,
                       .idsets = groundwork->pds->idsets,
                       .plain = kept,
                       .arena = arena,
                       .asker = asker,
                       .context = context,
                       .script = { .cycles = &groundwork->life_cycles,
                                   .plain = automaton,
                                   .threads = plain->threads } };
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
  *answer = kind == VERDICT_VIOLATION ? l.answer : (struct answer){ .kind = kind };
  if (kind == VERDICT_UNKNOWN)
    answer->reason = l.limited ? QUOTA_PHASES : l.reason;
  return last;
}

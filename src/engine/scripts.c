/* scripts.c -- see scripts.h.
 *
 * The scripts of some processes are listed depth first, events before steps: so the
 * first one has everything started, and ended, as early as possible, which is how most
 * violations can happen.
 */
#include <config.h>

#include "engine/scripts.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "engine/name_list.h"

/* Scripts asked, and partial ones visited, for one set of processes. */
#define SCRIPTS_LIMIT 256
#define VISITS_LIMIT 20000
/* Processes that take part: with more, nobody tries. */
#define MEMBERS_LIMIT 24

enum member_state
{
  MEMBER_ASLEEP,
  MEMBER_AWAKE,
  MEMBER_ENDED,
};

/* A process that may take part.  The first ones play the threads of the plain
   automaton, in their order. */
struct member
{
  process_id process;
  enum member_state state;
  uint32_t last; /* number of its last step in the plain automaton, from 1; 0: none */
};

enum item_kind
{
  ITEM_STEP,  /* of the plain automaton; the steps that happen together are one */
  ITEM_START,
  ITEM_END,
};

/* An item of the script under construction. */
struct item
{
  enum item_kind kind;
  uint32_t member;  /* of a start or end: whose */
  idset processes;  /* of a start */
};

struct listing
{
  struct groundwork *groundwork;
  const struct pds *pds;
  struct idsets *idsets;
  const struct question *plain;
  struct arena *arena;
  script_asker asker;
  void *context;
  /* The processes that may take part. */
  VEC (struct member) members;
  bool outside_free;  /* the others may do as they like; if not, they sleep */
  idset tracked;      /* processes whose starts are events */
  /* The script so far. */
  VEC (struct item) items;
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
  for (uint32_t i = 0; i < l->members.count; i++)
    if (process_equal (l->members.at[i].process, process))
      return true;
  return false;
}

static const struct pds_process *
process_of (const struct listing *l, uint32_t member)
{
  assert (member < l->members.count);
  return &l->pds->processes.at[l->members.at[member].process.index];
}

/* Does PROCESS, not a member, decide what members can do: by a start that one of them
   needs or, if JOINS, by its end? */
static bool
is_relevant (const struct listing *l, process_id process, bool joins)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  for (uint32_t i = 0; i < l->members.count; i++)
    if ((process_of (l, i)->started
         && life_cycles_may_start (cycles, process, l->members.at[i].process))
        || (joins && life_cycles_may_join (cycles, l->members.at[i].process, process)))
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
  for (uint32_t before = 0; before < l->members.count;)
    {
      before = l->members.count;
      for (process_id p = { 0 }; p.index < l->pds->processes.count; p.index++)
        {
          if (is_member (l, p) || !is_relevant (l, p, joins))
            continue;
          if (l->members.count == MEMBERS_LIMIT)
            return false;
          *vec_push (l->arena, &l->members) = (struct member){ .process = p };
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
  for (uint32_t i = 0; i < l->members.count; i++)
    for (uint32_t k = 0; k < cycles->orders.count; k++)
      {
        const struct life_order *other = &cycles->orders.at[k];
        if (other->starts && body_equal (other->body, process_of (l, i)->body)
            && (i != member || other != order)
            && share (l, order->processes, other->processes))
          return true;
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
  l->tracked = IDSET_EMPTY;
  for (uint32_t i = 0; i < l->members.count; i++)
    {
      struct member *member = &l->members.at[i];
      bool from_outside = false;
      for (process_id p = { 0 };
           l->outside_free && !from_outside && p.index < l->pds->processes.count;
           p.index++)
        from_outside = !is_member (l, p)
                       && life_cycles_may_start (cycles, p, member->process);
      bool asleep = process_of (l, i)->started && !from_outside;
      member->state = asleep ? MEMBER_ASLEEP : MEMBER_AWAKE;
      if (asleep)
        l->tracked = idset_add (l->idsets, l->tracked, member->process.index);
      for (uint32_t k = 0; !l->outside_free && k < cycles->orders.count; k++)
        {
          const struct life_order *order = &cycles->orders.at[k];
          if (order->starts && body_equal (order->body, process_of (l, i)->body)
              && may_start_again (l, i, order))
            l->tracked = idset_union (l->idsets, l->tracked, order->processes);
        }
    }
}

/* ---- From a script to an automaton. ---- */

struct writer
{
  const struct listing *l;
  struct pa_automaton *to;
  uint32_t *thread;   /* by member: its thread, or UINT32_MAX */
  uint32_t *member;   /* by thread */
  uint32_t *position; /* by step of the plain automaton: its place, from 1 */
  uint32_t *begin;    /* by member: the place of its start; 0: it is awake */
  uint32_t *end;      /* by member: the place of its end; 0: it does not end */
};

static const struct pa_automaton *
plain_automaton (const struct listing *l)
{
  return l->plain->instance->automaton;
}

/* Members that do something are threads, those of the plain automaton first. */
static void
write_threads (struct writer *w)
{
  const struct listing *l = w->l;
  struct arena *arena = l->arena;
  for (uint32_t i = 0; i < l->members.count; i++)
    {
      bool acts = i < l->plain->threads;
      for (uint32_t k = 0; k < l->items.count && !acts; k++)
        acts = l->items.at[k].kind != ITEM_STEP && l->items.at[k].member == i;
      w->thread[i] = UINT32_MAX;
      if (!acts)
        continue;
      w->thread[i] = w->to->threads.count;
      w->member[w->to->threads.count] = i;
      *vec_push (arena, &w->to->threads)
        = (struct pa_symbol){ process_of (l, i)->name, { 0, 0 } };
    }
}

static void
write_steps (struct writer *w)
{
  const struct listing *l = w->l;
  const struct pa_automaton *plain = plain_automaton (l);
  uint32_t made = 0, phases = pa_phases (plain);
  for (uint32_t k = 0; k < l->items.count; k++)
    {
      const struct item *item = &l->items.at[k];
      uint32_t count = item->kind == ITEM_STEP && made + 1 == phases ? plain->together : 1;
      for (uint32_t i = 0; item->kind == ITEM_STEP && i < count; i++)
        {
          *vec_push (l->arena, &w->to->steps) = plain->steps.at[made];
          w->position[made++] = w->to->steps.count;
        }
      if (item->kind == ITEM_STEP)
        continue;
      bool start = item->kind == ITEM_START;
      *vec_push (l->arena, &w->to->steps)
        = (struct pa_step){ .thread = { w->thread[item->member] },
                            .kind = start ? PA_STARTS : PA_FINISHES,
                            .processes = item->processes };
      for (uint32_t i = 0; start && i < l->members.count; i++)
        if (idset_has (l->idsets, item->processes, l->members.at[i].process.index))
          w->begin[i] = w->to->steps.count;
      if (!start)
        w->end[item->member] = w->to->steps.count;
    }
  assert (made == plain->steps.count);
}

static void
write_clause (struct writer *w, struct pa_clause clause)
{
  if (clause.from < clause.to
      && (clause.kind == PA_SLEEPS || !idset_is_empty (clause.processes)))
    *vec_push (w->l->arena, &w->to->clauses) = clause;
}

/* Processes that are joined by someone and do not end in this script. */
static idset
endless (const struct writer *w)
{
  const struct listing *l = w->l;
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  idset joined = IDSET_EMPTY;
  for (uint32_t k = 0; !l->outside_free && k < cycles->orders.count; k++)
    if (!cycles->orders.at[k].starts)
      joined = idset_union (l->idsets, joined, cycles->orders.at[k].processes);
  for (uint32_t i = 0; i < l->members.count; i++)
    {
      idset one = idset_add (l->idsets, IDSET_EMPTY, l->members.at[i].process.index);
      joined = w->end[i] ? idset_minus (l->idsets, joined, one)
                         : idset_union (l->idsets, joined, one);
    }
  return joined;
}

static void
write_clauses (struct writer *w)
{
  const struct listing *l = w->l;
  const struct pa_automaton *plain = plain_automaton (l);
  uint32_t last = w->to->steps.count;
  for (uint32_t i = 0; i < plain->clauses.count; i++)
    {
      struct pa_clause clause = plain->clauses.at[i];
      clause.from = w->position[clause.from - 1];
      clause.to = w->position[clause.to - 1];
      *vec_push (l->arena, &w->to->clauses) = clause;
    }
  idset never = endless (w);
  for (uint32_t t = 0; t < w->to->threads.count; t++)
    {
      struct pa_clause clause = { .thread = { t }, .from = 0 };
      clause.kind = PA_SLEEPS;
      clause.to = w->begin[w->member[t]];
      write_clause (w, clause);
      clause.kind = PA_NO_START;
      clause.processes = l->tracked;
      clause.to = last;
      write_clause (w, clause);
      clause.kind = PA_NO_JOIN;
      clause.processes = never;
      write_clause (w, clause);
      for (uint32_t i = 0; i < l->members.count; i++)
        {
          clause.processes
            = idset_add (l->idsets, IDSET_EMPTY, l->members.at[i].process.index);
          clause.to = w->end[i];
          write_clause (w, clause);
        }
    }
}

/* The automaton of the script, and in MEMBER the member that plays each thread. */
static struct pa_automaton *
write_automaton (const struct listing *l, uint32_t *member)
{
  struct arena *arena = l->arena;
  size_t members = l->members.count;
  struct writer w = { .l = l, .to = arena_alloc (arena, sizeof *w.to), .member = member };
  w.thread = arena_alloc (arena, members * sizeof *w.thread);
  w.begin = arena_calloc (arena, members, sizeof *w.begin);
  w.end = arena_calloc (arena, members, sizeof *w.end);
  w.position
    = arena_alloc (arena, plain_automaton (l)->steps.count * sizeof *w.position);
  *w.to = *plain_automaton (l);
  memset (&w.to->threads, 0, sizeof w.to->threads);
  memset (&w.to->steps, 0, sizeof w.to->steps);
  memset (&w.to->clauses, 0, sizeof w.to->clauses);
  write_threads (&w);
  write_steps (&w);
  write_clauses (&w);
#ifdef EXPENSIVE_CHECKS
  pa_check (w.to);
#endif
  return w.to;
}

/* ---- Asking. ---- */

static void
log_script (const struct listing *l)
{
  if (!LOGS (2))
    return;
  struct name_list text = { .arena = l->arena };
  for (uint32_t k = 0; k < l->items.count; k++)
    {
      const struct item *item = &l->items.at[k];
      const char *name
        = item->kind == ITEM_STEP ? "a step" : process_of (l, item->member)->name;
      name_list_add (&text, k ? ", then " : "", name);
      if (item->kind != ITEM_STEP)
        name_list_add (&text, " ", item->kind == ITEM_START ? "starts" : "ends");
    }
  LOG (2, "a script, those outside %s: %s", l->outside_free ? "free" : "asleep",
       text.text.at);
}

static void
ask_script (struct listing *l)
{
  struct arena *arena = l->arena;
  log_script (l);
  uint32_t *member = arena_alloc (arena, l->members.count * sizeof *member);
  const struct pa_automaton *automaton = write_automaton (l, member);
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
      participants[t] = (struct participant){ process->body, process->entry, &watches[t] };
      processes[t] = l->members.at[member[t]].process;
    }
  l->question = *l->plain;
  l->question.instance = instance;
  l->question.steps = pa_phases (automaton);
  l->question.participants = participants;
  l->question.processes = processes;
  l->question.threads = l->question.count = threads;
  l->question.scripted = true;
  /* Executions too many need no witness. */
  l->question.explain = l->plain->explain && !l->outside_free;
  if (!l->outside_free)
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

/* May MEMBER do something after item K? */
static bool
goes_on (const struct listing *l, uint32_t member, uint32_t k)
{
  for (uint32_t i = k + 1; i < l->items.count; i++)
    if (l->items.at[i].kind != ITEM_STEP && l->items.at[i].member == member)
      return true;
  uint32_t made = 0;
  for (uint32_t i = 0; i <= k; i++)
    made += l->items.at[i].kind == ITEM_STEP;
  return l->members.at[member].last > made;
}

/* Is every event there for something that comes after it?  If not, a script without it
   does as well. */
static bool
is_useful (const struct listing *l)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  for (uint32_t k = 0; k < l->items.count; k++)
    {
      const struct item *item = &l->items.at[k];
      bool useful = item->kind == ITEM_STEP
                    || (item->kind == ITEM_START && goes_on (l, item->member, k));
      for (uint32_t i = 0; i < l->members.count && !useful; i++)
        {
          process_id process = l->members.at[i].process;
          bool served
            = item->kind == ITEM_START
                ? idset_has (l->idsets, item->processes, process.index)
                : life_cycles_may_join (cycles, process,
                                        l->members.at[item->member].process);
          useful = served && goes_on (l, i, k);
        }
      if (!useful)
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
  *vec_push (l->arena, &l->items) = item;
  list_scripts (l);
  l->items.count--;
}

/* Every start that a member can make next, as far as scripts know. */
static void
try_starts (struct listing *l, uint32_t member)
{
  const struct life_cycles *cycles = &l->groundwork->life_cycles;
  for (uint32_t k = 0; k < cycles->orders.count && !is_over (l); k++)
    {
      const struct life_order *order = &cycles->orders.at[k];
      if (!order->starts || !body_equal (order->body, process_of (l, member)->body)
          || !share (l, order->processes, l->tracked)
          || share (l, order->processes, l->started))
        continue;
      idset before = l->started;
      l->started = idset_union (l->idsets, before, order->processes);
      for (uint32_t i = 0; i < l->members.count; i++)
        if (idset_has (l->idsets, order->processes, l->members.at[i].process.index)
            && l->members.at[i].state == MEMBER_ASLEEP)
          l->members.at[i].state = MEMBER_AWAKE;
      try_item (l, (struct item){ ITEM_START, member, order->processes });
      for (uint32_t i = 0; i < l->members.count; i++)
        if (idset_has (l->idsets, order->processes, l->members.at[i].process.index)
            && idset_has (l->idsets, l->tracked, l->members.at[i].process.index))
          l->members.at[i].state = MEMBER_ASLEEP;
      l->started = before;
    }
}

static bool
is_joined (const struct listing *l, uint32_t member)
{
  for (uint32_t i = 0; i < l->members.count; i++)
    if (i != member
        && life_cycles_may_join (&l->groundwork->life_cycles, l->members.at[i].process,
                                 l->members.at[member].process))
      return true;
  return false;
}

static void
try_end (struct listing *l, uint32_t member)
{
  if (l->members.at[member].last > l->made || !is_joined (l, member))
    return;
  l->members.at[member].state = MEMBER_ENDED;
  try_item (l, (struct item){ ITEM_END, member, IDSET_EMPTY });
  l->members.at[member].state = MEMBER_AWAKE;
}

/* Can the next step of the plain automaton be made, as far as scripts know? */
static bool
can_step (const struct listing *l)
{
  const struct pa_automaton *plain = plain_automaton (l);
  uint32_t count = l->made + 1 == pa_phases (plain) ? plain->together : 1;
  for (uint32_t i = l->made; i < l->made + count; i++)
    if (l->members.at[plain->steps.at[i].thread.index].state != MEMBER_AWAKE)
      return false;
  return true;
}

/* Ask all scripts that begin with the items so far, until one is a violation. */
static void
list_scripts (struct listing *l)
{
  const struct pa_automaton *plain = plain_automaton (l);
  quota_tick (l->arena->quota);
  l->limited |= l->asked >= SCRIPTS_LIMIT || l->visits++ >= VISITS_LIMIT
                || l->items.count + plain->together > PA_SIZE_LIMIT;
  if (is_over (l))
    return;
  if (l->made == pa_phases (plain))
    {
      if (is_useful (l))
        ask_script (l);
      return;
    }
  for (uint32_t i = 0; i < l->members.count && !is_over (l); i++)
    if (l->members.at[i].state == MEMBER_AWAKE)
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
  l->outside_free = outside_free;
  l->items.count = l->made = l->asked = l->visits = 0;
  l->limited = l->open = false;
  l->started = IDSET_EMPTY;
  find_tracked (l);
  list_scripts (l);
  LOG (1, "%u scripts of %u processes, those outside %s", (unsigned) l->asked,
       (unsigned) l->members.count, outside_free ? "free" : "asleep");
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
scripts_needed (const struct groundwork *groundwork, const struct question *plain)
{
  if (groundwork->life_cycles.orders.count == 0)
    return false;
  for (uint32_t t = 0; t < plain->threads; t++)
    if (life_cycles_concern (&groundwork->life_cycles, plain->processes[t]))
      return true;
  return false;
}

void
scripts_ask (struct groundwork *groundwork, const struct question *plain,
             script_asker asker, void *context, struct question *asked,
             struct answer *answer, struct arena *arena)
{
  const struct pa_automaton *automaton = plain->instance->automaton;
  assert (scripts_needed (groundwork, plain) && plain->threads <= MEMBERS_LIMIT);
  struct listing l = { .groundwork = groundwork, .pds = groundwork->pds,
                       .idsets = groundwork->pds->idsets, .plain = plain,
                       .arena = arena, .asker = asker, .context = context };
  for (uint32_t t = 0; t < plain->threads; t++)
    {
      struct member member = { .process = plain->processes[t] };
      for (uint32_t i = 0; i < automaton->steps.count; i++)
        if (automaton->steps.at[i].thread.index == t)
          member.last = i < pa_phases (automaton) ? i + 1 : pa_phases (automaton);
      *vec_push (arena, &l.members) = member;
    }
  enum verdict_kind kind = ask_more_and_more (&l);
  *asked = kind == VERDICT_VIOLATION ? l.question : *plain;
  *answer = kind == VERDICT_VIOLATION ? l.answer : (struct answer){ .kind = kind };
  if (kind == VERDICT_UNKNOWN)
    answer->reason = l.limited ? QUOTA_PHASES : l.reason;
}

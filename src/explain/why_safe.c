/* why_safe.c -- see why_safe.h. */
#include <config.h>

#include "explain/why_safe.h"

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "phaseauto/reduction.h"

struct seeker
{
  struct ir_subject *subject;
  const struct query *query;
  struct decide_options options; /* of the choices */
  struct quota quota;
  struct arena work;
  struct groundwork groundwork;
  struct choices choices;
  struct why_safe why;
  struct why_safe_trial trial;
};

/* ---- No process can play a thread. ---- */

static bool
is_allowed (const struct seeker *s, thread_id thread, process_id process)
{
  assert (process.index < s->subject->projection.pds.processes.count);
  const struct decide_options *options = &s->options;
  if (s->query->kind == QUERY_RACE && options->only.filtered > 0)
    return options->only.filtered < 2 || options->only.allowed[0][process.index]
           || options->only.allowed[1][process.index];
  return thread.index >= options->only.filtered
         || options->only.allowed[thread.index][process.index];
}

/* The own steps of THREAD that some process makes, each by itself, as a mask. */
static uint64_t
steps_made (const struct seeker *s, thread_id thread)
{
  const struct choices *c = &s->choices;
  const struct pds *pds = s->groundwork.pds;
  uint64_t made = 0;
  assert (thread.index < c->threads);
  for (uint32_t f = 0; f < c->factored->factors.list.count; f++)
    for (process_id p = { 0 }; p.index < pds->processes.count; p.index++)
      {
        const struct watch *watch = &c->watches[f][thread.index];
        body_id body = pds->processes.at[p.index].body;
        if (!is_allowed (s, thread, p))
          continue;
        for (uint32_t i = 0; i < watch->count; i++)
          if (survey_find_action (&s->groundwork.survey.body[body.index],
                                  watch->entries[i].action))
            made |= watch->entries[i].class.step;
      }
  return made;
}

/* The first thread without a candidate. */
static bool
find_unplayed (struct seeker *s)
{
  const struct choices *c = &s->choices;
  const struct pa_automaton *automaton = s->query->automaton;
  for (thread_id t = { 0 }; t.index < c->threads; t.index++)
    {
      bool some = false;
      for (uint32_t k = 0; k < c->classes.count; k++)
        some |= c->candidate[t.index * c->classes.count + k];
      if (some)
        continue;
      uint64_t made = steps_made (s, t);
      s->why.kind = WHY_SAFE_THREAD;
      s->why.thread = t;
      for (uint32_t i = automaton->steps.count; i-- > 0;)
        if (thread_equal (automaton->steps.at[i].thread, t) && !(made >> i & 1))
          {
            s->why.kind = WHY_SAFE_STEP;
            s->why.step = i;
          }
      return true;
    }
  return false;
}

/* ---- Two processes need one lock. ---- */

/* In the order of the text. */
static void
add_place (struct seeker *s, struct why_safe_places *places, pds_symbol symbol)
{
  const struct ir_step *node = ir_step_of (&s->subject->projection, symbol);
  assert (ir_plain_op (node) == IR_ACQUIRE);
  for (uint32_t i = 0; i < places->list.count; i++)
    if (places->list.at[i]->offset == node->offset)
      return;
  *vec_push (&s->work, &places->list) = node;
  for (uint32_t i = places->list.count - 1;
       i > 0 && places->list.at[i - 1]->offset > node->offset; i--)
    {
      places->list.at[i] = places->list.at[i - 1];
      places->list.at[i - 1] = node;
    }
}

/* Add where a process with BODY acquires LOCK for the step from STATE of WATCH:
   backwards from each place where it can make the step, as long as it holds the lock. */
static void
find_acquires (struct seeker *s, struct why_safe_places *places, body_id body,
               const struct watch *watch, uint32_t state, lock_id lock)
{
  struct survey *survey = &s->groundwork.survey;
  const struct survey_body *reach = &survey->body[body.index];
  bool *seen
    = arena_calloc (&s->work, pds_symbol_count (survey->pds) + (size_t) 1, sizeof *seen);
  bool *reached = arena_calloc (&s->work, pds_symbol_count (survey->pds) + (size_t) 1,
                                sizeof *reached);
  VEC (pds_symbol) work = VEC_EMPTY;
  for (uint32_t i = 0; i < reach->symbols.count; i++)
    reached[reach->symbols.at[i].index] = true;
  for (uint32_t i = 0; i < watch->count; i++)
    {
      const struct survey_action *action
        = survey_find_action (reach, watch->entries[i].action);
      if (!action || !(watch->entries[i].class.step >> state & 1))
        continue;
      for (uint32_t k = 0; k < action->count; k++)
        *vec_push (&s->work, &work) = reach->places[action->first + k];
    }
  while (work.count > 0)
    {
      pds_symbol symbol = work.at[--work.count];
      if (seen[symbol.index])
        continue;
      seen[symbol.index] = true;
      assert (idset_has (survey->pds->idsets, survey->held[symbol.index], lock.index));
      for (uint32_t b = survey->first_back[symbol.index];
           b < survey->first_back[symbol.index + 1]; b++)
        {
          pds_symbol from = survey->back[b].from;
          if (!reached[from.index])
            continue;
          if (idset_has (survey->pds->idsets, survey->held[from.index], lock.index))
            *vec_push (&s->work, &work) = from;
          else
            add_place (s, places, from);
        }
    }
}

static void
add_places (struct seeker *s, struct why_safe_choice *choice)
{
  const struct choices *c = &s->choices;
  const struct common_lock *lock = &choice->lock;
  const struct watch *watches = c->watches[choices_factor (c)];
  const struct pds_process *processes = s->groundwork.pds->processes.at;
  find_acquires (s, &choice->keeper,
                 processes[choice->processes[lock->keeper.index].index].body,
                 &watches[lock->keeper.index], lock->first, lock->lock);
  find_acquires (s, &choice->other,
                 processes[choice->processes[lock->other.index].index].body,
                 &watches[lock->other.index], lock->between, lock->lock);
}

/* The locks that THREAD's process holds wherever it makes its access, whether the
   automaton's access is a read or a write there. */
static idset
always_held (const struct seeker *s, thread_id thread)
{
  const struct choices *c = &s->choices;
  struct idsets *idsets = s->groundwork.pds->idsets;
  body_id body = s->groundwork.pds->processes.at[c->processes[thread.index].index].body;
  idset held = IDSET_EMPTY;
  bool some = false;
  for (uint32_t f = 0; f < c->factored->factors.list.count; f++)
    {
      const struct watch *watch = &c->watches[f][thread.index];
      for (uint32_t i = 0; i < watch->count; i++)
        {
          const struct survey_action *action = survey_find_action (
            &s->groundwork.survey.body[body.index], watch->entries[i].action);
          if (!action)
            continue;
          idset lost = idset_minus (idsets, held, action->common);
          held = some ? idset_minus (idsets, held, lost) : action->common;
          some = true;
        }
    }
  assert (some);
  return held;
}

/* A lock that both processes of a race hold at their accesses. */
static bool
find_shared_lock (const struct seeker *s, struct common_lock *found)
{
  const struct idsets *idsets = s->groundwork.pds->idsets;
  const thread_id u = { 0 }, v = { 1 };
  idset writes = always_held (s, u), accesses = always_held (s, v);
  for (uint32_t l = idset_next (idsets, writes, 0); l != UINT32_MAX;
       l = idset_next (idsets, writes, l + 1))
    if (idset_has (idsets, accesses, l))
      {
        *found = (struct common_lock){ .lock = { l }, .keeper = u, .other = v };
        return true;
      }
  return false;
}

static bool
is_same (const struct common_lock *a, const struct common_lock *b)
{
  return lock_equal (a->lock, b->lock) && thread_equal (a->keeper, b->keeper)
         && thread_equal (a->other, b->other) && a->first == b->first
         && a->between == b->between && a->last == b->last;
}

/* All choices of processes.  The questions of one choice, for reads and writes in
   place of accesses, come one after the other; they need one reason. */
static void
find_choices (struct seeker *s)
{
  struct choices *c = &s->choices;
  struct why_safe *why = &s->why;
  struct statistics counts = { 0 };
  struct why_safe_choice choice = { .processes = NULL };
  size_t size = c->threads * sizeof *choice.processes;
  bool excluded = false; /* the current choice, so far */
  bool more = choices_next (c, &counts);
  while (more)
    {
      struct common_lock lock;
      bool found = s->query->kind == QUERY_RACE ? find_shared_lock (s, &lock)
                                                : choices_find_lock (c, &lock);
      bool is_new
        = !choice.processes || memcmp (choice.processes, c->processes, size) != 0;
      if (is_new)
        {
          choice = (struct why_safe_choice){ .processes = arena_alloc (&s->work, size) };
          memcpy (choice.processes, c->processes, size);
          choice.lock = found ? lock : (struct common_lock){ 0 };
          why->choices++;
          excluded = true;
        }
      excluded = excluded && found && is_same (&lock, &choice.lock);
      if (excluded && why->shown.count < WHY_SAFE_SHOWN)
        add_places (s, &choice);
      more = choices_next (c, &counts);
      bool complete = !more || memcmp (choice.processes, c->processes, size) != 0;
      if (!excluded || !complete)
        continue;
      why->excluded++;
      if (why->shown.count < WHY_SAFE_SHOWN)
        *vec_push (&s->work, &why->shown) = choice;
    }
  assert (why->excluded <= why->choices && why->shown.count <= why->excluded);
}

/* ---- All of it. ---- */

static void
find (struct seeker *s, const struct decide_options *given)
{
  groundwork_init (&s->groundwork, &s->subject->projection.pds, &s->work);
  choices_init (&s->choices, &s->groundwork, &s->options, s->query, false, &s->work);
  if (find_unplayed (s))
    return;
  s->why.kind = WHY_SAFE_LOCKS;
  s->why.life_cycles = s->groundwork.life_cycles.orders.count > 0;
  find_choices (s);
  if (s->why.choices == 0)
    s->why.kind = WHY_SAFE_PROCESSES;
  else if (s->why.excluded < s->why.choices)
    why_safe_drop_locks (&s->why.locks, s->groundwork.pds, s->query, given, &s->trial,
                         &s->work);
}

/* S is the caller's, so that it is as it was left if the work unwinds. */
static const char *
find_within_quota (struct seeker *s, const struct decide_options *given,
                   struct arena *arena)
{
  if (quota_checkpoint (&s->quota))
    return NULL;
  struct scribe scribe;
  if (s->query->kind == QUERY_DEADLOCK)
    {
      struct why_safe_circles circles;
      groundwork_init (&s->groundwork, &s->subject->projection.pds, &s->work);
      why_safe_find_circles (&circles, &s->groundwork, &s->options, &s->work);
      why_safe_print_circles (&circles, s->groundwork.pds, scribe_start (&scribe, arena));
      return scribe_end (&scribe);
    }
  find (s, given);
  why_safe_print (&s->why, s->subject, s->query, given->only.filtered > 0,
                  scribe_start (&scribe, arena));
  return scribe_end (&scribe);
}

const char *
why_safe_find (struct ir_subject *subject, const struct query *query,
               const struct decide_options *options, struct arena *arena)
{
  struct seeker s = { .subject = subject, .query = query, .options = *options };
  assert (query->automaton
          && (query->kind == QUERY_DEADLOCK || query->automaton->threads.count > 0));
  uint64_t time = options->timeout;
  if (time == 0 || time > WHY_SAFE_TIMEOUT)
    time = WHY_SAFE_TIMEOUT;
  /* All choices are listed, and one pass over the model tells who can play. */
  s.options.engine = NULL;
  s.options.reductions
    = reductions_default () & ~(uint32_t) (REDUCTION_COMMON_LOCKS | REDUCTION_HELD_LOCKS);
  quota_init (&s.quota);
  s.quota.limit = options->memory ? (size_t) options->memory : SIZE_MAX;
  s.quota.deadline = quota_clock () + time;
  s.quota.interrupted = options->interrupted;
  arena_init (&s.work, &s.quota);
  arena_init (&s.trial.arena, &s.quota);
  const char *text = find_within_quota (&s, options, arena);
  if (s.trial.deciding)
    decider_clear (&s.trial.decider);
  arena_clear (&s.trial.arena);
  arena_clear (&s.work);
  return text;
}

/* What the engine that decided VERDICT has to say; auto may have asked others before. */
static const char *
how_with_data (const struct verdict *verdict, struct arena *arena)
{
  const struct engine *engine = engine_find (verdict->engine);
  assert (engine && verdict->with_data);
  const uint64_t *counts = verdict->counts.at + engine_numbers (engine).statistic;
  const char *told = engine->tell_proof ? engine->tell_proof (counts, arena) : NULL;
  return told ? told : "";
}

const char *
why_safe_with_data (const struct query *query, const struct verdict *verdict,
                    struct arena *arena)
{
  assert (verdict->kind == VERDICT_SAFE && verdict->with_data);
  if (query->kind == QUERY_STUCK)
    return arena_format (arena,
                         "engine %s has found that whoever waits can still be woken, in "
                         "every state%s.\n'check --certificate' has them listed "
                         "once more, without that engine, by 'certify'.",
                         verdict->engine, how_with_data (verdict, arena));
  return arena_format (
    arena,
    "the values exclude it: engine %s, which knows them, has found "
    "that it happens in no execution of the model with its data%s.\n%s",
    verdict->engine, how_with_data (verdict, arena),
    engine_able (ENGINE_INVARIANT)
      ? "'check --certificate' looks for an invariant that 'certify' can "
        "check without that engine."
      : "There is no certificate of that.");
}

/* decide.c -- see decide.h.
 *
 * Choices.  Copies of a process are alike, so processes are grouped into
 * classes (same body, allowed for the same threads), and a choice is a class
 * for each thread; it stands for the first processes of these classes that
 * are still free.  Taking the classes in the order of those processes lists
 * the choices in the order of the declarations, without ever listing all
 * pairs of ten thousand copies.
 *
 * A class that cannot make a step of the thread, anywhere in its code, is not
 * a candidate: most queries of a model end here, without work.
 */
#include <config.h>

#include "decide.h"

#include <assert.h>
#include <string.h>

#include "explicit/search.h"
#include "phaseauto/reduction.h"
#include "witness/find.h"
#include "wpds/buddy.h"

/* ---- Setting up. ---- */

void
decider_init (struct decider *decider, const struct pds *pds,
              const struct decide_options *options, struct arena *model_arena)
{
  memset (decider, 0, sizeof *decider);
  decider->pds = pds;
  decider->options = options;
  decider->model_arena = model_arena;
  survey_init (&decider->survey, pds, model_arena);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    survey_reach (&decider->survey, pds->processes.at[p].body, pds->processes.at[p].entry);
  watch_index_init (&decider->index, pds, model_arena);
  quota_init (&decider->quota);
  arena_init (&decider->kept, &decider->quota);
  arena_init (&decider->scratch, &decider->quota);
  arena_init (&decider->states, &decider->quota);
  arena_init (&decider->runs, &decider->quota);
}

const char *
engine_name (enum engine engine)
{
  static const char *const names[]
    = { [ENGINE_AUTO] = "auto", [ENGINE_ANTICHAIN] = "antichain",
        [ENGINE_BDD] = "bdd", [ENGINE_EXPLICIT] = "explicit" };
  return names[engine];
}

/* Other threads may be deciding, too; of BuDDy there is one.  Waiting for it is
   part of the query, if QUOTA is not null. */
static void
enter_buddy (struct decider *decider, struct quota *quota)
{
  if (!decider->in_buddy)
    buddy_enter (quota);
  decider->in_buddy = true;
}

static void
leave_buddy (struct decider *decider)
{
  if (decider->in_buddy)
    buddy_leave ();
  decider->in_buddy = false;
}

/* Forget what the engine kept. */
static void
forget (struct decider *decider)
{
  if (decider->bdd)
    {
      enter_buddy (decider, NULL);
      bdd_engine_abandon (decider->bdd);
    }
  if (decider->antichain)
    antichain_engine_forget (decider->antichain);
  decider->bdd = NULL;
  decider->antichain = NULL;
  decider->control = NULL;
  arena_clear (&decider->kept);
}

void
decider_clear (struct decider *decider)
{
  arena_clear (&decider->scratch);
  arena_clear (&decider->states);
  arena_clear (&decider->runs);
  forget (decider);
  leave_buddy (decider);
}

/* ---- Candidates. ---- */

/* Processes that are alike for the query: a chain by number. */
struct process_class
{
  body_id body;
  process_id first;
  uint32_t taken;      /* how many of them play a thread already */
  uint32_t count;
  const process_id *processes;
};

struct work
{
  struct decider *decider;
  const struct query *query;
  struct arena *arena;
  const struct asked_automaton *asked;
  uint32_t threads;
  struct watch **watches;         /* by factor, by thread */
  struct process_class *classes;
  uint32_t class_count;
  bool *candidate;                /* by thread * class_count + class */
  uint32_t *chosen;               /* by thread: class */
  process_id *processes;          /* by thread */
  struct verdict *verdict;
  bool cut;                       /* a bound cut some search off */
  struct engine_trail trail;      /* of the violation found, */
  const struct run *found;        /* or the run of the explicit search */
};

static bool
is_allowed (const struct work *w, uint32_t thread, process_id process)
{
  const struct decide_options *options = w->decider->options;
  return thread >= options->filtered || options->allowed[thread][process.index];
}

static bool
are_alike (const struct work *w, process_id p, process_id q)
{
  const struct pds *pds = w->decider->pds;
  if (!body_equal (pds->processes.at[p.index].body, pds->processes.at[q.index].body))
    return false;
  for (uint32_t t = 0; t < w->threads; t++)
    if (is_allowed (w, t, p) != is_allowed (w, t, q))
      return false;
  return true;
}

/* Processes with one body stand together, so a class is found by looking back
   at the classes of that body only. */
static void
list_classes (struct work *w)
{
  const struct pds *pds = w->decider->pds;
  uint32_t count = pds->processes.count;
  uint32_t *class_of = arena_alloc (w->arena, count * sizeof *class_of + 1);
  VEC (struct process_class) classes = VEC_EMPTY;
  for (process_id p = { 0 }; p.index < count; p.index++)
    {
      body_id body = pds->processes.at[p.index].body;
      uint32_t c = classes.count;
      while (c > 0 && body_equal (classes.at[c - 1].body, body)
             && !are_alike (w, classes.at[c - 1].first, p))
        c--;
      if (c == 0 || !body_equal (classes.at[c - 1].body, body))
        {
          *vec_push (w->arena, &classes) = (struct process_class){ .body = body, .first = p };
          c = classes.count;
        }
      class_of[p.index] = c - 1;
      classes.at[c - 1].count++;
    }
  for (uint32_t c = 0; c < classes.count; c++)
    {
      process_id *members
        = arena_alloc (w->arena, classes.at[c].count * sizeof *members);
      uint32_t used = 0;
      for (process_id p = classes.at[c].first; used < classes.at[c].count; p.index++)
        if (class_of[p.index] == c)
          members[used++] = p;
      classes.at[c].processes = members;
    }
  w->classes = classes.at;
  w->class_count = classes.count;
}

/* What queries about one automaton share. */
static const struct asked_automaton *
find_automaton (struct decider *decider, const struct pa_automaton *automaton)
{
  struct arena *arena = decider->model_arena;
  for (uint32_t i = decider->automata.count; i-- > 0;)
    if (decider->automata.at[i].automaton == automaton)
      return &decider->automata.at[i];
  struct asked_automaton asked = { .automaton = automaton };
  uint32_t threads = automaton->threads.count;
  pa_factor (&asked.factors, automaton, arena);
  asked.roles = arena_alloc (arena, (size_t) asked.factors.list.count * threads
                                      * sizeof *asked.roles);
  for (uint32_t f = 0; f < asked.factors.list.count; f++)
    for (uint32_t t = 0; t < threads; t++)
      watch_role_init (&asked.roles[f * threads + t], &asked.factors.list.at[f],
                       (thread_id){ t }, arena);
  *vec_push (arena, &decider->automata) = asked;
  return &decider->automata.at[decider->automata.count - 1];
}

/* May what one pass over the model knows (theory.md, 5l and 5m) spare the engine?  The
   explicit search is the referee: it finds out for itself. */
static bool
looks_ahead (const struct decider *decider, uint32_t reductions)
{
  return decider->options->engine != ENGINE_EXPLICIT
         && (decider->options->reductions & reductions) == reductions;
}

/* Can a process with BODY make all own steps of the thread, one by one, and
   those that belong to one unit in one? */
static bool
can_play (const struct work *w, body_id body, uint32_t f, uint32_t thread)
{
  const struct watch *watch = &w->watches[f][thread];
  uint64_t own = ~watch->foreign & (((uint64_t) 1 << watch->steps) - 1);
  const struct survey_body *actions = &w->decider->survey.body[body.index];
  for (uint32_t i = 0; i < watch->count && own; i++)
    if ((watch->entries[i].class.step & own)
        && survey_find_action (actions, watch->entries[i].action))
      own &= ~watch->entries[i].class.step;
  if (own)
    return false;
  if (!looks_ahead (w->decider, REDUCTION_UNITS))
    return true;
  const struct pa_role *role = &w->asked->roles[f * w->threads + thread].role;
  field_id *fields = arena_alloc (w->arena, role->parameter_count * sizeof *fields + 1);
  pa_role_bind (role, w->query->fields, fields);
  return units_allow (&w->decider->units, body, role, fields);
}

/* False if there is a thread that nobody can play. */
static bool
find_candidates (struct work *w)
{
  const struct query *query = w->query;
  struct decider *d = w->decider;
  w->asked = find_automaton (d, query->automaton);
  if (!d->units.words && looks_ahead (d, REDUCTION_UNITS))
    units_init (&d->units, &d->survey, d->model_arena, w->arena);
  uint32_t factors = w->asked->factors.list.count;
  w->watches = arena_calloc (w->arena, factors, sizeof *w->watches);
  w->candidate = arena_calloc (w->arena, (size_t) w->threads * w->class_count + 1,
                               sizeof *w->candidate);
  for (uint32_t f = 0; f < factors; f++)
    w->watches[f] = arena_alloc (w->arena, w->threads * sizeof **w->watches);
  for (uint32_t t = 0; t < w->threads; t++)
    {
      bool some = false;
      for (uint32_t f = 0; f < factors; f++)
        {
          struct watch *watch = &w->watches[f][t];
          watch_init (watch, &w->decider->index, &w->asked->roles[f * w->threads + t],
                      query->fields, query->set, w->arena);
          for (uint32_t c = 0; c < w->class_count; c++)
            {
              bool *candidate = &w->candidate[t * w->class_count + c];
              *candidate |= is_allowed (w, t, w->classes[c].first)
                            && can_play (w, w->classes[c].body, f, t);
              some |= *candidate;
            }
        }
      if (!some)
        return false;
    }
  return true;
}

/* ---- Asking the weighted engines. ---- */

/* The processes that play no thread, as participants behind the threads. */
static void
add_bystanders (struct work *w, struct participant *participants,
                const struct watch *watch)
{
  const struct pds *pds = w->decider->pds;
  uint32_t used = w->threads;
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      bool plays = false;
      for (uint32_t t = 0; t < w->threads; t++)
        plays |= w->processes[t].index == p;
      if (!plays)
        participants[used++] = (struct participant){ pds->processes.at[p].body,
                                                     pds->processes.at[p].entry, watch };
    }
}

/* How much work `auto' gives the antichains before it tries the BDDs.  Where
   sets of tuples stay small this is never reached; where they explode, BDDs
   share what is common to them. */
#define AUTO_BUDGET 2000000

static bool
ask_antichain (struct work *w, const struct engine_question *question, uint64_t budget,
               bool *gave_up)
{
  struct decider *d = w->decider;
  if (!d->antichain)
    d->antichain = antichain_engine_new (&d->kept, &d->quota);
  enum engine_answer answer
    = antichain_engine_decide (d->antichain, question, budget, &d->quota, &d->scratch,
                               &w->verdict->counts);
  *gave_up = answer == ENGINE_GAVE_UP;
  return answer == ENGINE_VIOLATION;
}

static bool
ask_bdd (struct work *w, const struct engine_question *question)
{
  struct decider *d = w->decider;
  enter_buddy (d, &d->quota);
  if (!d->bdd)
    d->bdd = bdd_engine_new (&d->kept, d->options->memory / 4 * 3);
  w->verdict->engine = engine_name (ENGINE_BDD);
  w->trail.sampled = false;
  if (d->options->engine == ENGINE_AUTO)
    w->verdict->why = "exceeded";
  return bdd_engine_decide (d->bdd, question, &d->quota, &d->scratch,
                            &w->verdict->counts);
}

/* Processes with more symbols are large (engine.h). */
#define LARGE 512

static uint32_t
what_is_large (const struct decide_options *options)
{
  return options->large ? options->large : LARGE;
}

/* The processes chosen as participants, with room for COUNT. */
static struct participant *
list_threads (struct work *w, uint32_t f, uint32_t count)
{
  struct participant *participants
    = arena_alloc (w->arena, count * sizeof *participants);
  for (uint32_t t = 0; t < w->threads; t++)
    {
      const struct pds_process *process
        = &w->decider->pds->processes.at[w->processes[t].index];
      participants[t] = (struct participant){ process->body, process->entry,
                                              &w->watches[f][t] };
    }
  return participants;
}

static bool
ask_weighted (struct work *w, uint32_t f)
{
  struct decider *d = w->decider;
  const struct pds *pds = d->pds;
  uint32_t reductions = d->options->reductions;
  bool active = reductions & REDUCTION_ACTIVE;
  uint32_t count = active ? w->threads : pds->processes.count;
  struct participant *participants = list_threads (w, f, count);
  struct watch bystander;
  if (!active)
    {
      watch_init_bystander (&bystander, w->watches[f][0].steps);
      add_bystanders (w, participants, &bystander);
    }
  struct engine_question question
    = { &d->survey, w->watches[f][0].steps, participants, count, reductions,
        d->options->witness ? &w->trail : NULL, what_is_large (d->options) };
  enum engine engine = d->options->engine;
  bool gave_up = true;
  bool found = false;
  if (engine == ENGINE_AUTO)
    {
      w->verdict->engine = engine_name (ENGINE_ANTICHAIN);
      w->verdict->why = "budget";
    }
  if (engine != ENGINE_BDD)
    found = ask_antichain (w, &question, engine == ENGINE_AUTO ? AUTO_BUDGET : 0,
                           &gave_up);
  /* Without a budget the antichains never give up. */
  assert (!gave_up || engine != ENGINE_ANTICHAIN);
  return gave_up ? ask_bdd (w, &question) : found;
}

/* ---- Asking the explicit search: processes and the automaton, no watches. ---- */

/* The processes that take part: the threads', then, if asked for, the rest. */
static process_id *
list_participants (struct work *w, uint32_t *count)
{
  bool active = w->decider->options->reductions & REDUCTION_ACTIVE;
  uint32_t all = w->decider->pds->processes.count;
  process_id *list = arena_alloc (w->arena, (all + (size_t) 1) * sizeof *list);
  memcpy (list, w->processes, w->threads * sizeof *list);
  *count = w->threads;
  for (uint32_t p = 0; p < all && !active; p++)
    {
      bool plays = false;
      for (uint32_t t = 0; t < w->threads; t++)
        plays |= w->processes[t].index == p;
      if (!plays)
        list[(*count)++] = (process_id){ p };
    }
  return list;
}

/* What the threads did; bystanders are left out. */
static void
keep_run (struct work *w, struct search *search)
{
  struct state_run visited = { VEC_EMPTY };
  search_witness (search, &visited, w->arena);
  struct run *run = arena_calloc (w->arena, 1, sizeof *run);
  for (uint32_t i = 0; i < visited.steps.count; i++)
    {
      const struct state_step *step = &visited.steps.at[i];
      if (step->process.index < w->threads)
        *vec_push (w->arena, &run->steps)
          = (struct run_step){ step->process, step->rule, step->moved };
    }
  w->found = run;
}

static bool
ask_explicit (struct work *w, uint32_t f)
{
  struct decider *d = w->decider;
  struct verdict_counts *counts = &w->verdict->counts;
  struct pa_instance instance = { &w->asked->factors.list.at[f], w->query->fields, w->query->set,
                                  d->pds->idsets };
  struct search_options options
    = { .transactions = d->options->reductions & REDUCTION_TRANSACTIONS,
        .order = SEARCH_BREADTH_FIRST, .bound = SEARCH_STACK_BOUND };
  if (!d->control)
    d->control = control_new (d->pds, &d->kept);
  uint32_t count;
  const process_id *participants = list_participants (w, &count);
  /* An arena of its own, so that the states of one choice do not stay while
     the next is tried. */
  arena_clear (&d->states);
  struct search search;
  search_init (&search, d->control, &instance, participants, count, &options, &d->states);
  enum search_answer answer = search_decide (&search);
  counts->visited += search.counts.visited;
  counts->stored += search.counts.stored;
  if (counts->locks < search.program.locks.count)
    counts->locks = search.program.locks.count;
  w->cut |= answer == SEARCH_BOUND;
  if (answer == SEARCH_VIOLATION && d->options->witness)
    keep_run (w, &search);
  return answer == SEARCH_VIOLATION;
}

/* ---- Choices. ---- */

/* Do two of the processes chosen need one lock at the same time? */
static bool
is_excluded (struct work *w, uint32_t f)
{
  struct participant *participants = list_threads (w, f, w->threads);
  struct common_thread *threads = arena_alloc (w->arena, w->threads * sizeof *threads);
  for (uint32_t t = 0; t < w->threads; t++)
    {
      const struct pa_role *role = &w->asked->roles[f * w->threads + t].role;
      field_id *fields = arena_alloc (w->arena, role->parameter_count * sizeof *fields + 1);
      pa_role_bind (role, w->query->fields, fields);
      threads[t] = (struct common_thread){ &participants[t], role, fields };
    }
  return common_lock_exists (&w->decider->units, threads, w->threads, w->arena);
}

/* So many states, and `auto' lists them. */
#define TINY 2000

/* Are there so few states that listing them is the least work?  Without calls a
   process is where its symbol says, or at its end, and locks follow from that. */
static bool
is_tiny (const struct work *w, uint32_t f)
{
  const struct decider *d = w->decider;
  uint64_t states = w->watches[f][0].steps + 1;
  if (!(d->options->reductions & REDUCTION_ACTIVE))
    return false;
  for (uint32_t t = 0; t < w->threads; t++)
    {
      const struct survey_body *body
        = &d->survey.body[w->classes[w->chosen[t]].body.index];
      if (body->calls)
        return false;
      states *= body->symbols.count + 1;
      if (states > TINY)
        return false;
    }
  return true;
}

/* Does factor F have a violation with the processes chosen? */
static bool
ask (struct work *w, uint32_t f)
{
  for (uint32_t t = 0; t < w->threads; t++)
    if (!can_play (w, w->classes[w->chosen[t]].body, f, t))
      return false;
  w->verdict->counts.choices++;
  quota_check (&w->decider->quota);
  if (looks_ahead (w->decider, REDUCTION_UNITS | REDUCTION_COMMON_LOCKS)
      && is_excluded (w, f))
    return false;
  enum engine engine = w->decider->options->engine;
  if (engine == ENGINE_EXPLICIT)
    return ask_explicit (w, f);
  if (engine != ENGINE_AUTO || !is_tiny (w, f))
    return ask_weighted (w, f);
  w->verdict->engine = engine_name (ENGINE_EXPLICIT);
  w->verdict->why = "tiny";
  return ask_explicit (w, f);
}

/* The class with the smallest free process above AFTER that is a candidate for
   THREAD, or UINT32_MAX. */
static uint32_t
next_class (const struct work *w, uint32_t thread, int64_t after)
{
  uint32_t best = UINT32_MAX;
  int64_t best_process = INT64_MAX;
  for (uint32_t c = 0; c < w->class_count; c++)
    {
      const struct process_class *class = &w->classes[c];
      if (!w->candidate[thread * w->class_count + c] || class->taken == class->count)
        continue;
      int64_t process = class->processes[class->taken].index;
      if (process > after && process < best_process)
        {
          best = c;
          best_process = process;
        }
    }
  return best;
}

/* Try all choices, in order; true at the first violation. */
static bool
try_choices (struct work *w)
{
  int64_t *after = arena_alloc (w->arena, w->threads * sizeof *after);
  uint32_t t = 0;
  after[0] = -1;
  for (;;)
    {
      uint32_t c = next_class (w, t, after[t]);
      if (c == UINT32_MAX)
        {
          if (t == 0)
            return false;
          t--;
          w->classes[w->chosen[t]].taken--;
          continue;
        }
      struct process_class *class = &w->classes[c];
      w->chosen[t] = c;
      w->processes[t] = class->processes[class->taken++];
      after[t] = w->processes[t].index;
      if (t + 1 < w->threads)
        {
          after[++t] = -1;
          continue;
        }
      for (uint32_t f = 0; f < w->asked->factors.list.count; f++)
        if (ask (w, f))
          {
            w->verdict->factor = f;
            return true;
          }
      class->taken--;
    }
}

/* ---- The witness. ---- */

static void
copy_run (struct run *copy, const struct run *run, struct arena *arena)
{
  *copy = (struct run){ VEC_EMPTY, run->switches };
  vec_reserve (arena, &copy->steps, run->steps.count);
  for (uint32_t i = 0; i < run->steps.count; i++)
    *vec_push (arena, &copy->steps) = run->steps.at[i];
}

/* A violation was found: how? */
static void
find_witness (struct work *w)
{
  struct decider *d = w->decider;
  struct verdict *verdict = w->verdict;
  uint32_t f = verdict->factor;
  struct pa_instance instance = { &w->asked->factors.list.at[f], w->query->fields, w->query->set,
                                  d->pds->idsets };
  struct witness_task task
    = { .question = { &d->survey, w->watches[f][0].steps, list_threads (w, f, w->threads),
                      w->threads, d->options->reductions, &w->trail,
                      what_is_large (d->options) },
        .instance = &instance,
        .run = w->found,
        .best = d->options->best_witness };
  struct run run;
  switch (witness_find (&run, &task, &d->quota, w->arena))
    {
    case WITNESS_FOUND:
      {
        struct run *copy = arena_alloc (&d->runs, sizeof *copy);
        copy_run (copy, &run, &d->runs);
        verdict->run = copy;
        return;
      }
    case WITNESS_TOO_LONG:
      verdict->reason = QUOTA_BOUND;
      break;
    case WITNESS_NONE:
      verdict->reason = QUOTA_NOT_EXHAUSTED;
      verdict->bug = "the engine found a violation, but there is no interleaving for it";
      break;
    }
  verdict->kind = VERDICT_UNKNOWN;
}

static void
decide_under_quota (struct decider *decider, const struct query *query,
                    struct verdict *verdict)
{
  struct work w = { .decider = decider, .query = query, .arena = &decider->scratch,
                    .verdict = verdict };
  w.threads = query->automaton->threads.count;
  w.trail.arena = w.arena;
  w.chosen = arena_alloc (w.arena, w.threads * sizeof *w.chosen);
  w.processes = arena_alloc (w.arena, w.threads * sizeof *w.processes);
  list_classes (&w);
  bool found = find_candidates (&w) && try_choices (&w);
  verdict->kind = found ? VERDICT_VIOLATION : w.cut ? VERDICT_UNKNOWN : VERDICT_SAFE;
  if (verdict->kind == VERDICT_UNKNOWN)
    verdict->reason = QUOTA_BOUND;
  if (!found)
    return;
  process_id *processes
    = arena_alloc (decider->model_arena, w.threads * sizeof *processes);
  memcpy (processes, w.processes, w.threads * sizeof *processes);
  verdict->processes = processes;
  if (decider->options->witness)
    find_witness (&w);
}

enum engine
decide_first_engine (const struct decide_options *options)
{
  return options->engine == ENGINE_AUTO ? ENGINE_ANTICHAIN : options->engine;
}

static const char *
first_reason (const struct decide_options *options)
{
  return options->engine == ENGINE_AUTO ? "none" : "asked";
}

struct verdict
decide_query (struct decider *decider, const struct query *query)
{
  const struct decide_options *options = decider->options;
  struct quota *quota = &decider->quota;
  uint64_t start = quota_clock ();
  /* In the decider, not in this frame: it changes between the checkpoint and
     the unwinding. */
  struct verdict *verdict = &decider->verdict;
  *verdict = (struct verdict){ .kind = VERDICT_UNKNOWN,
                               .engine = engine_name (decide_first_engine (options)),
                               .why = first_reason (options) };
  decider->tries = 0;
  arena_clear (&decider->runs);
  quota->limit = options->memory ? (size_t) options->memory : SIZE_MAX;
  quota->deadline = options->timeout ? start + options->timeout : 0;
  quota->interrupted = options->interrupted;
  bool unwound = quota_checkpoint (quota);
  bool kept_some = decider->kept.small || decider->kept.large;
  if (unwound)
    {
      arena_clear (&decider->scratch);
      arena_clear (&decider->states);
      forget (decider);
      *verdict = (struct verdict){ .kind = VERDICT_UNKNOWN, .reason = quota->reason,
                                   .engine = engine_name (decide_first_engine (options)),
                                   .why = first_reason (options) };
    }
  /* What earlier queries left must not cost this one its answer: once more
     without it. */
  bool retry = unwound && quota->reason == QUOTA_MEMORY && kept_some
               && decider->tries == 1;
  if (!unwound || retry)
    {
      decider->tries++;
      decide_under_quota (decider, query, verdict);
    }
  arena_clear (&decider->scratch);
  arena_clear (&decider->states);
  leave_buddy (decider);
  verdict->nanoseconds = quota_clock () - start;
  return *verdict;
}

/* confirm.c -- see confirm.h. */
#include <config.h>

#include "jvm/confirm.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/scribe.h"
#include "base/text.h"
#include "jvm/folder.h"
#include "jvm/scenarios.h"

#define SECOND UINT64_C (1000000000)

/* Scenarios of a finding, and how many of them may be executed without harm before it is
   believed that none does harm. */
#define MOST_TRIES 40
#define MOST_HARMLESS 8

/* Tries in which a thread hung: others cost as much, which other findings need. */
#define MOST_LATE 2

/* Objects that are made for these tries: not all can be made, or are worth one. */
#define MOST_BUILDS 200

/* Methods that stand in for the one that gets in between, and scenarios of each. */
#define MOST_STAND_INS 5
#define STAND_IN_TRIES 16

/* Limits for a thread from stop to stop; for a serial run, in milliseconds; and for an
   answer of the harness, which may make six such runs. */
#define STOP_LIMIT (10 * SECOND)
#define SERIAL_LIMIT "3000"
#define HARNESS_LIMIT (60 * SECOND)
#define OVERTIME (5 * SECOND)

#define MEGABYTES 256

/* ---- Opening. ---- */

/* The folder of classes that PATH names is for a class loader: a class file stands for
   the folder that its package is in, which only its own name tells, so that its folder is
   taken.  Null: there is nothing. */
static const char *
absolute_path (const char *path, struct arena *arena)
{
  assert (path && *path);
  const char *mark = strchr (path, '!');
  char *real
    = realpath (mark ? arena_copy (arena, path, (size_t) (mark - path)) : path, NULL);
  if (!real)
    return NULL;
  if (text_ends_with (real, ".class"))
    *strrchr (real, '/') = 0;
  const char *copy
    = strpbrk (real, "\t\n") ? NULL : arena_copy (arena, real, strlen (real));
  free (real);
  return copy;
}

static const char *
join_paths (const struct confirm_options *options, const char *between, const char *more,
            struct arena *arena)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  fputs (more, file);
  for (uint32_t i = 0; i < options->path_count; i++)
    {
      const char *path = absolute_path (options->paths[i], arena);
      if (path)
        fprintf (file, "%s%s", between, path);
    }
  return scribe_end (&scribe);
}

/* Compile the class of --arguments, unless it is compiled already. */
static bool
prepare_factories (struct confirmer *c, const char **problem)
{
  const char *given = c->options.arguments;
  c->factories = "-";
  if (!given)
    return true;
  char *file = realpath (given, NULL);
  if (!file)
    {
      *problem = arena_format (c->arena, "%s: %s", given, strerror (errno));
      return false;
    }
  const char *slash = strrchr (file, '/') + 1;
  size_t length = strcspn (slash, ".");
  c->factories = arena_copy (c->arena, slash, length);
  bool fine = text_ends_with (file, ".java")
              && jdk_compile (&c->jdk, file, join_paths (&c->options, ":", ".", c->arena),
                              c->folder, c->options.interrupted, c->arena, problem);
  if (!text_ends_with (file, ".java"))
    *problem = arena_format (c->arena, "%s is no Java source", given);
  free (file);
  return fine;
}

bool
confirmer_open (struct confirmer *c, const struct confirm_options *options,
                struct arena *arena, const char **problem)
{
  assert (options && problem);
  memset (c, 0, sizeof *c);
  c->options = *options;
  c->arena = arena;
  if (!jdk_find (&c->jdk, options->java, arena, problem))
    return false;
  c->folder = folder_create (arena);
  if (!c->folder)
    {
      *problem = arena_format (arena, "no working folder: %s", strerror (errno));
      return false;
    }
  if (!jdk_prepare (&c->jdk, c->folder, options->interrupted, arena, problem)
      || !prepare_factories (c, problem))
    return false;
  c->classpath = join_paths (options, "\t", c->folder, arena);
  return true;
}

/* LIMIT, or what is left of the time for all findings, and somewhat more for what has
   begun. */
static uint64_t
limit_within (const struct confirmer *c, uint64_t limit)
{
  uint64_t now = quota_clock (), deadline = c->options.deadline + OVERTIME;
  uint64_t left = deadline > now ? deadline - now : 1;
  assert (limit > 0);
  return left < limit ? left : limit;
}

static void
stop_machine (struct confirmer *c)
{
  if (c->running)
    jvm_close (&c->machine);
  c->running = false;
}

void
confirmer_close (struct confirmer *c)
{
  stop_machine (c);
  if (c->folder)
    folder_remove (c->folder);
  c->folder = NULL;
}

/* ---- The harness. ---- */

static const char *
order_units (const struct itinerary *itinerary, struct arena *arena)
{
  assert (itinerary->threads >= 2 && itinerary->calls.count >= itinerary->threads);
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  fputs ("units", file);
  for (uint32_t t = 0; t < itinerary->threads; t++)
    {
      fputs (t > 0 ? "\t;" : "", file);
      for (uint32_t i = 0; i < itinerary->calls.count; i++)
        if (itinerary->calls.at[i].thread == t)
          fprintf (file, "\t%s", itinerary->calls.at[i].unit);
    }
  fprintf (file, "\t:%s", drive_list_classes (itinerary, arena));
  return scribe_end (&scribe);
}

/* A JVM that knows the class and the units of PLAN; false with *REASON. */
static bool
start_machine (struct confirmer *c, const struct itinerary *itinerary,
               struct arena *arena, const char **reason)
{
  struct jvm *machine = &c->machine;
  if (!c->running)
    {
      c->running = true;
      if (!jvm_start (machine, &c->jdk, MEGABYTES, c->options.interrupted, arena))
        {
          *reason = arena_format (arena, "%s", machine->failure);
          return false;
        }
    }
  const char *setup = arena_format (arena, "setup\t" SERIAL_LIMIT "\t%s\t%s\t%s",
                                    itinerary->subject, c->factories, c->classpath);
  const char *answer = jvm_obey (machine, setup, limit_within (c, HARNESS_LIMIT));
  if (answer && jvm_says (answer, "ok"))
    snprintf (c->version, sizeof c->version, "%s", jvm_text (answer, arena));
  if (answer && jvm_says (answer, "ok")
      && (itinerary->is_program
          || jvm_obey (machine, order_units (itinerary, arena),
                       limit_within (c, HARNESS_LIMIT))))
    return true;
  *reason = arena_format (arena, "%s", answer ? answer : machine->failure);
  return false;
}

/* ---- One try. ---- */

/* What happened after the threads were released: *HARMFUL, and how; AGAIN: what differs
   from the run before does not count.  False: the machine failed. */
static bool
judge_run (struct confirmer *c, bool again, bool *harmful, const char **text,
           struct arena *arena)
{
  assert (c->running);
  const char *answer = jvm_obey_free (&c->machine, again ? "finish\tagain" : "finish",
                                      limit_within (c, HARNESS_LIMIT));
  if (!answer || jvm_says (answer, "refused"))
    {
      *text = answer ? jvm_text (answer, arena)
                     : arena_format (arena, "%s", c->machine.failure);
      return false;
    }
  bool stuck = jvm_says (answer, "stuck");
  const char *verdict = strchr (answer, '\t');
  assert (verdict);
  *harmful = jvm_says (verdict + 1, "harmful");
  *text = jvm_text (verdict + 1, arena);
  if (stuck)
    stop_machine (c);
  return true;
}

/* The JVM's own judgement, once the threads that were about to wait do. */
static bool
judge_deadlock (struct confirmer *c, const char **text, struct arena *arena)
{
  assert (c->running);
  uint64_t deadline = quota_clock () + STOP_LIMIT;
  const char *answer;
  do
    answer = jvm_obey_free (&c->machine, "deadlock", limit_within (c, HARNESS_LIMIT));
  while (answer && jvm_says (answer, "none") && quota_clock () < deadline);
  bool found = answer && jvm_says (answer, "deadlock");
  *text = found    ? jvm_text (answer, arena)
          : answer ? "the JVM sees no deadlock"
                   : arena_format (arena, "%s", c->machine.failure);
  stop_machine (c);
  return found;
}

/* What the harness is asked about a program whose threads are free. */
static const char *
order_outcome (const struct itinerary *itinerary, struct arena *arena)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  assert (itinerary->is_program);
  fputs (itinerary->question == ITINERARY_ASSERT  ? "outcome\tassert"
         : itinerary->question == ITINERARY_STUCK ? "outcome\tstuck"
                                                  : "outcome\tother",
         file);
  if (itinerary->question == ITINERARY_ASSERT)
    fprintf (file, "\t%s", itinerary->claim);
  for (uint32_t i = itinerary->meeting; i < itinerary->stops.count; i++)
    if (itinerary->question == ITINERARY_STUCK)
      fprintf (file, "\t%s", itinerary->stops.at[i].place);
  return scribe_end (&scribe);
}

/* What became of a program: the grade, and how it is seen. */
static enum execution_grade
judge_program (struct confirmer *c, const struct itinerary *itinerary, const char **text,
               struct arena *arena)
{
  const char *answer = jvm_obey_free (&c->machine, order_outcome (itinerary, arena),
                                      limit_within (c, HARNESS_LIMIT));
  const char *verdict = answer ? strchr (answer, '\t') : NULL;
  assert (c->running && itinerary->is_program);
  if (!verdict || jvm_says (answer, "refused"))
    {
      *text = answer ? jvm_text (answer, arena)
                     : arena_format (arena, "%s", c->machine.failure);
      stop_machine (c);
      return itinerary->question == ITINERARY_ASSERT
                 || itinerary->question == ITINERARY_STUCK
               ? EXECUTION_NOT_SEEN
               : EXECUTION_SEEN;
    }
  *text = jvm_text (verdict + 1, arena);
  enum execution_grade grade = jvm_says (verdict + 1, "harmful") ? EXECUTION_HARMFUL
                               : jvm_says (verdict + 1, "yes")   ? EXECUTION_SEEN
                                                                 : EXECUTION_NOT_SEEN;
  if (grade == EXECUTION_SEEN)
    *text = arena_format (arena, "%s%s%s",
                          itinerary->question == ITINERARY_RACE
                            ? "both threads stood before their accesses at once"
                            : "it happened",
                          **text ? "; then " : "", *text);
  if (!jvm_says (answer, "ended"))
    stop_machine (c);
  return grade;
}

/* Threads that went astray run to their ends; if they do not, the JVM is of no use. */
static void
abandon (struct confirmer *c)
{
  assert (c->running);
  const char *answer
    = jvm_obey_free (&c->machine, "abandon", limit_within (c, HARNESS_LIMIT));
  if (!answer || !jvm_says (answer, "ended"))
    stop_machine (c);
}

/* The tries of a finding so far. */
struct trying
{
  struct confirmer *confirmer;
  const struct itinerary *itinerary;
  struct confirmation *confirmation;
  struct arena *arena;
  struct scenarios scenarios;
  uint32_t farthest; /* stops that any try reached */
  uint32_t harmless;
  uint32_t late; /* tries that hung */
  bool again;    /* the last try did harm, and is made once more */
  bool stopped;  /* there was no time for more */
};

/* What ends a finding's tries, and what does not. */
enum tried
{
  TRIED,
  TRIED_NOTHING, /* the object cannot be made, or is like one before */
  TRIED_ALL,     /* there is nothing more to try */
};

/* It happened: raise the grade. */
static void
note_executed (struct trying *t, const struct drive *drive, enum execution_grade grade,
               const char *text)
{
  assert (grade > EXECUTION_NOT_SEEN && drive->end == DRIVE_DONE);
  struct confirmation *confirmation = t->confirmation;
  t->harmless += grade == EXECUTION_SEEN;
  if (confirmation->seen.grade >= grade)
    return;
  confirmation->seen.grade = grade;
  confirmation->seen.arguments = drive->story;
  confirmation->seen.text = text;
  struct itinerary *copy = arena_alloc (t->arena, sizeof *copy);
  *copy = *t->itinerary;
  confirmation->itinerary = copy;
}

static void
judge_drive (struct trying *t, const struct drive *drive)
{
  assert (drive->end == DRIVE_DONE);
  bool harmful = false;
  const char *text = "";
  if (t->itinerary->question == ITINERARY_DEADLOCK)
    {
      if (judge_deadlock (t->confirmer, &text, t->arena))
        note_executed (t, drive, EXECUTION_HARMFUL, text);
      else if (t->confirmation->seen.grade == EXECUTION_NOT_SEEN)
        t->confirmation->seen.text = text;
      return;
    }
  if (t->itinerary->is_program)
    {
      enum execution_grade grade
        = judge_program (t->confirmer, t->itinerary, &text, t->arena);
      if (grade > EXECUTION_NOT_SEEN)
        note_executed (t, drive, grade, text);
      else
        t->confirmation->seen.text = text;
      return;
    }
  bool judged = judge_run (t->confirmer, t->again, &harmful, &text, t->arena);
  if (!judged)
    {
      assert (!harmful);
      stop_machine (t->confirmer);
      text = arena_format (t->arena,
                           "it happened; the serial orders could not be run: %s", text);
    }
  else if (harmful && !t->again)
    {
      t->again = true;
      note_executed (
        t, drive, EXECUTION_SEEN,
        "it happened; what differed from the serial orders was not so again");
      return;
    }
  else if (!harmful)
    text = t->itinerary->question == ITINERARY_RACE
             ? "both threads stood before their accesses at once"
             : "it happened, and a serial order has the same effect";
  note_executed (t, drive, harmful ? EXECUTION_HARMFUL : EXECUTION_SEEN, text);
}

/* Why it was not executed: the reason of what got farthest, without stand-ins. */
static void
note_reason (struct trying *t, const char *reason, uint32_t reached)
{
  struct confirmation *confirmation = t->confirmation;
  assert (reason);
  if (confirmation->seen.grade != EXECUTION_NOT_SEEN
      || (*confirmation->seen.text
          && (reached <= t->farthest || t->itinerary->has_stand_in)))
    return;
  confirmation->seen.text = reason;
  t->farthest = reached;
}

/* The object is made: lead the threads.  Returns how many stops they reached. */
static uint32_t
drive_once (struct trying *t)
{
  struct confirmer *c = t->confirmer;
  bool is_program = t->itinerary->is_program;
  struct drive drive = drive_along (&c->machine, t->itinerary,
                                    limit_within (c, STOP_LIMIT), t->again, t->arena);
  LOG (1, "%u of %u stops; %s", (unsigned) drive.reached,
       (unsigned) t->itinerary->stops.count,
       drive.end == DRIVE_DONE ? drive.story : drive.reason);
  assert (t->confirmation->seen.grade != EXECUTION_HARMFUL);
  t->confirmation->seen.tries++;
  t->late += drive.is_late;
  if (drive.end == DRIVE_DONE)
    judge_drive (t, &drive);
  else
    note_reason (t, drive.reason, drive.reached);
  if (drive.end == DRIVE_FAILED || (drive.end == DRIVE_ASTRAY && is_program))
    stop_machine (c);
  else if (drive.end == DRIVE_ASTRAY)
    abandon (c);
  return drive.reached;
}

/* Have the harness make the object, as ORDER says; *STATE is a digest of it. */
static enum tried
try_build (struct trying *t, const char *order, uint64_t *state)
{
  struct confirmer *c = t->confirmer;
  const char *reason = NULL;
  *state = 0;
  if (!start_machine (c, t->itinerary, t->arena, &reason))
    {
      stop_machine (c);
      t->confirmation->seen.text = reason;
      return TRIED_ALL;
    }
  const char *answer = jvm_obey (&c->machine, order, limit_within (c, HARNESS_LIMIT));
  const char *text = answer ? jvm_text (answer, t->arena)
                            : arena_format (t->arena, "%s", c->machine.failure);
  bool built = answer && jvm_says (answer, "built");
  if (built)
    *state = strtoull (text, NULL, 16);
  else if (strcmp (text, "exhausted") == 0)
    return TRIED_ALL;
  else
    note_reason (t, text, 0);
  if (!answer || (!built && strncmp (text, "stuck", 5) == 0))
    stop_machine (c);
  return built ? TRIED : TRIED_NOTHING;
}

/* The same after ORDER was obeyed.  Harm is believed when it is done again: what a run
   leaves in the Java library, or the time that it takes, makes a difference, too, which
   is none of the interleaving.  So the second one goes slowly. */
static uint32_t
try_drive (struct trying *t, const char *order)
{
  uint64_t state;
  assert (!t->again);
  uint32_t reached = drive_once (t);
  assert (!t->again || t->confirmation->seen.grade == EXECUTION_SEEN);
  if (t->again && try_build (t, order, &state) == TRIED)
    drive_once (t);
  t->again = false;
  return reached;
}

static const char *
order_build (const struct trying *t, uint32_t number)
{
  const struct scenario *node = &t->scenarios.nodes.at[number];
  assert (number < t->scenarios.nodes.count);
  return arena_format (t->arena, "build\t%u%s", (unsigned) node->variant, node->calls);
}

/* Try the scenario that is next. */
static enum tried
try_next (struct trying *t)
{
  uint64_t state;
  uint32_t number = scenarios_next (&t->scenarios);
  if (number == UINT32_MAX)
    return TRIED_ALL;
  const char *order = order_build (t, number);
  enum tried tried = try_build (t, order, &state);
  if (tried != TRIED)
    {
      scenarios_note_refusal (&t->scenarios, number);
      return tried;
    }
  if (!scenarios_note_state (&t->scenarios, number, state))
    return TRIED_NOTHING;
  scenarios_note_score (&t->scenarios, number, try_drive (t, order));
  return TRIED;
}

/* Is there time, and nobody who wants us to stop? */
static bool
may_go_on (struct trying *t)
{
  const struct confirm_options *options = &t->confirmer->options;
  bool stopped = options->interrupted && *options->interrupted;
  assert (options->deadline > 0);
  if (!stopped && quota_clock () <= options->deadline)
    return true;
  const char *why = stopped ? "interrupted" : "time is up",
             *text = t->confirmation->seen.text;
  if (t->confirmation->seen.grade == EXECUTION_NOT_SEEN && !t->stopped)
    t->confirmation->seen.text
      = *text ? arena_format (t->arena, "%s; %s", text, why) : why;
  t->stopped = true;
  return false;
}

static bool
is_done (struct trying *t)
{
  assert (t->confirmation->seen.grade <= EXECUTION_HARMFUL);
  return t->confirmation->seen.grade == EXECUTION_HARMFUL || t->harmless >= MOST_HARMLESS
         || t->late >= MOST_LATE || !may_go_on (t);
}

/* Try scenarios until one is harmful. */
static void
try_scenarios (struct trying *t)
{
  enum tried tried = TRIED;
  uint32_t tries = 0;
  for (uint32_t builds = 0;
       builds < MOST_BUILDS && tries < MOST_TRIES && tried != TRIED_ALL && !is_done (t);
       builds++)
    {
      tried = try_next (t);
      tries += tried == TRIED;
    }
}

/* Of several objects: the harness numbers the ways in which they are made. */
static void
try_circle (struct trying *t)
{
  enum tried tried = TRIED;
  uint64_t state;
  assert (t->itinerary->threads >= 2);
  for (uint32_t n = 0; n < MOST_TRIES && tried != TRIED_ALL && !is_done (t); n++)
    {
      const char *order = arena_format (t->arena, "build\t%u", (unsigned) n);
      tried = try_build (t, order, &state);
      if (tried == TRIED)
        try_drive (t, order);
    }
}

/* With a stand-in: what was tried, which may go farther now. */
static void
try_again (struct trying *t)
{
  uint64_t state;
  uint32_t number;
  t->harmless = 0;
  scenarios_rewind (&t->scenarios);
  for (uint32_t n = 0; n < STAND_IN_TRIES && !is_done (t)
                       && (number = scenarios_again (&t->scenarios, n)) != UINT32_MAX;
       n++)
    {
      const char *order = order_build (t, number);
      if (try_build (t, order, &state) == TRIED)
        try_drive (t, order);
    }
}

/* The methods of the class, as the harness lists them, with a tab before each; null with
   a reason: it does not. */
static const char *
list_methods (struct trying *t)
{
  const char *reason = NULL, *answer = NULL;
  if (start_machine (t->confirmer, t->itinerary, t->arena, &reason))
    answer = jvm_obey (&t->confirmer->machine, "methods",
                       limit_within (t->confirmer, HARNESS_LIMIT));
  if (answer && jvm_says (answer, "ok"))
    return arena_format (t->arena, "%s", answer + strlen ("ok"));
  t->confirmation->seen.text
    = reason   ? reason
      : answer ? jvm_text (answer, t->arena)
               : arena_format (t->arena, "%s", t->confirmer->machine.failure);
  if (!answer)
    stop_machine (t->confirmer);
  return NULL;
}

/* Drive the itinerary with other methods in the place of the second thread's. */
static void
try_stand_ins (struct trying *t)
{
  assert (!t->itinerary->has_stand_in);
  const struct itinerary *own = t->itinerary;
  for (uint32_t n = 0; n < MOST_STAND_INS && n < own->rivals.count; n++)
    {
      struct itinerary other;
      if (!itinerary_replace (&other, own, own->rivals.at[n], t->arena))
        break;
      t->itinerary = &other;
      try_again (t);
    }
  t->itinerary = own;
}

/* Who calls what, of clients.  Words that begin with a tab are calls: the thread, the
   method, the numbers of two objects, and those that it gives. */
static const char *
order_ways (const struct itinerary *itinerary, unsigned variant, struct arena *arena)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  assert (itinerary->is_of_clients && itinerary->ways.count > 0);
  fprintf (file, "ways\t%u\t%s", variant,
           itinerary->constructor ? itinerary->constructor : "-");
  for (uint32_t i = 0; i < itinerary->ways.count; i++)
    {
      const struct itinerary_way *at = &itinerary->ways.at[i];
      assert (at->thread < itinerary->threads && at->way);
      fprintf (file, "\t%u %s %s %u %u", (unsigned) at->thread, at->way->method,
               at->way->descriptor, (unsigned) at->way->receiver,
               (unsigned) at->way->argument);
      for (uint32_t k = 0; k < at->numbers.count; k++)
        fprintf (file, " %" PRId64, at->numbers.at[k]);
    }
  return scribe_end (&scribe);
}

/* Of clients what the witness does not say may be one thing or another. */
static void
try_clients (struct trying *t)
{
  enum tried tried = TRIED;
  uint64_t state;
  assert (t->itinerary->is_of_clients);
  for (unsigned v = 0; v < SCENARIO_VARIANTS && tried != TRIED_ALL && !is_done (t); v++)
    {
      tried = try_build (t, order_ways (t->itinerary, v, t->arena), &state);
      if (tried == TRIED)
        drive_once (t);
    }
}

/* A program begins in one way. */
static void
try_program (struct trying *t)
{
  const char *reason = NULL;
  assert (t->itinerary->is_program);
  if (!may_go_on (t))
    return;
  if (start_machine (t->confirmer, t->itinerary, t->arena, &reason))
    drive_once (t);
  else
    {
      stop_machine (t->confirmer);
      t->confirmation->seen.text = reason;
    }
}

static void
try_class (struct trying *t)
{
  const char *methods = may_go_on (t) ? list_methods (t) : NULL;
  if (!methods)
    return;
  scenarios_init (&t->scenarios, methods, t->arena);
  try_scenarios (t);
  if (t->confirmation->seen.tries > 0 && t->confirmation->seen.grade != EXECUTION_HARMFUL)
    try_stand_ins (t);
}

void
confirmer_try (struct confirmer *c, const struct itinerary *itinerary,
               struct confirmation *confirmation, struct arena *arena)
{
  uint64_t start = quota_clock ();
  *confirmation
    = (struct confirmation){ .seen = { .arguments = "", .text = "", .machine = "" } };
  struct trying t = {
    .confirmer = c, .itinerary = itinerary, .confirmation = confirmation, .arena = arena
  };
  if (itinerary->is_of_clients)
    try_clients (&t);
  else if (itinerary->is_program)
    try_program (&t);
  else if (strchr (itinerary->subject, '+'))
    try_circle (&t);
  else
    try_class (&t);
  confirmation->seen.machine = arena_format (arena, "%s", c->version);
  confirmation->seen.ns = quota_clock () - start;
  assert (confirmation->seen.grade != EXECUTION_HARMFUL || *confirmation->seen.text);
}

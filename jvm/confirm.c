/* confirm.c -- see confirm.h. */
#include <config.h>

#include "jvm/confirm.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/scribe.h"
#include "base/text.h"
#include "jvm/folder.h"

#define SECOND UINT64_C (1000000000)

/* Scenarios of a finding, and how many of them may be executed without harm before it is
   believed that none does harm. */
#define MOST_TRIES 40
#define MOST_HARMLESS 8

/* Methods that stand in for the one that gets in between, and scenarios of each. */
#define MOST_STAND_INS 6
#define STAND_IN_TRIES 10

/* Limits for a thread from stop to stop; for a serial run, in milliseconds; and for an
   answer of the harness, which may make six such runs. */
#define STOP_LIMIT (10 * SECOND)
#define SERIAL_LIMIT "3000"
#define HARNESS_LIMIT (60 * SECOND)

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
  const char *answer = jvm_obey (machine, setup, HARNESS_LIMIT);
  if (answer && jvm_says (answer, "ok"))
    snprintf (c->version, sizeof c->version, "%s", jvm_text (answer, arena));
  if (answer && jvm_says (answer, "ok")
      && (itinerary->is_program
          || jvm_obey (machine, order_units (itinerary, arena), HARNESS_LIMIT)))
    return true;
  *reason = arena_format (arena, "%s", answer ? answer : machine->failure);
  return false;
}

/* ---- One try. ---- */

/* What happened after the threads were released: *HARMFUL, and how.  False: the machine
   failed. */
static bool
judge_run (struct confirmer *c, bool *harmful, const char **text, struct arena *arena)
{
  assert (c->running);
  const char *answer = jvm_obey_free (&c->machine, "finish", HARNESS_LIMIT);
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
    answer = jvm_obey_free (&c->machine, "deadlock", HARNESS_LIMIT);
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
  const char *answer
    = jvm_obey_free (&c->machine, order_outcome (itinerary, arena), HARNESS_LIMIT);
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
  const char *answer = jvm_obey_free (&c->machine, "abandon", HARNESS_LIMIT);
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
  uint32_t farthest; /* stops that any try reached */
  uint32_t harmless;
  bool stopped; /* there was no time for more */
};

/* It happened: raise the grade. */
static void
note_executed (struct trying *t, uint32_t scenario, const struct drive *drive,
               enum execution_grade grade, const char *text)
{
  assert (grade > EXECUTION_NOT_SEEN && drive->end == DRIVE_DONE);
  struct confirmation *confirmation = t->confirmation;
  t->harmless += grade == EXECUTION_SEEN;
  if (confirmation->seen.grade >= grade)
    return;
  confirmation->seen.grade = grade;
  confirmation->scenario = scenario;
  confirmation->seen.arguments = drive->story;
  confirmation->seen.text = text;
  struct itinerary *copy = arena_alloc (t->arena, sizeof *copy);
  *copy = *t->itinerary;
  confirmation->itinerary = copy;
}

static void
judge_drive (struct trying *t, uint32_t scenario, const struct drive *drive)
{
  assert (drive->end == DRIVE_DONE);
  bool harmful = false;
  const char *text = "";
  if (t->itinerary->question == ITINERARY_DEADLOCK)
    {
      if (judge_deadlock (t->confirmer, &text, t->arena))
        note_executed (t, scenario, drive, EXECUTION_HARMFUL, text);
      else if (t->confirmation->seen.grade == EXECUTION_NOT_SEEN)
        t->confirmation->seen.text = text;
      return;
    }
  if (t->itinerary->is_program)
    {
      enum execution_grade grade
        = judge_program (t->confirmer, t->itinerary, &text, t->arena);
      if (grade > EXECUTION_NOT_SEEN)
        note_executed (t, scenario, drive, grade, text);
      else
        t->confirmation->seen.text = text;
      return;
    }
  bool judged = judge_run (t->confirmer, &harmful, &text, t->arena);
  if (!judged)
    {
      assert (!harmful);
      stop_machine (t->confirmer);
      text = arena_format (t->arena,
                           "it happened; the serial orders could not be run: %s", text);
    }
  else if (!harmful)
    text = t->itinerary->question == ITINERARY_RACE
             ? "both threads stood before their accesses at once"
             : "it happened, and a serial order has the same effect";
  note_executed (t, scenario, drive, harmful ? EXECUTION_HARMFUL : EXECUTION_SEEN, text);
}

/* Try SCENARIO; false: there are no more. */
static bool
try_scenario (struct trying *t, uint32_t scenario)
{
  assert (t->confirmation->seen.grade != EXECUTION_HARMFUL);
  struct confirmer *c = t->confirmer;
  const char *reason = NULL;
  if (!start_machine (c, t->itinerary, t->arena, &reason))
    {
      stop_machine (c);
      t->confirmation->seen.text = reason;
      return false;
    }
  struct drive drive
    = drive_along (&c->machine, t->itinerary, scenario, STOP_LIMIT, t->arena);
  LOG (1, "scenario %u: %u of %u stops; %s", (unsigned) scenario,
       (unsigned) drive.reached, (unsigned) t->itinerary->stops.count,
       drive.end == DRIVE_DONE ? drive.story : drive.reason);
  if (drive.end == DRIVE_REFUSED && strcmp (drive.reason, "exhausted") == 0)
    return false;
  t->confirmation->seen.tries++;
  if (drive.end == DRIVE_DONE)
    judge_drive (t, scenario, &drive);
  else if (t->confirmation->seen.grade == EXECUTION_NOT_SEEN
           && (!*t->confirmation->seen.text || drive.reached > t->farthest))
    {
      t->confirmation->seen.text = drive.reason;
      t->farthest = drive.reached;
    }
  if (drive.end == DRIVE_ASTRAY && t->itinerary->is_program)
    stop_machine (c);
  else if (drive.end == DRIVE_ASTRAY)
    abandon (c);
  if (drive.end == DRIVE_FAILED
      || (drive.end == DRIVE_REFUSED && strncmp (drive.reason, "stuck", 5) == 0))
    stop_machine (c);
  return true;
}

/* Is there time, and nobody who wants us to stop? */
static bool
may_go_on (struct trying *t)
{
  const struct confirm_options *options = &t->confirmer->options;
  bool stopped = options->interrupted && *options->interrupted;
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

/* Try scenarios until one is harmful, at most TRIES. */
static void
try_scenarios (struct trying *t, uint32_t tries)
{
  bool more = true;
  t->harmless = 0;
  for (uint32_t s = 0;
       s < tries && more && t->harmless < MOST_HARMLESS
       && t->confirmation->seen.grade != EXECUTION_HARMFUL && may_go_on (t);
       s++)
    more = try_scenario (t, s);
}

/* The methods of the class, as the harness lists them; null: it does not. */
static const char *
list_methods (struct trying *t)
{
  const char *reason;
  if (!start_machine (t->confirmer, t->itinerary, t->arena, &reason))
    return NULL;
  const char *answer = jvm_obey (&t->confirmer->machine, "methods", HARNESS_LIMIT);
  return answer && jvm_says (answer, "ok") ? arena_format (t->arena, "%s", answer) : NULL;
}

/* Drive the itinerary with other methods in the place of the second thread's, the first
   thread's own first. */
static void
try_stand_ins (struct trying *t)
{
  assert (!t->itinerary->has_stand_in);
  const struct itinerary *own = t->itinerary;
  const char *rest = list_methods (t);
  rest = rest ? strchr (rest, '\t') : NULL;
  for (uint32_t n = 0; n < MOST_STAND_INS && rest; n++)
    {
      struct itinerary other;
      size_t length = strcspn (++rest, "\t");
      const char *unit = arena_copy (t->arena, rest, length);
      rest = strchr (rest, '\t');
      if (!itinerary_replace (&other, own, unit, t->arena))
        break;
      t->itinerary = &other;
      try_scenarios (t, STAND_IN_TRIES);
    }
  t->itinerary = own;
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
  try_scenarios (&t, itinerary->is_program ? 1 : MOST_TRIES);
  if (!itinerary->is_program && confirmation->seen.tries > 0
      && confirmation->seen.grade != EXECUTION_HARMFUL)
    try_stand_ins (&t);
  confirmation->seen.machine = arena_format (arena, "%s", c->version);
  confirmation->seen.ns = quota_clock () - start;
  assert (confirmation->seen.grade != EXECUTION_HARMFUL || *confirmation->seen.text);
}

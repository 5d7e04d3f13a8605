/* confirming.c -- see confirming.h. */
#include <config.h>

#include "cli/confirming.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

#include "base/scribe.h"
#include "base/text.h"
#include "io/outfile.h"
#include "io/wrap.h"
#include "jvm/program_itinerary.h"
#include "jvm/reproducer.h"
#include "trace/recording/launch.h"

/* ---- Options. ---- */

enum
{
  KEY_JAVA = 0x400,
  KEY_ARGUMENTS,
  KEY_REPRODUCER,
  KEY_TIME,
};

#define DEFAULT_TIME (60 * UINT64_C (1000000000))

static const struct argp_option options[]
  = { { NULL, 0, NULL, 0,
        "Of findings that are driven on a JVM, which executes the classes:", 4 },
      { "java", KEY_JAVA, "PATH", 0,
        "the JVM, or the folder of a JDK (default: $JAVA_HOME, then PATH)", 4 },
      { "arguments", KEY_ARGUMENTS, "FILE.java", 0,
        "a class whose static methods make objects that cannot be made otherwise", 4 },
      { "reproducer", KEY_REPRODUCER, "DIR", 0,
        "write a Java program into DIR for each finding that was executed", 4 },
      { "confirm-time", KEY_TIME, "SECONDS", 0,
        "how long findings are driven in all (default 60)", 4 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct confirming *confirming = state->input;
  switch (key)
    {
    case KEY_JAVA: confirming->java = argument; return 0;
    case KEY_ARGUMENTS: confirming->arguments = argument; return 0;
    case KEY_REPRODUCER: confirming->reproducers = argument; return 0;
    case KEY_TIME: confirming->time = command_parse_time (state, argument); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct argp confirming_argp
  = { options, parse_option, NULL, NULL, NULL, NULL, NULL };

void
confirming_init (struct confirming *confirming)
{
  *confirming = (struct confirming){ .time = DEFAULT_TIME };
  quota_init (&confirming->quota);
  arena_init (&confirming->arena, &confirming->quota);
}

void
confirming_clear (struct confirming *confirming)
{
  if (confirming->confirmer)
    confirmer_close (confirming->confirmer);
  binary_clear (&confirming->binary);
  confirming->confirmer = NULL;
  confirming->opened = false;
  arena_clear (&confirming->arena);
}

/* ---- Driving. ---- */

/* Open the JDK, once; false: confirming->problem says why not. */
static bool
open_jdk (struct confirming *c)
{
  const struct models *models = c->models;
  assert (c->models);
  if (c->opened)
    return !c->problem;
  c->opened = true;
  c->problem = "not enough memory";
  if (quota_checkpoint (&c->quota))
    return false;
  uint32_t more = models->options.java.classpath_count, count = 0;
  const char **paths
    = arena_calloc (&c->arena, models->given_count + more + 1, sizeof *paths);
  for (size_t i = 0; i < models->given_count; i++)
    paths[count++] = models->given[i];
  for (uint32_t i = 0; i < more; i++)
    paths[count++] = models->options.java.classpath[i];
  struct confirm_options what = { .java = c->java,
                                  .arguments = c->arguments,
                                  .paths = paths,
                                  .path_count = count,
                                  .interrupted = c->interrupted };
  const char *problem = NULL;
  c->confirmer = arena_calloc (&c->arena, 1, sizeof *c->confirmer);
  bool fine = confirmer_open (c->confirmer, &what, &c->arena, &problem);
  assert (fine || problem);
  c->problem = fine ? NULL : problem;
  /* The time that the harness takes to compile, once, is not that of findings. */
  c->confirmer->options.deadline = quota_clock () + c->time;
  return fine;
}

bool
confirming_has_time (const struct confirming *c)
{
  assert (!c->problem || c->opened);
  if (c->binary_deadline)
    return quota_clock () <= c->binary_deadline && !(c->interrupted && *c->interrupted);
  return !c->opened
         || (!c->problem && quota_clock () <= c->confirmer->options.deadline
             && !(c->interrupted && *c->interrupted));
}

static enum itinerary_question
question_of (const struct finding *finding)
{
  return finding->query->kind == QUERY_RACE       ? ITINERARY_RACE
         : finding->query->kind == QUERY_DEADLOCK ? ITINERARY_DEADLOCK
         : finding->query->kind == QUERY_ASSERT   ? ITINERARY_ASSERT
         : finding->query->kind == QUERY_STUCK    ? ITINERARY_STUCK
                                                  : ITINERARY_PATTERN;
}

/* The itinerary of FINDING: of a class, or of the program of --main. */
static bool
make_itinerary (const struct confirming *c, const struct finding *finding,
                struct itinerary *itinerary, const char **problem)
{
  struct ir_subject *subject = finding->subject;
  const char *main = c->models->options.java.main_name;
  const char *claim = "?";
  if (!main && subject->provenance && subject->provenance->is_program)
    { /* "Bank.main", "Box.clients" */
      const char *name = subject->provenance->subject, *dot = strrchr (name, '.');
      bool has_tail
        = dot && (strcmp (dot, ".main") == 0 || strcmp (dot, ".clients") == 0);
      main = arena_copy (&subject->arena, name,
                         has_tail ? (size_t) (dot - name) : strlen (name));
    }
  if (!main || !subject->provenance)
    return itinerary_make (itinerary, subject, question_of (finding), finding->witness,
                           finding->processes, finding_cast (finding), &subject->arena,
                           problem);
  if (finding->query->kind == QUERY_ASSERT)
    {
      assert (finding->query->claim < subject->flow.claims.count);
      name_id position = subject->flow.claims.at[finding->query->claim].position;
      claim = names_text (&subject->names, position);
    }
  return program_plan (itinerary, subject, question_of (finding), finding->witness, main,
                       claim, &subject->arena, problem);
}

/* DIR/Repro1.java, Repro2.java ..., numbered as they are executed. */
static void
write_reproducer (struct confirming *c, const struct finding *finding,
                  const struct confirmation *confirmation)
{
  struct arena *arena = &finding->subject->arena;
  const char *name = arena_format (arena, "Repro%u", (unsigned) ++c->reproduced);
  const char *path = arena_format (arena, "%s/%s.java", c->reproducers, name);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  fprintf (memory, "%s: ", finding->subject->provenance->subject);
  finding_print_automaton (finding, memory);
  fputs (", ", memory);
  finding_print_methods (finding, memory);
  const char *title = scribe_end (&scribe);
  mkdir (c->reproducers, 0777);
  struct outfile out;
  if (!outfile_open (&out, path))
    c->status = STATUS_NOT_WRITTEN;
  else if (!reproducer_write (out.stream, name, title, confirmation))
    outfile_discard (&out);
  else
    c->status = status_worse (c->status, outfile_close (&out));
}

/* ---- C. ---- */

static void
lead_binary (struct confirming *c, const struct finding *finding, struct execution *seen)
{
  static const enum lead_question questions[] = { [QUERY_PATTERN] = LEAD_PATTERN,
                                                  [QUERY_RACE] = LEAD_RACE,
                                                  [QUERY_DEADLOCK] = LEAD_DEADLOCK,
                                                  [QUERY_ASSERT] = LEAD_ASSERT };
  struct ir_subject *subject = finding->subject;
  enum query_kind kind = finding->query->kind;
  if (kind == QUERY_EXCLUSIVE || kind == QUERY_STUCK)
    {
      seen->text = "what this question is about cannot be seen from outside of a program";
      return;
    }
  if (c->models->options.java.main_name)
    {
      seen->text = "a program begins in its main, not in what --main names";
      return;
    }
  if (quota_checkpoint (&c->quota))
    {
      seen->text = "not enough memory";
      return;
    }
  if (c->binary_deadline == 0)
    {
      c->binary_deadline = quota_clock () + c->time;
      binary_init (&c->binary, &c->models->options.llvm,
                   launch_find_library (&c->arena, PKGLIBDIR), c->interrupted, &c->arena);
    }
  const char *path = subject->source.path;
  path = arena_copy (&subject->arena, path, inputs_file_length (path));
  binary_try (&c->binary, path, subject, finding->witness, questions[kind],
              c->binary_deadline, seen, &subject->arena);
}

struct confirmation
confirming_try (struct confirming *c, const struct finding *finding)
{
  struct arena *arena = &finding->subject->arena;
  struct confirmation confirmation
    = { .seen = { .arguments = "", .text = "", .machine = "" } };
  struct itinerary itinerary;
  const char *problem;
  assert (c->models && finding->witness);
  assert (!c->reproducers || *c->reproducers);
  const struct provenance *provenance = finding->subject->provenance;
  if (provenance && strcmp (provenance->language, "C") == 0)
    lead_binary (c, finding, &confirmation.seen);
  else if (!make_itinerary (c, finding, &itinerary, &problem))
    confirmation.seen.text = problem;
  else if (!open_jdk (c))
    confirmation.seen.text = c->problem;
  else
    confirmer_try (c->confirmer, &itinerary, &confirmation, arena);
  c->counts[confirmation.seen.grade]++;
  if (c->reproducers && confirmation.itinerary && !confirmation.itinerary->is_of_clients)
    write_reproducer (c, finding, &confirmation);
  return confirmation;
}

/* ---- Showing. ---- */

/* TEXT in lines of the terminal's width, indented. */
static void
print_sentence (const char *text, const struct terminal *terminal, struct arena *arena,
                FILE *file)
{
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  assert (text);
  fputs ("  ", memory);
  text_print_safe (memory, text, strlen (text));
  wrap_print_line (terminal, scribe_end (&scribe), arena, file);
}

void
confirming_print (const struct execution *seen, const struct terminal *terminal,
                  struct arena *arena, FILE *file)
{
  assert (seen->text && seen->arguments);
  print_sentence (seen->text, terminal, arena, file);
  if (*seen->arguments)
    print_sentence (seen->arguments, terminal, arena, file);
}

void
confirming_print_counts (const struct confirming *confirming, FILE *file)
{
  fprintf (file, "%u harmful, %u executed, %u not executed",
           (unsigned) confirming->counts[EXECUTION_HARMFUL],
           (unsigned) confirming->counts[EXECUTION_SEEN],
           (unsigned) confirming->counts[EXECUTION_NOT_SEEN]);
}

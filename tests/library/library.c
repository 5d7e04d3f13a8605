/* library.c -- libphaselock through its public header: messages, queries,
 * verdicts, witnesses, limits, and everything that a caller can do wrong.
 */
#include <config.h>

#include <phaselock.h>

#include <stdlib.h>
#include <string.h>

#include "tests/lib/tap.h"

/* A counter that is read under the lock and written under the lock, in one
   unit, but the lock is given back in between: pattern 1 is a violation. */
static const char broken[] = "lock l;\n"
                             "field x;\n"
                             "process P[2] {\n"
                             "  unit {\n"
                             "    sync l { read x @\"P.java:3\"; }\n"
                             "    sync l { write x @\"P.java:4\"; }\n"
                             "  }\n"
                             "}\n";

/* Only the last line differs in effect: the lock is kept. */
static const char repaired[] = "lock l;\n"
                               "field x;\n"
                               "process P[2] {\n"
                               "  unit {\n"
                               "    sync l { read x; write x; }\n"
                               "  }\n"
                               "}\n";

static bool
same (const char *a, const char *b)
{
  return a && b && strcmp (a, b) == 0;
}

static struct phaselock_model *
parse (const char *text)
{
  struct phaselock_model *model = NULL;
  enum phaselock_status status
    = phaselock_model_parse (&model, "x.eml", text, strlen (text));
  tap_ok (status == PHASELOCK_OK && model, "a model is read");
  fputs (phaselock_messages_text (phaselock_model_messages (model)), stderr);
  return model;
}

static struct phaselock_automata *
read_set (const char *name)
{
  struct phaselock_automata *automata = NULL;
  tap_ok (phaselock_automata_read (&automata, name) == PHASELOCK_OK && automata,
          "the set %s is read", name);
  return automata;
}

static struct phaselock_check *
make_check (struct phaselock_model *model, const struct phaselock_automata *automata)
{
  struct phaselock_check *check = NULL;
  tap_ok (phaselock_check_new (&check, model, automata) == PHASELOCK_OK && check,
          "a check is made");
  return check;
}

/* ---- Reading. ---- */

static void
test_messages (void)
{
  struct phaselock_model *model = NULL;
  const char *text = "lock l;\nfield x;\nprocess P { sink l { read x; } }\n";
  tap_ok (phaselock_model_parse (&model, "bad.eml", text, strlen (text))
              == PHASELOCK_BAD_INPUT
            && model,
          "bad text gives an object with messages");
  const struct phaselock_messages *messages = phaselock_model_messages (model);
  size_t count = phaselock_messages_count (messages);
  tap_ok (count >= 1, "there are messages");
  tap_ok (same (phaselock_message_severity (messages, 0), "error"), "an error");
  tap_ok (phaselock_message_line (messages, 0) == 3, "in line 3");
  tap_ok (phaselock_message_column (messages, 0) == 13, "in column 13");
  tap_ok (phaselock_message_code (messages, 0) != NULL, "with a code");
  const char *whole = phaselock_messages_text (messages);
  tap_ok (strncmp (whole, "bad.eml:3:13: error: ", 21) == 0, "and as text");
  tap_ok (strstr (whole, phaselock_message_text (messages, 0)) != NULL,
          "which has the message in it");
  tap_ok (!phaselock_message_severity (messages, count)
            && !phaselock_message_text (messages, count)
            && !phaselock_message_code (messages, count)
            && phaselock_message_line (messages, count) == 0
            && phaselock_message_column (messages, count) == 0,
          "a message that is not there has nothing");
  struct phaselock_automata *automata = read_set ("strict");
  struct phaselock_check *check;
  tap_ok (phaselock_check_new (&check, model, automata) == PHASELOCK_MISUSE && !check,
          "no check of a bad model");
  phaselock_automata_free (automata);
  phaselock_model_free (model);

  tap_ok (phaselock_model_read (&model, "/nonexistent/x.eml") == PHASELOCK_BAD_INPUT,
          "a file that is not there");
  messages = phaselock_model_messages (model);
  tap_ok (phaselock_messages_count (messages) == 1
            && phaselock_message_line (messages, 0) == 0,
          "is an error of no place");
  phaselock_model_free (model);

  tap_ok (phaselock_automata_parse (&automata, "bad.pa", "automaton", 9)
              == PHASELOCK_BAD_INPUT
            && phaselock_messages_count (phaselock_automata_messages (automata)) >= 1,
          "bad automata have messages");
  phaselock_automata_free (automata);
}

/* Names need not outlive the call. */
static void
test_names_are_copied (void)
{
  char name[] = "first.eml";
  struct phaselock_model *model;
  tap_ok (phaselock_model_parse (&model, name, "x", 1) == PHASELOCK_BAD_INPUT, "bad");
  memcpy (name, "OTHER", 5);
  tap_ok (
    strncmp (phaselock_messages_text (phaselock_model_messages (model)), "first.eml", 9)
      == 0,
    "names are copied");
  phaselock_model_free (model);
}

/* ---- Deciding. ---- */

static void
check_witness (const struct phaselock_check *check, size_t query)
{
  const struct phaselock_witness *witness = phaselock_query_witness (check, query);
  size_t count = phaselock_witness_steps (witness);
  tap_ok (count >= 3, "a violation has a witness");
  unsigned phase = 0;
  bool whole = true, sources = true;
  for (size_t i = 0; i < count; i++)
    {
      whole &= phaselock_step_process (witness, i) && phaselock_step_action (witness, i)
               && phaselock_step_object (witness, i)
               && strncmp (phaselock_step_place (witness, i), "x.eml:", 6) == 0;
      if (phaselock_step_phase (witness, i))
        {
          whole &= phaselock_step_phase (witness, i) == ++phase
                   && same (phaselock_step_object (witness, i), "x");
          const char *source = phaselock_step_source (witness, i);
          sources &= same (source, "P.java:3") || same (source, "P.java:4");
        }
    }
  tap_ok (whole && phase == 3, "with the three steps of the pattern, in order");
  tap_ok (sources, "and where they come from");
  tap_ok (
    !phaselock_step_process (witness, count) && !phaselock_step_action (witness, count)
      && !phaselock_step_object (witness, count) && !phaselock_step_place (witness, count)
      && !phaselock_step_source (witness, count)
      && phaselock_step_phase (witness, count) == 0
      && !phaselock_step_nested (witness, count),
    "a step that is not there has nothing");
}

static void
test_engine (const char *engine, const struct phaselock_automata *automata)
{
  struct phaselock_model *model = parse (broken);
  struct phaselock_check *check = make_check (model, automata);
  tap_ok (phaselock_set_engine (check, engine) == PHASELOCK_OK, "engine %s", engine);
  enum phaselock_verdict verdict = PHASELOCK_UNKNOWN;
  tap_ok (phaselock_query_engine (check, 0) == NULL, "not asked, not answered");
  tap_ok (phaselock_decide (check, 0, &verdict) == PHASELOCK_OK
            && verdict == PHASELOCK_VIOLATION,
          "%s: pattern 1 is a violation", engine);
  tap_ok (same (phaselock_query_process (check, 0, 0), "P[0]")
            && same (phaselock_query_process (check, 0, 1), "P[1]")
            && !phaselock_query_process (check, 0, 2),
          "of two processes");
  tap_ok (strcmp (engine, "auto") == 0
            || same (phaselock_query_engine (check, 0), engine),
          "%s answered", engine);
  check_witness (check, 0);
  /* The witness stays while others are decided. */
  for (size_t q = 1; q < phaselock_check_queries (check); q++)
    phaselock_decide (check, q, &verdict);
  check_witness (check, 0);
  phaselock_check_free (check);
  phaselock_model_free (model);

  model = parse (repaired);
  check = make_check (model, automata);
  phaselock_set_engine (check, engine);
  bool safe = true;
  for (size_t q = 0; q < phaselock_check_queries (check); q++)
    safe &= phaselock_decide (check, q, &verdict) == PHASELOCK_OK
            && verdict == PHASELOCK_SAFE && !phaselock_query_witness (check, q)
            && !phaselock_query_reason (check, q)
            && !phaselock_query_process (check, q, 0);
  tap_ok (safe, "%s: the repaired one is safe", engine);
  phaselock_check_free (check);
  phaselock_model_free (model);
}

static void
test_queries (const struct phaselock_automata *automata)
{
  struct phaselock_model *model = parse (broken);
  struct phaselock_check *check = make_check (model, automata);
  size_t count = phaselock_check_queries (check);
  tap_ok (count == 7, "five patterns over one field, a race and a deadlock");
  tap_ok (same (phaselock_query_question (check, 4), "pattern")
            && same (phaselock_query_question (check, 5), "race")
            && same (phaselock_query_question (check, 6), "deadlock")
            && phaselock_query_fields (check, 6) == 0
            && !phaselock_query_question (check, 7),
          "the questions");
  tap_ok (same (phaselock_query_pattern (check, 0), "1"), "the first is pattern 1");
  tap_ok (same (phaselock_query_title (check, 0), "lost update"), "its title");
  tap_ok (phaselock_query_fields (check, 0) == 1, "it has one field");
  tap_ok (same (phaselock_query_field (check, 0, 0), "x"), "which is x");
  tap_ok (!phaselock_query_field (check, 0, 1) && !phaselock_query_pattern (check, count)
            && !phaselock_query_title (check, count)
            && phaselock_query_fields (check, count) == 0,
          "what is not there is null");
  phaselock_check_free (check);

  static const char crossed[] = "lock a, b;\n"
                                "process P { sync a { sync b { } } }\n"
                                "process Q { sync b { sync a { } } }\n";
  struct phaselock_model *circle = parse (crossed);
  check = make_check (circle, automata);
  enum phaselock_verdict deadlock;
  tap_ok (phaselock_check_queries (check) == 1
            && phaselock_decide (check, 0, &deadlock) == PHASELOCK_OK
            && deadlock == PHASELOCK_VIOLATION,
          "a deadlock");
  tap_ok (same (phaselock_query_process (check, 0, 0), "P")
            && same (phaselock_query_lock (check, 0, 0), "b")
            && same (phaselock_query_process (check, 0, 1), "Q")
            && same (phaselock_query_lock (check, 0, 1), "a")
            && !phaselock_query_lock (check, 0, 2),
          "who waits for what");
  phaselock_check_free (check);
  phaselock_model_free (circle);

  struct phaselock_automata *own;
  const char *text = "automaton mine (l) {\n  threads u, v;\n  u reads l;\n"
                     "  v writes l;\n  u writes l;\n}\n";
  if (tap_ok (phaselock_automata_parse (&own, "own.pa", text, strlen (text))
                == PHASELOCK_OK,
              "automata of one's own"))
    {
      check = make_check (model, own);
      enum phaselock_verdict verdict;
      tap_ok (phaselock_check_queries (check) == 3
                && same (phaselock_query_pattern (check, 0), "mine")
                && phaselock_decide (check, 0, &verdict) == PHASELOCK_OK
                && verdict == PHASELOCK_VIOLATION,
              "are decided");
      phaselock_check_free (check);
    }
  else
    fputs (phaselock_messages_text (phaselock_automata_messages (own)), stderr);
  phaselock_automata_free (own);
  phaselock_model_free (model);
}

/* Two models in turns, with BDDs: when one gives its table up, the other must
   notice. */
static void
test_turns (const struct phaselock_automata *automata)
{
  struct phaselock_model *a = parse (broken), *b = parse (repaired);
  struct phaselock_check *first = make_check (a, automata);
  struct phaselock_check *second = make_check (b, automata);
  enum phaselock_verdict verdict;
  bool fine = true;
  phaselock_set_engine (first, "bdd");
  phaselock_set_engine (second, "bdd");
  for (int i = 0; i < 12; i++)
    {
      fine &= phaselock_decide (first, 0, &verdict) == PHASELOCK_OK
              && verdict == PHASELOCK_VIOLATION;
      /* Now and then so little memory that the table is given up. */
      phaselock_set_limits (second, 0, i % 3 == 1 ? 0.0001 : 0);
      fine &= phaselock_decide (second, 0, &verdict) == PHASELOCK_OK
              && (verdict == PHASELOCK_SAFE
                  || (i % 3 == 1 && same (phaselock_query_reason (second, 0), "memory")));
      if (i % 4 == 3)
        {
          phaselock_check_free (second);
          fine &= phaselock_check_new (&second, b, automata) == PHASELOCK_OK;
          phaselock_set_engine (second, "bdd");
        }
    }
  tap_ok (fine, "two checks take turns with BDDs");
  phaselock_check_free (second);
  fine = phaselock_decide (first, 0, &verdict) == PHASELOCK_OK
         && verdict == PHASELOCK_VIOLATION;
  tap_ok (fine, "and one goes on when the other is gone");
  phaselock_check_free (first);
  phaselock_model_free (a);
  phaselock_model_free (b);
}

static void
test_limits (const struct phaselock_automata *automata)
{
  struct phaselock_model *model = parse (broken);
  struct phaselock_check *check = make_check (model, automata);
  enum phaselock_verdict verdict;
  tap_ok (phaselock_set_limits (check, 0, 1e-9) == PHASELOCK_OK
            && phaselock_decide (check, 0, &verdict) == PHASELOCK_OK
            && verdict == PHASELOCK_UNKNOWN
            && same (phaselock_query_reason (check, 0), "memory"),
          "out of memory");
  tap_ok (phaselock_set_limits (check, 1e-9, 0) == PHASELOCK_OK
            && phaselock_decide (check, 0, &verdict) == PHASELOCK_OK
            && verdict == PHASELOCK_UNKNOWN
            && same (phaselock_query_reason (check, 0), "timeout"),
          "out of time");
  volatile sig_atomic_t flag = 1;
  tap_ok (phaselock_set_limits (check, 0, 0) == PHASELOCK_OK
            && phaselock_set_interrupt (check, &flag) == PHASELOCK_OK
            && phaselock_decide (check, 0, &verdict) == PHASELOCK_OK
            && verdict == PHASELOCK_UNKNOWN
            && same (phaselock_query_reason (check, 0), "interrupted")
            && !phaselock_query_witness (check, 0),
          "interrupted");
  flag = 0;
  tap_ok (phaselock_decide (check, 0, &verdict) == PHASELOCK_OK
            && verdict == PHASELOCK_VIOLATION,
          "once more, without limits");
  phaselock_check_free (check);
  phaselock_model_free (model);
}

/* ---- Misuse. ---- */

#ifdef HAVE_CADICAL
/* An option of an engine: with it the search ends before the violation, without it not.
 */
static void
test_option (const struct phaselock_automata *automata)
{
  struct phaselock_model *model = parse (broken);
  struct phaselock_check *check = make_check (model, automata);
  enum phaselock_verdict with = PHASELOCK_SAFE, without = PHASELOCK_SAFE;
  phaselock_set_engine (check, "bmc");
  tap_ok (phaselock_set_option (check, "depth", 1) == PHASELOCK_OK
            && phaselock_decide (check, 0, &with) == PHASELOCK_OK
            && with == PHASELOCK_UNKNOWN
            && same (phaselock_query_reason (check, 0), "bound"),
          "an option of an engine is a bound");
  tap_ok (phaselock_set_option (check, "depth", 0) == PHASELOCK_OK
            && phaselock_decide (check, 0, &without) == PHASELOCK_OK
            && without == PHASELOCK_VIOLATION,
          "... and can be taken back");
  phaselock_check_free (check);
  phaselock_model_free (model);
}
#endif

static void
test_misuse (const struct phaselock_automata *automata)
{
  struct phaselock_model *model = parse (broken);
  struct phaselock_check *check = make_check (model, automata);
  struct phaselock_check *none;
  struct phaselock_automata *bad;
  enum phaselock_verdict verdict;
  enum phaselock_status statuses[]
    = { phaselock_model_read (NULL, "x"),
        phaselock_model_parse (NULL, "x", "x", 1),
        phaselock_automata_read (NULL, "strict"),
        phaselock_automata_read (&bad, NULL),
        phaselock_automata_parse (&bad, NULL, "", 0),
        phaselock_check_new (NULL, model, automata),
        phaselock_check_new (&none, NULL, automata),
        phaselock_check_new (&none, model, NULL),
        phaselock_set_engine (check, "magic"),
        phaselock_set_engine (check, NULL),
        phaselock_set_engine (NULL, "auto"),
        phaselock_set_limits (check, -1, 0),
        phaselock_set_limits (check, 0, -1),
        phaselock_set_limits (check, 1e300, 0),
        phaselock_set_limits (NULL, 0, 0),
        phaselock_set_interrupt (NULL, NULL),
        phaselock_set_option (NULL, "depth", 1),
        phaselock_set_option (check, NULL, 1),
        phaselock_set_option (check, "length", 1),
        phaselock_set_option (check, "all-races", 1),
        phaselock_set_option (check, "depth", -1UL),
        phaselock_decide (check, phaselock_check_queries (check), &verdict),
        phaselock_decide (check, 0, NULL),
        phaselock_decide (NULL, 0, &verdict) };
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    tap_ok (statuses[i] == PHASELOCK_MISUSE, "misuse %zu", i + 1);
  tap_ok (phaselock_messages_count (NULL) == 0
            && same (phaselock_messages_text (NULL), "")
            && !phaselock_model_messages (NULL) && !phaselock_automata_messages (NULL)
            && phaselock_check_queries (NULL) == 0 && !phaselock_query_pattern (NULL, 0)
            && !phaselock_query_witness (NULL, 0) && phaselock_witness_steps (NULL) == 0
            && !phaselock_step_process (NULL, 0),
          "null has nothing");
  phaselock_check_free (NULL);
  phaselock_model_free (NULL);
  phaselock_automata_free (NULL);
  phaselock_check_free (check);
  phaselock_model_free (model);
  for (int s = PHASELOCK_OK; s <= PHASELOCK_INTERNAL; s++)
    tap_ok (*phaselock_status_text ((enum phaselock_status) s) != 0, "status %d: %s", s,
            phaselock_status_text ((enum phaselock_status) s));
  int major = -1, minor = -1, patch = -1;
  tap_ok (sscanf (phaselock_version (), "%d.%d.%d", &major, &minor, &patch) == 3,
          "version %s", phaselock_version ());
}

int
main (void)
{
  static const char *const engines[] = {
    "auto", "antichain", "bdd", "explicit",
#ifdef HAVE_CADICAL
    "bmc",  "ic3",
#endif
  };
  struct phaselock_automata *automata = read_set ("strict");
  test_messages ();
  test_names_are_copied ();
  test_queries (automata);
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    test_engine (engines[i], automata);
  test_turns (automata);
  test_limits (automata);
#ifdef HAVE_CADICAL
  test_option (automata);
#endif
  test_misuse (automata);
  phaselock_automata_free (automata);
  return tap_done ();
}

/* differential.c -- every way to decide gives the same verdicts.
 *
 *     differential [--seed=N] [--queries=N] [--seconds=N] [--light|--thorough]
 *                  [--lives=PERCENT] [--keep=FOLDER] [--fail-fast]
 *     differential --regressions=FOLDER | --expect=MODEL | --show=SEED
 *
 * Seeds from N on stand for random models and automata (case.h).  All engines
 * decide their queries with different sets of reductions; unknown contradicts
 * nothing, everything else must agree.  What does not agree is shrunk, printed
 * with the commands that show it, and stored in FOLDER.
 *
 * The work is done by a child that is started anew after some thousand models,
 * or when it dies: the seed is in shared memory, so that a crash or a hang is
 * reported, shrunk and stored like a disagreement, and the rest goes on.
 */
#include <config.h>

#include <argp.h>
#include <assert.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "case.h"
#include "shrink.h"
#include "subject.h"
#include "tests/lib/tap.h"

#define MODELS_PER_CHILD 2000
/* A model that takes longer hangs. */
#define MOST_SECONDS 120
#define MOST_PARTIES 9
/* Queries of a model that are asked, if it has more. */
#define MOST_QUERIES 20
/* Of the queries that no process can play, these many percent are kept. */
#define TRIVIAL_PERCENT 10

enum outcome
{
  OUTCOME_AGREES,
  OUTCOME_DISAGREES,
  OUTCOME_INVALID, /* a random model or automaton is not valid */
  OUTCOME_DIED,
};

/* What the child tells the parent, while it lives. */
struct counts
{
  uint64_t models, queries, trivial, violations, undecided;
  struct
  {
    uint64_t queries, violations;
  } kind[QUERY_DEADLOCK + 1];
  struct
  {
    uint64_t decided, violations, unknown, phases, skipped;
    uint64_t nanoseconds[2]; /* with all reductions, without some */
  } party[MOST_PARTIES];
};

struct shared
{
  uint64_t seed; /* in hand */
  struct counts counts;
  enum outcome outcome;      /* of it */
  struct setting one, other; /* that disagree */
  struct setting running;
};

struct campaign
{
  uint64_t seed, queries, seconds;
  uint32_t lives; /* percentage of models with life cycles */
  enum effort effort;
  bool fail_fast;
  const char *keep, *regressions, *expect;
  uint64_t show;
  bool shows;
  struct shipped_sets *sets;
  struct shared *shared;
  uint32_t failures;
};

/* ---- One model. ---- */

/* Which queries are asked: decided by what the first setting found. */
static uint32_t
choose_queries (struct subject *subject, struct finding *findings, struct chance *chance)
{
  uint32_t kept = 0, all = subject->queries.list.count;
  uint32_t interesting = 0;
  for (uint32_t q = 0; q < all; q++)
    interesting += !findings[q].trivial;
  for (uint32_t q = 0; q < all; q++)
    {
      bool keep = findings[q].trivial
                    ? chance_percent (chance, TRIVIAL_PERCENT)
                    : interesting <= MOST_QUERIES
                        || chance_below (chance, interesting) < MOST_QUERIES;
      if (!keep)
        continue;
      subject->queries.list.at[kept] = subject->queries.list.at[q];
      findings[kept++] = findings[q];
    }
  subject->queries.list.count = kept;
  return kept;
}

static void
count_findings (struct counts *counts, uint32_t party, const struct finding *findings,
                uint32_t queries)
{
  assert (party < MOST_PARTIES);
  for (uint32_t q = 0; q < queries; q++)
    {
      if (findings[q].skipped)
        {
          counts->party[party].skipped++;
          continue;
        }
      counts->party[party].decided++;
      counts->party[party].violations += findings[q].kind == VERDICT_VIOLATION;
      counts->party[party].unknown += findings[q].kind == VERDICT_UNKNOWN;
      counts->party[party].phases += findings[q].phases;
    }
}

/* Decide, and keep account of the time. */
static void
decide_timed (struct shared *shared, struct subject *subject, struct setting setting,
              struct finding *findings)
{
  uint64_t start = quota_clock ();
  shared->running = setting;
  subject_decide (subject, setting, findings);
  shared->counts.party[setting.party].nanoseconds[setting.without != 0]
    += quota_clock () - start;
}

/* Decide what is left of the queries with all SETTINGS; FIRST is known. */
static bool
compare_settings (struct shared *shared, struct subject *subject,
                  const struct setting *settings, uint32_t count,
                  const struct finding *first)
{
  uint32_t queries = subject->queries.list.count;
  struct finding *best
    = arena_calloc (&subject->model.arena, queries + (size_t) 1, sizeof *best);
  uint32_t *who = arena_calloc (&subject->model.arena, queries + (size_t) 1, sizeof *who);
  struct finding *now
    = arena_calloc (&subject->model.arena, queries + (size_t) 1, sizeof *now);
  memcpy (best, first, queries * sizeof *best);
  shared->counts.queries += queries;
  count_findings (&shared->counts, settings[0].party, best, queries);
  for (uint32_t i = 1; i < count; i++)
    {
      decide_timed (shared, subject, settings[i], now);
      count_findings (&shared->counts, settings[i].party, now, queries);
      for (uint32_t q = 0; q < queries; q++)
        {
          if (findings_disagree (best[q], now[q]))
            {
              shared->one = settings[who[q]];
              shared->other = settings[i];
              return false;
            }
          if (best[q].kind == VERDICT_UNKNOWN && now[q].kind != VERDICT_UNKNOWN)
            {
              best[q] = now[q];
              who[q] = i;
            }
        }
    }
  for (uint32_t q = 0; q < queries; q++)
    {
      shared->counts.trivial += first[q].trivial;
      shared->counts.violations += best[q].kind == VERDICT_VIOLATION;
      shared->counts.undecided += best[q].kind == VERDICT_UNKNOWN;
      enum query_kind kind = subject->queries.list.at[q].kind;
      shared->counts.kind[kind].queries++;
      shared->counts.kind[kind].violations += best[q].kind == VERDICT_VIOLATION;
    }
  return true;
}

/* Are queries Q of both subjects the same question? */
static bool
is_same_query (const struct subject *one, const struct subject *other, uint32_t q)
{
  const struct query *a = &one->queries.list.at[q], *b = &other->queries.list.at[q];
  if (a->kind != b->kind || strcmp (a->automaton->name, b->automaton->name) != 0)
    return false;
  for (uint32_t i = 0; i < a->automaton->parameters.count; i++)
    if (strcmp (one->model.projection.pds.fields.at[a->fields[i].index].name,
                other->model.projection.pds.fields.at[b->fields[i].index].name)
        != 0)
      return false;
  return true;
}

/* The twin of a model with classes: does SETTING find the same as FIRST about it? */
static enum outcome
compare_twin (struct shared *shared, const struct subject *subject,
              const struct test_case *test_case, struct setting setting,
              const struct finding *first)
{
  struct subject twin;
  enum outcome outcome = OUTCOME_INVALID;
  uint32_t queries = subject->queries.list.count;
  if (subject_read (&twin, test_case->twin, test_case->automata, test_case->meetings)
      && twin.queries.list.count == queries)
    {
      struct finding *now
        = arena_calloc (&twin.model.arena, queries + (size_t) 1, sizeof *now);
      decide_timed (shared, &twin, setting, now);
      outcome = OUTCOME_AGREES;
      for (uint32_t q = 0; q < queries && outcome == OUTCOME_AGREES; q++)
        if (!is_same_query (subject, &twin, q))
          outcome = OUTCOME_INVALID;
        else if (findings_disagree (first[q], now[q]))
          outcome = OUTCOME_DISAGREES;
      shared->one = shared->other = setting;
    }
  subject_clear (&twin);
  return outcome;
}

static enum outcome
decide_case (const struct campaign *campaign, uint64_t seed)
{
  struct shared *shared = campaign->shared;
  struct chance chance = { chance_mix (seed ^ UINT64_C (0x73657474696e6773)) };
  struct test_case test_case = test_case_make (campaign->sets, seed, campaign->lives);
  struct subject subject;
  enum outcome outcome = OUTCOME_INVALID;
  if (subject_read (&subject, test_case.model, test_case.automata, test_case.meetings))
    {
      struct setting settings[MOST_SETTINGS];
      uint32_t count = settings_choose (settings, &subject, &chance, campaign->effort);
      struct finding *first = arena_calloc (
        &subject.model.arena, subject.queries.list.count + (size_t) 1, sizeof *first);
      decide_timed (shared, &subject, settings[0], first);
      outcome = test_case.twin
                  ? compare_twin (shared, &subject, &test_case, settings[0], first)
                  : OUTCOME_AGREES;
      choose_queries (&subject, first, &chance);
      if (outcome == OUTCOME_AGREES
          && !compare_settings (shared, &subject, settings, count, first))
        outcome = OUTCOME_DISAGREES;
    }
  subject_clear (&subject);
  test_case_free (&test_case);
  shared->counts.models++;
  return outcome;
}

/* ---- What is wrong, made small. ---- */

struct complaint
{
  enum outcome outcome;
  struct setting settings[2];
  uint32_t count;
  bool meetings; /* races and deadlocks are asked */
};

/* Do the settings disagree about some query (or die, if that is the complaint)? */
static enum outcome
judge (const struct complaint *complaint, const char *model, const char *automata)
{
  struct subject subject;
  enum outcome outcome = OUTCOME_AGREES;
  if (!subject_read (&subject, model, automata, complaint->meetings))
    outcome = OUTCOME_INVALID;
  else
    {
      uint32_t queries = subject.queries.list.count;
      struct finding *findings[2];
      for (uint32_t i = 0; i < complaint->count; i++)
        {
          findings[i] = arena_calloc (&subject.model.arena, queries + (size_t) 1,
                                      sizeof **findings);
          subject_decide (&subject, complaint->settings[i], findings[i]);
        }
      for (uint32_t q = 0; q < queries && complaint->count == 2; q++)
        if (findings_disagree (findings[0][q], findings[1][q]))
          outcome = OUTCOME_DISAGREES;
    }
  subject_clear (&subject);
  return outcome;
}

/* The same in a child, which may die of it. */
static bool
still_wrong (const char *model, const char *automata, void *context)
{
  const struct complaint *complaint = context;
  fflush (stdout);
  pid_t child = fork ();
  if (child < 0)
    abort ();
  if (child == 0)
    {
      if (complaint->outcome == OUTCOME_DIED && !freopen ("/dev/null", "w", stderr))
        _exit (OUTCOME_INVALID);
      alarm (MOST_SECONDS / 4);
      _exit ((int) judge (complaint, model, automata));
    }
  int status;
  if (waitpid (child, &status, 0) < 0)
    abort ();
  enum outcome outcome = WIFEXITED (status) && WEXITSTATUS (status) <= OUTCOME_DIED
                           ? (enum outcome) WEXITSTATUS (status)
                           : OUTCOME_DIED;
  return outcome == complaint->outcome;
}

static void
print_text (const char *text)
{
  for (const char *line = text; *line;)
    {
      size_t length = strcspn (line, "\n");
      printf ("#   %.*s\n", (int) length, line);
      line += length + (line[length] == '\n');
    }
}

static void
store (const char *folder, uint64_t seed, const char *suffix, const char *head,
       const char *text)
{
  char path[4096];
  int length
    = snprintf (path, sizeof path, "%s/seed-%" PRIu64 ".%s", folder, seed, suffix);
  FILE *out = length > 0 && (size_t) length < sizeof path ? fopen (path, "w") : NULL;
  if (!out || fputs (head, out) < 0 || fputs (text, out) < 0 || fclose (out) != 0)
    printf ("# cannot write %s\n", path);
}

/* Findings of a setting about the small case, a word per query. */
static void
print_findings (struct setting setting, const char *model, const char *automata,
                bool meetings)
{
  struct subject subject;
  if (subject_read (&subject, model, automata, meetings))
    {
      struct finding *findings = arena_calloc (
        &subject.model.arena, subject.queries.list.count + (size_t) 1, sizeof *findings);
      subject_decide (&subject, setting, findings);
      const struct pds *pds = &subject.model.projection.pds;
      for (uint32_t q = 0; q < subject.queries.list.count; q++)
        {
          const struct query *query = &subject.queries.list.at[q];
          printf ("#     %-9s %s", verdict_word (findings[q].kind),
                  query->automaton->name);
          for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
            printf (" %s", pds->fields.at[query->fields[i].index].name);
          putchar ('\n');
        }
    }
  subject_clear (&subject);
}

static void
complain (struct campaign *campaign, uint64_t seed, struct complaint complaint)
{
  static const char *const words[] = { "agrees", "disagreement", "invalid", "death" };
  struct test_case whole = test_case_make (campaign->sets, seed, campaign->lives);
  char *model, *automata;
  uint32_t tests = 0;
  complaint.meetings = whole.meetings;
  bool small = complaint.outcome != OUTCOME_INVALID
               && still_wrong (whole.model, whole.automata, &complaint);
  if (small)
    {
      struct shrunk shrunk
        = shrink (whole.model, whole.automata, still_wrong, &complaint);
      model = shrink_format (shrunk.model);
      automata = shrunk.automata;
      tests = shrunk.tests;
      free (shrunk.model);
    }
  else
    {
      model = strdup (whole.model);
      automata = strdup (whole.automata);
      if (whole.twin)
        print_text (whole.twin);
      if (!model || !automata)
        abort ();
    }
  campaign->failures++;
  printf ("# %s, seed %" PRIu64 "%s", words[complaint.outcome], seed,
          small ? "" : " (not shrunk)\n");
  if (small)
    printf (", shrunk with %" PRIu32 " tests\n", tests);
  print_text (model);
  print_text (automata);
  char folder[4096];
  snprintf (folder, sizeof folder, "%s", campaign->keep ? campaign->keep : ".");
  char head[8192] = "";
  for (uint32_t i = 0; i < complaint.count; i++)
    {
      char options[512];
      setting_describe (complaint.settings[i], options, sizeof options);
      printf ("#   phaselock check -a %s/seed-%" PRIu64 ".pa %s/seed-%" PRIu64
              ".eml %s\n",
              folder, seed, folder, seed, options);
      size_t used = strlen (head);
      snprintf (head + used, sizeof head - used, "// %s\n", options);
      fflush (stdout);
      if (complaint.outcome == OUTCOME_DISAGREES && small)
        print_findings (complaint.settings[i], model, automata, complaint.meetings);
    }
  store (folder, seed, "eml", head, model);
  store (folder, seed, "pa", "", automata);
  fflush (stdout);
  free (model);
  free (automata);
  test_case_free (&whole);
}

/* ---- Campaigns. ---- */

static bool
is_enough (const struct campaign *campaign, uint64_t start)
{
  const struct counts *counts = &campaign->shared->counts;
  return (campaign->queries && counts->queries >= campaign->queries)
         || (campaign->seconds
             && quota_clock () - start >= campaign->seconds * 1000000000);
}

/* Work on seeds from the shared one on; the status is the outcome of the last. */
static enum outcome
work (const struct campaign *campaign, uint64_t start)
{
  struct shared *shared = campaign->shared;
  for (uint32_t i = 0; i < MODELS_PER_CHILD && !is_enough (campaign, start); i++)
    {
      alarm (MOST_SECONDS);
      enum outcome outcome = decide_case (campaign, shared->seed);
      if (outcome != OUTCOME_AGREES)
        return outcome;
      shared->seed++;
    }
  return OUTCOME_AGREES;
}

static enum outcome
work_in_child (const struct campaign *campaign, uint64_t start)
{
  fflush (stdout);
  pid_t child = fork ();
  if (child < 0)
    abort ();
  if (child == 0)
    _exit ((int) work (campaign, start));
  int status;
  if (waitpid (child, &status, 0) < 0)
    abort ();
  return WIFEXITED (status) && WEXITSTATUS (status) < OUTCOME_DIED
           ? (enum outcome) WEXITSTATUS (status)
           : OUTCOME_DIED;
}

static void
print_counts (const struct counts *counts, uint64_t nanoseconds)
{
  double seconds = (double) nanoseconds / 1e9;
  printf ("# %" PRIu64 " models, %" PRIu64 " queries (%" PRIu64 " that no process can "
          "play), %" PRIu64 " violations, %" PRIu64 " undecided by all; %.1f s, %.0f "
          "queries/s\n",
          counts->models, counts->queries, counts->trivial, counts->violations,
          counts->undecided, seconds,
          seconds > 0 ? (double) counts->queries / seconds : 0);
  for (uint32_t k = 0; k <= QUERY_DEADLOCK; k++)
    printf ("#   %-10s %" PRIu64 " queries, %" PRIu64 " violations\n",
            query_kind_word ((enum query_kind) k), counts->kind[k].queries,
            counts->kind[k].violations);
  for (uint32_t p = 0; p < party_count (); p++)
    printf ("#   %-10s %" PRIu64 " decisions, %" PRIu64 " violations, %" PRIu64
            " unknown (%" PRIu64 " phases), %" PRIu64
            " skipped; %.1f s with all reductions, %.1f s without some\n",
            party_name (p), counts->party[p].decided, counts->party[p].violations,
            counts->party[p].unknown, counts->party[p].phases, counts->party[p].skipped,
            (double) counts->party[p].nanoseconds[0] / 1e9,
            (double) counts->party[p].nanoseconds[1] / 1e9);
  fflush (stdout);
}

static void
run_campaign (struct campaign *campaign)
{
  struct shared *shared = campaign->shared;
  uint64_t start = quota_clock (), shown = start;
  shared->seed = campaign->seed;
  do
    {
      enum outcome outcome = work_in_child (campaign, start);
      if (outcome != OUTCOME_AGREES)
        {
          struct complaint complaint = { .outcome = outcome };
          if (outcome == OUTCOME_DISAGREES)
            complaint
              = (struct complaint){ outcome, { shared->one, shared->other }, 2, false };
          else if (outcome == OUTCOME_DIED)
            complaint = (struct complaint){ outcome, { shared->running }, 1, false };
          complain (campaign, shared->seed++, complaint);
        }
      if (campaign->seconds && quota_clock () - shown > 60 * (uint64_t) 1000000000)
        {
          print_counts (&shared->counts, quota_clock () - start);
          shown = quota_clock ();
        }
    }
  while (!is_enough (campaign, start) && !(campaign->failures && campaign->fail_fast));
  const struct counts *counts = &shared->counts;
  print_counts (counts, quota_clock () - start);
  tap_ok (campaign->failures == 0, "seeds %" PRIu64 " to %" PRIu64 ": all agree",
          campaign->seed, shared->seed - 1);
  tap_ok (counts->violations * 10 >= counts->queries, "a tenth are violations");
  tap_ok (counts->undecided * 100 <= counts->queries, "nearly all are decided");
}

/* ---- Regressions. ---- */

static char *
read_whole (const char *path)
{
  FILE *in = fopen (path, "r");
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    abort ();
  int byte;
  while (in && (byte = getc (in)) != EOF)
    putc (byte, out);
  if (in)
    fclose (in);
  if (fclose (out) != 0)
    abort ();
  return text;
}

/* What SETTING finds, as the first line of a regression says it: of the queries
   in their order, `// expected: violation safe'; `internal', which nobody expects, where
   an interleaving does not replay. */
static char *
expectation (struct subject *subject, struct setting setting, bool *all_known)
{
  uint32_t queries = subject->queries.list.count;
  struct finding *findings
    = arena_calloc (&subject->model.arena, queries + (size_t) 1, sizeof *findings);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    abort ();
  subject_decide (subject, setting, findings);
  *all_known = true;
  fputs ("// expected:", out);
  for (uint32_t q = 0; q < queries; q++)
    {
      fprintf (out, " %s",
               findings[q].bug ? "internal" : verdict_word (findings[q].kind));
      *all_known &= findings[q].kind != VERDICT_UNKNOWN;
    }
  fputc ('\n', out);
  if (fclose (out) != 0)
    abort ();
  return text;
}

/* A model and its automata, which are beside it. */
struct regression
{
  char *model, *automata;
  struct subject subject;
};

static bool
regression_read (struct regression *regression, const char *path)
{
  char other[4096];
  regression->model = read_whole (path);
  snprintf (other, sizeof other, "%.*s.pa", (int) strlen (path) - 4, path);
  regression->automata = read_whole (other);
  return subject_read (&regression->subject, regression->model, regression->automata,
                       true);
}

static void
regression_clear (struct regression *regression)
{
  subject_clear (&regression->subject);
  free (regression->model);
  free (regression->automata);
}

/* Do the words of FOUND, a line as `expectation' makes it, fit those of the
   line EXPECTED?  `unknown' fits everything. */
static bool
fits_expectation (const char *expected, const char *found)
{
  for (;;)
    {
      size_t wanted = strcspn (expected, " \n"), has = strcspn (found, " \n");
      bool same = wanted == has && strncmp (expected, found, has) == 0;
      bool unknown = has == strlen ("unknown") && strncmp (found, "unknown", has) == 0;
      if (!same && !unknown)
        return false;
      if (expected[wanted] != found[has])
        return false; /* one line ends before the other */
      if (found[has] != ' ')
        return true;
      expected += wanted + 1;
      found += has + 1;
    }
}

/* Every party, with every reduction off alone, finds what is expected.  One that
   is bounded, or goes without some reductions and runs out of time, may not
   know. */
static void
check_regression (const char *path, const char *name)
{
  struct regression regression;
  struct setting settings[MOST_SETTINGS];
  struct chance chance = { 1 };
  bool fine = regression_read (&regression, path);
  tap_ok (fine, "%s can be read", name);
  uint32_t count
    = fine ? settings_choose (settings, &regression.subject, &chance, EFFORT_THOROUGH)
           : 0;
  for (uint32_t i = 0; i < count; i++)
    {
      char options[512];
      bool all_known;
      setting_describe (settings[i], options, sizeof options);
      char *found = expectation (&regression.subject, settings[i], &all_known);
      bool may_not_know = party_is_bounded (settings[i].party) || settings[i].without;
      bool fits
        = fits_expectation (regression.model, found) && (all_known || may_not_know);
      if (!tap_ok (fits, "%s: %s", name, options))
        printf ("# found %s", found);
      free (found);
    }
  regression_clear (&regression);
}

/* For a new regression: the line that it starts with. */
static void
print_expectation (const char *path)
{
  struct regression regression;
  bool all_known;
  if (!regression_read (&regression, path))
    {
      fprintf (stderr, "%s or its automata cannot be read\n", path);
      exit (2);
    }
  char *found = expectation (&regression.subject, (struct setting){ 0, 0 }, &all_known);
  fputs (found, stdout);
  free (found);
  regression_clear (&regression);
}

static int
is_model (const struct dirent *entry)
{
  size_t length = strlen (entry->d_name);
  return length > 4 && strcmp (entry->d_name + length - 4, ".eml") == 0;
}

static void
check_regressions (const char *folder)
{
  struct dirent **entries;
  int count = scandir (folder, &entries, is_model, alphasort);
  if (!tap_ok (count >= 0, "%s can be read", folder))
    return;
  for (int i = 0; i < count; i++)
    {
      char path[4096];
      snprintf (path, sizeof path, "%s/%s", folder, entries[i]->d_name);
      check_regression (path, entries[i]->d_name);
      free (entries[i]);
    }
  free (entries);
}

/* ---- The command line. ---- */

enum
{
  KEY_SEED = 1000,
  KEY_QUERIES,
  KEY_SECONDS,
  KEY_LIVES,
  KEY_THOROUGH,
  KEY_LIGHT,
  KEY_FAIL_FAST,
  KEY_KEEP,
  KEY_REGRESSIONS,
  KEY_EXPECT,
  KEY_SHOW,
};

static const struct argp_option options[]
  = { { "seed", KEY_SEED, "N", 0, "the first seed (default 1)", 0 },
      { "queries", KEY_QUERIES, "N", 0, "stop after N queries", 0 },
      { "seconds", KEY_SECONDS, "N", 0, "stop after N seconds", 0 },
      { "lives", KEY_LIVES, "PERCENT", 0,
        "models with life cycles or waits, asked for races and deadlocks (default 40)",
        0 },
      { "light", KEY_LIGHT, NULL, 0,
        "few settings per model: the first engine, the referee, one more", 0 },
      { "thorough", KEY_THOROUGH, NULL, 0, "each reduction off alone, every time", 0 },
      { "fail-fast", KEY_FAIL_FAST, NULL, 0, "stop at the first disagreement", 0 },
      { "keep", KEY_KEEP, "FOLDER", 0, "where disagreements are stored (default .)", 0 },
      { "regressions", KEY_REGRESSIONS, "FOLDER", 0, "check what was stored once", 0 },
      { "expect", KEY_EXPECT, "MODEL", 0, "print the first line of a regression", 0 },
      { "show", KEY_SHOW, "SEED", 0, "print the model and the automata of a seed", 0 },
      { 0 } };

static uint64_t
number_of (struct argp_state *state, const char *argument)
{
  char *end;
  uint64_t number = strtoull (argument, &end, 10);
  if (end == argument || *end)
    argp_error (state, "'%s' is no number", argument);
  return number;
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct campaign *campaign = state->input;
  switch (key)
    {
    case KEY_SEED: campaign->seed = number_of (state, argument); return 0;
    case KEY_QUERIES: campaign->queries = number_of (state, argument); return 0;
    case KEY_SECONDS: campaign->seconds = number_of (state, argument); return 0;
    case KEY_LIVES: campaign->lives = (uint32_t) number_of (state, argument); return 0;
    case KEY_LIGHT: campaign->effort = EFFORT_LIGHT; return 0;
    case KEY_THOROUGH: campaign->effort = EFFORT_THOROUGH; return 0;
    case KEY_FAIL_FAST: campaign->fail_fast = true; return 0;
    case KEY_KEEP: campaign->keep = argument; return 0;
    case KEY_REGRESSIONS: campaign->regressions = argument; return 0;
    case KEY_EXPECT: campaign->expect = argument; return 0;
    case KEY_SHOW:
      campaign->show = number_of (state, argument);
      campaign->shows = true;
      return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

int
main (int argc, char **argv)
{
  static const struct argp argp = {
    options, parse_option, NULL, "Compare the verdicts of all engines on random models.",
    NULL,    NULL,         NULL
  };
  struct campaign campaign = { .seed = 1, .effort = EFFORT_USUAL, .lives = 40 };
  assert (party_count () <= MOST_PARTIES);
  argp_parse (&argp, argc, argv, 0, NULL, &campaign);
  campaign.sets = shipped_sets_new ();
  campaign.shared = mmap (NULL, sizeof *campaign.shared, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (campaign.shared == MAP_FAILED)
    abort ();
  if (campaign.shows)
    {
      struct test_case test_case
        = test_case_make (campaign.sets, campaign.show, campaign.lives);
      printf ("%s%s", test_case.model, test_case.automata);
      test_case_free (&test_case);
    }
  else if (campaign.expect)
    print_expectation (campaign.expect);
  else if (campaign.regressions)
    check_regressions (campaign.regressions);
  else
    {
      if (!campaign.queries && !campaign.seconds)
        campaign.queries = 3000;
      run_campaign (&campaign);
    }
  shipped_sets_free (campaign.sets);
  return campaign.shows || campaign.expect ? 0 : tap_done ();
}

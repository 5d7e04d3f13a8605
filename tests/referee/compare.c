/* compare.c -- the engines against the referee, query by query, on models with data.
 *
 *     compare [--seed=N] [--queries=N] [--keep=FOLDER]   random models from seed N on
 *     compare --show=SEED                                the model of a seed
 *     compare MODEL...                                   these models
 *
 * Every query of a model, of all questions, is decided by the referee, and by explicit with and
 * without transactions and by auto.  A violation must be one for the referee, and safe must be
 * safe; unknown contradicts nothing, but is counted.  The work is done by children, so that one
 * that dies is a complaint about its seed, and the others go on.  What does not agree is printed
 * with its model, and stored in FOLDER. */
#include <config.h>

#include <argp.h>
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "answers.h"
#include "engine/engine.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "tests/lib/tap.h"
#include "witness/judge.h"

#define MOST_STATES 6000
#define MOST_STATES_OF_FILES 200000
#define MOST_BYTES ((uint64_t) 1 << 30)
#define MODELS_PER_CHILD 100
#define MOST_SECONDS 120
/* Patterns of a model that are asked. */
#define MOST_PATTERNS 12

static const struct party
{
  const char *name;
  const struct engine *engine;
  uint32_t without;
} parties[] = {
  { "explicit", &explicit_engine, 0 },
  { "explicit --without transactions", &explicit_engine, REDUCTION_TRANSACTIONS },
  { "auto", NULL, 0 },
};
#define PARTIES (sizeof parties / sizeof parties[0])

struct counts
{
  uint64_t seed; /* in hand */
  uint64_t models, invalid, refused, queries, violations, disagreements, bugs;
  uint64_t kinds[QUERY_KINDS], violated[QUERY_KINDS];
  uint64_t unknown[PARTIES];
};

struct campaign
{
  uint64_t seed, queries;
  const char *keep;
  int first; /* argument that is a model */
  bool verbose;
  struct counts *counts; /* shared with the children */
};

/* ---- A model. ---- */

static void
name_query (FILE *out, const struct eml *eml, const struct query *query)
{
  fputs (query_kind_word (query->kind), out);
  if (query->kind == QUERY_PATTERN)
    fprintf (out, " %s", query->automaton->name);
  for (uint32_t i = 0; query->kind != QUERY_DEADLOCK && query->fields
                       && i < query->automaton->parameters.count; i++)
    fprintf (out, "%c%s", i ? ',' : ' ',
             model_text (&eml->model, eml->model.fields.at[query->fields[i].index].name));
  if (query->kind == QUERY_ASSERT)
    {
      const struct code_claim *claim = &eml->flow.claims.at[query->claim];
      fprintf (out, " %s line %" PRIu32, claim->is_assert ? "of" : "goes wrong,",
               source_place (&eml->source, claim->span.begin).line);
    }
}

struct subject
{
  const struct campaign *campaign;
  const char *name;
  struct eml *eml;
  const struct referee *referee;
  struct queries queries;
  bool *asked, *answers;
  bool differs;
};

static void
compare_party (struct subject *s, uint32_t p)
{
  struct counts *counts = s->campaign->counts;
  struct decide_options options = { .engine = parties[p].engine,
                                    .reductions = REDUCTION_ALL & ~parties[p].without,
                                    .memory = MOST_BYTES };
  struct judge judge;
  judge_init (&judge, s->eml, &options);
  for (uint32_t q = 0; q < s->queries.list.count; q++)
    {
      if (!s->asked[q])
        continue;
      const struct query *query = &s->queries.list.at[q];
      struct verdict verdict = judge_query (&judge, query);
      counts->unknown[p] += verdict.kind == VERDICT_UNKNOWN && !verdict.bug;
      bool fine = !verdict.bug
                  && (verdict.kind == VERDICT_UNKNOWN
                      || (verdict.kind == VERDICT_VIOLATION) == s->answers[q]);
      if (s->campaign->verbose || !fine)
        {
          printf ("# %s: ", s->name);
          name_query (stdout, s->eml, query);
          printf (": %s says %s, the referee %s%s%s\n", parties[p].name,
                  verdict.kind == VERDICT_UNKNOWN     ? "unknown"
                  : verdict.kind == VERDICT_VIOLATION ? "violation" : "safe",
                  s->answers[q] ? "violation" : "safe", verdict.bug ? "; " : "",
                  verdict.bug ? verdict.bug : "");
        }
      if (!fine)
        {
          s->differs = true;
          counts->disagreements += !verdict.bug;
          counts->bugs += verdict.bug != NULL;
        }
    }
  judge_clear (&judge);
}

static void
ask_party (struct subject *s, uint32_t p, struct quota *quota)
{
  if (quota_checkpoint (quota)) /* that of the judge before is gone */
    abort ();
  compare_party (s, p);
}

/* Ask what is asked, of PATTERNS about MOST_PATTERNS; RANDOM: which ones. */
static void
choose_queries (struct subject *s, const struct pa_set *patterns, uint64_t seed)
{
  struct counts *counts = s->campaign->counts;
  struct eml *eml = s->eml;
  struct query_filter filter = { .race = true, .deadlock = true,
                                 .claims = eml->flow.claims.count,
                                 .exclusive = eml->flow.exclusive };
  queries_list (&s->queries, patterns, &eml->lowering.pds, &filter, &eml->arena);
  uint32_t count = s->queries.list.count, all = 0;
  s->asked = arena_calloc (&eml->arena, count + 1, sizeof *s->asked);
  s->answers = arena_calloc (&eml->arena, count + 1, sizeof *s->answers);
  for (uint32_t q = 0; q < count; q++)
    all += s->queries.list.at[q].kind == QUERY_PATTERN;
  for (uint32_t q = 0; q < count; q++)
    {
      const struct query *query = &s->queries.list.at[q];
      s->asked[q] = query->kind != QUERY_PATTERN || all <= MOST_PATTERNS
                    || (q * UINT64_C (2654435761) + seed * 40503) % all < MOST_PATTERNS;
      if (!s->asked[q])
        continue;
      s->answers[q] = answers_of (s->referee, eml, query);
      counts->queries++;
      counts->violations += s->answers[q];
      counts->kinds[query->kind]++;
      counts->violated[query->kind] += s->answers[q];
    }
}

/* False if a party disagrees with the referee about the model TEXT. */
static bool
compare_model (const struct campaign *campaign, const char *name, const char *text,
               uint64_t seed, uint32_t most)
{
  struct quota quota;
  struct eml eml;
  struct pa pa;
  struct referee referee;
  struct subject s = { .campaign = campaign, .name = name, .eml = &eml,
                       .referee = &referee };
  quota_init (&quota);
  eml_init (&eml, &quota);
  pa_init (&pa, &quota);
  if (quota_checkpoint (&quota))
    abort ();
  campaign->counts->models++;
  if (!pa_read_shipped (&pa, PA_DEFAULT_SET))
    abort ();
  if (!eml_read_text (&eml, name, text, strlen (text)))
    {
      campaign->counts->invalid++;
      if (campaign->verbose)
        diags_render (&eml.diags, stdout, false);
    }
  else if (!referee_explore (&referee, &eml.tree, &eml.arena, most))
    campaign->counts->refused++;
  else
    {
      choose_queries (&s, &pa.set, seed);
      for (uint32_t p = 0; p < PARTIES; p++)
        ask_party (&s, p, &quota);
    }
  pa_clear (&pa);
  eml_clear (&eml);
  return !s.differs;
}

/* ---- Campaigns. ---- */

static void
keep (const struct campaign *campaign, uint64_t seed)
{
  char *text = answers_text_of_seed (seed), path[4096];
  printf ("# seed %" PRIu64 "\n", seed);
  if (campaign->keep)
    {
      snprintf (path, sizeof path, "%s/values-%" PRIu64 ".eml", campaign->keep, seed);
      FILE *out = fopen (path, "w");
      if (out)
        {
          fputs (text, out);
          fclose (out);
        }
    }
  free (text);
}

static bool
compare_seed (const struct campaign *campaign, uint64_t seed)
{
  char name[64], *text = answers_text_of_seed (seed);
  snprintf (name, sizeof name, "seed-%" PRIu64, seed);
  bool fine = compare_model (campaign, name, text, seed, MOST_STATES);
  if (!fine)
    keep (campaign, seed);
  free (text);
  return fine;
}

/* True if all models from FIRST on, as many as one child gets, agree and nobody dies. */
static bool
run_child (const struct campaign *campaign, uint64_t first)
{
  uint64_t end = first + MODELS_PER_CHILD;
  bool fine = true;
  for (campaign->counts->seed = first; campaign->counts->seed < end;
       campaign->counts->seed++)
    {
      fflush (stdout);
      pid_t child = fork ();
      if (child < 0)
        abort ();
      if (child == 0)
        {
          bool agrees = true;
          for (; campaign->counts->seed < end; campaign->counts->seed++)
            {
              alarm (MOST_SECONDS);
              agrees &= compare_seed (campaign, campaign->counts->seed);
            }
          fflush (stdout);
          _exit (!agrees);
        }
      int status;
      if (waitpid (child, &status, 0) < 0)
        abort ();
      if (WIFEXITED (status))
        return fine && WEXITSTATUS (status) == 0;
      printf ("# seed %" PRIu64 ": the child died of signal %d\n", campaign->counts->seed,
              WTERMSIG (status));
      keep (campaign, campaign->counts->seed);
      campaign->counts->disagreements++;
      fine = false;
    }
  return fine;
}

static void
report (const struct counts *c)
{
  printf ("# %" PRIu64 " models (%" PRIu64 " not valid, %" PRIu64 " too large), %" PRIu64
          " queries, %" PRIu64 " violations\n",
          c->models, c->invalid, c->refused, c->queries, c->violations);
  for (uint32_t k = 0; k < QUERY_KINDS; k++)
    printf ("#   %s: %" PRIu64 ", %" PRIu64 " violations\n",
            query_kind_word ((enum query_kind) k), c->kinds[k], c->violated[k]);
  for (uint32_t p = 0; p < PARTIES; p++)
    printf ("#   %s: %" PRIu64 " unknown\n", parties[p].name, c->unknown[p]);
  printf ("#   %" PRIu64 " disagreements, %" PRIu64 " bugs\n", c->disagreements, c->bugs);
}

enum
{
  KEY_SEED = 256,
  KEY_QUERIES,
  KEY_KEEP,
  KEY_SHOW,
  KEY_VERBOSE,
};

static const struct argp_option options[]
  = { { "seed", KEY_SEED, "N", 0, "the first seed", 0 },
      { "queries", KEY_QUERIES, "N", 0, "as many, about", 0 },
      { "keep", KEY_KEEP, "FOLDER", 0, "store models that disagree", 0 },
      { "show", KEY_SHOW, "SEED", 0, "print a model", 0 },
      { "verbose", KEY_VERBOSE, NULL, 0, "print every verdict", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct campaign *campaign = state->input;
  if (key == KEY_SEED)
    campaign->seed = strtoull (argument, NULL, 10);
  else if (key == KEY_QUERIES)
    campaign->queries = strtoull (argument, NULL, 10);
  else if (key == KEY_KEEP)
    campaign->keep = argument;
  else if (key == KEY_VERBOSE)
    campaign->verbose = true;
  else if (key == KEY_SHOW)
    {
      answers_write_seed (stdout, strtoull (argument, NULL, 10));
      exit (0);
    }
  else if (key == ARGP_KEY_ARGS)
    campaign->first = state->next;
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

/* The model in the file PATH. */
static bool
compare_file (const struct campaign *campaign, const char *path)
{
  FILE *in = fopen (path, "r");
  char *text = NULL;
  size_t size = 0;
  if (!in || getdelim (&text, &size, '\0', in) < 0)
    abort ();
  fclose (in);
  bool fine = compare_model (campaign, path, text, 0, MOST_STATES_OF_FILES);
  free (text);
  return fine && campaign->counts->invalid == 0;
}

int
main (int argc, char **argv)
{
  static const struct argp argp = { options, parse_option, "[MODEL...]", NULL, NULL, NULL,
                                    NULL };
  struct campaign campaign = { .seed = 1, .queries = 3000 };
  campaign.first = argc;
  argp_parse (&argp, argc, argv, 0, NULL, &campaign);
  int next = campaign.first;
  campaign.counts = mmap (NULL, sizeof *campaign.counts, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (campaign.counts == MAP_FAILED)
    abort ();
  for (int i = next; i < argc; i++)
    tap_ok (compare_file (&campaign, argv[i]), "%s", argv[i]);
  bool fine = true;
  for (uint64_t seed = campaign.seed; next == argc
                                      && campaign.counts->queries < campaign.queries;
       seed += MODELS_PER_CHILD)
    fine &= run_child (&campaign, seed);
  if (next == argc)
    tap_ok (fine, "random models from seed %" PRIu64 " on", campaign.seed);
  report (campaign.counts);
  return tap_done ();
}

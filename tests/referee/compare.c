/* compare.c -- the engines against the referee, query by query, on models with data.
 *
 *     compare [--seed=N] [--queries=N] [--keep=FOLDER]   random models from seed N on
 *     compare --show=SEED                                the model of a seed
 *     compare MODEL...                                   these models
 *     compare --family=edited [...] MODEL...             random edits of them (edits.h)
 *     compare --stuck --family=waits                     who waits for ever, only
 *     --parties=data|bmc|ic3 which engines; --family=NAME  only these models, not all in
 * turn
 *
 * Every query of a model, of all questions, is decided by the referee, and by those who
 * are compared with it.  A violation must be one for the referee, and safe must be safe;
 * unknown contradicts nothing, but is counted.  Where the referee refuses, for recursion
 * say, the first party has to answer, and the others are compared with that.  Parties
 * that ignore data are compared with each other, and what they call safe must be.  The
 * work is done by children, so that one that dies is a complaint about its seed, and the
 * others go on.  What does not agree is printed with its model, and stored in FOLDER. */
#include <config.h>

#include <argp.h>
#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "answers.h"
#include "engine/bmc/bounded.h"
#include "engine/engine.h"
#include "ir/listing.h"
#include "models/families/chance.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "tests/lib/cpu_timer.h"
#include "tests/lib/tap.h"
#include "texts.h"
#include "witness/judge.h"

#define MOST_STATES 6000
#define MOST_STATES_OF_FILES 200000
#define MOST_LISTED 200000
#define NO_SEED UINT64_MAX
#define MOST_BYTES ((uint64_t) 1 << 30)
#define MODELS_PER_CHILD 100
#define MOST_SECONDS 120
/* Of a query of a bounded search, and of those of a model: what takes longer teaches
 * little. */
#define MOST_MILLISECONDS 100
#define MOST_SLOW 2
/* ... and of explicit, about models that may have any number of states; of `stuck', which
   knows no transactions, too. */
#define MOST_MILLISECONDS_LISTING 100
/* ... in models that end, times its depth; and where that is not known. */
#define MORE_DEPTH 3
#define SOME_DEPTH 2
#define FEW_CONFLICTS 400
/* Patterns of a model that are asked; of one that is made for something else. */
#define MOST_PATTERNS 12
#define FEW_PATTERNS 2

struct party
{
  const char *name;
  const struct engine *engine;
  const char *without; /* reductions */
  bool ignores_data;
  uint32_t depth;   /* the greatest, in models that may go on for ever; 0: none */
  uint32_t percent; /* of the models are for it */
  bool once; /* asked at its greatest depth only, and its runs are not replayed: fast */
  const char *some; /* each model leaves out some of these reductions, too */
};

struct group
{
  const char *name;
  uint32_t turns; /* see texts.h */
  const struct party *parties;
  uint32_t count;
};

static const struct party data_parties[] = {
  { "explicit", &explicit_engine, "", false, 0, 100, false, "" },
  { "explicit --without transactions", &explicit_engine, "transactions", false, 0, 100,
    false, "" },
  { "auto", NULL, "", false, 0, 100, false, "" },
};

#ifdef HAVE_CADICAL
static const struct party bmc_parties[] = {
  { "explicit", &explicit_engine, "", false, 0, 100, false, "" },
  { "bmc, once, together", &bmc_engine, "lazy", false, 8, 30, true, "" },
  { "bmc", &bmc_engine, "", false, 8, 30, false, "csr,contexts,balance" },
  { "bmc, once", &bmc_engine, "", false, 10, 100, true, "" },
  { "bmc --without transactions,locksets", &bmc_engine, "transactions,locksets,balance",
    false, 6, 10, false, "" },
  { "bmc --without lazy", &bmc_engine, "lazy,balance", false, 10, 10, false, "" },
  { "antichain --ignore-data", &antichain_engine, "", true, 0, 100, false, "" },
  { "bmc --ignore-data", &bmc_engine, "", true, 9, 50, false, "" },
};

/* Each model has a choice of these words. */
#define WORDS "phase,reachability,static-pointer,monotonic-atomic,locks"

static const struct party ic3_parties[] = {
  { "explicit", &explicit_engine, "", false, 0, 100, false, "" },
  { "ic3", &ic3_engine, "", false, 60, 100, false, "" },
  { "ic3 --without some words", &ic3_engine, "", false, 60, 100, false, WORDS },
  { "ic3 --without transactions", &ic3_engine, "transactions", false, 60, 25, false, "" },
  { "ic3 --without induction", &ic3_engine, "induction", false, 9, 25, false, WORDS },
  { "bmc, once", &bmc_engine, "", false, 9, 25, true, "" },
};

/* Of who waits for ever (--stuck). */
static const struct party stuck_parties[] = {
  { "explicit", &explicit_engine, "", false, 0, 100, false, "" },
  { "auto", NULL, "", false, 0, 20, false, "" },
  { "ic3", &ic3_engine, "", false, 60, 100, false, "" },
  { "ic3 --without transactions", &ic3_engine, "transactions", false, 60, 10, false, "" },
  { "bmc", &bmc_engine, "", false, 14, 50, false, "" },
};
#endif

#define COUNT(array) (sizeof (array) / sizeof (array)[0])

static const struct group groups[] = {
  { "data", 3, data_parties, COUNT (data_parties) },
#ifdef HAVE_CADICAL
  { "bmc", 12, bmc_parties, COUNT (bmc_parties) },
  { "ic3", 3, ic3_parties, COUNT (ic3_parties) },
  { "stuck", 3, stuck_parties, COUNT (stuck_parties) },
#endif
};

#define PARTIES 8

struct counts
{
  uint64_t seed; /* in hand */
  uint64_t models, invalid, refused, queries, violations, disagreements, bugs;
  uint64_t kinds[QUERY_KINDS], violated[QUERY_KINDS];
  uint64_t decided[PARTIES], unknown[PARTIES];
};

struct campaign
{
  const struct group *group;
  struct texts texts;
  uint64_t seed, queries;
  const char *keep;
  int first; /* argument that is a model */
  bool shows, verbose, fail_fast;
  bool stuck;            /* only who waits for ever is asked about */
  struct counts *counts; /* shared with the children */
};

/* ---- A model. ---- */

static void
name_query (FILE *out, const struct ir_subject *subject, const struct query *query)
{
  fputs (query_kind_word (query->kind), out);
  if (query->kind == QUERY_PATTERN)
    fprintf (out, " %s", query->automaton->name);
  for (uint32_t i = 0; query->kind != QUERY_DEADLOCK && query->fields
                       && i < query->automaton->parameters.count;
       i++)
    fprintf (
      out, "%c%s", i ? ',' : ' ',
      ir_text (&subject->model, subject->model.fields.at[query->fields[i].index].name));
  if (query->kind == QUERY_ASSERT)
    {
      const struct ir_claim *claim = &subject->flow.claims.at[query->claim];
      fprintf (out, " %s line %" PRIu32, claim->is_assert ? "of" : "goes wrong,",
               source_place (&subject->source, claim->span.begin).line);
    }
}

/* What is known of a query; `verdict' of a party that was not asked is unknown. */
struct asked
{
  bool asked;
  enum verdict_kind answer;  /* the referee's, or the first party's */
  enum verdict_kind without; /* ... without data */
  uint32_t depth;            /* of a search that found it; or 0 */
};

struct subject
{
  const struct campaign *campaign;
  const char *name;
  struct ir_subject *subject;
  struct eml *eml; /* its text */
  struct referee *referee;
  bool refused; /* by the referee */
  bool ends;    /* every execution does */
  struct queries queries;
  struct asked *asked;
  bool differs;
  bool shallow; /* the last search was not deep enough */
};

/* Does VERDICT of PARTY contradict what is known of the query that ASKED is about, or
   what it said about it?  If nothing is known yet, it is now. */
static bool
contradicts (const struct party *party, const struct query *query,
             enum verdict_kind verdict, struct asked *asked)
{
  enum verdict_kind *known = party->ignores_data ? &asked->without : &asked->answer;
  if (verdict == VERDICT_UNKNOWN)
    return false;
  /* Without data nobody waits for a lock that an index chooses. */
  if (party->ignores_data && query->kind != QUERY_DEADLOCK && verdict == VERDICT_SAFE
      && asked->answer == VERDICT_VIOLATION)
    return true;
  if (*known == VERDICT_UNKNOWN)
    *known = verdict;
  return verdict != *known;
}

static void
tell_verdict (const struct subject *s, const struct party *party,
              const struct query *query, const struct asked *asked,
              struct verdict verdict)
{
  printf ("# %s: ", s->name);
  name_query (stdout, s->subject, query);
  printf (": %s says %s, the %s %s%s%s\n", party->name, verdict_word (verdict.kind),
          party->ignores_data ? "first without data"
          : s->refused        ? "first"
                              : "referee",
          verdict_word (party->ignores_data ? asked->without : asked->answer),
          verdict.bug ? "; " : "", verdict.bug ? verdict.bug : "");
}

#ifdef HAVE_CADICAL
/* Ask the search itself, about anything but a pattern, at one depth. */
static struct verdict
ask_once (struct subject *s, const struct party *party, const struct query *query,
          uint32_t depth)
{
  struct question question
    = { .lowering = &s->subject->projection, .goal = query->kind, .claim = query->claim };
  if (query->kind == QUERY_RACE || query->kind == QUERY_EXCLUSIVE)
    question.field = query->fields[0];
  struct arena arena;
  arena_init (&arena, s->subject->arena.quota);
  struct solver *solver = NULL;
  uint32_t without = reductions_named (party->without);
  bool lazy = !(without & reductions_named ("lazy"));
  struct bmc_search search = { .arena = &arena,
                               .solver = &solver,
                               .most = depth,
                               .least = lazy ? depth : 0,
                               .conflicts = FEW_CONFLICTS,
                               .lazy = lazy,
                               .locksets = !(without & reductions_named ("locksets")),
                               .movers = !(without & REDUCTION_TRANSACTIONS),
                               .csr = true,
                               .contexts = true };
  enum bmc_outcome outcome = bmc_search (&search, &question);
  arena_clear (&arena);
  s->shallow = outcome == BMC_BOUND;
  return (struct verdict){ .kind = outcome == BMC_FOUND       ? VERDICT_VIOLATION
                                   : outcome == BMC_EXHAUSTED ? VERDICT_SAFE
                                                              : VERDICT_UNKNOWN };
}
#endif

static struct verdict
decide (struct subject *s, const struct party *party, struct judge *judge,
        const struct query *query, uint32_t depth)
{
  s->shallow = false;
#ifdef HAVE_CADICAL
  if (party->once)
    return ask_once (s, party, query, depth);
#else
  (void) s, (void) party, (void) depth;
#endif
  return judge_query (judge, query);
}

/* What PARTY leaves out of the reductions for the model of SEED. */
static uint32_t
left_out (const struct party *party, uint64_t seed)
{
  struct chance chance = { ~seed };
  uint32_t without = reductions_named (party->without);
  uint32_t some = reductions_named (party->some);
  for (uint32_t bit = 1; bit && some; bit <<= 1)
    if ((some & bit) && chance_below (&chance, 2))
      without |= bit;
  return without;
}

static bool
is_edited (const struct subject *s)
{
  return texts_are_edited (&s->campaign->texts);
}

static uint32_t
depth_factor (const struct subject *s)
{
  return !s->ends ? 1 : is_edited (s) ? SOME_DEPTH : MORE_DEPTH;
}

static void
compare_party (struct subject *s, uint32_t p)
{
  const struct party *party = &s->campaign->group->parties[p];
  struct counts *counts = s->campaign->counts;
  struct decide_options options
    = { .engine = party->engine,
        .reductions = REDUCTION_ALL & ~left_out (party, counts->seed),
        .ignores_data = party->ignores_data,
        .interrupted = &time_is_up,
        .memory = MOST_BYTES };
  uint32_t depth = party->depth * depth_factor (s);
  engine_set_option (options.settings, "depth", depth);
  struct judge judge;
  uint32_t slow = 0;
  judge_init (&judge, s->subject, &options);
  for (uint32_t q = 0; q < s->queries.list.count; q++)
    {
      const struct query *query = &s->queries.list.at[q];
      struct asked *asked = &s->asked[q];
      if (!asked->asked || (party->ignores_data && query->kind >= QUERY_ASSERT)
          || (party->once && (query->kind == QUERY_PATTERN || query->kind == QUERY_STUCK))
          || slow >= MOST_SLOW)
        continue;
      set_timer (party->once                                   ? 0
                 : party->depth                                ? MOST_MILLISECONDS
                 : is_edited (s) || query->kind == QUERY_STUCK ? MOST_MILLISECONDS_LISTING
                                                               : 0);
      struct verdict verdict = decide (s, party, &judge, query, depth);
      slow += time_is_up ? 1 : 0;
      counts->decided[p]++;
      counts->unknown[p] += verdict.kind == VERDICT_UNKNOWN && !verdict.bug;
      if (party->once && verdict.kind == VERDICT_VIOLATION && !asked->depth)
        asked->depth = depth;
      bool missed = s->shallow && asked->depth && asked->depth < depth;
      bool fine
        = !verdict.bug && !missed && !contradicts (party, query, verdict.kind, asked);
      if (s->campaign->verbose || !fine)
        tell_verdict (s, party, query, asked, verdict);
      if (!fine)
        {
          s->differs = true;
          counts->disagreements += !verdict.bug;
          counts->bugs += verdict.bug != NULL;
        }
    }
  set_timer (0);
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
  struct ir_subject *subject = s->subject;
  bool *none = arena_calloc (&subject->arena, patterns->automata.count, sizeof *none);
  struct query_filter filter = { .automata = none, .stuck = true };
  if (!s->campaign->stuck)
    filter = (struct query_filter){ .race = true,
                                    .deadlock = true,
                                    .stuck = true,
                                    .claims = subject->flow.claims.count,
                                    .exclusive = subject->flow.exclusive };
  queries_list (&s->queries, patterns, &subject->projection.pds, &filter,
                &subject->arena);
  uint32_t count = s->queries.list.count, all = 0;
  uint32_t most = s->ends && seed != NO_SEED ? FEW_PATTERNS : MOST_PATTERNS;
  s->asked = arena_calloc (&subject->arena, count + 1, sizeof *s->asked);
  for (uint32_t q = 0; q < count; q++)
    all += s->queries.list.at[q].kind == QUERY_PATTERN;
  for (uint32_t q = 0; q < count; q++)
    {
      const struct query *query = &s->queries.list.at[q];
      s->asked[q]
        = (struct asked){ .answer = VERDICT_UNKNOWN, .without = VERDICT_UNKNOWN };
      s->asked[q].asked = query->kind != QUERY_PATTERN || all <= most
                          || (q * UINT64_C (2654435761) + seed * 40503) % all < most;
      if (!s->asked[q].asked)
        continue;
      bool refused
        = s->refused || (query->kind == QUERY_STUCK && !referee_find_stuck (s->referee));
      bool violated = !refused && answers_of (s->referee, s->eml, query);
      if (!refused)
        s->asked[q].answer = violated ? VERDICT_VIOLATION : VERDICT_SAFE;
      counts->queries++;
      counts->violations += violated;
      counts->kinds[query->kind]++;
      counts->violated[query->kind] += violated;
    }
}

/* Who lists the states for the checker of certificates says of `stuck' what the referee
   says, or does not know. */
static void
compare_listing (struct subject *s)
{
  const struct asked *asked = &s->asked[s->queries.list.count - 1];
  assert (s->queries.list.at[s->queries.list.count - 1].kind == QUERY_STUCK);
  struct arena arena;
  arena_init (&arena, s->subject->arena.quota);
  enum listing_result result = listing_is_stuck (&s->subject->flow, MOST_LISTED, &arena);
  arena_clear (&arena);
  bool known = result == LISTING_YES || result == LISTING_NO;
  bool says = result == LISTING_YES;
  if (!known || asked->answer == VERDICT_UNKNOWN
      || says == (asked->answer == VERDICT_VIOLATION))
    return;
  printf ("# %s: stuck: the listing says %s, the referee %s\n", s->name,
          says ? "violation" : "safe", verdict_word (asked->answer));
  s->differs = true;
  s->campaign->counts->disagreements++;
}

/* False if a party disagrees with the referee about the model TEXT, all executions of
   which end if ENDS. */
static bool
compare_model (const struct campaign *campaign, const char *name, const char *text,
               uint64_t seed, uint32_t most, bool ends)
{
  struct quota quota;
  struct ir_subject subject;
  struct eml eml = { .subject = &subject };
  struct pa pa;
  struct referee referee;
  struct subject s = { .campaign = campaign,
                       .name = name,
                       .subject = &subject,
                       .eml = &eml,
                       .ends = ends,
                       .referee = &referee };
  struct chance chance = { seed };
  quota_init (&quota);
  ir_subject_init (&subject, &quota);
  pa_init (&pa, &quota);
  if (quota_checkpoint (&quota))
    abort ();
  campaign->counts->models++;
  if (!pa_read_shipped (&pa, PA_DEFAULT_SET))
    abort ();
  if (!eml_check (&eml, eml_parse_text (&eml, name, text, strlen (text))))
    {
      campaign->counts->invalid++;
      if (campaign->verbose)
        diags_render (&subject.diags, stdout, false);
    }
  else
    {
      s.refused = !referee_explore (&referee, &eml.tree, &subject.arena, most);
      campaign->counts->refused += s.refused;
      choose_queries (&s, &pa.set, seed);
      for (uint32_t p = 0; p < campaign->group->count; p++)
        if (seed == NO_SEED
            || chance_percent (&chance, campaign->group->parties[p].percent))
          ask_party (&s, p, &quota);
      compare_listing (&s);
    }
  pa_clear (&pa);
  ir_subject_clear (&subject);
  return !s.differs;
}

/* ---- Campaigns. ---- */

static void
keep (const struct campaign *campaign, uint64_t seed)
{
  char *text = text_of_seed (&campaign->texts, seed), path[4096];
  printf ("# seed %" PRIu64 "\n", seed);
  fflush (stdout);
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
  char name[64], *text = text_of_seed (&campaign->texts, seed);
  snprintf (name, sizeof name, "seed-%" PRIu64, seed);
  bool fine = compare_model (campaign, name, text, seed, MOST_STATES,
                             texts_family_of (&campaign->texts, seed)->ends);
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
          for (; campaign->counts->seed < end
                 && campaign->counts->queries < campaign->queries;
               campaign->counts->seed++)
            {
              alarm (MOST_SECONDS);
              agrees &= compare_seed (campaign, campaign->counts->seed);
              if (!agrees && campaign->fail_fast)
                break;
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
report (const struct campaign *campaign)
{
  const struct counts *c = campaign->counts;
  printf ("# %" PRIu64 " models (%" PRIu64 " not valid, %" PRIu64 " too large), %" PRIu64
          " queries, %" PRIu64 " violations\n",
          c->models, c->invalid, c->refused, c->queries, c->violations);
  for (uint32_t k = 0; k < QUERY_KINDS; k++)
    printf ("#   %s: %" PRIu64 ", %" PRIu64 " violations\n",
            query_kind_word ((enum query_kind) k), c->kinds[k], c->violated[k]);
  for (uint32_t p = 0; p < campaign->group->count; p++)
    printf ("#   %s: %" PRIu64 " answers, %" PRIu64 " unknown\n",
            campaign->group->parties[p].name, c->decided[p], c->unknown[p]);
  printf ("#   %" PRIu64 " disagreements, %" PRIu64 " bugs\n", c->disagreements, c->bugs);
}

enum
{
  KEY_SEED = 256,
  KEY_QUERIES,
  KEY_KEEP,
  KEY_SHOW,
  KEY_PARTIES,
  KEY_FAMILY,
  KEY_VERBOSE,
  KEY_FAIL_FAST,
  KEY_STUCK,
};

static const struct argp_option options[]
  = { { "seed", KEY_SEED, "N", 0, "the first seed", 0 },
      { "queries", KEY_QUERIES, "N", 0, "as many, about", 0 },
      { "keep", KEY_KEEP, "FOLDER", 0, "store models that disagree", 0 },
      { "show", KEY_SHOW, "SEED", 0, "print a model", 0 },
      { "parties", KEY_PARTIES, "GROUP", 0, "data, bmc, ic3 or stuck", 0 },
      { "family", KEY_FAMILY, "NAME", 0, "data, values, handover or edited", 0 },
      { "fail-fast", KEY_FAIL_FAST, NULL, 0, "the first disagreement is enough", 0 },
      { "stuck", KEY_STUCK, NULL, 0, "ask only who waits for ever", 0 },
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
  else if (key == KEY_FAIL_FAST)
    campaign->fail_fast = true;
  else if (key == KEY_STUCK)
    campaign->stuck = true;
  else if (key == KEY_SHOW)
    {
      campaign->shows = true;
      campaign->seed = strtoull (argument, NULL, 10);
    }
  else if (key == KEY_PARTIES)
    {
      campaign->group = NULL;
      for (size_t g = 0; g < COUNT (groups); g++)
        if (strcmp (groups[g].name, argument) == 0)
          campaign->group = &groups[g];
      if (!campaign->group)
        argp_error (state, "no parties '%s' here", argument);
    }
  else if (key == KEY_FAMILY)
    {
      if (!texts_choose (&campaign->texts, argument))
        argp_error (state, "no family '%s'", argument);
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
  char *text = text_of_file (path);
  bool fine = compare_model (campaign, path, text, NO_SEED, MOST_STATES_OF_FILES, true);
  free (text);
  return fine && campaign->counts->invalid == 0;
}

static void
show (const struct campaign *campaign)
{
  char *text = text_of_seed (&campaign->texts, campaign->seed);
  fputs (text, stdout);
  free (text);
}

/* Random models, from the seed on. */
static void
compare_seeds (const struct campaign *campaign)
{
  bool fine = true;
  for (uint64_t seed = campaign->seed;
       campaign->counts->queries < campaign->queries && (fine || !campaign->fail_fast);
       seed += MODELS_PER_CHILD)
    fine &= run_child (campaign, seed);
  tap_ok (fine, "random models from seed %" PRIu64 " on", campaign->seed);
}

int
main (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "[MODEL...]", NULL, NULL, NULL, NULL };
  struct campaign campaign = { .group = &groups[0], .seed = 1, .queries = 3000 };
  campaign.first = argc;
  argp_parse (&argp, argc, argv, 0, NULL, &campaign);
  int next = campaign.first;
  bool edits = texts_are_edited (&campaign.texts);
  campaign.texts.turns = campaign.group->turns;
  if (edits && next == argc)
    {
      fprintf (stderr, "%s: no models to edit\n", argv[0]);
      return 2;
    }
  if (edits)
    texts_read (&campaign.texts, argv + next, (uint32_t) (argc - next));
  if (campaign.shows)
    show (&campaign);
  campaign.counts = mmap (NULL, sizeof *campaign.counts, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (campaign.counts == MAP_FAILED)
    abort ();
  for (int i = next; i < argc && !edits && !campaign.shows; i++)
    tap_ok (compare_file (&campaign, argv[i]), "%s", argv[i]);
  if (!campaign.shows && (edits || next == argc))
    compare_seeds (&campaign);
  texts_clear (&campaign.texts);
  if (campaign.shows)
    return 0;
  report (&campaign);
  return tap_done ();
}

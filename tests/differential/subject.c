/* subject.c -- see subject.h. */
#include <config.h>

#include "subject.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive.h"
#include "tests/lib/cpu_timer.h"
#include "witness/judge.h"

/* ---- Reading. ---- */

bool
subject_read (struct subject *subject, const char *model, const char *automata,
              bool meetings)
{
  quota_init (&subject->quota);
  ir_subject_init (&subject->model, &subject->quota);
  pa_init (&subject->pa, &subject->quota);
  subject->error = NULL;
  if (quota_checkpoint (&subject->quota))
    subject->error = "memory";
  else if (!eml_read_text (&subject->model, "model.eml", model, strlen (model)))
    subject->error = "model";
  else if (!pa_read_text (&subject->pa, "automata.pa", automata, strlen (automata)))
    subject->error = "automata";
  else
    {
      struct query_filter filter = { .race = meetings, .deadlock = meetings };
      queries_list (&subject->queries, &subject->pa.set, &subject->model.projection.pds,
                    &filter, &subject->model.arena);
    }
  return !subject->error;
}

void
subject_clear (struct subject *subject)
{
  pa_clear (&subject->pa);
  ir_subject_clear (&subject->model);
}

/* ---- Parties. ---- */

/* For an engine of the program.  Without reductions a query may take a thousand
   times as long, and what does teaches little: it is unknown then, and the
   setting is not asked about the other queries of the model. */
#define MOST_MILLISECONDS 100
#define MOST_MILLISECONDS_WITHOUT 10
#define MOST_BYTES ((uint64_t) 512 << 20)

static unsigned
most_milliseconds (struct setting setting)
{
  return setting.without ? MOST_MILLISECONDS_WITHOUT : MOST_MILLISECONDS;
}

static const struct engine *party_engine (uint32_t party);

static void
decide_by_program (struct subject *subject, struct setting setting,
                   struct finding *findings)
{
  struct decide_options options
    = { .engine = party_engine (setting.party),
        .reductions = REDUCTION_ALL & ~setting.without,
        .memory = MOST_BYTES,
        .interrupted = &time_is_up,
        .large = 8u << pds_symbol_count (&subject->model.projection.pds) % 4,
        .best_witness = setting.without == 0 };
  struct judge judge;
  judge_init (&judge, &subject->model, &options);
  bool skip = false;
  for (uint32_t q = 0; q < subject->queries.list.count; q++)
    {
      findings[q] = (struct finding){ .kind = VERDICT_UNKNOWN, .skipped = skip };
      if (skip)
        continue;
      set_timer (most_milliseconds (setting));
      struct verdict verdict = judge_query (&judge, &subject->queries.list.at[q]);
      findings[q].kind = verdict.kind;
      findings[q].trivial = verdict.counts.choices == 0;
      findings[q].bug = verdict.bug != NULL;
      findings[q].phases
        = verdict.kind == VERDICT_UNKNOWN && verdict.reason == QUOTA_PHASES;
      skip = verdict.kind == VERDICT_UNKNOWN && verdict.reason == QUOTA_INTERRUPTED;
    }
  set_timer (0);
  judge_clear (&judge);
}

/* States, and the depth of a stack. */
#define NAIVE_BOUNDS .states = 4000, .depth = 6

static void
decide_naively (struct subject *subject, struct setting setting, struct finding *findings)
{
  struct naive_options options
    = { .everyone = setting.without & REDUCTION_ACTIVE, NAIVE_BOUNDS };
  for (uint32_t q = 0; q < subject->queries.list.count; q++)
    findings[q]
      = (struct finding){ .kind = naive_decide (&subject->model.projection.pds,
                                                &subject->queries.list.at[q], &options) };
}

struct party
{
  const char *name;
  const struct engine *engine; /* of the program; null: the naive search or auto */
  uint32_t percent;            /* of the models are for it */
  uint32_t reductions;         /* that it has */
  const char *own;             /* ... and these of its engine */
  void (*decide) (struct subject *subject, struct setting setting,
                  struct finding *findings);
};

/* What the weighted engines share. */
#define WEIGHTED                                                                         \
  (REDUCTION_ACTIVE | REDUCTION_UNITS | REDUCTION_COMMON_LOCKS | REDUCTION_HELD_LOCKS    \
   | REDUCTION_ROLES | REDUCTION_MOVERS | REDUCTION_RUN_AHEAD | REDUCTION_PRIVATE_LOCKS  \
   | REDUCTION_IDLE_LOCKS | REDUCTION_GUARDED_LOCKS | REDUCTION_SLICING)

static const struct party parties[] = {
  { "antichain", &antichain_engine, 100, WEIGHTED, "antichains,lazy-locks,samples",
    decide_by_program },
  { "bdd", &bdd_engine, 100, WEIGHTED, "", decide_by_program },
  { "explicit", &explicit_engine, 100, REDUCTION_ACTIVE | REDUCTION_TRANSACTIONS, "",
    decide_by_program },
  { "stateless", &stateless_engine, 50, REDUCTION_ACTIVE, "races", decide_by_program },
  { "auto", NULL, 25, WEIGHTED | REDUCTION_TRANSACTIONS | REDUCTION_FREE_PLACES,
    "antichains,lazy-locks,samples", decide_by_program },
  { "naive", NULL, 35, REDUCTION_ACTIVE, "", decide_naively },
  { "cpds", &cpds_engine, 50, WEIGHTED, "early-automaton", decide_by_program },
  { "direct", &direct_engine, 50,
    REDUCTION_ACTIVE | REDUCTION_UNITS | REDUCTION_COMMON_LOCKS, "", decide_by_program },
#ifdef HAVE_CADICAL
  { "bmc", &bmc_engine, 10, REDUCTION_TRANSACTIONS, "lazy,locksets", decide_by_program },
#endif
};

uint32_t
party_count (void)
{
  return sizeof parties / sizeof parties[0];
}

const char *
party_name (uint32_t party)
{
  assert (party < party_count ());
  return parties[party].name;
}

static const struct engine *
party_engine (uint32_t party)
{
  assert (party < party_count ());
  return parties[party].engine;
}

bool
party_is_bounded (uint32_t party)
{
  assert (party < party_count ());
  const struct engine *engine = parties[party].engine;
  return parties[party].decide == decide_naively
         || (engine && !(engine->abilities & ENGINE_RECURSION));
}

uint32_t
party_reductions (uint32_t party)
{
  assert (party < party_count ());
  return parties[party].reductions | reductions_named (parties[party].own);
}

/* ---- Settings. ---- */

bool
setting_is_affordable (const struct subject *subject, struct setting setting)
{
  const struct pds *pds = &subject->model.projection.pds;
  return !(setting.without & REDUCTION_ACTIVE)
         || (pds->processes.count <= 3 && pds->locks.count <= 3);
}

/* Add SETTING, or what of it is affordable, if it is new. */
static void
add_setting (struct setting *settings, uint32_t *count, const struct subject *subject,
             struct setting setting)
{
  setting.without &= party_reductions (setting.party);
  if (!setting_is_affordable (subject, setting))
    setting.without &= ~(uint32_t) REDUCTION_ACTIVE;
  for (uint32_t i = 0; i < *count; i++)
    if (settings[i].party == setting.party && settings[i].without == setting.without)
      return;
  assert (*count < MOST_SETTINGS);
  settings[(*count)++] = setting;
}

/* Some set of reductions to go without, by chance. */
static uint32_t
random_without (struct chance *chance)
{
  switch (chance_below (chance, 4))
    {
    case 0: return 0;
    case 1: return REDUCTION_ALL;
    case 2: return 1u << chance_below (chance, reductions_count ());
    default: return chance_below (chance, (uint32_t) 1 << reductions_count ());
    }
}

static uint32_t
choose_few (struct setting *settings, const struct subject *subject,
            struct chance *chance)
{
  uint32_t count = 0;
  for (uint32_t p = 0; p < party_count (); p++)
    if (parties[p].engine && parties[p].engine != &bdd_engine)
      add_setting (settings, &count, subject, (struct setting){ p, 0 });
  struct setting more
    = { chance_below (chance, party_count ()), random_without (chance) };
  add_setting (settings, &count, subject, more);
  return count;
}

uint32_t
settings_choose (struct setting *settings, const struct subject *subject,
                 struct chance *chance, enum effort effort)
{
  if (effort == EFFORT_LIGHT)
    return choose_few (settings, subject, chance);
  bool thorough = effort == EFFORT_THOROUGH;
  uint32_t count = 0;
  bool asked[sizeof parties / sizeof parties[0]];
  for (uint32_t p = 0; p < party_count (); p++)
    {
      asked[p] = chance_percent (chance, parties[p].percent) || thorough;
      if (asked[p])
        add_setting (settings, &count, subject, (struct setting){ p, 0 });
    }
  for (uint32_t p = 0; p < party_count (); p++)
    {
      uint32_t alone = chance_below (chance, reductions_count ());
      uint32_t set = chance_below (chance, (uint32_t) 1 << reductions_count ());
      if (!asked[p])
        continue;
      add_setting (settings, &count, subject, (struct setting){ p, REDUCTION_ALL });
      for (uint32_t r = 0; r < reductions_count (); r++)
        if (thorough || r == alone)
          add_setting (settings, &count, subject, (struct setting){ p, 1u << r });
      add_setting (settings, &count, subject, (struct setting){ p, set });
    }
  return count;
}

void
setting_describe (struct setting setting, char *buffer, size_t size)
{
  size_t used = (size_t) snprintf (buffer, size, "-e %s", party_name (setting.party));
  const char *before = " --without ";
  for (uint32_t r = 0; r < reductions_count (); r++)
    if (setting.without >> r & 1)
      {
        assert (used < size);
        used += (size_t) snprintf (buffer + used, size - used, "%s%s", before,
                                   reductions_name (r));
        before = ",";
      }
  assert (used < size);
}

void
subject_decide (struct subject *subject, struct setting setting, struct finding *findings)
{
  assert (!subject->error);
  assert (setting.party < party_count ());
  /* Memory of the model, not of a query: no limit but the machine's. */
  if (quota_checkpoint (&subject->quota))
    abort ();
  parties[setting.party].decide (subject, setting, findings);
}

bool
findings_disagree (struct finding a, struct finding b)
{
  if (a.bug || b.bug)
    return true;
  return a.kind != VERDICT_UNKNOWN && b.kind != VERDICT_UNKNOWN && a.kind != b.kind;
}

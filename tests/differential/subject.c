/* subject.c -- see subject.h. */
#include <config.h>

#include "subject.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive.h"
#include "src/decide.h"

/* ---- Reading. ---- */

bool
subject_read (struct subject *subject, const char *model, const char *automata)
{
  quota_init (&subject->quota);
  eml_init (&subject->eml, &subject->quota);
  pa_init (&subject->pa, &subject->quota);
  subject->error = NULL;
  if (quota_checkpoint (&subject->quota))
    subject->error = "memory";
  else if (!eml_read_text (&subject->eml, "model.eml", model, strlen (model)))
    subject->error = "model";
  else if (!pa_read_text (&subject->pa, "automata.pa", automata, strlen (automata)))
    subject->error = "automata";
  else
    {
      struct query_filter filter = { NULL, NULL };
      queries_list (&subject->queries, &subject->pa.set, &subject->eml.lowering.pds,
                    &filter, &subject->eml.arena);
    }
  return !subject->error;
}

void
subject_clear (struct subject *subject)
{
  pa_clear (&subject->pa);
  eml_clear (&subject->eml);
}

/* ---- Engines. ---- */

/* For an engine of the program: seconds for a query, so that the odd heavy one
   costs little; it is unknown then, and counted. */
#define MOST_SECONDS 2
#define MOST_BYTES ((uint64_t) 512 << 20)

static void
decide_by_program (struct subject *subject, struct setting setting,
                   struct finding *findings)
{
  struct decide_options options
    = { .reductions = REDUCTION_ALL & ~setting.without,
        .timeout = (uint64_t) MOST_SECONDS * 1000000000, .memory = MOST_BYTES };
  struct decider decider;
  decider_init (&decider, &subject->eml.lowering.pds, &options, &subject->eml.arena);
  for (uint32_t q = 0; q < subject->queries.list.count; q++)
    {
      struct verdict verdict = decide_query (&decider, &subject->queries.list.at[q]);
      findings[q] = (struct finding){ verdict.kind, verdict.counts.choices == 0 };
    }
  decider_clear (&decider);
}

static void
decide_naively (struct subject *subject, struct setting setting,
                struct finding *findings)
{
  struct naive_options options = { .everyone = setting.without & REDUCTION_ACTIVE,
                                   .states = 20000, .depth = 8 };
  for (uint32_t q = 0; q < subject->queries.list.count; q++)
    findings[q].kind = naive_decide (&subject->eml.lowering.pds,
                                     &subject->queries.list.at[q], &options);
}

struct engine_row
{
  const char *name;
  bool in_program;      /* -e NAME; else only here */
  uint32_t reductions;  /* that it has */
  void (*decide) (struct subject *subject, struct setting setting,
                  struct finding *findings);
};

static const struct engine_row engines[] = {
  { "bdd", true,
    REDUCTION_ACTIVE | REDUCTION_ROLES | REDUCTION_MOVERS | REDUCTION_RUN_AHEAD
      | REDUCTION_PRIVATE_LOCKS | REDUCTION_IDLE_LOCKS | REDUCTION_SLICING,
    decide_by_program },
  { "naive", false, REDUCTION_ACTIVE, decide_naively },
};

uint32_t
engine_count (void)
{
  return sizeof engines / sizeof engines[0];
}

const char *
engine_name (uint32_t engine)
{
  assert (engine < engine_count ());
  return engines[engine].name;
}

uint32_t
engine_find (const char *name)
{
  for (uint32_t e = 0; e < engine_count (); e++)
    if (strcmp (engines[e].name, name) == 0)
      return e;
  return UINT32_MAX;
}

uint32_t
engine_reductions (uint32_t engine)
{
  assert (engine < engine_count ());
  return engines[engine].reductions;
}

/* ---- Settings. ---- */

bool
setting_is_affordable (const struct subject *subject, struct setting setting)
{
  const struct pds *pds = &subject->eml.lowering.pds;
  return !(setting.without & REDUCTION_ACTIVE)
         || (pds->processes.count <= 3 && pds->locks.count <= 3);
}

/* Add SETTING, or what of it is affordable, if it is new. */
static void
add_setting (struct setting *settings, uint32_t *count, const struct subject *subject,
             struct setting setting)
{
  setting.without &= engine_reductions (setting.engine);
  if (!setting_is_affordable (subject, setting))
    setting.without &= ~(uint32_t) REDUCTION_ACTIVE;
  for (uint32_t i = 0; i < *count; i++)
    if (settings[i].engine == setting.engine && settings[i].without == setting.without)
      return;
  assert (*count < MOST_SETTINGS);
  settings[(*count)++] = setting;
}

uint32_t
settings_choose (struct setting *settings, const struct subject *subject,
                 struct chance *chance, bool thorough)
{
  uint32_t count = 0;
  for (uint32_t e = 0; e < engine_count (); e++)
    add_setting (settings, &count, subject, (struct setting){ e, 0 });
  for (uint32_t e = 0; e < engine_count (); e++)
    {
      add_setting (settings, &count, subject, (struct setting){ e, REDUCTION_ALL });
      uint32_t alone = chance_below (chance, REDUCTION_COUNT);
      for (uint32_t r = 0; r < REDUCTION_COUNT; r++)
        if (thorough || r == alone)
          add_setting (settings, &count, subject, (struct setting){ e, 1u << r });
      uint32_t set = chance_below (chance, REDUCTION_ALL + 1);
      add_setting (settings, &count, subject, (struct setting){ e, set });
    }
  return count;
}

void
setting_describe (struct setting setting, char *buffer, size_t size)
{
  static const char *const names[] = {
#define NAME(name, id, text) name,
    REDUCTIONS (NAME)
#undef NAME
  };
  size_t used = (size_t) snprintf (buffer, size, "-e %s", engine_name (setting.engine));
  const char *before = " --without ";
  for (uint32_t r = 0; r < REDUCTION_COUNT; r++)
    if (setting.without >> r & 1)
      {
        assert (used < size);
        used += (size_t) snprintf (buffer + used, size - used, "%s%s", before, names[r]);
        before = ",";
      }
  assert (used < size);
}

void
subject_decide (struct subject *subject, struct setting setting,
                struct finding *findings)
{
  assert (!subject->error);
  assert (setting.engine < engine_count ());
  /* Memory of the model, not of a query: no limit but the machine's. */
  if (quota_checkpoint (&subject->quota))
    abort ();
  engines[setting.engine].decide (subject, setting, findings);
}

bool
findings_disagree (struct finding a, struct finding b)
{
  return a.kind != VERDICT_UNKNOWN && b.kind != VERDICT_UNKNOWN && a.kind != b.kind;
}

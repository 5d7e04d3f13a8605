/* empty_reason.c -- see empty_reason.h. */
#include <config.h>

#include "cli/empty_reason.h"

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "wpds/sharing.h"

#define MOST_NAMED 6 /* atomic sets in one sentence */

static const char one_process[] = "there is only one process, and a violation takes two";
static const char no_unit[]
  = "no process has a unit, and a violation of a pattern takes one";

/* What holds for the whole model; or null. */
static const char *
reason_of_all (const struct pds *pds, const struct sharing *sharing)
{
  assert (pds->fields.count > 0);
  return pds->processes.count == 1 ? one_process : sharing->has_unit ? NULL : no_unit;
}

/* ---- For lint. ---- */

/* Is SET a field that is in no declared set? */
static bool
is_loose (const struct eml *eml, uint32_t set)
{
  const struct pds *pds = &eml->lowering.pds;
  assert (set < pds->sets.count);
  for (uint32_t f = 0; f < pds->fields.count; f++)
    if (pds->fields.at[f].set.index == set)
      return strcmp (pds->fields.at[f].name, pds->sets.at[set]) == 0;
  return false;
}

void
empty_reason_warn (struct eml *eml)
{
  const struct pds *pds = &eml->lowering.pds;
  assert (eml->diags.errors == 0);
  if (pds->fields.count == 0 || pds->processes.count == 0)
    return;
  struct sharing sharing;
  sharing_find (&sharing, pds, &eml->arena);
  const char *reason = reason_of_all (pds, &sharing);
  if (reason)
    diag_warning_file (&eml->diags, reason == one_process ? "one-process" : "no-unit",
                       "%s: every %s is safe for that reason alone", reason,
                       reason == one_process ? "query" : "pattern");
  for (uint32_t s = 0; s < pds->sets.count && !reason; s++)
    {
      /* What nobody uses has other warnings. */
      const struct sharing_users *users = &sharing.users[s];
      if (users->number == SHARING_ONE)
        diag_warning (&eml->diags, "unshared-set", eml->model.sets.at[s].name.span,
                      "only process '%s' accesses %s '%s': its queries are safe for "
                      "that reason alone",
                      pds->processes.at[users->one.index].name,
                      is_loose (eml, s) ? "field" : "atomic set", pds->sets.at[s]);
    }
}

/* ---- For check. ---- */

static const struct query *
query_at (const struct check_model *model, uint32_t q)
{
  return &model->model->queries.list.at[q];
}

/* By set: a pattern is asked about it. */
static const bool *
find_asked (const struct check_model *model, struct arena *arena)
{
  const struct pds *pds = &model->model->eml->lowering.pds;
  bool *asked = arena_calloc (arena, pds->sets.count + (size_t) 1, sizeof *asked);
  assert (model->decided <= model->model->queries.list.count);
  for (uint32_t q = 0; q < model->decided; q++)
    if (query_at (model, q)->kind == QUERY_PATTERN)
      asked[query_at (model, q)->set.index] = true;
  return asked;
}

/* Nothing that is a violation may be called safe. */
static void
check_violations (const struct check_model *model, const struct sharing *sharing)
{
  for (uint32_t q = 0; q < model->decided; q++)
    {
      uint32_t set = query_at (model, q)->set.index;
      assert (model->verdicts[q].kind != VERDICT_VIOLATION
              || query_at (model, q)->kind != QUERY_PATTERN
              || (sharing->has_unit && sharing->users[set].number == SHARING_MANY));
      (void) set;
    }
}

static const char *
name_unshared (const struct check_model *model, const struct sharing *sharing,
               struct arena *arena)
{
  const struct pds *pds = &model->model->eml->lowering.pds;
  const bool *asked = find_asked (model, arena);
  uint32_t count = 0;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  for (uint32_t s = 0; s < pds->sets.count; s++)
    if (asked[s] && sharing->users[s].number != SHARING_MANY && ++count <= MOST_NAMED)
      {
        fputs (count > 1 ? ", " : "no two processes share ", memory);
        text_show_name (memory, pds->sets.at[s]);
      }
  if (count > MOST_NAMED)
    fprintf (memory, " and %u more", (unsigned) (count - MOST_NAMED));
  const char *text = scribe_end (&scribe);
  assert ((count > 0) == (*text != 0));
  return count > 0 ? text : NULL;
}

const char *
empty_reason_of (const struct check_model *model)
{
  struct eml *eml = model->model->eml;
  const struct pds *pds = &eml->lowering.pds;
  assert (model->verdicts);
  /* Patterns come first, races and deadlocks last. */
  if (model->decided == 0 || !model->shipped || query_at (model, 0)->kind != QUERY_PATTERN)
    return NULL;
  bool only_patterns = query_at (model, model->decided - 1)->kind == QUERY_PATTERN;
  struct sharing sharing;
  sharing_find (&sharing, pds, &eml->arena);
  check_violations (model, &sharing);
  const char *reason = pds->processes.count == 0 ? "there is no process"
                                                 : reason_of_all (pds, &sharing);
  bool all = only_patterns || pds->processes.count <= 1;
  if (!reason)
    reason = name_unshared (model, &sharing, &eml->arena);
  if (!reason)
    return NULL;
  struct scribe scribe;
  fprintf (scribe_start (&scribe, &eml->arena), "%s for an empty reason: %s.",
           all ? "Safe" : "Patterns are safe", reason);
  return scribe_end (&scribe);
}

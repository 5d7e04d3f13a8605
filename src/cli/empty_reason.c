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
  assert (pds->processes.count > 0);
  if (pds->fields.count + pds->locks.count == 0)
    return NULL; /* a program in C without globals */
  return pds->processes.count == 1                     ? one_process
         : sharing->has_unit || pds->fields.count == 0 ? NULL
                                                       : no_unit;
}

/* ---- For lint. ---- */

/* The first field of SET. */
static uint32_t
first_field (const struct pds *pds, uint32_t set)
{
  uint32_t f = 0;
  assert (set < pds->sets.count);
  while (pds->fields.at[f].set.index != set)
    {
      f++;
      assert (f < pds->fields.count);
    }
  return f;
}

/* Only process USER accesses SET.  Where no set is declared, the one that has all fields
   stands nowhere, and is shown by its first field. */
static void
warn_unshared (struct ir_subject *subject, uint32_t set, process_id user)
{
  const struct pds *pds = &subject->projection.pds;
  uint32_t field = first_field (pds, set);
  struct span span = subject->model.sets.at[set].name.span;
  if (span.begin == span.end)
    span = subject->model.fields.at[field].name.span;
  bool loose = strcmp (pds->fields.at[field].name, pds->sets.at[set]) == 0;
  diag_warning (&subject->diags, "unshared-set", span,
                "only process '%s' accesses %s '%s': its queries are safe for that "
                "reason alone",
                pds->processes.at[user.index].name, loose ? "field" : "atomic set",
                pds->sets.at[set]);
}

void
empty_reason_warn (struct ir_subject *subject)
{
  const struct pds *pds = &subject->projection.pds;
  assert (subject->diags.errors == 0);
  if (pds->fields.count + pds->locks.count == 0 || pds->processes.count == 0)
    return;
  struct sharing sharing;
  sharing_find (&sharing, pds, &subject->arena);
  const char *reason = reason_of_all (pds, &sharing);
  if (reason)
    diag_warning_file (&subject->diags, reason == one_process ? "one-process" : "no-unit",
                       "%s: every %s is safe for that reason alone", reason,
                       reason != one_process ? "pattern"
                       : subject->flow.claims.count > 0 || subject->flow.exclusive
                         ? "pattern, race and deadlock"
                         : "query");
  for (uint32_t s = 0; s < pds->sets.count && !reason; s++)
    /* What nobody uses has other warnings. */
    if (sharing.users[s].number == SHARING_ONE)
      warn_unshared (subject, s, sharing.users[s].one);
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
  const struct pds *pds = &model->model->subject->projection.pds;
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
  const struct pds *pds = &model->model->subject->projection.pds;
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

/* If all fields that were chosen are volatile: "'stop' is volatile: ..." of the first of
   them; else null. */
static const char *
reason_volatile (const struct check_model *model)
{
  const struct pds *pds = &model->model->subject->projection.pds;
  const bool *chosen = model->model->fields;
  uint32_t first = UINT32_MAX;
  for (uint32_t f = 0; f < pds->fields.count; f++)
    if (!chosen || chosen[f])
      {
        if (!pds->fields.at[f].is_volatile)
          return NULL;
        first = first == UINT32_MAX ? f : first;
      }
  assert (first != UINT32_MAX);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, &model->model->subject->arena);
  text_show_quoted (memory, pds->fields.at[first].name);
  fputs (" is volatile: no race is asked about it.", memory);
  return scribe_end (&scribe);
}

/* Why there is no query. */
static const char *
reason_for_none (const struct check_model *model)
{
  const struct pds *pds = &model->model->subject->projection.pds;
  const struct pattern_choice *chosen = &model->options->chosen;
  bool patterns = false;
  for (uint32_t a = 0; a < model->options->pa.set.automata.count; a++)
    patterns |= chosen->automata[a];
  if (pds->fields.count == 0)
    return !chosen->deadlock          ? "Nothing is asked: the model has no field."
           : patterns || chosen->race ? "Nothing is asked: the model has no field and no "
                                        "lock."
                                      : "Nothing is asked: the model has no lock.";
  const char *reason = chosen->race ? reason_volatile (model) : NULL;
  return reason     ? reason
         : patterns ? "Nothing is asked: no pattern is about so few fields."
                    : "Nothing is asked: the model has no lock.";
}

const char *
empty_reason_of (const struct check_model *model)
{
  struct ir_subject *subject = model->model->subject;
  const struct pds *pds = &subject->projection.pds;
  assert (model->verdicts);
  if (model->model->queries.list.count == 0)
    return reason_for_none (model);
  /* Patterns come first, races and deadlocks last. */
  if (model->decided == 0 || !model->shipped
      || (query_at (model, 0)->kind != QUERY_PATTERN && pds->processes.count > 1))
    return NULL;
  bool only_patterns = query_at (model, model->decided - 1)->kind == QUERY_PATTERN;
  struct sharing sharing;
  sharing_find (&sharing, pds, &subject->arena);
  check_violations (model, &sharing);
  const char *reason
    = pds->processes.count == 0 ? "there is no process" : reason_of_all (pds, &sharing);
  /* One process can fail alone, or access what it may not. */
  bool alone = pds->processes.count <= 1 && !ir_has_data (&subject->flow);
  bool all = only_patterns || alone;
  if (!reason)
    reason = name_unshared (model, &sharing, &subject->arena);
  if (!reason)
    return NULL;
  struct scribe scribe;
  fprintf (scribe_start (&scribe, &subject->arena), "%s: %s.",
           all ? "Vacuously safe" : "Patterns are vacuously safe", reason);
  return scribe_end (&scribe);
}

/* pds_print.c -- a multi-PDS as text, for other solvers and for debugging. */
#include <config.h>

#include <assert.h>

#include "base/text.h"
#include "wpds/pds.h"

/* A blank and NAME. */
static void
print_word (const char *name, FILE *file)
{
  fputc (' ', file);
  text_show_name (file, name);
}

/* A blank and the names of SETS with commas between them, if there are any. */
static void
print_sets (const struct pds *pds, idset sets, FILE *file)
{
  const char *glue = " ";
  IDSET_EACH (s, pds->idsets, sets)
    {
      assert (s < pds->sets.count);
      fputs (glue, file);
      text_show_name (file, pds->sets.at[s]);
      glue = ",";
    }
}

static void
print_processes (const struct pds *pds, idset processes, FILE *file)
{
  const char *glue = " ";
  IDSET_EACH (p, pds->idsets, processes)
    {
      assert (p < pds->processes.count);
      fputs (glue, file);
      text_show_name (file, pds->processes.at[p].name);
      glue = ",";
    }
}

void
pds_print_action (const struct pds *pds, pds_action id, FILE *file)
{
  static const char *const words[]
    = { [PDS_SKIP] = "skip",   [PDS_ACQUIRE] = "acquire", [PDS_RELEASE] = "release",
        [PDS_READ] = "read",   [PDS_WRITE] = "write",     [PDS_BEGIN] = "begin",
        [PDS_END] = "end",     [PDS_WAKE] = "wake",       [PDS_FINISH] = "finish",
        [PDS_START] = "start", [PDS_JOIN] = "join" };
  assert (id.index < pds->actions.count);
  const struct pds_action_info *action = &pds->actions.at[id.index];
  fputs (words[action->op], file);
  if (pds_action_is_operation (action))
    print_word (pds->locks.at[pds_action_lock (action).index], file);
  else if (pds_action_is_access (action))
    print_word (pds->fields.at[pds_action_field (action).index].name, file);
  else if (pds_action_is_ordering (action))
    print_processes (pds, pds_action_processes (action), file);
  if (pds_action_is_access (action) && !idset_is_empty (action->sets))
    fputs (" in", file);
  print_sets (pds, action->sets, file);
}

static void
print_rule (const struct pds *pds, uint32_t from, const struct pds_rule *rule, FILE *file)
{
  if (pds_rule_is_return (rule))
    fprintf (file, "return n%u\n", (unsigned) from);
  else if (pds_rule_is_call (rule))
    fprintf (file, "call n%u n%u n%u\n", (unsigned) from, (unsigned) rule->to.index,
             (unsigned) rule->under.index);
  else
    {
      fprintf (file, "rule n%u n%u ", (unsigned) from, (unsigned) rule->to.index);
      pds_print_action (pds, rule->action, file);
      fputc ('\n', file);
    }
}

/* A line with the volatile fields, if there are any. */
static void
print_volatile (const struct pds *pds, FILE *file)
{
  bool some = false;
  for (uint32_t i = 0; i < pds->fields.count; i++)
    if (pds->fields.at[i].is_volatile)
      {
        if (!some)
          fputs ("volatile", file);
        some = true;
        print_word (pds->fields.at[i].name, file);
      }
  if (some)
    fputc ('\n', file);
}

void
pds_print (const struct pds *pds, FILE *file)
{
  fputs ("locks", file);
  for (uint32_t i = 0; i < pds->locks.count; i++)
    print_word (pds->locks.at[i], file);
  fputs ("\nfields", file);
  for (uint32_t i = 0; i < pds->fields.count; i++)
    print_word (pds->fields.at[i].name, file);
  fputc ('\n', file);
  print_volatile (pds, file);
  for (uint32_t i = 0; i < pds->processes.count; i++)
    {
      fputs ("process", file);
      print_word (pds->processes.at[i].name, file);
      fprintf (file, " entry n%u%s\n", (unsigned) pds->processes.at[i].entry.index,
               pds->processes.at[i].started ? " started" : "");
    }
  for (uint32_t s = 0; s < pds_symbol_count (pds); s++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        print_rule (pds, s, &pds->rules.at[r], file);
    }
}

/* repair.c -- see repair.h. */
#include <config.h>

#include "repair.h"

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "position.h"

/* ---- Stretches of statements. ---- */

/* Statements FIRST to LAST (of one sequence) of PARENT, or of the body. */
struct region
{
  uint32_t parent; /* UINT32_MAX: the body */
  uint32_t first, last;
};

/* Where the text of a statement ends, at the latest token we know of. */
static uint32_t
extent (const struct tree *tree, uint32_t stmt)
{
  uint32_t end = 0;
  for (uint32_t i = stmt; i < tree->stmts.at[stmt].end; i++)
    {
      const struct tree_stmt *inner = &tree->stmts.at[i];
      uint32_t reach = inner->close >= inner->span.end ? inner->close + 1 : inner->span.end;
      end = reach > end ? reach : end;
    }
  return end;
}

/* Are the children alternatives rather than a sequence? */
static bool
is_branching (const struct tree *tree, uint32_t stmt)
{
  return tree->stmts.at[stmt].kind == TREE_IF || tree->stmts.at[stmt].kind == TREE_CHOOSE;
}

static uint32_t
first_child (const struct model *model, uint32_t body, uint32_t parent)
{
  return parent == UINT32_MAX ? model->bodies.at[body].begin : parent + 1;
}

static uint32_t
children_end (const struct model *model, uint32_t body, uint32_t parent)
{
  return parent == UINT32_MAX ? model->bodies.at[body].end
                              : model->tree->stmts.at[parent].end;
}

/* The child of PARENT in which OFFSET lies, or UINT32_MAX: the last one that
   does not begin behind it, if it reaches that far. */
static uint32_t
child_at (const struct model *model, uint32_t body, uint32_t parent, uint32_t offset)
{
  const struct tree *tree = model->tree;
  uint32_t end = children_end (model, body, parent), found = UINT32_MAX;
  for (uint32_t i = first_child (model, body, parent);
       i < end && tree->stmts.at[i].span.begin <= offset; i = tree->stmts.at[i].end)
    found = i;
  return found != UINT32_MAX && offset < extent (tree, found) ? found : UINT32_MAX;
}

/* The smallest stretch of BODY with the places A and B. */
static bool
find_region (const struct model *model, uint32_t body, uint32_t a, uint32_t b,
             struct region *region)
{
  *region = (struct region){ UINT32_MAX, UINT32_MAX, UINT32_MAX };
  for (uint32_t parent = UINT32_MAX;;)
    {
      uint32_t at_a = child_at (model, body, parent, a);
      uint32_t at_b = child_at (model, body, parent, b);
      if (at_a == UINT32_MAX || at_b == UINT32_MAX)
        break;
      if (parent == UINT32_MAX || !is_branching (model->tree, parent))
        *region = (struct region){ parent, at_a < at_b ? at_a : at_b,
                                   at_a < at_b ? at_b : at_a };
      if (at_a != at_b)
        break;
      parent = at_a;
    }
  return region->first != UINT32_MAX;
}

/* The statement of which the children are the sequence that STMT is in. */
static uint32_t
parent_of (const struct model *model, uint32_t body, uint32_t stmt)
{
  uint32_t parent = UINT32_MAX;
  for (uint32_t i = model->bodies.at[body].begin; i < stmt;)
    {
      if (stmt < model->tree->stmts.at[i].end)
        {
          parent = i;
          i++;
        }
      else
        i = model->tree->stmts.at[i].end;
    }
  return parent;
}

/* The unit around REGION, without which it would begin too late; false: none. */
static bool
widen_to_unit (const struct model *model, uint32_t body, struct region *region)
{
  uint32_t stmt = region->parent;
  while (stmt != UINT32_MAX && model->tree->stmts.at[stmt].kind != TREE_UNIT)
    stmt = parent_of (model, body, stmt);
  if (stmt == UINT32_MAX)
    return false;
  *region = (struct region){ parent_of (model, body, stmt), stmt, stmt };
  return true;
}

static void
widen_to_body (const struct model *model, uint32_t body, struct region *region)
{
  uint32_t last = model->bodies.at[body].begin;
  for (uint32_t i = last; i < model->bodies.at[body].end;
       i = model->tree->stmts.at[i].end)
    last = i;
  *region = (struct region){ UINT32_MAX, model->bodies.at[body].begin, last };
}

/* Where the text of REGION begins and where the next one begins: there the
   closing brace goes, so that a position behind a block stays in front of it. */
static struct span
region_span (const struct model *model, uint32_t body, const struct region *region)
{
  const struct tree *tree = model->tree;
  uint32_t next = tree->stmts.at[region->last].end;
  uint32_t end = next < children_end (model, body, region->parent)
                   ? tree->stmts.at[next].span.begin
                   : region->parent == UINT32_MAX ? model->bodies.at[body].close
                                                  : tree->stmts.at[region->parent].close;
  return (struct span){ tree->stmts.at[region->first].span.begin, end };
}

/* Where the statements of REGION come from, if they come from one file. */
static void
find_source (const struct eml *eml, const struct region *region, struct repair *repair)
{
  const struct tree *tree = &eml->tree;
  for (uint32_t i = region->first; i < tree->stmts.at[region->last].end; i++)
    {
      const name_id positions[]
        = { tree->stmts.at[i].position, tree->stmts.at[i].end_position };
      for (uint32_t k = 0; k < 2; k++)
        {
          struct position place;
          if (positions[k].index == NAME_NONE.index)
            continue;
          const char *text = names_text (&eml->names, positions[k]);
          if (!position_parse (text, &place)
              || (repair->source
                  && (place.file != repair->source_length
                      || memcmp (text, repair->source, place.file) != 0)))
            {
              repair->source = NULL;
              return;
            }
          if (!repair->source || place.line < repair->first_source_line)
            repair->first_source_line = place.line;
          if (!repair->source || place.line > repair->last_source_line)
            repair->last_source_line = place.line;
          repair->source = text;
          repair->source_length = (uint32_t) place.file;
        }
    }
}

/* ---- Trying. ---- */

char *
repair_text (const struct repair *repair, const struct finding *finding,
             struct arena *arena)
{
  const struct source *source = &finding->eml->source;
  assert (repair->region.begin < repair->region.end
          && repair->region.end <= source->length);
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  fwrite (source->text, 1, repair->region.begin, file);
  fputs ("sync \"", file);
  for (const char *c = finding_lock_name (finding, repair->lock); *c; c++)
    fprintf (file, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
  fputs ("\" { ", file);
  fwrite (source->text + repair->region.begin, 1,
          repair->region.end - repair->region.begin, file);
  fputs ("} ", file);
  fwrite (source->text + repair->region.end, 1, source->length - repair->region.end,
          file);
  return scribe_end (&scribe);
}

/* The verdict in the model with this text; a violation, too, if it is no model. */
static enum verdict_kind
decide_changed (const char *text, const struct finding *finding,
                const struct decide_options *asked)
{
  struct decide_options options = *asked;
  options.witness = false;
  if (options.timeout == 0 || options.timeout > REPAIR_TIMEOUT)
    options.timeout = REPAIR_TIMEOUT;
  struct quota quota;
  struct eml eml;
  quota_init (&quota);
  eml_init (&eml, &quota);
  volatile enum verdict_kind kind = VERDICT_VIOLATION;
  if (!quota_checkpoint (&quota))
    if (eml_read_text (&eml, finding->eml->source.path, text, strlen (text)))
      {
        struct decider decider;
        decider_init (&decider, &eml.lowering.pds, &options, &eml.arena);
        struct verdict verdict = decide_query (&decider, finding->query);
        decider_clear (&decider);
        kind = verdict.kind;
      }
  eml_clear (&eml);
  return kind;
}

struct seeker
{
  const struct finding *finding;
  const struct decide_options *options; /* for all processes that are asked about, */
  struct decide_options *only;          /* and for those of the violation */
  struct arena *arena;
  uint32_t *budget;
  uint32_t left; /* of this violation's candidates */
  struct repair *repair;
  VEC (struct repair) tried;
};

/* Is there a candidate like this already? */
static bool
was_tried (const struct seeker *s, const struct repair *candidate)
{
  for (uint32_t i = 0; i < s->tried.count; i++)
    {
      const struct repair *old = &s->tried.at[i];
      if (old->lock == candidate->lock && old->region.begin == candidate->region.begin
          && old->region.end == candidate->region.end)
        return true;
    }
  return false;
}

static bool
try_region (struct seeker *s, uint32_t thread, uint32_t lock, uint32_t body,
            const struct region *region)
{
  const struct model *model = &s->finding->eml->model;
  const struct tree *tree = model->tree;
  struct repair candidate
    = { .found = true, .lock = lock, .thread = thread, .body = body,
        .region = region_span (model, body, region) };
  if (was_tried (s, &candidate) || s->left == 0 || *s->budget == 0)
    return false;
  *vec_push (s->arena, &s->tried) = candidate;
  s->left--;
  --*s->budget;
  const char *text = repair_text (&candidate, s->finding, s->arena);
  enum verdict_kind kind = decide_changed (text, s->finding, s->options);
  candidate.safe = kind == VERDICT_SAFE;
  if (kind == VERDICT_VIOLATION && !s->repair->found && *s->budget > 0)
    {
      --*s->budget;
      kind = decide_changed (text, s->finding, s->only);
    }
  if (kind == VERDICT_UNKNOWN)
    *s->budget = 0; /* the next one would take as long */
  if (kind != VERDICT_SAFE)
    return false;
  const struct source *source = &s->finding->eml->source;
  candidate.first_line = source_place (source, candidate.region.begin).line;
  candidate.last_line = source_place (source, extent (tree, region->last) - 1).line;
  find_source (s->finding->eml, region, &candidate);
  *s->repair = candidate;
  return candidate.safe;
}

/* LOCK around what THREAD does from step FROM to step TO. */
static bool
try_lock (struct seeker *s, uint32_t thread, uint32_t lock, uint32_t from, uint32_t to)
{
  const struct model *model = &s->finding->eml->model;
  struct finding_site site = finding_site (s->finding, thread, from, to, s->arena);
  struct region region;
  if (!find_region (model, site.body, site.first, site.last, &region))
    return false;
  if (try_region (s, thread, lock, site.body, &region))
    return true;
  while (widen_to_unit (model, site.body, &region))
    if (try_region (s, thread, lock, site.body, &region))
      return true;
  widen_to_body (model, site.body, &region);
  return try_region (s, thread, lock, site.body, &region);
}

static bool
try_locks (struct seeker *s, uint32_t thread, idset locks, uint32_t from, uint32_t to)
{
  const struct idsets *idsets = &s->finding->eml->idsets;
  for (uint32_t l = idset_next (idsets, locks, 0); l != UINT32_MAX;
       l = idset_next (idsets, locks, l + 1))
    if (try_lock (s, thread, l, from, to))
      return true;
  return false;
}

/* The same options, for the processes of the violation alone. */
static struct decide_options
restrict_processes (const struct finding *finding, const struct decide_options *options,
                    struct arena *arena)
{
  struct decide_options only = *options;
  uint32_t threads = finding->query->automaton->threads.count;
  uint32_t processes = finding->eml->lowering.pds.processes.count;
  const bool **allowed = arena_calloc (arena, threads, sizeof *allowed);
  for (uint32_t t = 0; t < threads; t++)
    {
      bool *may = arena_calloc (arena, processes, sizeof *may);
      may[finding->processes[t]] = true;
      allowed[t] = may;
    }
  only.allowed = allowed;
  only.filtered = threads;
  return only;
}

void
repair_find (struct repair *repair, const struct finding *finding,
             const struct because *because, const struct decide_options *options,
             uint32_t *budget, struct arena *arena)
{
  *repair = (struct repair){ .found = false };
  struct decide_options only = restrict_processes (finding, options, arena);
  struct seeker s = { .finding = finding, .options = options, .only = &only,
                      .arena = arena,
                      .budget = budget, .left = REPAIR_CANDIDATES, .repair = repair };
  if (finding->eml->source.length > REPAIR_LONGEST)
    return;
  for (uint32_t i = 0; i < because->gaps.count; i++)
    {
      const struct because_gap *gap = &because->gaps.at[i];
      if (try_locks (&s, gap->holder, gap->needed, gap->from, gap->to))
        return;
    }
  for (uint32_t i = 0; i < because->gaps.count; i++)
    {
      const struct because_gap *gap = &because->gaps.at[i];
      uint32_t last = gap->between.at[gap->between.count - 1];
      if (try_locks (&s, gap->other, gap->throughout, gap->between.at[0], last))
        return;
    }
}

/* ---- In words. ---- */

static void
show (const char *text, FILE *file)
{
  text_print_safe (file, text, strlen (text));
}

static void
print_lines (uint32_t first, uint32_t last, FILE *file)
{
  fprintf (file, ":%u", (unsigned) first);
  if (last > first)
    fprintf (file, "-%u", (unsigned) last);
}

void
repair_print (const struct repair *repair, const struct finding *finding, FILE *file)
{
  assert (repair->found);
  const char *path = finding->eml->source.path;
  fputs ("Holding '", file);
  show (finding_lock_name (finding, repair->lock), file);
  fputs ("' in ", file);
  text_show_name (file, finding_body_name (finding, repair->body));
  fputs (" (", file);
  if (repair->source)
    {
      text_print_safe (file, repair->source, repair->source_length);
      print_lines (repair->first_source_line, repair->last_source_line, file);
      fputs (", ", file);
    }
  const char *slash = strrchr (path, '/');
  show (slash && slash[1] ? slash + 1 : path, file);
  print_lines (repair->first_line, repair->last_line, file);
  fputs (") would have prevented it", file);
  if (repair->safe)
    {
      fputs (": the query is safe then.", file);
      return;
    }
  for (uint32_t t = 0; t < finding->query->automaton->threads.count; t++)
    {
      fputs (t ? ", " : " with ", file);
      finding_print_thread (finding, t, file);
      fputs (" = ", file);
      text_show_name (file, finding_process_name (finding, finding->processes[t]));
    }
  fputs ("; with other processes in these roles it still happens.", file);
}

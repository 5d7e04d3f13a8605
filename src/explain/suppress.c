/* suppress.c -- see suppress.h. */
#include <config.h>

#include "explain/suppress.h"

#include <assert.h>
#include <string.h>

#include "base/source.h"
#include "explain/position.h"
#include "explain/program_source.h"

void
suppressions_init (struct suppressions *all, struct pa *pa,
                   const struct complaints *complaints)
{
  assert (pa && complaints);
  *all = (struct suppressions){ .pa = pa, .complaints = complaints };
  quota_init (&all->quota);
  arena_init (&all->arena, &all->quota);
  arena_init (&all->scratch, &all->quota);
  if (quota_checkpoint (&all->quota))
    {
      all->spoilt = true;
      return;
    }
  names_init (&all->keys, &all->arena);
  names_init (&all->files, &all->arena);
  names_init (&all->missed, &all->arena);
}

void
suppressions_clear (struct suppressions *all)
{
  assert (all->pa || !all->arena.quota);
  if (!all->arena.quota)
    return;
  arena_clear (&all->scratch);
  arena_clear (&all->arena);
}

/* ---- Which there are. ---- */

static const char *
copy (struct suppressions *all, const char *text)
{
  return text ? arena_copy (&all->arena, text, strlen (text)) : NULL;
}

/* Add one that says QUESTIONS, or null for all, unless it is there.  Texts of it that
   belong to a model are copied. */
static void
add (struct suppressions *all, struct suppression one, const char *questions)
{
  assert (one.where);
  const char *key
    = arena_format (&all->arena, "%s%s%s %s", one.where, one.descriptor ? " " : "",
                    one.descriptor ? one.descriptor : "", questions ? questions : "");
  name_id name = names_intern (&all->keys, key, strlen (key));
  if (name.index < all->list.count)
    {
      all->list.at[name.index].asked |= one.asked;
      return;
    }
  assert (name.index == all->list.count);
  if (questions)
    {
      struct pattern_choice *choice = arena_calloc (&all->arena, 1, sizeof *choice);
      bool good = patterns_choose (all->pa, questions, choice, all->complaints);
      if (!good)
        fprintf (all->complaints->file,
                 "phaselock %s: what is to be ignored at %s is no question: nothing is "
                 "ignored\n",
                 all->complaints->command, one.where);
      /* Nothing is chosen then. */
      one.asked = one.asked && good;
      one.choice = choice;
    }
  one.reason = copy (all, one.reason);
  one.class_name = copy (all, one.class_name);
  one.method = copy (all, one.method);
  one.descriptor = copy (all, one.descriptor);
  one.field = copy (all, one.field);
  *vec_push (&all->arena, &all->list) = one;
}

/* Is CLASS_NAME that of SUBJECT, or of a class nested in it? */
static bool
is_within (const char *class_name, const char *subject)
{
  size_t length = strlen (subject);
  return strncmp (class_name, subject, length) == 0
         && (class_name[length] == 0 || class_name[length] == '$');
}

static void
add_annotations (struct suppressions *all, const struct provenance *provenance)
{
  for (uint32_t i = 0; i < provenance->ignored.count; i++)
    {
      const struct provenance_ignored *ignored = &provenance->ignored.at[i];
      const char *where = ignored->field
                            ? arena_format (&all->arena, "%s", ignored->field)
                            : arena_format (&all->arena, "%s%s%s", ignored->class_name,
                                            ignored->method ? "." : "",
                                            ignored->method ? ignored->method : "");
      struct suppression one
        = { .where = where,
            .reason = ignored->reason,
            .class_name = ignored->field ? NULL : ignored->class_name,
            .method = ignored->method,
            .descriptor = ignored->descriptor,
            .field = ignored->field,
            .asked = is_within (ignored->class_name, provenance->subject) };
      add (all, one, ignored->questions);
    }
}

/* The name of a file, LENGTH bytes, is that of the source of the class SUBJECT. */
static bool
is_source_of (const char *name, size_t length, const char *subject)
{
  const char *dot = strrchr (subject, '.'), *simple = dot ? dot + 1 : subject;
  size_t top = strcspn (simple, "$");
  return length > top && strncmp (name, simple, top) == 0 && name[top] == '.';
}

static void
add_source (struct suppressions *all, const char *path, bool asked)
{
  struct source source;
  struct source_error error;
  assert (path);
  if (!source_read (&source, &all->arena, path, &error))
    return;
  struct ignore_marks marks = ignore_marks_scan (source.text, source.length, &all->arena);
  for (uint32_t i = 0; i < marks.list.count; i++)
    {
      const struct ignore_mark *mark = &marks.list.at[i];
      struct suppression one
        = { .where = arena_format (&all->arena, "%s:%u", path, (unsigned) mark->line),
            .reason = mark->reason,
            .field = mark->field,
            .file = mark->field ? NULL : path,
            .first = mark->first,
            .last = mark->last,
            .asked = asked };
      add (all, one, mark->questions);
    }
}

/* The sources that the steps of SUBJECT come from, each once. */
static void
add_sources (struct suppressions *all, const struct ir_subject *subject)
{
  name_id last = NAME_NONE;
  for (uint32_t i = 0; i < subject->flow.nodes.count; i++)
    {
      name_id name = subject->flow.nodes.at[i].position;
      struct position position;
      if (name.index == NAME_NONE.index || name.index == last.index)
        continue;
      last = name;
      const char *text = names_text (&subject->names, name);
      if (!position_parse (text, &position))
        continue;
      uint32_t known = all->missed.entries.count;
      const char *package = arena_format (
        &all->arena, "%s %.*s", subject->provenance->subject, (int) position.file, text);
      if (names_intern (&all->missed, package, strlen (package)).index < known)
        continue;
      const char *path
        = program_source_path (subject->provenance, text, position.file, &all->arena);
      known = all->files.entries.count;
      if (path
          && (names_intern (&all->files, path, strlen (path)).index == known
              || is_source_of (text, position.file, subject->provenance->subject)))
        add_source (all, path,
                    is_source_of (text, position.file, subject->provenance->subject));
    }
}

void
suppressions_add (struct suppressions *all, const struct ir_subject *subject)
{
  assert (subject->provenance);
  if (all->spoilt || quota_checkpoint (&all->quota))
    {
      all->spoilt = true;
      return;
    }
  add_annotations (all, subject->provenance);
  add_sources (all, subject);
}

/* ---- Which fits. ---- */

static bool
names_question (const struct suppression *one, const struct query *query,
                const struct suppressions *all)
{
  const struct pattern_choice *choice = one->choice;
  if (!choice)
    return true;
  switch (query->kind)
    {
    case QUERY_PATTERN:
      return choice->automata
             && choice->automata[query->automaton - all->pa->set.automata.at];
    case QUERY_RACE: return choice->race;
    case QUERY_DEADLOCK: return choice->deadlock;
    case QUERY_ASSERT: return choice->claims;
    case QUERY_STUCK: return choice->stuck;
    case QUERY_EXCLUSIVE: break;
    }
  assert (query->kind == QUERY_EXCLUSIVE);
  return choice->exclusive;
}

/* Is LOCATION that of FIELD, or what it holds: "Stack.data" and "Stack.data[]"? */
static bool
is_field (const char *location, const char *field)
{
  size_t length = strlen (field);
  return strncmp (location, field, length) == 0
         && (location[length] == 0 || location[length] == '[');
}

static bool
has_field (const struct suppression *one, const struct finding *finding)
{
  const struct query *query = finding->query;
  assert (one->field);
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    if (is_field (finding_field_name (finding, (parameter_id){ i }), one->field))
      return true;
  return false;
}

static bool
has_step (const struct suppression *one, const struct finding *finding,
          const struct witness_step *step, struct arena *arena)
{
  const struct provenance *provenance = finding->subject->provenance;
  if (one->class_name)
    {
      const struct provenance_statement *at = provenance_find (provenance, step->offset);
      return at
             && (one->method ? strcmp (at->class_name, one->class_name) == 0
                                 && strcmp (at->method, one->method) == 0
                                 && strcmp (at->descriptor, one->descriptor) == 0
                             : is_within (at->class_name, one->class_name));
    }
  struct position position;
  if (!one->file || step->position.index == NAME_NONE.index)
    return false;
  const char *text = names_text (&finding->subject->names, step->position);
  if (!position_parse (text, &position) || position.line < one->first
      || position.line > one->last)
    return false;
  const char *path = program_source_path (provenance, text, position.file, arena);
  return path && strcmp (path, one->file) == 0;
}

/* Does STEP tell where the finding is: of the automaton, of the circle, or in METHOD? */
static bool
counts (const struct witness_step *step, body_id body, body_id method)
{
  return step->phase > 0 || step->action == WITNESS_AWAIT || body.index == method.index;
}

static bool
fits (const struct suppression *one, const struct finding *finding,
      const struct finding_place *places, struct arena *arena)
{
  if (one->field)
    return has_field (one, finding);
  for (uint32_t s = 0; s < finding->witness->steps.count; s++)
    {
      const struct witness_step *step = &finding->witness->steps.at[s];
      thread_id thread = finding_thread (finding, step->process);
      if (thread.index < finding_threads (finding)
          && counts (step, places[s].body, finding_method (finding, thread))
          && has_step (one, finding, step, arena))
        return true;
    }
  return false;
}

const struct suppression *
suppressions_find (struct suppressions *all, const struct finding *finding)
{
  struct arena *arena = &all->scratch;
  assert (finding->witness);
  if (all->list.count == 0 || all->spoilt || quota_checkpoint (&all->quota))
    return NULL;
  arena_clear (arena);
  arena_init (arena, &all->quota);
  const struct finding_place *places = finding_places (finding, arena);
  for (uint32_t i = 0; i < all->list.count; i++)
    {
      struct suppression *one = &all->list.at[i];
      if (!names_question (one, finding->query, all)
          || !fits (one, finding, places, arena))
        continue;
      one->used = true;
      return one;
    }
  return NULL;
}

void
suppressions_tell_stale (const struct suppressions *all, FILE *file)
{
  assert (file);
  for (uint32_t i = 0; i < all->list.count && !all->spoilt; i++)
    if (all->list.at[i].asked && !all->list.at[i].used)
      fprintf (file,
               "phaselock %s: what is to be ignored at %s is no longer found: drop it\n",
               all->complaints->command, all->list.at[i].where);
}

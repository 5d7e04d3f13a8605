/* repaired_text.c -- repairs as a changed text; see repaired_text.h. */
#include <config.h>

#include "repaired_text.h"

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "eml/eml.h"

/* ---- How a lock is written in a body. ---- */

static const struct tree_param *
param_of (const struct resolved *resolved, body_id body, uint32_t number)
{
  const struct tree_decl *decl = resolved_decl (resolved, body);
  assert (number < decl->param_count);
  return &resolved->tree->params.at[decl->first_param + number];
}

static uint32_t
param_count (const struct resolved *resolved, body_id body)
{
  return resolved_decl (resolved, body)->param_count;
}

/* Does TEXT, the name of a lock, mean something else in BODY than outside of it? */
static bool
is_hidden (const struct resolved *resolved, body_id body, const char *text)
{
  const struct tree *tree = resolved->tree;
  const struct ir_model *model = resolved->model;
  uint32_t class = resolved_decl (resolved, body)->in_class;
  size_t head = strcspn (text, ".");
  for (uint32_t p = 0; p < param_count (resolved, body); p++)
    {
      const struct tree_param *param = param_of (resolved, body, p);
      const char *name = ir_text (model, param->name);
      if (strcmp (name, text) == 0
          || (text[head] && strlen (name) == head && strncmp (name, text, head) == 0))
        return true;
    }
  if (class == TREE_NO_CLASS)
    return false;
  if (strncmp (text, "this.", 5) == 0)
    return true;
  for (uint32_t m = class + 1; m < tree->decls.at[class].members_end; m++)
    if (tree->decls.at[m].kind == TREE_LOCK_DECL
        && strcmp (ir_text (model, tree->decls.at[m].name), text) == 0)
      return true;
  return false;
}

/* How the lock of REPAIR is written in a body, in ARENA if need be: where the body is one
   of a class, `this.monitor', with parameters `from.monitor' or the parameter, unless it
   is to be written by its name; null if it depends on no object of the body, or if
   there the name means something else. */
static const char *
lock_text (const struct repair *repair, const struct resolved *resolved, body_id in,
           struct arena *arena)
{
  const struct ir_model *model = resolved->model;
  lock_id lock = repair->lock;
  assert (in.index < model->bodies.count && lock.index < model->locks.count);
  const struct resolved_body *body = &resolved->bodies.at[in.index];
  const struct ir_lock *l = &model->locks.at[lock.index];
  const char *text = ir_text (model, l->name);
  if (!body->binding)
    return text;
  if (repair->by_name)
    return is_hidden (resolved, in, text) ? NULL : text;
  for (uint32_t p = 0; p < param_count (resolved, in); p++)
    if (param_of (resolved, in, p)->kind == TREE_PARAM_LOCK
        && body->binding[p + 1] == lock.index)
      return ir_text (model, param_of (resolved, in, p)->name);
  const char *member = ir_text (model, model->decls.at[l->decl].name);
  bool of_object = l->object != IR_NO_OBJECT;
  if (of_object && body->binding[0] == l->object)
    {
      const char *own = arena_format (arena, "this.%s", member);
      for (uint32_t p = 0; p < param_count (resolved, in); p++)
        if (strcmp (ir_text (model, param_of (resolved, in, p)->name), "this") == 0)
          own = NULL;
      if (own)
        return own;
    }
  for (uint32_t p = 0; p < param_count (resolved, in) && of_object; p++)
    if (param_of (resolved, in, p)->kind == TREE_PARAM_OBJECT
        && body->binding[p + 1] == l->object)
      return arena_format (arena, "%s.%s",
                           ir_text (model, param_of (resolved, in, p)->name), member);
  return NULL;
}

/* ---- The changed text. ---- */

/* `sync LOCK { }' around a range. */
struct frame
{
  struct span range;
  const char *lock;
};

struct frames
{
  VEC (struct frame) list;
};

static bool
overlap (struct span a, struct span b)
{
  return a.begin < b.end && b.begin < a.end;
}

static bool
is_within (struct span inner, struct span outer)
{
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/* Locks nest: of two ranges that overlap, the later one grows until one is within the
   other. */
static void
add_frame (struct frames *frames, struct frame frame, struct arena *arena)
{
  assert (frame.range.begin < frame.range.end);
  for (uint32_t i = 0; i < frames->list.count;)
    {
      struct span old = frames->list.at[i++].range;
      if (!overlap (old, frame.range) || is_within (old, frame.range)
          || is_within (frame.range, old))
        continue;
      frame.range.begin = old.begin < frame.range.begin ? old.begin : frame.range.begin;
      frame.range.end = old.end > frame.range.end ? old.end : frame.range.end;
      i = 0;
    }
  *vec_push (arena, &frames->list) = frame;
}

/* Is LEFT, which begins where RIGHT does, opened before it?  Their numbers decide
   between ranges that are equal. */
static bool
is_outside (const struct frames *frames, uint32_t left, uint32_t right)
{
  uint32_t a = frames->list.at[left].range.end, b = frames->list.at[right].range.end;
  return a != b ? a > b : left < right;
}

static void
open_frame (const struct frame *frame, FILE *file)
{
  fputs ("sync \"", file);
  for (const char *c = frame->lock; *c; c++)
    fprintf (file, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
  fputs ("\" { ", file);
}

/* Open the frames that begin at AT, the outer ones first. */
static void
open_frames (const struct frames *frames, uint32_t at, FILE *file)
{
  uint32_t count = frames->list.count, last = count;
  for (;;)
    {
      uint32_t next = count;
      for (uint32_t i = 0; i < count; i++)
        if (frames->list.at[i].range.begin == at
            && (last == count || is_outside (frames, last, i))
            && (next == count || is_outside (frames, i, next)))
          next = i;
      if (next == count)
        return;
      open_frame (&frames->list.at[next], file);
      last = next;
    }
}

char *
repaired_text (const struct repairs *repairs, const struct finding *finding,
               struct arena *arena)
{
  const struct source *source = &finding->subject->source;
  struct frames frames = { .list = VEC_EMPTY };
  struct ir_subject again; /* the same, with its names */
  struct eml eml = { .subject = &again };
  ir_subject_init (&again, arena->quota);
  bool fine
    = eml_check (&eml, eml_parse_text (&eml, source->path, source->text, source->length));
  assert (fine);
  (void) fine;
  for (uint32_t r = 0; r < repairs->list.count; r++)
    {
      const struct repair *repair = repairs->list.at[r];
      assert ((repair->count >= 1) == (repair->kind != REPAIR_VOLATILE));
      for (uint32_t i = 0; i < repair->count; i++)
        {
          struct frame frame
            = { repair->places[i].range,
                lock_text (repair, &eml.resolved, repair->places[i].body, arena) };
          assert (frame.lock);
          add_frame (&frames, frame, arena);
        }
    }
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  for (uint32_t at = 0; at <= source->length;)
    {
      uint32_t next = source->length + 1;
      for (uint32_t i = 0; i < frames.list.count; i++)
        {
          struct span range = frames.list.at[i].range;
          assert (range.begin < range.end && range.end <= source->length);
          if (range.end == at)
            fputs ("} ", file);
          if (range.begin > at && range.begin < next)
            next = range.begin;
          if (range.end > at && range.end < next)
            next = range.end;
        }
      open_frames (&frames, at, file);
      uint32_t end = next < source->length ? next : source->length;
      fwrite (source->text + at, 1, end - at, file);
      at = next;
    }
  ir_subject_clear (&again);
  return scribe_end (&scribe);
}

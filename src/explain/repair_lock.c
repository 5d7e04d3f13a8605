/* repair_lock.c -- how a lock is written in a body; see repair.h.
 *
 * The bodies of a procedure of a class share one text.  A change for one of them is a
 * change for all.  Mostly it is the one that was meant only if the lock is written as it
 * depends on the object: `this.monitor', `from.monitor'.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "explain/repair.h"

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

const char *
repair_lock_text (const struct repair *repair, const struct resolved *resolved,
                  body_id in, struct arena *arena)
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

bool
repair_is_shared (const struct ir_model *model, body_id in)
{
  assert (in.index < model->bodies.count);
  const struct ir_body *body = &model->bodies.at[in.index];
  for (uint32_t b = 0; b < model->bodies.count && body->is_bound; b++)
    if (b != in.index && model->bodies.at[b].decl == body->decl)
      return true;
  return false;
}

/* model.c -- the names of the parts of a model, for people; see model.h. */
#include <config.h>

#include "ir/model.h"

#include <assert.h>
#include <string.h>

const char *
ir_text (const struct ir_model *model, struct ir_name name)
{
  assert (name.name.index != NAME_NONE.index);
  return names_text (model->names, name.name);
}

const char *
ir_array_text (const struct ir_model *model, lock_id lock)
{
  assert (model->locks.at[lock.index].cells > 0);
  return names_text (model->names, model->locks.at[lock.index].array);
}

const char *
ir_body_title (const struct ir_model *model, body_id body)
{
  assert (body.index < model->bodies.count);
  const struct ir_body *at = &model->bodies.at[body.index];
  return ir_text (model, model->is_made && at->is_bound ? model->decls.at[at->decl].name
                                                        : at->name);
}

lock_id
ir_lock_array (const struct ir_model *model, lock_id lock)
{
  const struct ir_lock *locks = model->locks.at;
  lock_id first = lock;
  assert (lock.index < model->locks.count);
  while (first.index > 0 && locks[first.index].cells == 0
         && locks[first.index - 1].decl == locks[lock.index].decl
         && locks[first.index - 1].object == locks[lock.index].object)
    first.index--;
  return locks[first.index].cells > 0 ? first : LOCK_NONE;
}

/* The lock of OBJECT with the declaration of LOCK, or LOCK_NONE. */
static lock_id
lock_of_object (const struct ir_model *model, lock_id lock, uint32_t object)
{
  assert (lock.index < model->locks.count);
  for (lock_id l = { 0 }; l.index < model->locks.count; l.index++)
    if (model->locks.at[l.index].decl == model->locks.at[lock.index].decl
        && model->locks.at[l.index].object == object)
      return l;
  return LOCK_NONE;
}

lock_id
ir_lock_in (const struct ir_model *model, lock_id lock, body_id body, body_id other)
{
  const struct ir_body *from = &model->bodies.at[body.index];
  const struct ir_body *to = &model->bodies.at[other.index];
  uint32_t object = model->locks.at[lock.index].object;
  assert (from->decl == to->decl && from->binding_count == to->binding_count);
  for (uint32_t i = 0; i < from->binding_count; i++)
    if (from->bindings[i].kind == IR_BOUND_LOCK && from->bindings[i].number == lock.index)
      return (lock_id){ to->bindings[i].number };
  for (uint32_t i = 0; i < from->binding_count && object != IR_NO_OBJECT; i++)
    if (from->bindings[i].kind == IR_BOUND_OBJECT && from->bindings[i].number == object)
      return lock_of_object (model, lock, to->bindings[i].number);
  return LOCK_NONE;
}

bool
ir_is_hidden (const struct ir_model *model, lock_id lock, body_id number)
{
  const struct ir_body *body = &model->bodies.at[number.index];
  const char *text = ir_text (model, model->locks.at[lock.index].name);
  size_t head = strcspn (text, ".");
  for (uint32_t i = 1; i < body->binding_count; i++)
    {
      const char *name = names_text (model->names, body->bindings[i].name);
      if (strcmp (name, text) == 0
          || (text[head] && strlen (name) == head && strncmp (name, text, head) == 0))
        return true;
    }
  if (body->binding_count == 0 || body->bindings[0].number == IR_NO_OBJECT)
    return false;
  for (uint32_t l = 0; l < model->locks.count; l++)
    if (model->locks.at[l].object == body->bindings[0].number
        && strcmp (ir_text (model, model->decls.at[model->locks.at[l].decl].name), text)
             == 0)
      return true;
  return strncmp (text, "this.", 5) == 0;
}

const char *
ir_decl_text (const struct ir_model *model, uint32_t decl)
{
  assert (decl < model->decls.count);
  const char *text = ir_text (model, model->decls.at[decl].name);
  name_id class = model->decls.at[decl].in_class;
  if (class.index == NAME_NONE.index)
    return arena_format (model->arena, "'%s'", text);
  return arena_format (model->arena, "'%s' of class '%s'", text,
                       names_text (model->names, class));
}

const char *
ir_body_word (const struct ir_body *body)
{
  return body->is_process ? "process" : "procedure";
}

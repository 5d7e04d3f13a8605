/* model.c -- what people call the parts of a model; see model.h. */
#include <config.h>

#include "eml/model.h"

#include <assert.h>

const char *
model_text (const struct model *model, struct tree_name name)
{
  assert (name.name.index != NAME_NONE.index);
  return names_text (model->names, name.name);
}

const char *
model_array_text (const struct model *model, lock_id lock)
{
  assert (model->locks.at[lock.index].cells > 0);
  return names_text (model->names, model->locks.at[lock.index].array);
}

const char *
model_body_title (const struct model *model, body_id body)
{
  assert (body.index < model->bodies.count);
  const struct model_body *at = &model->bodies.at[body.index];
  return model_text (model, model->is_made && at->is_bound ? model->decls.at[at->decl].name
                                                           : at->name);
}

const char *
model_decl_text (const struct model *model, uint32_t decl)
{
  assert (decl < model->decls.count);
  const char *text = model_text (model, model->decls.at[decl].name);
  name_id class = model->decls.at[decl].in_class;
  if (class.index == NAME_NONE.index)
    return arena_format (model->arena, "'%s'", text);
  return arena_format (model->arena, "'%s' of class '%s'", text,
                       names_text (model->names, class));
}

const char *
model_body_word (const struct model_body *body)
{
  return body->is_process ? "process" : "procedure";
}

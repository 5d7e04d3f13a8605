/* model.c -- what people call the parts of a model; see model.h. */
#include <config.h>

#include "ir/model.h"

#include <assert.h>

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

/* template.c -- names in procedures that are written once for many objects; see
 * resolve.h.
 *
 * In a template, a name is looked up among the parameters first, then in the class, then
 * outside, in each name space separately.  What stands before a dot is a parameter or
 * `this'; otherwise the whole is one name, as outside of templates.
 */
#include <config.h>

#include <assert.h>

#include "eml/resolve.h"

static const struct tree_param *
param_of_slot (const struct resolver *r, uint32_t slot)
{
  const struct tree_decl *decl = &r->tree->decls.at[r->inside->decl];
  assert (slot > THIS_SLOT && slot <= decl->param_count);
  return &r->tree->params.at[decl->first_param + slot - 1];
}

/* The space of what a parameter of KIND is bound to. */
static enum space
space_of_kind (enum tree_param_kind kind)
{
  return kind == TREE_PARAM_LOCK     ? SPACE_LOCK
         : kind == TREE_PARAM_FIELD  ? SPACE_FIELD
         : kind == TREE_PARAM_OBJECT ? SPACE_OBJECT
                                     : SPACE_LOCAL;
}

uint32_t
template_slot_class (const struct resolver *r, uint32_t slot)
{
  assert (r->inside);
  if (slot == THIS_SLOT)
    return r->inside->class;
  return r->param_class[param_of_slot (r, slot) - r->tree->params.at];
}

uint32_t
template_object_class (struct resolver *r, name_id name, uint32_t *slot)
{
  struct scope *scope = scope_of (r, (struct ir_name){ name, { 0, 0 } });
  *slot = NONE;
  if (r->inside)
    {
      uint32_t param = scope->index[SPACE_PARAM];
      if (param != NONE && param_of_slot (r, param)->kind == TREE_PARAM_OBJECT)
        *slot = param;
      else if (name.index == r->this_name.index && r->inside->class != NONE)
        *slot = THIS_SLOT;
      if (*slot != NONE)
        return template_slot_class (r, *slot);
    }
  uint32_t object = scope->index[SPACE_OBJECT];
  assert (object == NONE || object < r->objects.count);
  return object == NONE ? NONE : r->objects.at[object].class;
}

static enum local_result
found (struct resolver *r, uint32_t use, uint32_t slot, enum space space, uint32_t index)
{
  assert (use < r->tree->uses.count && slot != NONE && space <= SPACE_OBJECT);
  r->slots[use] = (struct slot_use){ slot, space };
  r->targets[use] = index;
  return LOCAL_FOUND;
}

/* Look up NAME without a dot: a parameter, `this', or a member of the class. */
static enum local_result
look_up_plain (struct resolver *r, uint32_t use, name_id name, enum space space)
{
  uint32_t param = scope_of (r, r->tree->uses.at[use])->index[SPACE_PARAM], slot;
  if (param != NONE && space_of_kind (param_of_slot (r, param)->kind) == space)
    return found (r, use, param, space, WHOLE);
  uint32_t class = template_object_class (r, name, &slot);
  if (slot != NONE && space == SPACE_OBJECT)
    return found (r, use, slot, space, WHOLE);
  /* The set of an object whose class declares none has the name of the object. */
  if (slot != NONE && class != NONE && space == SPACE_SET
      && r->classes.at[class].members[SPACE_SET].count == 0
      && r->classes.at[class].members[SPACE_FIELD].count > 0)
    return found (r, use, slot, space, 0);
  if (r->inside->class == NONE || space >= MEMBER_SPACES)
    return LOCAL_NOTHING;
  uint32_t member = class_member (r, r->inside->class, name, space);
  if (member == NONE)
    return LOCAL_NOTHING;
  return found (r, use, THIS_SLOT, space, member);
}

enum local_result
template_look_up (struct resolver *r, uint32_t use, enum space space)
{
  assert (r->inside && r->slots);
  name_id name = r->tree->uses.at[use].name, object, member;
  uint32_t slot;
  if (space >= SPACE_LABEL || space == SPACE_PROCESS)
    return LOCAL_NOTHING;
  enum local_result result = look_up_plain (r, use, name, space);
  if (result != LOCAL_NOTHING || space >= MEMBER_SPACES
      || !class_split_name (r, name, &object, &member))
    return result;
  uint32_t class = template_object_class (r, object, &slot);
  if (slot == NONE)
    return LOCAL_NOTHING;
  if (class == NONE)
    return LOCAL_BAD; /* its class is unknown */
  uint32_t index = class_member (r, class, member, space);
  if (index != NONE)
    return found (r, use, slot, space, index);
  /* The thing before the dot hides all that has such a name outside. */
  struct ir_name hidden = r->tree->uses.at[use];
  uint32_t *outside = &scope_of (r, hidden)->index[space], kept = *outside;
  *outside = NONE;
  scope_look_up_name (r, hidden, space);
  scope_of (r, hidden)->index[space] = kept;
  return LOCAL_BAD;
}

/* ---- Parameters and arguments. ---- */

void
template_enter (struct resolver *r, const struct template *template)
{
  const struct tree_decl *decl = &r->tree->decls.at[template->decl];
  assert (decl->kind == TREE_PROC && !r->inside);
  r->inside = template;
  for (uint32_t p = 0; p < decl->param_count; p++)
    scope_declare (r, SPACE_PARAM, p + 1, r->tree->params.at[decl->first_param + p].name);
}

void
template_leave (struct resolver *r)
{
  assert (r->inside);
  const struct tree_decl *decl = &r->tree->decls.at[r->inside->decl];
  for (uint32_t p = 0; p < decl->param_count; p++)
    scope_of (r, r->tree->params.at[decl->first_param + p].name)->index[SPACE_PARAM]
      = NONE;
  r->inside = NULL;
}

/* The declaration of the procedure that STMT calls, which is known. */
static const struct tree_decl *
callee_of (const struct resolver *r, const struct tree_stmt *stmt)
{
  uint32_t target = r->targets[stmt->first_name];
  uint32_t slot = r->slots ? r->slots[stmt->first_name].slot : NONE;
  uint32_t decl;
  if (slot != NONE)
    decl = r->classes.at[template_slot_class (r, slot)].members[SPACE_PROC].at[target];
  else if (target & CALLABLE_BIT)
    decl = r->templates.at[r->callables.at[target & ~CALLABLE_BIT].template].decl;
  else
    decl = r->model->bodies.at[target].decl;
  assert (r->tree->decls.at[decl].kind == TREE_PROC);
  return &r->tree->decls.at[decl];
}

/* Is argument USE, an object, of the class that PARAM wants? */
static void
check_class (struct resolver *r, uint32_t use, uint32_t param,
             const struct tree_decl *callee)
{
  uint32_t slot, wanted = r->param_class[param];
  struct ir_name argument = r->tree->uses.at[use];
  assert (r->tree->params.at[param].kind == TREE_PARAM_OBJECT);
  uint32_t class = template_object_class (r, argument.name, &slot);
  if (class == wanted || class == NONE || wanted == NONE)
    return;
  struct ir_name name = r->tree->params.at[param].name;
  diag_error (r->diags, "wrong-arguments", argument.span,
              "'%s' is an object of class '%s', but parameter '%s' of '%s' wants one of "
              "class '%s'",
              ir_text (r->model, argument),
              ir_text (r->model, r->tree->decls.at[r->classes.at[class].decl].name),
              ir_text (r->model, name), ir_text (r->model, callee->name),
              ir_text (r->model, r->tree->params.at[param].type));
  diag_note (r->diags, name.span, "the parameter is here");
}

/* "no arguments", "1 argument", "2 arguments" */
static const char *
count_text (struct resolver *r, uint32_t count, const char *word)
{
  if (count == 0)
    return arena_format (r->model->arena, "no %ss", word);
  return arena_format (r->model->arena, "%u %s%s", (unsigned) count, word,
                       count == 1 ? "" : "s");
}

/* Resolve argument number I of the call STMT. */
static void
resolve_argument (struct resolver *r, const struct tree_stmt *stmt, uint32_t i,
                  const struct tree_decl *callee)
{
  uint32_t use = stmt->first_name + 1 + i, param = callee->first_param + i;
  enum space space = space_of_kind (r->tree->params.at[param].kind);
  struct ir_name argument = r->tree->uses.at[use];
  if (space == SPACE_LOCAL)
    {
      locals_look_up_all (r, r->tree->arguments.at[stmt->first_argument + i]);
      return;
    }
  if (argument.name.index == NAME_NONE.index)
    {
      struct ir_name name = r->tree->params.at[param].name;
      diag_error (r->diags, "wrong-arguments", argument.span,
                  "parameter '%s' of '%s' wants the name of %s %s",
                  ir_text (r->model, name), ir_text (r->model, callee->name),
                  scope_article_of (space), scope_space_word (space));
      diag_note (r->diags, name.span, "the parameter is here");
      return;
    }
  if (!scope_look_up (r, use, space))
    return;
  if (space == SPACE_OBJECT)
    check_class (r, use, param, callee);
  if (space == SPACE_LOCK)
    resolve_mark_lock (r, use);
}

void
resolve_call (struct resolver *r, const struct tree_stmt *stmt)
{
  assert (stmt->kind == TREE_CALL && stmt->name_count > 0);
  locals_look_up_all (r, stmt->result);
  if (!scope_look_up (r, stmt->first_name, SPACE_PROC))
    return;
  uint32_t arguments = stmt->name_count - 1;
  const struct tree_decl *callee = callee_of (r, stmt);
  if (callee->param_count != arguments)
    {
      diag_error (r->diags, "wrong-arguments", r->tree->uses.at[stmt->first_name].span,
                  "procedure '%s' has %s, but is called with %s",
                  ir_text (r->model, callee->name),
                  count_text (r, callee->param_count, "parameter"),
                  count_text (r, arguments, "argument"));
      diag_note (r->diags, callee->name.span, "it is declared here");
      return;
    }
  for (uint32_t i = 0; i < arguments; i++)
    resolve_argument (r, stmt, i, callee);
}

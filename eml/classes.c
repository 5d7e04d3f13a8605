/* classes.c -- classes, and objects written out; see resolve.h.
 *
 * A model has no objects: `object Account savings;' declares the field `savings.balance',
 * the lock `savings.monitor' and so on.  The members of one object are numbered
 * consecutively, in the order of the class, so that number k of them is the first one
 * plus k.  No name of an object or in a class has a dot, so what stands before the first
 * dot is the object.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "eml/resolve.h"

/* ---- Classes. ---- */

static enum space
space_of_member (enum tree_decl_kind kind)
{
  assert (kind == TREE_FIELD || kind == TREE_LOCK_DECL || kind == TREE_ATOMICSET
          || kind == TREE_PROC);
  return kind == TREE_FIELD       ? SPACE_FIELD
         : kind == TREE_LOCK_DECL ? SPACE_LOCK
         : kind == TREE_ATOMICSET ? SPACE_SET
                                  : SPACE_PROC;
}

uint32_t
class_member (const struct resolver *r, uint32_t class, name_id name, enum space space)
{
  assert (class < r->classes.count && space < MEMBER_SPACES);
  uint32_t row = pairmap_get (&r->members, class, name.index);
  return row == PAIRMAP_FREE ? NONE : r->member_scopes.at[row].index[space];
}

bool
class_split_name (const struct resolver *r, name_id name, name_id *object,
                  name_id *member)
{
  const char *text = names_text (r->tree->names, name), *dot = strchr (text, '.');
  if (!dot || dot == text || !dot[1])
    return false;
  size_t before = (size_t) (dot - text);
  assert (before + 1 < r->tree->names->entries.at[name.index].length);
  size_t after = r->tree->names->entries.at[name.index].length - before - 1;
  *object = names_intern (r->tree->names, text, before);
  *member = names_intern (r->tree->names, dot + 1, after);
  return true;
}

/* The dot leads from an object to its members, so neither name has one. */
static void
check_dot (struct resolver *r, struct ir_name name, const char *what)
{
  const char *text = ir_text (r->model, name);
  if (strchr (text, '.'))
    diag_error (r->diags, "dotted-name", name.span,
                "the name of %s cannot have a dot, which leads from an object to its "
                "members",
                what);
}

static void
declare_member (struct resolver *r, uint32_t class, uint32_t at)
{
  const struct tree_decl *decl = &r->tree->decls.at[at];
  enum space space = space_of_member (decl->kind);
  assert (decl->in_class == r->classes.at[class].decl);
  check_dot (r, decl->name, "a member of a class");
  uint32_t *row = pairmap_at (&r->members, class, decl->name.name.index);
  if (*row == PAIRMAP_FREE)
    {
      *row = r->member_scopes.count;
      memset (vec_push (r->model->arena, &r->member_scopes), 0xFF, sizeof (struct scope));
    }
  struct class *c = &r->classes.at[class];
  uint32_t *index = &r->member_scopes.at[*row].index[space];
  if (*index != NONE)
    {
      diag_error (r->diags, "redeclared", decl->name.span,
                  "%s '%s' is declared a second time in this class",
                  scope_space_word (space), ir_text (r->model, decl->name));
      diag_note (r->diags, r->tree->decls.at[c->members[space].at[*index]].name.span,
                 "it was declared here first");
      return;
    }
  *index = c->members[space].count;
  *vec_push (r->model->arena, &c->members[space]) = at;
  if (space == SPACE_PROC)
    class_declare_template (r, at, class);
}

/* Put the fields of CLASS that declaration DECL lists into its set number SET. */
static void
fill_class_set (struct resolver *r, uint32_t class, uint32_t set,
                const struct tree_decl *decl)
{
  struct class *c = &r->classes.at[class];
  assert (set < c->members[SPACE_SET].count);
  assert (c->set_of.count == c->members[SPACE_FIELD].count);
  for (uint32_t i = 0; i < decl->name_count; i++)
    {
      struct ir_name name = r->tree->uses.at[decl->first_name + i];
      uint32_t field = class_member (r, class, name.name, SPACE_FIELD);
      if (field == NONE)
        diag_error (r->diags, "unknown-name", name.span,
                    "class '%s' has no field '%s'; its atomic sets are of its own fields",
                    ir_text (r->model, r->tree->decls.at[c->decl].name),
                    ir_text (r->model, name));
      else if (c->set_of.at[field] != NONE)
        {
          struct ir_name earlier
            = r->tree->decls.at[c->members[SPACE_SET].at[c->set_of.at[field]]].name;
          diag_error (r->diags, "field-in-two-sets", name.span,
                      "field '%s' is already in atomic set '%s'",
                      ir_text (r->model, name), ir_text (r->model, earlier));
          diag_note (r->diags, earlier.span, "'%s' is declared here",
                     ir_text (r->model, earlier));
        }
      else
        c->set_of.at[field] = set;
    }
}

static void
declare_class (struct resolver *r, uint32_t at)
{
  const struct tree_decl *decl = &r->tree->decls.at[at];
  uint32_t class = r->classes.count;
  assert (at < decl->members_end && decl->members_end <= r->tree->decls.count);
  struct arena *arena = r->model->arena;
  scope_declare (r, SPACE_CLASS, class, decl->name);
  *vec_push (arena, &r->classes)
    = (struct class){ .decl = at, .first_template = r->templates.count };
  for (uint32_t m = at + 1; m < decl->members_end; m++)
    if (r->tree->decls.at[m].kind != TREE_EXCLUSIVE) /* declares nothing new */
      declare_member (r, class, m);
  struct class *c = &r->classes.at[class];
  for (uint32_t f = 0; f < c->members[SPACE_FIELD].count; f++)
    *vec_push (arena, &c->set_of) = NONE;
  uint32_t locks = 0;
  for (uint32_t l = 0; l < c->members[SPACE_LOCK].count; l++)
    {
      *vec_push (arena, &c->lock_at) = locks;
      locks += r->tree->decls.at[c->members[SPACE_LOCK].at[l]].cells;
    }
  for (uint32_t s = 0; s < c->members[SPACE_SET].count; s++)
    fill_class_set (r, class, s, &r->tree->decls.at[c->members[SPACE_SET].at[s]]);
  LOG (2, "class '%s': %u fields, %u locks, %u procedures, %u atomic sets",
       ir_text (r->model, decl->name), (unsigned) c->members[SPACE_FIELD].count,
       (unsigned) c->members[SPACE_LOCK].count, (unsigned) c->members[SPACE_PROC].count,
       (unsigned) c->members[SPACE_SET].count);
  assert (r->templates.count == c->first_template + c->members[SPACE_PROC].count);
}

static void
check_params (struct resolver *r)
{
  r->param_class = arena_alloc (r->model->arena, (r->tree->params.count + (size_t) 1)
                                                   * sizeof *r->param_class);
  for (uint32_t p = 0; p < r->tree->params.count; p++)
    {
      const struct tree_param *param = &r->tree->params.at[p];
      check_dot (r, param->name, "a parameter");
      r->param_class[p] = param->kind == TREE_PARAM_OBJECT
                            ? scope_look_up_name (r, param->type, SPACE_CLASS)
                            : NONE;
    }
}

void
class_declare_all (struct resolver *r)
{
  pairmap_init (&r->members, r->model->arena);
  r->this_name = names_intern (r->tree->names, "this", 4);
  for (uint32_t i = 0; i < r->tree->decls.count; i++)
    if (r->tree->decls.at[i].kind == TREE_CLASS)
      declare_class (r, i);
  check_params (r);
}

void
class_declare_template (struct resolver *r, uint32_t at, uint32_t class)
{
  assert (r->tree->decls.at[at].kind == TREE_PROC);
  *vec_push (r->model->arena, &r->templates)
    = (struct template){ .decl = at, .class = class };
}

/* ---- Objects. ---- */

/* The name `savings.balance' of MEMBER of OBJECT, with the span of the object. */
static struct ir_name
full_name (struct resolver *r, struct ir_name object, struct ir_name member)
{
  const char *text = arena_format (r->model->arena, "%s.%s", ir_text (r->model, object),
                                   ir_text (r->model, member));
  return (struct ir_name){ names_intern (r->tree->names, text, strlen (text)),
                           object.span };
}

static void
declare_object_member (struct resolver *r, uint32_t object, enum space space, uint32_t at,
                       uint32_t template)
{
  struct ir_model *model = r->model;
  struct ir_name name
    = full_name (r, model->objects.at[object].name, r->tree->decls.at[at].name);
  if (space == SPACE_FIELD)
    {
      scope_declare (r, space, model->fields.count, name);
      resolve_add_field (r, at, name, object);
    }
  else if (space == SPACE_LOCK)
    {
      scope_declare (r, space, model->locks.count, name);
      resolve_add_locks (r, at, name, object);
    }
  else if (space == SPACE_SET)
    {
      scope_declare (r, space, model->sets.count, name);
      *vec_push (model->arena, &model->sets) = (struct ir_set){ name };
    }
  else
    {
      assert (space == SPACE_PROC && template <r->templates.count);
      scope_declare (r, space, CALLABLE_BIT | r->callables.count, name);
      *vec_push (model->arena, &r->callables) = (struct callable){ template, object };
    }
}

/* Declare the members of OBJECT. */
static void
write_out (struct resolver *r, uint32_t object, uint32_t class)
{
  struct ir_model *model = r->model;
  assert (object < r->objects.count && class < r->classes.count);
  struct object *o = &r->objects.at[object];
  const struct class *c = &r->classes.at[class];
  o->first[SPACE_FIELD] = model->fields.count;
  o->first[SPACE_LOCK] = model->locks.count;
  o->first[SPACE_PROC] = r->callables.count;
  o->first[SPACE_SET] = model->sets.count;
  for (enum space space = SPACE_FIELD; space < MEMBER_SPACES; space++)
    for (uint32_t i = 0; i < c->members[space].count; i++)
      declare_object_member (r, object, space, c->members[space].at[i],
                             c->first_template + i);
  if (c->members[SPACE_SET].count == 0)
    o->first[SPACE_SET] = NONE; /* see set_of_object */
  assert (model->fields.count == o->first[SPACE_FIELD] + c->members[SPACE_FIELD].count);
  assert (model->locks.count >= o->first[SPACE_LOCK] + c->members[SPACE_LOCK].count);
}

void
class_declare_object (struct resolver *r, const struct tree_decl *decl)
{
  assert (decl->kind == TREE_OBJECT);
  struct ir_model *model = r->model;
  uint32_t object = r->objects.count;
  assert (model->objects.count == object);
  check_dot (r, decl->name, "an object");
  scope_declare (r, SPACE_OBJECT, object, decl->name);
  uint32_t class = scope_of (r, decl->type)->index[SPACE_CLASS];
  *vec_push (model->arena, &r->objects) = (struct object){ .class = class };
  *vec_push (model->arena, &model->objects)
    = (struct ir_object){ decl->name, class == NONE ? NONE : r->classes.at[class].decl };
  if (class == NONE)
    {
      scope_look_up_name (r, decl->type, SPACE_CLASS);
      return;
    }
  r->classes.at[class].objects++;
  /* A second object of the same name gets no members: their names would clash, too. */
  if (scope_of (r, decl->name)->index[SPACE_OBJECT] == object)
    write_out (r, object, class);
}

/* ---- Atomic sets. ---- */

void
class_fill_sets (struct resolver *r)
{
  struct ir_model *model = r->model;
  for (uint32_t f = 0; f < model->fields.count; f++)
    {
      struct ir_field *field = &model->fields.at[f];
      if (field->object == IR_NO_OBJECT)
        continue;
      const struct object *object = &r->objects.at[field->object];
      const struct class *class = &r->classes.at[object->class];
      assert (f - object->first[SPACE_FIELD] < class->set_of.count);
      uint32_t set = class->set_of.at[f - object->first[SPACE_FIELD]];
      if (set != NONE)
        field->set = (set_id){ object->first[SPACE_SET] + set };
    }
}

/* The set of OBJECT, whose class declares none; it is created for the first field that is
   in no other set. */
static set_id
set_of_object (struct resolver *r, uint32_t object)
{
  struct ir_model *model = r->model;
  uint32_t *set = &r->objects.at[object].first[SPACE_SET];
  if (*set == NONE)
    {
      *set = model->sets.count;
      scope_declare (r, SPACE_SET, *set, model->objects.at[object].name);
      *vec_push (model->arena, &model->sets)
        = (struct ir_set){ model->objects.at[object].name };
    }
  return (set_id){ *set };
}

void
class_fill_object_sets (struct resolver *r)
{
  struct ir_model *model = r->model;
  for (uint32_t f = 0; f < model->fields.count; f++)
    {
      struct ir_field *field = &model->fields.at[f];
      if (field->object == IR_NO_OBJECT || field->set.index != NONE)
        continue;
      uint32_t class = r->objects.at[field->object].class;
      if (r->classes.at[class].members[SPACE_SET].count == 0)
        field->set = set_of_object (r, field->object);
      assert (field->set.index == NONE || field->set.index < model->sets.count);
    }
}

void
class_warn_unused (struct resolver *r)
{
  for (uint32_t c = 0; c < r->classes.count; c++)
    if (r->classes.at[c].objects == 0)
      {
        struct ir_name name = r->tree->decls.at[r->classes.at[c].decl].name;
        diag_warning (r->diags, "unused-class", name.span,
                      "class '%s' has no objects: nothing in it ever happens",
                      ir_text (r->model, name));
      }
}

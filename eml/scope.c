/* scope.c -- the dictionary of names; see resolve.h.
 *
 * Names are interned, so the dictionary of all name spaces is one table with a
 * row per name.  Labels and parameters live in the same table: they are entered
 * before the statements of their body are resolved, and removed afterwards.  What
 * an object consists of is entered under its full name, `savings.balance'.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "eml/resolve.h"

const char *
scope_space_word (enum space space)
{
  static const char *const words[SPACES] = {
    [SPACE_FIELD] = "field",    [SPACE_LOCK] = "lock",       [SPACE_PROC] = "procedure",
    [SPACE_SET] = "atomic set", [SPACE_PROCESS] = "process", [SPACE_CLASS] = "class",
    [SPACE_OBJECT] = "object",  [SPACE_LABEL] = "label",     [SPACE_PARAM] = "parameter",
    [SPACE_LOCAL] = "local"
  };
  assert (space < SPACES);
  return words[space];
}

const char *
scope_article_of (enum space space)
{
  return space == SPACE_SET || space == SPACE_OBJECT ? "an" : "a";
}

struct scope *
scope_of (struct resolver *r, struct ir_name name)
{
  assert (name.name.index < r->tree->names->entries.count);
  if (name.name.index >= r->name_count)
    {
      /* A name that is not in the text, but made for an object. */
      uint32_t count = 2 * r->tree->names->entries.count;
      assert (count > r->name_count);
      struct scope *scopes = arena_alloc (r->model->arena, count * sizeof *scopes);
      memcpy (scopes, r->scopes, r->name_count * sizeof *scopes);
      memset (scopes + r->name_count, 0xFF, (count - r->name_count) * sizeof *scopes);
      r->scopes = scopes;
      r->name_count = count;
    }
  return &r->scopes[name.name.index];
}

struct ir_name
scope_declaration (const struct resolver *r, enum space space, uint32_t index)
{
  const struct ir_model *model = r->model;
  assert (space < SPACES && index != NONE);
  switch (space)
    {
    case SPACE_FIELD: return model->fields.at[index].name;
    case SPACE_LOCK: return model->locks.at[index].name;
    case SPACE_SET: return model->sets.at[index].name;
    case SPACE_PROC:
      if (index & CALLABLE_BIT)
        {
          struct callable callable = r->callables.at[index & ~CALLABLE_BIT];
          return callable.object != NONE
                   ? model->objects.at[callable.object].name
                   : r->tree->decls.at[r->templates.at[callable.template].decl].name;
        }
      return model->bodies.at[index].name;
    case SPACE_PROCESS: return model->bodies.at[index].name;
    case SPACE_CLASS: return r->tree->decls.at[r->classes.at[index].decl].name;
    case SPACE_OBJECT: return model->objects.at[index].name;
    case SPACE_PARAM:
      {
        const struct tree_decl *decl = &r->tree->decls.at[r->inside->decl];
        return r->tree->params.at[decl->first_param + index - 1].name;
      }
    case SPACE_LOCAL:
      for (uint32_t i = r->locals.count; i-- > 0;)
        if (r->locals.at[i].slot == index)
          return r->locals.at[i].name;
      assert (false && "a local that can be seen");
      break;
    case SPACE_LABEL:
    case SPACES: break;
    }
  return r->tree->uses.at[r->tree->stmts.at[index].first_name];
}

void
scope_declare (struct resolver *r, enum space space, uint32_t index, struct ir_name name)
{
  assert (space < SPACES && index != NONE);
  uint32_t *slot = &scope_of (r, name)->index[space];
  if (*slot == NONE)
    {
      *slot = index;
      return;
    }
  diag_error (r->diags, "redeclared", name.span, "%s '%s' is declared a second time",
              scope_space_word (space), ir_text (r->model, name));
  diag_note (r->diags, scope_declaration (r, space, *slot).span,
             "it was declared here first");
}

/* ---- Unknown names. ---- */

/* A name space other than SPACE that has NAME; SPACES: none. */
static enum space
find_elsewhere (struct resolver *r, struct ir_name name, enum space space)
{
  if (r->inside)
    {
      const struct tree_decl *decl = &r->tree->decls.at[r->inside->decl];
      uint32_t slot = scope_of (r, name)->index[SPACE_PARAM];
      static const enum space kinds[] = { [TREE_PARAM_LOCK] = SPACE_LOCK,
                                          [TREE_PARAM_FIELD] = SPACE_FIELD,
                                          [TREE_PARAM_OBJECT] = SPACE_OBJECT,
                                          [TREE_PARAM_VALUE] = SPACE_LOCAL };
      if (slot != NONE)
        return kinds[r->tree->params.at[decl->first_param + slot - 1].kind];
      for (enum space other = SPACE_FIELD; other < MEMBER_SPACES; other++)
        if (other != space && r->inside->class != NONE
            && class_member (r, r->inside->class, name.name, other) != NONE)
          return other;
    }
  if (scope_of (r, name)->index[SPACE_LOCAL] != NONE)
    return SPACE_LOCAL;
  for (enum space other = SPACE_FIELD; other < SPACE_LABEL; other++)
    if (other != space && scope_of (r, name)->index[other] != NONE)
      return other;
  return SPACES;
}

static const char *
class_text (const struct resolver *r, uint32_t class)
{
  assert (class < r->classes.count);
  return ir_text (r->model, r->tree->decls.at[r->classes.at[class].decl].name);
}

static const char *
member_text (const struct resolver *r, uint32_t class, enum space space, uint32_t index)
{
  const struct class *c = &r->classes.at[class];
  assert (index < c->members[space].count);
  return ir_text (r->model, r->tree->decls.at[c->members[space].at[index]].name);
}

/* Report that NAME is an object of CLASS, where something of SPACE is needed. */
static void
report_object (struct resolver *r, struct ir_name name, uint32_t class, enum space space)
{
  assert (class < r->classes.count && space < MEMBER_SPACES);
  const char *text = ir_text (r->model, name), *word = scope_space_word (space);
  const char *article = scope_article_of (space);
  if (r->classes.at[class].members[space].count == 1)
    diag_error (r->diags, "unknown-name", name.span,
                "'%s' is an object of class '%s', not %s %s; did you mean '%s.%s'?", text,
                class_text (r, class), article, word, text,
                member_text (r, class, space, 0));
  else
    diag_error (r->diags, "unknown-name", name.span,
                "'%s' is an object of class '%s', not %s %s", text, class_text (r, class),
                article, word);
}

/* Report that the class of OBJECT has no MEMBER in SPACE. */
static void
report_no_member (struct resolver *r, struct ir_name name, uint32_t class, name_id object,
                  name_id member, enum space space)
{
  const char *word = scope_space_word (space);
  const char *text = names_text (r->tree->names, member);
  struct suggest suggest;
  assert (class < r->classes.count && space < MEMBER_SPACES);
  suggest_init (&suggest, text);
  for (uint32_t i = 0; i < r->classes.at[class].members[space].count; i++)
    suggest_offer (&suggest, member_text (r, class, space, i));
  enum space other = SPACE_FIELD;
  while (other < MEMBER_SPACES && class_member (r, class, member, other) == NONE)
    other++;
  if (other < MEMBER_SPACES)
    diag_error (r->diags, "unknown-name", name.span,
                "class '%s' has no %s '%s'; that is %s %s of it", class_text (r, class),
                word, text, scope_article_of (other), scope_space_word (other));
  else if (suggest.best)
    diag_error (r->diags, "unknown-name", name.span,
                "class '%s' has no %s '%s'; did you mean '%s.%s'?", class_text (r, class),
                word, text, names_text (r->tree->names, object), suggest.best);
  else
    diag_error (r->diags, "unknown-name", name.span, "class '%s' has no %s '%s'",
                class_text (r, class), word, text);
  diag_note (r->diags, r->tree->decls.at[r->classes.at[class].decl].name.span,
             "'%s' is an object of this class", names_text (r->tree->names, object));
}

/* A class that has a member NAME in SPACE, or NONE. */
static uint32_t
class_with (const struct resolver *r, name_id name, enum space space)
{
  for (uint32_t c = 0; c < r->classes.count && space < MEMBER_SPACES; c++)
    if (class_member (r, c, name, space) != NONE)
      return c;
  return NONE;
}

/* Report that NAME is not declared, but that each object of CLASS has one. */
static void
report_member_of (struct resolver *r, struct ir_name name, uint32_t class,
                  enum space space)
{
  const char *object = "OBJECT";
  for (uint32_t o = r->objects.count; o-- > 0;)
    if (r->objects.at[o].class == class)
      object = ir_text (r->model, r->model->objects.at[o].name);
  const char *text = ir_text (r->model, name);
  assert (class_member (r, class, name.name, space) != NONE);
  diag_error (r->diags, "unknown-name", name.span,
              "no %s '%s' is declared here; each object of class '%s' has one: '%s.%s'",
              scope_space_word (space), text, class_text (r, class), object, text);
}

/* If the object or the class of NAME explains more, report that.  True: it is
   reported. */
static bool
report_by_class (struct resolver *r, struct ir_name name, enum space space)
{
  name_id object, member;
  uint32_t slot, class;
  if (r->classes.count == 0 || space >= MEMBER_SPACES || r->diags->errors >= DIAG_MOST)
    return false;
  class = template_object_class (r, name.name, &slot);
  if (class != NONE)
    {
      report_object (r, name, class, space);
      return true;
    }
  if (class_split_name (r, name.name, &object, &member))
    {
      class = template_object_class (r, object, &slot);
      if (class == NONE)
        /* An object whose class is unknown was reported already. */
        return scope_of (r, (struct ir_name){ object, name.span })->index[SPACE_OBJECT]
               != NONE;
      report_no_member (r, name, class, object, member, space);
      return true;
    }
  class = class_with (r, name.name, space);
  if (class == NONE)
    return false;
  report_member_of (r, name, class, space);
  return true;
}

static void
offer_locals (struct resolver *r, struct suggest *suggest, enum space space)
{
  if (!r->inside)
    return;
  const struct tree_decl *decl = &r->tree->decls.at[r->inside->decl];
  static const enum tree_param_kind kinds[SPACES]
    = { [SPACE_FIELD] = TREE_PARAM_FIELD,
        [SPACE_LOCK] = TREE_PARAM_LOCK,
        [SPACE_OBJECT] = TREE_PARAM_OBJECT };
  bool may_be_param
    = space == SPACE_FIELD || space == SPACE_LOCK || space == SPACE_OBJECT;
  for (uint32_t p = 0; p < decl->param_count && may_be_param; p++)
    if (r->tree->params.at[decl->first_param + p].kind == kinds[space])
      suggest_offer (suggest,
                     ir_text (r->model, r->tree->params.at[decl->first_param + p].name));
  if (r->inside->class != NONE && space < MEMBER_SPACES)
    for (uint32_t i = 0; i < r->classes.at[r->inside->class].members[space].count; i++)
      suggest_offer (suggest, member_text (r, r->inside->class, space, i));
}

static void
report_unknown (struct resolver *r, struct ir_name name, enum space space)
{
  const char *text = ir_text (r->model, name);
  const char *word = r->wants_value ? "local or field" : scope_space_word (space);
  if (report_by_class (r, name, space))
    return;
  struct suggest suggest;
  suggest_init (&suggest, text);
  /* Errors that will not be shown must not cost a search each. */
  uint32_t names = r->diags->errors < DIAG_MOST ? r->tree->names->entries.count : 0;
  for (uint32_t i = 0; i < names && i < r->name_count; i++)
    if (r->scopes[i].index[space] != NONE
        || (r->wants_value && r->scopes[i].index[SPACE_LOCAL] != NONE))
      suggest_offer (&suggest, names_text (r->tree->names, (name_id){ i }));
  offer_locals (r, &suggest, space);
  enum space other = find_elsewhere (r, name, space);
  if (suggest.best)
    diag_error (r->diags, "unknown-name", name.span,
                "no %s '%s' is declared; did you mean '%s'?", word, text, suggest.best);
  else if (space == SPACE_LABEL)
    diag_error (r->diags, "unknown-name", name.span,
                "no label '%s' in the body of this goto", text);
  else if (other != SPACES)
    diag_error (r->diags, "unknown-name", name.span,
                "no %s '%s' is declared; '%s' is %s %s", word, text, text,
                scope_article_of (other), scope_space_word (other));
  else
    diag_error (r->diags, "unknown-name", name.span, "no %s '%s' is declared", word,
                text);
}

/* ---- Looking names up. ---- */

uint32_t
scope_look_up_name (struct resolver *r, struct ir_name name, enum space space)
{
  uint32_t index = scope_of (r, name)->index[space];
  if (index == NONE)
    report_unknown (r, name, space);
  return index;
}

bool
scope_look_up (struct resolver *r, uint32_t use, enum space space)
{
  assert (use < r->tree->uses.count);
  if (r->inside)
    {
      enum local_result result = template_look_up (r, use, space);
      if (result != LOCAL_NOTHING)
        return result == LOCAL_FOUND;
    }
  r->targets[use] = scope_look_up_name (r, r->tree->uses.at[use], space);
  return r->targets[use] != NONE;
}

/* specialise.c -- a body for each binding that a template is called with; see resolve.h.
 *
 * A worklist of bodies, in the order in which they are created.  In a body everything is
 * bound, so a call in it names a template and a binding, and the body of that pair is
 * created when it is first met.  There are finitely many objects, locks and fields, so
 * there are finitely many bindings, even with recursion.
 *
 * Bindings are interned step by step: a state is a template and a beginning of a
 * binding, and (state, next value) -> state.
 *
 * Cost: linear in the statements of the bodies made.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "base/scribe.h"
#include "base/text.h"
#include "eml/resolve.h"

struct specialiser
{
  struct resolver *r;
  struct pairmap states;  /* (state, value) -> state; templates are the first states */
  VEC (uint32_t) body_of; /* by state: the body, or NONE */
  VEC (uint32_t) binding; /* the binding of the present call */
  uint32_t copied;        /* statements in bodies made */
  bool too_many;          /* the limit was reported */
};

/* ---- Names. ---- */

static const char *
value_text (const struct resolver *r, enum tree_param_kind kind, uint32_t value)
{
  const struct ir_model *model = r->model;
  assert (value != NONE && kind != TREE_PARAM_VALUE);
  if (kind == TREE_PARAM_LOCK && model->locks.at[value].cells > 0)
    return ir_array_text (model, (lock_id){ value });
  return ir_text (model, kind == TREE_PARAM_LOCK    ? model->locks.at[value].name
                         : kind == TREE_PARAM_FIELD ? model->fields.at[value].name
                                                    : model->objects.at[value].name);
}

/* The name of a body: `savings.deposit', `transfer(savings, giro)', as a caller in a
   process could write it, but for values.  What is no plain word is in quotes, so that no
   two bindings have one name. */
static const char *
name_body (const struct specialiser *s, const struct template *template)
{
  const struct resolver *r = s->r;
  const struct tree_decl *decl = &r->tree->decls.at[template->decl];
  struct scribe scribe;
  assert (s->binding.count == decl->param_count + 1);
  assert ((s->binding.at[THIS_SLOT] == NONE) == (template->class == NONE));
  FILE *file = scribe_start (&scribe, r->model->arena);
  if (s->binding.at[THIS_SLOT] != NONE)
    fprintf (file, "%s.",
             ir_text (r->model, r->model->objects.at[s->binding.at[THIS_SLOT]].name));
  fputs (ir_text (r->model, decl->name), file);
  const char *glue = "(";
  for (uint32_t p = 0; p < decl->param_count; p++)
    {
      enum tree_param_kind kind = r->tree->params.at[decl->first_param + p].kind;
      if (kind == TREE_PARAM_VALUE)
        continue;
      fputs (glue, file);
      text_print_name (file, value_text (r, kind, s->binding.at[p + 1]));
      glue = ", ";
    }
  if (*glue == ',')
    putc (')', file);
  return scribe_end (&scribe);
}

/* ---- Bodies. ---- */

static void
report_too_many (struct specialiser *s, const struct template *template, const char *text)
{
  struct resolver *r = s->r;
  struct ir_name name = r->tree->decls.at[template->decl].name;
  assert (!s->too_many);
  s->too_many = true;
  if (template->bindings >= RESOLVED_BINDINGS_LIMIT)
    diag_error (r->diags, "too-many-bindings", name.span,
                "procedure '%s' is called with more than %u different objects and "
                "arguments; the last ones are '%s'",
                ir_text (r->model, name), (unsigned) RESOLVED_BINDINGS_LIMIT, text);
  else
    diag_error (r->diags, "too-many-bindings", name.span,
                "the procedures have more than %u statements, counted for each of their "
                "bindings; the last one met is '%s'",
                (unsigned) RESOLVED_COPIED_LIMIT, text);
}

/* The current binding, of a body of DECL, as ir_bindings. */
static const struct ir_binding *
bindings_of (const struct specialiser *s, const struct tree_decl *decl)
{
  struct ir_binding *bindings
    = arena_alloc (s->r->model->arena, s->binding.count * sizeof *bindings);
  bindings[0]
    = (struct ir_binding){ IR_BOUND_OBJECT, s->binding.at[THIS_SLOT], NAME_NONE };
  for (uint32_t p = 0; p < decl->param_count; p++)
    {
      const struct tree_param *param = &s->r->tree->params.at[decl->first_param + p];
      bindings[p + 1].kind = param->kind == TREE_PARAM_OBJECT ? IR_BOUND_OBJECT
                             : param->kind == TREE_PARAM_LOCK ? IR_BOUND_LOCK
                                                              : IR_BOUND_OTHER;
      bindings[p + 1].number = s->binding.at[p + 1];
      bindings[p + 1].name = param->name.name;
    }
  return bindings;
}

/* Check for a procedure outside of classes with such a name, in quotes. */
static void
check_body_name (struct specialiser *s, struct ir_name name)
{
  struct resolver *r = s->r;
  uint32_t other = scope_of (r, name)->index[SPACE_PROC];
  if (other == NONE || other & CALLABLE_BIT)
    return;
  diag_error (r->diags, "redeclared", r->model->bodies.at[other].name.span,
              "procedure '%s' has the name of another one with its arguments",
              ir_text (r->model, name));
  diag_note (r->diags, name.span, "this is the other one");
}

static uint32_t
make_body (struct specialiser *s, uint32_t number)
{
  struct resolver *r = s->r;
  struct ir_model *model = r->model;
  struct template *template = &r->templates.at[number];
  const struct tree_decl *decl = &r->tree->decls.at[template->decl];
  const char *text = name_body (s, template);
  uint32_t size = decl->end - decl->begin + 1;
  if (template->bindings >= RESOLVED_BINDINGS_LIMIT
      || size > RESOLVED_COPIED_LIMIT - s->copied)
    {
      report_too_many (s, template, text);
      return NONE;
    }
  s->copied += size;
  template->bindings++;
  uint32_t *binding = arena_alloc (model->arena, s->binding.count * sizeof *binding);
  memcpy (binding, s->binding.at, s->binding.count * sizeof *binding);
  struct ir_name name
    = { names_intern (r->tree->names, text, strlen (text)), decl->name.span };
  check_body_name (s, name);
  *vec_push (model->arena, &model->bodies)
    = (struct ir_body){ .copies = 1,
                        .name = name,
                        .position = decl->position,
                        .close = decl->close,
                        .is_bound = true,
                        .bindings = bindings_of (s, decl),
                        .binding_count = s->binding.count,
                        .first_process = { model->processes },
                        .processes = IDSET_EMPTY,
                        .decl = template->decl };
  *vec_push (model->arena, &r->resolved->bodies) = (struct resolved_body){
    .binding = binding, .first_use = decl->first_use, .locals = template->locals
  };
  LOG (2, "body %u is '%s'", (unsigned) model->bodies.count - 1, text);
  return model->bodies.count - 1;
}

/* The body of template NUMBER with the current binding; NONE: there are too many. */
static uint32_t
body_for (struct specialiser *s, uint32_t number)
{
  uint32_t state = number;
  struct arena *arena = s->r->model->arena;
  for (uint32_t i = 0; i < s->binding.count; i++)
    {
      uint32_t *next = pairmap_at (&s->states, state, s->binding.at[i]);
      if (*next == PAIRMAP_FREE)
        {
          *next = s->body_of.count;
          *vec_push (arena, &s->body_of) = NONE;
        }
      state = *next;
    }
  assert (state >= s->r->templates.count);
  if (s->body_of.at[state] == NONE)
    s->body_of.at[state] = make_body (s, number);
  return s->body_of.at[state];
}

/* ---- Names in a body. ---- */

uint32_t
specialise_bind (const struct resolver *r, uint32_t use, const uint32_t *binding)
{
  uint32_t target = r->targets[use];
  struct slot_use slot = r->slots[use];
  if (slot.slot == NONE)
    return target;
  assert (binding);
  uint32_t value = binding[slot.slot];
  if (target == WHOLE)
    return value;
  assert (slot.space < MEMBER_SPACES && value < r->objects.count);
  const struct object *object = &r->objects.at[value];
  uint32_t first = object->first[slot.space];
  if (slot.space == SPACE_LOCK)
    target = r->classes.at[object->class].lock_at.at[target];
  return first == NONE ? NONE : first + target;
}

/* Report that use number USE names the set of an object that has none: its class declares
   none, and its fields are all in sets that are declared outside. */
static void
report_no_set (struct resolver *r, uint32_t use, uint32_t body)
{
  struct ir_name name = r->tree->uses.at[use];
  const uint32_t *binding = r->resolved->bodies.at[body].binding;
  assert (r->slots[use].space == SPACE_SET);
  diag_error (r->diags, "unknown-name", name.span,
              "'%s' has no atomic set: all fields of '%s' are in other sets",
              ir_text (r->model, name),
              ir_text (r->model, r->model->objects.at[binding[r->slots[use].slot]].name));
  diag_note (r->diags, r->model->bodies.at[body].name.span, "this happens in '%s'",
             ir_text (r->model, r->model->bodies.at[body].name));
}

/* Compute the targets of body number INDEX. */
static void
bind_all (struct resolver *r, uint32_t index)
{
  struct resolved_body *body = &r->resolved->bodies.at[index];
  assert (body->binding && !body->targets);
  const struct tree_decl *decl = resolved_decl (r->resolved, (body_id){ index });
  uint32_t count = decl->end_use - decl->first_use;
  body->targets
    = arena_alloc (r->model->arena, (count + (size_t) 1) * sizeof *body->targets);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t use = body->first_use + i;
      body->targets[i] = specialise_bind (r, use, body->binding);
      if (body->targets[i] != NONE || r->slots[use].slot == NONE
          || r->slots[use].space != SPACE_SET)
        continue;
      report_no_set (r, use, index);
      r->slots[use].slot = NONE; /* report it once */
    }
}

/* The body that STMT calls under BINDING. */
static uint32_t
callee_under (struct specialiser *s, const struct tree_stmt *stmt,
              const uint32_t *binding)
{
  struct resolver *r = s->r;
  assert (stmt->kind == TREE_CALL);
  uint32_t target = specialise_bind (r, stmt->first_name, binding);
  /* A member of an object is a callable. */
  if (r->slots[stmt->first_name].slot != NONE)
    target |= CALLABLE_BIT;
  if (!(target & CALLABLE_BIT))
    return target;
  assert ((target & ~CALLABLE_BIT) < r->callables.count);
  struct callable callable = r->callables.at[target & ~CALLABLE_BIT];
  struct arena *arena = r->model->arena;
  s->binding.count = 0;
  *vec_push (arena, &s->binding) = callable.object;
  const struct tree_decl *decl
    = &r->tree->decls.at[r->templates.at[callable.template].decl];
  for (uint32_t i = 1; i < stmt->name_count; i++)
    {
      /* One body serves all values. */
      bool is_value
        = r->tree->params.at[decl->first_param + i - 1].kind == TREE_PARAM_VALUE;
      *vec_push (arena, &s->binding)
        = is_value ? 0 : specialise_bind (r, stmt->first_name + i, binding);
    }
  return body_for (s, callable.template);
}

static void
specialise_body (struct specialiser *s, uint32_t index)
{
  struct resolver *r = s->r;
  if (r->resolved->bodies.at[index].binding)
    bind_all (r, index);
  struct resolved_body body = r->resolved->bodies.at[index]; /* the table may move */
  const struct tree_decl *decl = resolved_decl (r->resolved, (body_id){ index });
  assert (body.targets);
  for (uint32_t i = decl->begin; i < decl->end && !s->too_many; i++)
    {
      const struct tree_stmt *stmt = &r->tree->stmts.at[i];
      if (stmt->kind == TREE_CALL)
        body.targets[stmt->first_name - body.first_use]
          = callee_under (s, stmt, body.binding);
    }
}

void
specialise_all (struct resolver *r)
{
  assert (r->diags->errors == 0 && r->slots);
  struct specialiser s = { .r = r };
  pairmap_init (&s.states, r->model->arena);
  for (uint32_t t = 0; t < r->templates.count; t++)
    *vec_push (r->model->arena, &s.body_of) = NONE;
  for (uint32_t b = 0; b < r->model->bodies.count && !s.too_many; b++)
    specialise_body (&s, b);
  LOG (1, "%u templates became %u bodies of %u statements", (unsigned) r->templates.count,
       (unsigned) (s.body_of.count), (unsigned) s.copied);
}

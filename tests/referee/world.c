/* world.c -- see world.h. */
#include <config.h>

#include "world.h"

#include <assert.h>
#include <string.h>

static const char *
text_of (const struct world *w, name_id name)
{
  return names_text (w->tree->names, name);
}

static bool
same (name_id a, name_id b)
{
  return a.index == b.index;
}

/* "object.member", or "member" of no object. */
static const char *
full_name (const struct world *w, uint32_t object, name_id member)
{
  if (object == WORLD_NONE)
    return text_of (w, member);
  return arena_format (w->arena, "%s.%s", text_of (w, w->objects.at[object].name),
                       text_of (w, member));
}

/* ---- Declarations. ---- */

static void
add_field (struct world *w, uint32_t d, uint32_t object)
{
  const struct tree_decl *decl = &w->tree->decls.at[d];
  *vec_push (w->arena, &w->fields)
    = (struct world_field){ .name = full_name (w, object, decl->name.name),
                            .decl = d,
                            .object = object,
                            .type = decl->value,
                            .is_array = decl->is_array,
                            .is_volatile = decl->is_volatile,
                            .first_cell = w->cell_count,
                            .cells = decl->is_array ? decl->cells : 1,
                            .set = WORLD_NONE,
                            .exclusive = TREE_NO_EXPR };
  w->cell_count += decl->is_array ? decl->cells : 1;
}

static void
add_lock (struct world *w, uint32_t d, uint32_t object)
{
  const struct tree_decl *decl = &w->tree->decls.at[d];
  uint32_t count = decl->is_array ? decl->cells : 1;
  *vec_push (w->arena, &w->locks)
    = (struct world_lock){ full_name (w, object, decl->name.name), d, object,
                           w->lock_count, count };
  w->lock_count += count;
}

static void
add_member (struct world *w, uint32_t d, uint32_t object)
{
  const struct tree_decl *decl = &w->tree->decls.at[d];
  if (decl->kind == TREE_FIELD)
    add_field (w, d, object);
  else if (decl->kind == TREE_LOCK_DECL)
    add_lock (w, d, object);
  else if (decl->kind == TREE_ATOMICSET)
    *vec_push (w->arena, &w->sets)
      = (struct world_set){ full_name (w, object, decl->name.name), d, object };
}

static void
add_object (struct world *w, uint32_t d)
{
  const struct tree_decl *decl = &w->tree->decls.at[d];
  for (uint32_t c = 0; c < w->tree->decls.count; c++)
    if (w->tree->decls.at[c].kind == TREE_CLASS
        && same (w->tree->decls.at[c].name.name, decl->type.name))
      {
        uint32_t object = w->objects.count;
        *vec_push (w->arena, &w->objects) = (struct world_object){ decl->name.name, c };
        for (uint32_t m = c + 1; m < w->tree->decls.at[c].members_end; m++)
          add_member (w, m, object);
        return;
      }
  assert (false && "the class exists");
}

static uint32_t find_text (struct world *w, uint32_t place, enum world_kind kind,
                           const char *text, uint32_t *object);

static void
join_sets (struct world *w)
{
  const struct tree *tree = w->tree;
  uint32_t declared = w->sets.count;
  bool global = false;
  for (uint32_t s = 0; s < declared; s++)
    {
      struct world_set set = w->sets.at[s];
      const struct tree_decl *decl = &tree->decls.at[set.decl];
      global |= set.object == WORLD_NONE;
      uint32_t place = world_place (w, WORLD_NONE, set.object, NULL);
      for (uint32_t i = 0; i < decl->name_count; i++)
        {
          uint32_t object, use = decl->first_name + i;
          uint32_t f = find_text (w, place, WORLD_FIELD,
                                  text_of (w, tree->uses.at[use].name), &object);
          assert (f != WORLD_NONE);
          w->fields.at[f].set = s;
        }
    }
  uint32_t all = WORLD_NONE;
  for (uint32_t f = 0; f < w->fields.count; f++)
    {
      struct world_field *field = &w->fields.at[f];
      if (field->set != WORLD_NONE)
        continue;
      bool own = field->object == WORLD_NONE && global;
      for (uint32_t s = 0; s < declared; s++)
        own |= field->object != WORLD_NONE && w->sets.at[s].object == field->object;
      uint32_t found = field->object == WORLD_NONE ? all : WORLD_NONE;
      for (uint32_t s = declared; s < w->sets.count && field->object != WORLD_NONE; s++)
        if (w->sets.at[s].decl == WORLD_NONE && w->sets.at[s].object == field->object)
          found = s;
      if (own || found == WORLD_NONE)
        {
          found = w->sets.count;
          const char *name = own ? field->name
                             : field->object == WORLD_NONE
                               ? "all"
                               : text_of (w, w->objects.at[field->object].name);
          *vec_push (w->arena, &w->sets)
            = (struct world_set){ name, own ? field->decl : WORLD_NONE, field->object };
          if (!own && field->object == WORLD_NONE)
            all = found;
        }
      w->fields.at[f].set = found;
    }
}

static void
find_exclusives (struct world *w)
{
  for (uint32_t d = 0; d < w->tree->decls.count; d++)
    {
      const struct tree_decl *decl = &w->tree->decls.at[d];
      if (decl->kind != TREE_EXCLUSIVE)
        continue;
      for (uint32_t o = 0; o < w->objects.count || o == 0; o++)
        {
          uint32_t object = decl->in_class == TREE_NO_CLASS ? WORLD_NONE : o;
          if (object != WORLD_NONE
              && (o >= w->objects.count || w->objects.at[o].class_decl != decl->in_class))
            continue;
          uint32_t other, place = world_place (w, WORLD_NONE, object, NULL);
          uint32_t f
            = find_text (w, place, WORLD_FIELD, text_of (w, decl->name.name), &other);
          assert (f != WORLD_NONE);
          w->fields.at[f].exclusive = decl->expr;
        }
    }
}

static void
find_parents (struct world *w)
{
  uint32_t count = w->tree->stmts.count;
  w->parent = arena_alloc (w->arena, (count + 1) * sizeof *w->parent);
  w->slot = arena_alloc (w->arena, (count + 1) * sizeof *w->slot);
  for (uint32_t at = 0; at < count; at++)
    w->parent[at] = w->slot[at] = WORLD_NONE;
  for (uint32_t at = 0; at < count; at++)
    for (uint32_t child = at + 1; child < w->tree->stmts.at[at].end; child++)
      w->parent[child] = at;
  for (uint32_t d = 0; d < w->tree->decls.count; d++)
    {
      const struct tree_decl *decl = &w->tree->decls.at[d];
      if (decl->kind != TREE_PROC && decl->kind != TREE_PROCESS)
        continue;
      uint32_t slot = decl->kind == TREE_PROC ? decl->param_count : 0;
      for (uint32_t at = decl->begin; at < decl->end; at++)
        if (w->tree->stmts.at[at].kind == TREE_DECLARE)
          w->slot[at] = slot++;
    }
}

void
world_init (struct world *w, const struct tree *tree, struct arena *arena)
{
  memset (w, 0, sizeof *w);
  w->arena = arena;
  w->tree = tree;
  for (uint32_t d = 0; d < tree->decls.count; d++)
    {
      const struct tree_decl *decl = &tree->decls.at[d];
      if (decl->in_class == TREE_NO_CLASS)
        add_member (w, d, WORLD_NONE);
      if (decl->kind == TREE_OBJECT)
        add_object (w, d);
      if (decl->kind == TREE_PROCESS)
        for (uint32_t c = 0; c < decl->copies; c++)
          *vec_push (arena, &w->processes) = (struct world_process){ d, c };
    }
  join_sets (w);
  find_exclusives (w);
  find_parents (w);
}

uint32_t
world_place (struct world *w, uint32_t decl, uint32_t object, const uint32_t *bindings)
{
  uint32_t params = decl == WORLD_NONE ? 0 : w->tree->decls.at[decl].param_count;
  for (uint32_t p = 0; p < w->places.count; p++)
    {
      const struct world_place *place = &w->places.at[p];
      if (place->decl == decl && place->object == object
          && (params == 0
              || memcmp (place->bindings, bindings, params * sizeof *bindings) == 0))
        return p;
    }
  uint32_t *copy = arena_alloc (w->arena, (params + 1) * sizeof *copy);
  if (params)
    memcpy (copy, bindings, params * sizeof *copy);
  uint64_t *memo = arena_alloc (w->arena, (w->tree->uses.count + 1) * sizeof *memo);
  memset (memo, 0, (w->tree->uses.count + 1) * sizeof *memo);
  *vec_push (w->arena, &w->places) = (struct world_place){ decl, object, copy, memo };
  return w->places.count - 1;
}

/* ---- Names. ---- */

/* The member of KIND called TEXT of OBJECT, or of the world. */
static uint32_t
find_member (const struct world *w, enum world_kind kind, uint32_t object,
             const char *text)
{
  const struct tree *tree = w->tree;
  if (kind == WORLD_FIELD)
    for (uint32_t f = 0; f < w->fields.count; f++)
      if (w->fields.at[f].object == object
          && strcmp (text_of (w, tree->decls.at[w->fields.at[f].decl].name.name), text)
               == 0)
        return f;
  if (kind == WORLD_LOCK)
    for (uint32_t l = 0; l < w->locks.count; l++)
      if (w->locks.at[l].object == object
          && strcmp (text_of (w, tree->decls.at[w->locks.at[l].decl].name.name), text)
               == 0)
        return l;
  if (kind == WORLD_SET)
    for (uint32_t s = 0; s < w->sets.count; s++)
      if (w->sets.at[s].object == object && w->sets.at[s].decl != WORLD_NONE
          && strcmp (text_of (w, tree->decls.at[w->sets.at[s].decl].name.name), text)
               == 0)
        return s;
  if (kind == WORLD_OBJECT && object == WORLD_NONE)
    for (uint32_t o = 0; o < w->objects.count; o++)
      if (strcmp (text_of (w, w->objects.at[o].name), text) == 0)
        return o;
  if (kind == WORLD_PROC || kind == WORLD_PROCESS)
    for (uint32_t d = 0; d < tree->decls.count; d++)
      {
        const struct tree_decl *decl = &tree->decls.at[d];
        uint32_t in
          = object == WORLD_NONE ? TREE_NO_CLASS : w->objects.at[object].class_decl;
        if (decl->kind == (kind == WORLD_PROC ? TREE_PROC : TREE_PROCESS)
            && decl->in_class == in && strcmp (text_of (w, decl->name.name), text) == 0)
          return d;
      }
  return WORLD_NONE;
}

static bool
param_fits (enum tree_param_kind param, enum world_kind kind)
{
  return (param == TREE_PARAM_LOCK && kind == WORLD_LOCK)
         || (param == TREE_PARAM_FIELD && kind == WORLD_FIELD)
         || (param == TREE_PARAM_OBJECT && kind == WORLD_OBJECT);
}

/* What the parameter called TEXT is, if it is of KIND. */
static uint32_t
find_param (const struct world *w, uint32_t place, enum world_kind kind, const char *text)
{
  const struct world_place *p = &w->places.at[place];
  if (p->decl == WORLD_NONE)
    return WORLD_NONE;
  const struct tree_decl *decl = &w->tree->decls.at[p->decl];
  for (uint32_t i = 0; i < decl->param_count; i++)
    {
      const struct tree_param *param = &w->tree->params.at[decl->first_param + i];
      if (param_fits (param->kind, kind)
          && strcmp (text_of (w, param->name.name), text) == 0)
        return p->bindings[i];
    }
  return WORLD_NONE;
}

/* The object that HEAD is at PLACE. */
static uint32_t
find_object (const struct world *w, uint32_t place, const char *head)
{
  if (strcmp (head, "this") == 0)
    return w->places.at[place].object;
  uint32_t object = find_param (w, place, WORLD_OBJECT, head);
  return object != WORLD_NONE ? object : find_member (w, WORLD_OBJECT, WORLD_NONE, head);
}

static uint32_t
find_text (struct world *w, uint32_t place, enum world_kind kind, const char *text,
           uint32_t *object)
{
  *object = WORLD_NONE;
  if (kind == WORLD_OBJECT)
    return find_object (w, place, text);
  uint32_t found = find_param (w, place, kind, text);
  if (found != WORLD_NONE)
    return found;
  const char *dot = strchr (text, '.');
  if (dot)
    {
      const char *head = arena_copy (w->arena, text, (size_t) (dot - text));
      *object = find_object (w, place, head);
      if (*object != WORLD_NONE)
        {
          found = find_member (w, kind, *object, dot + 1);
          if (found != WORLD_NONE)
            return found;
        }
    }
  *object = w->places.at[place].object;
  if (*object != WORLD_NONE)
    {
      found = find_member (w, kind, *object, text);
      if (found != WORLD_NONE)
        return found;
    }
  *object = WORLD_NONE;
  if (kind == WORLD_SET) /* also those that nobody declared */
    return world_set_named (w, text);
  return find_member (w, kind, WORLD_NONE, text);
}

/* The local or parameter NAME that statement AT sees. */
static uint32_t
find_local (const struct world *w, uint32_t place, name_id name, uint32_t at)
{
  uint32_t d = w->places.at[place].decl;
  if (d == WORLD_NONE || at == WORLD_NONE)
    return WORLD_NONE;
  const struct tree_decl *decl = &w->tree->decls.at[d];
  uint32_t found = WORLD_NONE;
  for (uint32_t i = 0; decl->kind == TREE_PROC && i < decl->param_count; i++)
    {
      const struct tree_param *param = &w->tree->params.at[decl->first_param + i];
      if (param->kind == TREE_PARAM_VALUE && same (param->name.name, name))
        found = i;
    }
  for (uint32_t s = decl->begin; s < at; s++)
    {
      const struct tree_stmt *stmt = &w->tree->stmts.at[s];
      if (stmt->kind != TREE_DECLARE
          || !same (w->tree->uses.at[stmt->first_name].name, name))
        continue;
      uint32_t block = w->parent[s];
      if (block == WORLD_NONE || (block < at && at < w->tree->stmts.at[block].end))
        found = w->slot[s];
    }
  return found;
}

struct world_target
world_find (struct world *w, uint32_t place, enum world_kind kind, uint32_t use,
            uint32_t at)
{
  assert (use < w->tree->uses.count);
  uint64_t *memo = &w->places.at[place].memo[use];
  if (*memo)
    {
      uint64_t found = *memo - 1;
      uint32_t object = (uint32_t) (found >> 32);
      return (struct world_target){ (enum world_kind) (found & 15),
                                    (uint32_t) (found >> 4) & 0xFFFFFFF,
                                    object == 0xFFFFFF ? WORLD_NONE : object };
    }
  name_id name = w->tree->uses.at[use].name;
  struct world_target target = { kind, WORLD_NONE, WORLD_NONE };
  if (kind == WORLD_VALUE)
    {
      target.kind = WORLD_LOCAL;
      target.index = find_local (w, place, name, at);
      if (target.index == WORLD_NONE)
        target.kind = kind = WORLD_FIELD;
    }
  if (target.index == WORLD_NONE)
    target.index = find_text (w, place, kind, text_of (w, name), &target.object);
  assert (target.index != WORLD_NONE);
  uint64_t object = target.object == WORLD_NONE ? 0xFFFFFF : target.object;
  *memo = 1 + ((uint64_t) target.kind | (uint64_t) target.index << 4 | object << 32);
  return target;
}

uint32_t
world_slots (const struct world *w, uint32_t d)
{
  const struct tree_decl *decl = &w->tree->decls.at[d];
  uint32_t count = decl->kind == TREE_PROC ? decl->param_count : 0;
  for (uint32_t at = decl->begin; at < decl->end; at++)
    count += w->tree->stmts.at[at].kind == TREE_DECLARE;
  return count;
}

struct tree_type
world_slot_type (const struct world *w, uint32_t d, uint32_t slot)
{
  const struct tree_decl *decl = &w->tree->decls.at[d];
  if (decl->kind == TREE_PROC && slot < decl->param_count)
    return w->tree->params.at[decl->first_param + slot].value;
  for (uint32_t at = decl->begin; at < decl->end; at++)
    if (w->slot[at] == slot)
      return w->tree->stmts.at[at].type;
  assert (false && "the slot exists");
  return (struct tree_type){ 0 };
}

bool
world_is_started (const struct world *w, uint32_t process)
{
  struct world_process named = w->processes.at[process];
  for (uint32_t at = 0; at < w->tree->stmts.count; at++)
    {
      const struct tree_stmt *stmt = &w->tree->stmts.at[at];
      if (stmt->kind == TREE_START
          && same (w->tree->uses.at[stmt->first_name].name,
                   w->tree->decls.at[named.decl].name.name)
          && (stmt->copy == TREE_ALL_COPIES || stmt->copy == named.copy))
        return true;
    }
  return false;
}

uint32_t
world_field_named (const struct world *w, const char *name)
{
  for (uint32_t f = 0; f < w->fields.count; f++)
    if (strcmp (w->fields.at[f].name, name) == 0)
      return f;
  return WORLD_NONE;
}

uint32_t
world_set_named (const struct world *w, const char *name)
{
  for (uint32_t s = 0; s < w->sets.count; s++)
    if (strcmp (w->sets.at[s].name, name) == 0)
      return s;
  return WORLD_NONE;
}

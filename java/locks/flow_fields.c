/* flow_fields.c -- what fields hold: terms where they are read, and what all given code
 * puts into them (flow.h). */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/locks/flow.h"

struct lock_field *
lock_field (struct lock_program *p, uint32_t field)
{
  while (p->fields.count <= field)
    *vec_push (p->arena, &p->fields) = (struct lock_field){ .type = NAME_NONE };
  return &p->fields.at[field];
}

/* The field that the instruction names; its class is CLASS_NONE if it is not known. */
static struct java_member
find_field (struct flow_run *r, struct member_reference *reference)
{
  assert (reference);
  const struct instruction *at = &r->code->at[r->instruction];
  *reference = constants_member (&r->class->constants, (uint32_t) at->a);
  class_id class = universe_find (r->p->universe, reference->class);
  if (!class_is_known (class))
    return (struct java_member){ CLASS_NONE, 0 };
  return universe_resolve_field (r->p->universe, class, reference->name,
                                 reference->descriptor, NULL);
}

/* FIELD of BASE, or the static. */
static term_id
read_field (struct lock_program *p, uint32_t field, term_id base)
{
  assert (field < p->terms.fields.count);
  const struct lock_field *known = lock_field (p, field);
  bool exact = p->knows_fields && known->is_set && !known->is_mixed;
  const struct java_field *header
    = universe_field (p->universe, p->terms.fields.at[field]);
  name_id type = descriptor_type (&p->universe->names, header->descriptor).class;
  bool is_static = header->access & ACCESS_STATIC;
  return term_make (&p->terms,
                    (struct term){ .kind = is_static ? TERM_STATIC : TERM_FIELD,
                                   .a = is_static ? field : base.index,
                                   .b = is_static ? 0 : field,
                                   .type = exact ? known->type : type,
                                   .is_exact = exact });
}

/* ... and if that always is a part of a lock, that part. */
static term_id
read_part (struct lock_program *p, uint32_t field, term_id base)
{
  assert (base.index < p->terms.list.count);
  if (!p->knows_fields || !lock_is_part (p, field))
    return read_field (p, field, base);
  const struct lock_part part = lock_field (p, field)->part;
  term_id lock = read_field (p, part.field, base);
  assert (part.kind == TERM_HALF || part.kind == TERM_CONDITION);
  if (part.kind == TERM_CONDITION)
    lock = term_of (&p->terms, part.whole, lock.index, part.half);
  return term_of (&p->terms, part.kind, lock.index,
                  part.kind == TERM_HALF ? part.half : 0);
}

void
flow_get_field (struct flow_run *r, bool is_static)
{
  struct lock_program *p = r->p;
  struct member_reference reference;
  struct java_member member = find_field (r, &reference);
  struct java_type type = descriptor_type (&p->universe->names, reference.descriptor);
  term_id base = is_static ? TERM_NOTHING : term_core (&p->terms, flow_pop (r));
  if (!type_is_reference (type) || !member_is_known (member)
      || (!is_static
          && (term_at (&p->terms, base)->kind <= TERM_HOLDS
              || term_depth (&p->terms, base) >= TERM_FIELDS_MOST)))
    {
      if (type_is_reference (type) && member_is_known (member) && r->p->knows_fields)
        lock_field (p, term_field_number (&p->terms, member))->is_lost = true;
      flow_push (r, flow_symbol (r, type, 0));
      return;
    }
  flow_push (r, read_part (p, term_field_number (&p->terms, member), base));
}

/* Was the new object VALUE put into another field, too?  Then neither has it alone. */
static bool
is_put_twice (struct flow_run *r, term_id value, uint32_t field)
{
  assert (field < r->p->fields.count);
  for (uint32_t i = 0; i < r->puts.count; i++)
    if (term_equal (r->puts.at[i].value, value) && r->puts.at[i].field != field)
      {
        lock_field (r->p, r->puts.at[i].field)->is_shared = true;
        return true;
      }
  *vec_push (r->scratch, &r->puts) = (struct flow_put){ value, field };
  return false;
}

/* Is OBJECT the one that the method, a constructor, makes? */
static bool
is_constructed (const struct flow_run *r, term_id object)
{
  assert (object.index < r->p->terms.list.count);
  const struct java_method *header
    = universe_method (r->p->universe, r->p->methods.at[r->method].member);
  const struct term *at = term_at (&r->p->terms, object);
  return at->kind == TERM_PARAMETER && at->a == 0
         && strcmp (universe_text (r->p->universe, header->name), "<init>") == 0;
}

/* ---- Parts of locks. ---- */

bool
lock_is_part (struct lock_program *p, uint32_t field)
{
  const struct lock_field *at = lock_field (p, field);
  assert (at->part.kind == TERM_OTHER || at->part.field < p->terms.fields.count);
  return at->part.kind != TERM_OTHER && !at->is_no_part;
}

/* VALUE is put into FIELD of OBJECT, or into the static: remember the part of a lock that
   it is. */
static void
note_part (struct flow_run *r, uint32_t field, bool is_static, term_id object,
           term_id value)
{
  struct lock_program *p = r->p;
  value = term_core (&p->terms, value);
  enum term_kind kind = term_at (&p->terms, value)->kind;
  assert (field < p->terms.fields.count);
  if ((kind == TERM_HALF || kind == TERM_CONDITION)
      && (is_static || is_constructed (r, object))
      && finality_is_final (p->java->finality, p->terms.fields.at[field]))
    *vec_push (r->scratch, &r->parts) = (struct flow_put){ value, field };
  else
    lock_field (p, field)->is_no_part = true;
}

/* The lock that a part belongs to, and what the part is of it. */
static const struct term *
whole_of (const struct terms *terms, term_id value, struct lock_part *part)
{
  const struct term *at = term_at (terms, value);
  assert (at->kind == TERM_HALF || at->kind == TERM_CONDITION);
  part->kind = at->kind;
  if (at->kind == TERM_CONDITION)
    {
      at = term_at (terms, (term_id){ at->a });
      part->whole = at->kind;
    }
  part->half = at->kind == TERM_HALF ? at->b : 0;
  return term_at (terms, term_core (terms, (term_id){ at->a }));
}

/* The field of the same object that has the lock WHOLE: one that nobody writes again. */
static uint32_t
field_of_whole (const struct flow_run *r, const struct term *whole)
{
  struct lock_program *p = r->p;
  uint32_t found = UINT32_MAX;
  assert (r->records);
  if (whole->kind == TERM_STATIC)
    found = whole->a;
  else if (whole->kind == TERM_FIELD && is_constructed (r, (term_id){ whole->a }))
    found = whole->b;
  for (uint32_t i = 0; i < r->puts.count && whole->kind == TERM_NEW; i++)
    if (term_at (&p->terms, r->puts.at[i].value) == whole)
      found = r->puts.at[i].field;
  return found != UINT32_MAX
             && finality_is_final (p->java->finality, p->terms.fields.at[found])
           ? found
           : UINT32_MAX;
}

void
flow_settle_parts (struct flow_run *r)
{
  struct lock_program *p = r->p;
  assert (r->records && r->worklist.count == 0);
  for (uint32_t i = 0; i < r->parts.count; i++)
    {
      struct lock_part part = { .kind = TERM_OTHER };
      const struct term *whole = whole_of (&p->terms, r->parts.at[i].value, &part);
      part.field = field_of_whole (r, whole);
      for (uint32_t j = 0; j <= i && part.field == UINT32_MAX && whole->kind == TERM_NEW;
           j++)
        {
          struct lock_part other;
          if (whole_of (&p->terms, r->parts.at[j].value, &other) == whole)
            part.field = r->parts.at[j].field;
        }
      struct lock_field *field = lock_field (p, r->parts.at[i].field);
      bool is_first = field->part.kind == TERM_OTHER;
      field->is_no_part
        |= part.field == UINT32_MAX
           || (!is_first
               && (field->part.kind != part.kind || field->part.whole != part.whole
                   || field->part.half != part.half || field->part.field != part.field));
      assert (part.kind == TERM_HALF || part.kind == TERM_CONDITION);
      if (part.field != UINT32_MAX)
        field->part = part;
    }
}

static void
note_put (struct flow_run *r, uint32_t number, term_id object, term_id value)
{
  assert (r->records);
  struct lock_field *field = lock_field (r->p, number);
  const struct term at = *term_at (&r->p->terms, term_core (&r->p->terms, value));
  if (at.kind == TERM_NULL)
    return;
  if (!at.is_exact || (field->is_set && field->type.index != at.type.index))
    field->is_mixed = true;
  bool is_part = at.kind == TERM_HALF || at.kind == TERM_CONDITION;
  if ((at.kind != TERM_NEW && !is_part)
      || is_put_twice (r, term_core (&r->p->terms, value), number))
    lock_field (r->p, number)->is_shared = true;
  field = lock_field (r->p, number);
  if (at.kind != TERM_PARAMETER || !is_constructed (r, object))
    field->is_young = true;
  else if (at.a == 0)
    field->is_own = true;
  field->is_set = true;
  field->type = at.type;
}

void
flow_put_field (struct flow_run *r, bool is_static)
{
  struct member_reference reference;
  struct java_member member = find_field (r, &reference);
  term_id value = flow_pop (r);
  term_id object = is_static ? TERM_NOTHING : flow_pop (r);
  struct java_type type = descriptor_type (&r->p->universe->names, reference.descriptor);
  if (!type_is_reference (type) || !r->records)
    return;
  if (member_is_known (member))
    {
      uint32_t field = term_field_number (&r->p->terms, member);
      note_put (r, field, object, value);
      note_part (r, field, is_static, object, value);
      flow_put (r, field, value);
    }
  else
    flow_lose (r, value);
}

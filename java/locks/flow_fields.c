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
  uint32_t number = term_field_number (&p->terms, member);
  const struct lock_field *known = lock_field (p, number);
  bool exact = p->knows_fields && known->is_set && !known->is_mixed;
  flow_push (
    r, term_make (&p->terms, (struct term){ .kind = is_static ? TERM_STATIC : TERM_FIELD,
                                            .a = is_static ? number : base.index,
                                            .b = is_static ? 0 : number,
                                            .type = exact ? known->type : type.class,
                                            .is_exact = exact }));
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
is_constructed (struct flow_run *r, term_id object)
{
  assert (object.index < r->p->terms.list.count);
  const struct java_method *header
    = universe_method (r->p->universe, r->p->methods.at[r->method].member);
  const struct term *at = term_at (&r->p->terms, object);
  return at->kind == TERM_PARAMETER && at->a == 0
         && strcmp (universe_text (r->p->universe, header->name), "<init>") == 0;
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
  if (at.kind != TERM_NEW || is_put_twice (r, term_core (&r->p->terms, value), number))
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
      flow_put (r, field, value);
    }
  else
    flow_lose (r, value);
}

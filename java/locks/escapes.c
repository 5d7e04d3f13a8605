/* escapes.c -- which objects others can get hold of: an object that was made for a
 * private field and never leaves it is the object of no argument and of no other field.
 *
 * An object is lost when a method does with it what is not followed: it returns it,
 * stores it elsewhere, gives it to code that is not known.  What is given to a known
 * method is lost if that method loses the parameter: these are spread from method to
 * caller when all flows are known.  A new object is its method's own until the first
 * instruction that loses it or puts it into a field.
 */
#include <config.h>

#include <assert.h>

#include "java/locks/flow.h"

/* What a new object was put into: a field, the array in a field, or a new array. */
#define INTO_FIELD(field) ((field) *3)
#define INTO_ELEMENTS(field) ((field) *3 + 1)
#define INTO_ARRAY(instruction) ((instruction) *3 + 2)

static void
lower (struct pairmap *map, uint32_t method, uint32_t made, uint32_t instruction)
{
  assert (instruction != PAIRMAP_FREE);
  uint32_t *slot = pairmap_at (map, method, made);
  if (*slot == PAIRMAP_FREE || *slot > instruction)
    *slot = instruction;
}

/* The field of the array whose element TERM is; UINT32_MAX: none. */
static uint32_t
field_of (const struct lock_program *p, const struct term *term)
{
  const struct term *at
    = term_at (&p->terms, term_core (&p->terms, (term_id){ term->a }));
  assert (term->kind == TERM_ELEMENT);
  return at->kind == TERM_FIELD ? at->b : at->kind == TERM_STATIC ? at->a : UINT32_MAX;
}

/* Instruction AT of METHOD loses TERM.  Is that new? */
static bool
lose (struct lock_program *p, uint32_t method, uint32_t at, term_id term)
{
  assert (method < p->methods.count);
  const struct term lost = *term_at (&p->terms, term_core (&p->terms, term));
  uint32_t field = lost.kind == TERM_FIELD     ? lost.b
                   : lost.kind == TERM_STATIC  ? lost.a
                   : lost.kind == TERM_ELEMENT ? field_of (p, &lost)
                                               : UINT32_MAX;
  if (field != UINT32_MAX)
    {
      bool *flag = lost.kind == TERM_ELEMENT ? &lock_field (p, field)->loses_elements
                                             : &lock_field (p, field)->is_lost;
      bool is_new = !*flag;
      *flag = true;
      return is_new;
    }
  if (lost.kind == TERM_LOCK || lost.kind == TERM_HALF || lost.kind == TERM_CONDITION)
    return lose (p, method, at, (term_id){ lost.a });
  if (lost.kind == TERM_NEW)
    lower (&p->lost_new, method, lost.a, at);
  if (lost.kind != TERM_PARAMETER)
    return false;
  uint32_t *slot = pairmap_at (&p->lost_parameters, method, lost.a);
  bool is_new = *slot == PAIRMAP_FREE;
  *slot = 1;
  return is_new;
}

void
flow_lose (struct flow_run *r, term_id term)
{
  if (r->p->knows_fields)
    lose (r->p, r->method, r->instruction, term);
}

/* METHOD gives VALUE to an object of CLASS: is it its own object? */
static void
note_back_reference (struct lock_program *p, uint32_t method, term_id value,
                     class_id class)
{
  const struct term *at = term_at (&p->terms, term_core (&p->terms, value));
  struct java_member member = p->methods.at[method].member;
  if (at->kind == TERM_PARAMETER && at->a == 0
      && !(universe_method (p->universe, member)->access & ACCESS_STATIC)
      && !class_equal (member.class, class))
    *pairmap_at (&p->gives_itself, member.class.index, class.index) = 1;
}

static void
add_handing (struct lock_program *p, struct lock_handing handing)
{
  assert (handing.method < p->methods.count && handing.target < p->methods.count);
  uint32_t *last = pairmap_at (&p->handings_of, handing.target, handing.parameter);
  handing.next = *last;
  *last = p->handings.count;
  *vec_push (p->arena, &p->handings) = handing;
  if (handing.parameter > 0)
    note_back_reference (p, handing.method, handing.term,
                         p->methods.at[handing.target].member.class);
}

void
flow_hand (struct flow_run *r, const struct lock_call *call, const term_id *arguments,
           uint32_t count)
{
  assert (r->records);
  struct lock_program *p = r->p;
  for (uint32_t t = 0; t < call->target_count && p->knows_fields; t++)
    for (uint32_t i = 0; i < count; i++)
      {
        if (term_at (&p->terms, arguments[i])->kind > TERM_HOLDS)
          add_handing (p, (struct lock_handing){
                            .method = r->method,
                            .instruction = r->instruction,
                            .term = arguments[i],
                            .target = lock_method_number (p, call->targets[t]),
                            .parameter = call->skipped + i,
                          });
      }
}

/* The new object that instruction MADE made goes INTO one place; if it was put into
   another one before, it is lost. */
static void
put_into (struct flow_run *r, uint32_t made, uint32_t into)
{
  assert (into != PAIRMAP_FREE);
  struct lock_program *p = r->p;
  uint32_t *slot = pairmap_at (&p->put_into, r->method, made);
  bool is_second = *slot != PAIRMAP_FREE && *slot != into;
  *slot = into;
  lower (&p->put_at, r->method, made, r->instruction);
  if (is_second)
    lower (&p->lost_new, r->method, made, r->instruction);
}

void
flow_put (struct flow_run *r, uint32_t field, term_id value)
{
  struct lock_program *p = r->p;
  assert (field < p->terms.fields.count);
  const struct term at = *term_at (&p->terms, term_core (&p->terms, value));
  if (!p->knows_fields || !r->records || at.kind == TERM_NULL)
    return;
  *vec_push (p->arena, &p->puts) = (struct lock_put){ r->method, field, value };
  note_back_reference (p, r->method, value, p->terms.fields.at[field].class);
  if (at.kind == TERM_NEW)
    put_into (r, at.a, INTO_FIELD (field));
  else if (!lock_is_part (p, field))
    flow_lose (r, value);
}

void
flow_put_element (struct flow_run *r, term_id array, term_id value)
{
  struct lock_program *p = r->p;
  const struct term into = *term_at (&p->terms, term_core (&p->terms, array));
  const struct term at = *term_at (&p->terms, term_core (&p->terms, value));
  if (!p->knows_fields || !r->records || at.kind == TERM_NULL)
    return;
  uint32_t field = into.kind == TERM_FIELD    ? into.b
                   : into.kind == TERM_STATIC ? into.a
                                              : UINT32_MAX;
  if (at.kind == TERM_NEW && field != UINT32_MAX)
    put_into (r, at.a, INTO_ELEMENTS (field));
  else if (at.kind == TERM_NEW && into.kind == TERM_NEW)
    put_into (r, at.a, INTO_ARRAY (into.a));
  else
    {
      flow_lose (r, value);
      if (field != UINT32_MAX)
        lock_field (p, field)->loses_elements = true;
      else if (into.kind == TERM_NEW)
        lower (&p->mixed_arrays, r->method, into.a, r->instruction);
    }
}

/* The field into which METHOD puts the array that instruction MADE makes. */
static uint32_t
field_of_array (const struct lock_program *p, uint32_t method, uint32_t made)
{
  uint32_t into = pairmap_get (&p->put_into, method, made);
  return into == PAIRMAP_FREE || into % 3 != 0 ? UINT32_MAX : into / 3;
}

/* New objects that are lost are lost where they were put, too. */
static void
lose_contents (struct lock_program *p)
{
  for (uint32_t i = 0; i < p->put_into.entries.count; i++)
    {
      const struct pairmap_entry put = p->put_into.entries.at[i];
      uint32_t field = put.value / 3;
      if (put.value == PAIRMAP_FREE)
        continue;
      if (put.value % 3 == 2)
        field = field_of_array (p, put.first, put.value / 3);
      if (field == UINT32_MAX)
        continue;
      assert (field < p->terms.fields.count);
      bool is_lost = pairmap_get (&p->lost_new, put.first, put.second) != PAIRMAP_FREE;
      if (put.value % 3 == 0)
        lock_field (p, field)->is_lost |= is_lost;
      else
        lock_field (p, field)->loses_elements |= is_lost;
    }
  for (uint32_t i = 0; i < p->mixed_arrays.entries.count; i++)
    {
      const struct pairmap_entry mixed = p->mixed_arrays.entries.at[i];
      uint32_t field = field_of_array (p, mixed.first, mixed.second);
      if (field != UINT32_MAX)
        lock_field (p, field)->loses_elements = true;
    }
}

void
escapes_find (struct lock_program *p)
{
  assert (p->knows_fields);
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 0; i < p->handings.count; i++)
        {
          const struct lock_handing at = p->handings.at[i];
          quota_tick (p->arena->quota);
          if (pairmap_get (&p->lost_parameters, at.target, at.parameter) != PAIRMAP_FREE)
            changed |= lose (p, at.method, at.instruction, at.term);
        }
    }
  lose_contents (p);
}

bool
lock_is_open (const struct lock_program *p, uint32_t field)
{
  assert (field < p->terms.fields.count);
  struct java_member member = p->terms.fields.at[field];
  return universe_field (p->universe, member)->access & (ACCESS_PUBLIC | ACCESS_PROTECTED)
         && universe_class (p->universe, member.class)->access & ACCESS_PUBLIC;
}

bool
lock_is_confined (struct lock_program *p, uint32_t field, bool is_element)
{
  const struct lock_field *at = lock_field (p, field);
  return at->is_set && !at->is_shared && !at->is_lost && !lock_is_open (p, field)
         && !(is_element && at->loses_elements);
}

bool
lock_is_fresh (const struct lock_program *p, uint32_t method, uint32_t made, uint32_t at)
{
  assert (method < p->methods.count);
  uint32_t lost = pairmap_get (&p->lost_new, method, made);
  uint32_t put = pairmap_get (&p->put_at, method, made);
  return (lost == PAIRMAP_FREE || lost >= at) && (put == PAIRMAP_FREE || put >= at);
}

/* lock_terms.c -- terms, hash-consed (lock_terms.h). */
#include <config.h>

#include <assert.h>

#include "java/locks/lock_terms.h"

static uint32_t
mix (uint32_t hash, uint32_t word)
{
  hash = (hash ^ word) * UINT32_C (0x9e3779b1);
  return hash ^ hash >> 15;
}

static uint32_t
hash_term (const struct term *term)
{
  uint32_t hash = mix ((uint32_t) term->kind * 2 + term->is_exact, term->a);
  return mix (mix (hash, term->b), term->type.index);
}

static uint32_t
hash_entry (const void *context, uint32_t entry)
{
  const struct terms *terms = context;
  assert (entry < terms->list.count);
  return hash_term (&terms->list.at[entry]);
}

static bool
is_equal (const struct term *a, const struct term *b)
{
  return a->kind == b->kind && a->a == b->a && a->b == b->b
         && a->type.index == b->type.index && a->is_exact == b->is_exact;
}

term_id
term_make (struct terms *terms, struct term term)
{
  assert (terms->universe);
  hash_reserve (&terms->table, terms->list.count, hash_entry, terms);
  uint32_t *slot = hash_first (&terms->table, hash_term (&term));
  for (; *slot != HASH_FREE; slot = hash_next (&terms->table, slot))
    if (is_equal (&terms->list.at[*slot], &term))
      return (term_id){ *slot };
  *vec_push (terms->arena, &terms->list) = term;
  return (term_id){ *slot = terms->list.count - 1 };
}

term_id
term_of (struct terms *terms, enum term_kind kind, uint32_t a, uint32_t b)
{
  struct term term = { .kind = kind, .a = a, .b = b, .type = NAME_NONE };
  if (kind == TERM_CLASS)
    {
      term.type = universe_name (terms->universe, "java/lang/Class");
      term.is_exact = true;
    }
  else if (kind == TERM_HALF || kind == TERM_LOCK || kind == TERM_CONDITION)
    term.type = term_at (terms, (term_id){ a })->type;
  return term_make (terms, term);
}

void
terms_init (struct terms *terms, struct arena *arena, struct java_universe *universe)
{
  *terms = (struct terms){ .arena = arena, .universe = universe };
  hash_table_init (&terms->table, arena);
  pairmap_init (&terms->members, arena);
  term_id other = term_of (terms, TERM_OTHER, 0, 0);
  assert (term_equal (other, TERM_NOTHING));
  (void) other;
}

uint32_t
term_field_number (struct terms *terms, struct java_member field)
{
  assert (member_is_known (field));
  uint32_t number = pairmap_number (&terms->members, field.class.index, field.index);
  if (number == terms->fields.count)
    *vec_push (terms->arena, &terms->fields) = field;
  return number;
}

term_id
term_core (const struct terms *terms, term_id term)
{
  assert (term.index < terms->list.count);
  while (term_at (terms, term)->kind == TERM_CAST)
    term = (term_id){ term_at (terms, term)->a };
  return term;
}

term_id
term_refined (struct terms *terms, term_id term, name_id type)
{
  assert (type.index != NAME_NONE.index);
  const struct term *at = term_at (terms, term);
  class_id class = at->type.index == NAME_NONE.index
                     ? CLASS_NONE
                     : universe_find (terms->universe, at->type);
  if (at->kind <= TERM_HOLDS || at->is_exact || at->type.index == type.index
      || (class_is_known (class) && universe_is_a (terms->universe, class, type)))
    return term;
  return term_make (
    terms,
    (struct term){ .kind = TERM_CAST, .a = term_core (terms, term).index, .type = type });
}

static const struct term *
core_of (const struct terms *terms, const struct term *term)
{
  while (term->kind == TERM_CAST)
    term = term_at (terms, (term_id){ term->a });
  return term;
}

struct term_origin
term_origin (const struct terms *terms, const struct term *term)
{
  struct term_origin origin = { .field = UINT32_MAX };
  term = core_of (terms, term);
  if (term->kind == TERM_OF)
    term = core_of (terms, term_at (terms, (term_id){ term->a }));
  if (term->kind == TERM_ELEMENT)
    {
      origin.is_element = true;
      term = core_of (terms, term_at (terms, (term_id){ term->a }));
    }
  if (term->kind == TERM_FIELD || term->kind == TERM_STATIC)
    origin.field = term->kind == TERM_FIELD ? term->b : term->a;
  return origin;
}

/* Does A of such a term name another term? */
static bool
has_base (enum term_kind kind)
{
  return kind == TERM_FIELD || kind == TERM_ELEMENT || kind == TERM_CAST
         || kind == TERM_LOCK || kind == TERM_HALF || kind == TERM_CONDITION
         || kind == TERM_HOLDS;
}

uint32_t
term_depth (const struct terms *terms, term_id term)
{
  uint32_t depth = 0;
  for (; has_base (term_at (terms, term)->kind);
       term = (term_id){ term_at (terms, term)->a })
    depth += term_at (terms, term)->kind == TERM_FIELD;
  return depth;
}

term_id
term_in (struct terms *terms, term_id term, const term_id *arguments, uint32_t count,
         uint32_t instance)
{
  struct term at = *term_at (terms, term);
  if (at.kind == TERM_PARAMETER)
    {
      assert (at.a < count);
      return at.a < count ? arguments[at.a] : TERM_NOTHING;
    }
  if (at.kind == TERM_SYMBOL || at.kind == TERM_NEW || at.kind == TERM_ELEMENT)
    return term_make (terms, (struct term){ .kind = TERM_OF,
                                            .a = term.index,
                                            .b = instance,
                                            .type = at.type,
                                            .is_exact = at.is_exact });
  if (!has_base (at.kind))
    return term;
  term_id base = term_in (terms, (term_id){ at.a }, arguments, count, instance);
  if (at.kind == TERM_CAST)
    return term_refined (terms, base, at.type);
  at.a = term_core (terms, base).index;
  return term_make (terms, at);
}

/* answers.c -- see answers.h. */
#include <config.h>

#include "answers.h"

#include <assert.h>
#include <stdlib.h>

#include "models/families/random_data.h"
#include "values.h"

/* Is CLAIM, of the program, about statement AT?  The condition of an alternative of an
   `if' goes by its own place, and belongs to the block. */
static bool
claim_is_about (const struct tree *tree, const struct ir_claim *claim, uint32_t at)
{
  const struct tree_stmt *stmt = &tree->stmts.at[at];
  if (stmt->kind == TREE_BLOCK && stmt->expr != TREE_NO_EXPR)
    return tree->exprs.at[stmt->expr].span.begin == claim->span.begin;
  return stmt->span.begin == claim->span.begin;
}

static bool
claim_is_false (const struct referee *r, const struct tree *tree,
                const struct ir_claim *claim)
{
  bool is_false = false, known = false;
  for (uint32_t at = 0; at < tree->stmts.count; at++)
    if (claim_is_about (tree, claim, at))
      {
        known = true;
        is_false |= claim->is_assert ? r->failed[at] : r->wrong[at];
      }
  assert (known);
  return is_false;
}

static uint32_t
field_of (const struct referee *r, const struct eml *eml, field_id field)
{
  const char *name
    = ir_text (&eml->subject->model, eml->subject->model.fields.at[field.index].name);
  uint32_t found = world_field_named (&r->world, name);
  assert (found != WORLD_NONE);
  return found;
}

bool
answers_of (const struct referee *r, const struct eml *eml, const struct query *query)
{
  uint32_t fields[PA_SIZE_LIMIT];
  switch (query->kind)
    {
    case QUERY_PATTERN:
      for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
        fields[i] = field_of (r, eml, query->fields[i]);
      return referee_finds (r, query->automaton, fields,
                            r->world.fields.at[fields[0]].set);
    case QUERY_RACE: return r->race[field_of (r, eml, query->fields[0])];
    case QUERY_DEADLOCK: return r->deadlock;
    case QUERY_ASSERT:
      return claim_is_false (r, &eml->tree, &eml->subject->flow.claims.at[query->claim]);
    case QUERY_EXCLUSIVE: return r->exclusive[field_of (r, eml, query->fields[0])];
    case QUERY_STUCK: return r->stuck;
    }
  return false;
}

void
answers_write_seed (FILE *out, uint64_t seed)
{
  if (seed % 2)
    values_write (out, seed);
  else
    random_data_write (out, seed);
}

char *
answers_text_of_seed (uint64_t seed)
{
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream (&text, &length);
  if (!out)
    abort ();
  answers_write_seed (out, seed);
  if (fclose (out) != 0 || !text)
    abort ();
  return text;
}

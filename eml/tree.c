/* tree.c -- see tree.h. */
#include <config.h>

#include "eml/tree.h"

#include <assert.h>
#include <string.h>

void
tree_init (struct tree *tree, struct arena *arena, struct names *names)
{
  memset (tree, 0, sizeof *tree);
  tree->arena = arena;
  tree->names = names;
}

static bool
same_text (const struct tree *a, name_id x, const struct tree *b, name_id y)
{
  if (x.index == NAME_NONE.index || y.index == NAME_NONE.index)
    return x.index == y.index;
  return strcmp (names_text (a->names, x), names_text (b->names, y)) == 0;
}

static bool
same_uses (const struct tree *a, uint32_t first_a, const struct tree *b,
           uint32_t first_b, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (!same_text (a, a->uses.at[first_a + i].name, b,
                    b->uses.at[first_b + i].name))
      return false;
  return true;
}

static bool
same_stmt (const struct tree *a, const struct tree_stmt *x, const struct tree *b,
           const struct tree_stmt *y)
{
  return x->kind == y->kind && x->end == y->end && x->conditions == y->conditions
         && x->name_count == y->name_count
         && same_uses (a, x->first_name, b, y->first_name, x->name_count)
         && same_text (a, x->position, b, y->position)
         && same_text (a, x->end_position, b, y->end_position);
}

static bool
same_decl (const struct tree *a, const struct tree_decl *x, const struct tree *b,
           const struct tree_decl *y)
{
  return x->kind == y->kind && x->counted == y->counted && x->copies == y->copies
         && x->begin == y->begin && x->end == y->end
         && x->name_count == y->name_count
         && same_uses (a, x->first_name, b, y->first_name, x->name_count)
         && same_text (a, x->name.name, b, y->name.name)
         && same_text (a, x->position, b, y->position);
}

bool
tree_equal (const struct tree *a, const struct tree *b)
{
  if (a->named != b->named || a->decls.count != b->decls.count
      || a->stmts.count != b->stmts.count)
    return false;
  if (a->named && !same_text (a, a->name.name, b, b->name.name))
    return false;
  for (uint32_t i = 0; i < a->decls.count; i++)
    if (!same_decl (a, &a->decls.at[i], b, &b->decls.at[i]))
      return false;
  for (uint32_t i = 0; i < a->stmts.count; i++)
    if (!same_stmt (a, &a->stmts.at[i], b, &b->stmts.at[i]))
      return false;
  return true;
}

const char *
tree_kind_word (enum tree_kind kind)
{
  static const char *const words[]
    = { [TREE_READ] = "read",         [TREE_WRITE] = "write",
        [TREE_CALL] = "call",         [TREE_LOCK] = "lock",
        [TREE_UNLOCK] = "unlock",     [TREE_GOTO] = "goto",
        [TREE_SKIP] = "skip",         [TREE_BREAK] = "break",
        [TREE_CONTINUE] = "continue", [TREE_RETURN] = "return",
        [TREE_LABEL] = "label",       [TREE_SYNC] = "sync",
        [TREE_UNIT] = "unit",         [TREE_WHILE] = "while",
        [TREE_LOOP] = "loop",         [TREE_BLOCK] = "{",
        [TREE_IF] = "if",             [TREE_CHOOSE] = "choose" };
  return words[kind];
}

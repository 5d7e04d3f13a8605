/* tree.c -- see tree.h. */
#include <config.h>

#include "eml/tree.h"

#include <assert.h>

void
tree_init (struct tree *tree, struct arena *arena, struct names *names)
{
  assert (arena && names);
  *tree = (struct tree){ .arena = arena, .names = names };
}

const char *
tree_kind_word (enum tree_kind kind)
{
  static const char *const words[] = { [TREE_READ] = "read",
                                       [TREE_WRITE] = "write",
                                       [TREE_CALL] = "call",
                                       [TREE_LOCK] = "lock",
                                       [TREE_UNLOCK] = "unlock",
                                       [TREE_GOTO] = "goto",
                                       [TREE_SKIP] = "skip",
                                       [TREE_BREAK] = "break",
                                       [TREE_CONTINUE] = "continue",
                                       [TREE_RETURN] = "return",
                                       [TREE_LABEL] = "label",
                                       [TREE_SYNC] = "sync",
                                       [TREE_UNIT] = "unit",
                                       [TREE_WHILE] = "while",
                                       [TREE_LOOP] = "loop",
                                       [TREE_BLOCK] = "{",
                                       [TREE_IF] = "if",
                                       [TREE_CHOOSE] = "choose",
                                       [TREE_START] = "start",
                                       [TREE_JOIN] = "join",
                                       [TREE_WAIT] = "wait",
                                       [TREE_NOTIFY] = "notify",
                                       [TREE_NOTIFYALL] = "notifyall",
                                       [TREE_ASSIGN] = "assignment",
                                       [TREE_DECLARE] = "declaration",
                                       [TREE_ASSUME] = "assume",
                                       [TREE_ASSERT] = "assert",
                                       [TREE_ATOMIC] = "atomic" };
  assert (kind < sizeof words / sizeof *words);
  return words[kind];
}

/* tree.h -- the raw syntax tree of a model, as the parser builds it.
 *
 * The statements of all bodies stand in one table in the order of the text, each
 * before those it contains, and each knows where its subtree ends.  So a pass
 * is a loop over indices with a stack of its own, never a recursion: nesting
 * costs no C stack, and a walk runs through memory in order.
 *
 *     if (*) { read a; }  skip;        0 IF     end 3
 *                                      1   BLOCK  end 3
 *                                      2     READ   end 3
 *                                      3 SKIP   end 4
 *
 * Names are looked up later, by resolve.c.  Everything lives in the arena of the
 * tree.
 */
#ifndef EML_TREE_H
#define EML_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/source.h"
#include "base/vec.h"

enum tree_kind
{
  /* Simple statements. */
  TREE_READ,
  TREE_WRITE,
  TREE_CALL,
  TREE_LOCK,
  TREE_UNLOCK,
  TREE_GOTO,
  TREE_SKIP,
  TREE_BREAK,
  TREE_CONTINUE,
  TREE_RETURN,
  TREE_LABEL,
  TREE_START,
  TREE_JOIN,
  TREE_WAIT,
  TREE_NOTIFY,
  TREE_NOTIFYALL,
  /* Statements with one block, whose statements are their children. */
  TREE_SYNC,
  TREE_UNIT,
  TREE_WHILE,
  TREE_LOOP,
  TREE_BLOCK,
  /* Statements whose children are the alternatives, each a TREE_BLOCK.  An IF
     has as many conditions as it has words `if'.  If it has one alternative more
     than conditions, that is a final `else'; otherwise the IF may do nothing. */
  TREE_IF,
  TREE_CHOOSE,
};

/* A name and its place in the text. */
struct tree_name
{
  name_id name;
  struct span span;
};

#define TREE_ALL_COPIES UINT32_MAX

struct tree_stmt
{
  enum tree_kind kind;
  uint32_t end;         /* index after the last statement of the subtree */
  struct span span;     /* the statement; of a block statement, its head */
  uint32_t close;       /* offset of the closing brace, where there is one */
  uint32_t first_name;  /* its names, in the tree's table `uses'; of a call, its
                           procedure and then the arguments */
  uint32_t name_count;
  union
  {
    uint32_t conditions; /* of an IF */
    uint32_t copy;       /* of a START or JOIN: of this copy, or TREE_ALL_COPIES */
  };
  name_id position;     /* @"..." or NAME_NONE */
  name_id end_position; /* of the end of a sync or unit block */
};

enum tree_decl_kind
{
  TREE_FIELD,
  TREE_LOCK_DECL,
  TREE_ATOMICSET,
  TREE_PROC,
  TREE_PROCESS,
  TREE_CLASS,  /* its members are the declarations that follow it */
  TREE_OBJECT,
};

#define TREE_NO_CLASS UINT32_MAX

/* A parameter of a procedure. */
enum tree_param_kind
{
  TREE_PARAM_LOCK,
  TREE_PARAM_FIELD,
  TREE_PARAM_OBJECT,
};

struct tree_param
{
  enum tree_param_kind kind;
  struct tree_name type; /* of an object: its class */
  struct tree_name name;
};

struct tree_decl
{
  enum tree_decl_kind kind;
  struct tree_name name;
  bool counted;          /* process P[n] */
  uint32_t copies;       /* n, or 1 */
  bool is_volatile;      /* of a field */
  name_id position;      /* of a procedure or process */
  uint32_t first_name;   /* members of an atomic set */
  uint32_t name_count;
  uint32_t begin, end;   /* body: statements begin .. end - 1 */
  uint32_t close;        /* offset of the closing brace of the body, or class */
  uint32_t first_param;  /* of a procedure, in the tree's table `params' */
  uint32_t param_count;
  struct tree_name type; /* of an object: its class */
  uint32_t members_end;  /* of a class: the declaration after its last member */
  uint32_t in_class;     /* the declaration of the class around this one, or
                            TREE_NO_CLASS */
};

struct tree
{
  struct arena *arena;
  struct names *names;
  bool named;                    /* has a `model' line */
  struct tree_name name;
  VEC (struct tree_decl) decls;
  VEC (struct tree_stmt) stmts;
  VEC (struct tree_param) params;
  VEC (struct tree_name) uses;
};

/* while, loop */
static inline bool
tree_is_loop (enum tree_kind kind)
{
  return kind == TREE_WHILE || kind == TREE_LOOP;
}

/* sync, unit: what a goto may neither enter nor leave */
static inline bool
tree_is_region (enum tree_kind kind)
{
  return kind == TREE_SYNC || kind == TREE_UNIT;
}

/* if, choose */
static inline bool
tree_is_branch (enum tree_kind kind)
{
  return kind == TREE_IF || kind == TREE_CHOOSE;
}

void tree_init (struct tree *tree, struct arena *arena, struct names *names);

/* The word that a statement of this kind begins with: "read", "sync" ... */
const char *tree_kind_word (enum tree_kind kind);

#endif

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
 * Expressions stand in a table of their own, operands before what they are operands of;
 * so a pass over them is a loop over indices, too.
 *
 * Names are looked up later, by resolve.c.  All lives in the arena of the tree.
 */
#ifndef EML_TREE_H
#define EML_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/source.h"
#include "base/vec.h"
#include "ir/model.h"

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
  TREE_ASSIGN,  /* its name is a local or a field */
  TREE_DECLARE, /* a local; its name is in `uses', as a declaration */
  TREE_ASSUME,
  TREE_ASSERT,
  /* Statements with one block, whose statements are their children. */
  TREE_SYNC,
  TREE_UNIT,
  TREE_WHILE,
  TREE_LOOP,
  TREE_ATOMIC,
  TREE_BLOCK,
  /* Statements whose children are the alternatives, each a TREE_BLOCK.  An IF has as many
     conditions as words `if'.  One alternative more is a final `else'; otherwise the IF
     may do nothing. */
  TREE_IF,
  TREE_CHOOSE,
};

#define TREE_ALL_COPIES UINT32_MAX

/* ---- Data. ---- */

/* A type in the text.  Width 0: none, as of a field without values. */
struct tree_type
{
  bool is_bool;  /* its width is 1 */
  uint8_t width; /* bits, 1 .. 64 */
  struct span span;
};

#define TREE_NO_EXPR UINT32_MAX
#define TREE_EXPR_DEPTH                                                                  \
  1000 /* the greatest depth of an expression: recursion is safe                         \
        */

struct tree_expr
{
  enum ir_expr_kind kind;
  uint32_t depth;       /* 1: no operands */
  uint32_t operands[3]; /* expressions, or TREE_NO_EXPR */
  uint32_t use;         /* of a name or element: its name, in the tree's table `uses' */
  uint64_t value;       /* of a number; of true, 1 */
  struct span span;
  struct span sign; /* of an operator: its own span */
};

struct tree_stmt
{
  enum tree_kind kind;
  uint32_t end;        /* index after the last statement of the subtree */
  struct span span;    /* the statement; of a block statement, its head */
  uint32_t close;      /* offset of the closing brace, where there is one */
  uint32_t first_name; /* its names, in the tree's table `uses'; of a call, its
                          procedure and then the arguments: of one that is no mere
                          name, NAME_NONE with its span */
  uint32_t name_count;
  uint32_t expr;  /* or TREE_NO_EXPR: the condition of an ASSUME or ASSERT; of a
                     WHILE, or in a BLOCK that is an alternative of an IF, its
                     condition unless that is `*'; the value of an ASSIGN, DECLARE
                     or RETURN */
  uint32_t index; /* or TREE_NO_EXPR: of the element of an array that is assigned,
                     read, written, or of a lock array that is acquired ... */
  uint32_t first_argument; /* of a call: an expression for each argument, in the tree's
                           table `arguments', from here on.  A mere name is there, too,
                           as a name of its own in `uses' */
  uint32_t result;         /* of a call: the target of the result, a name or element; or
                              TREE_NO_EXPR */
  union
  {
    uint32_t conditions; /* of an IF */
    uint32_t copy;       /* of a START or JOIN: of this copy, or TREE_ALL_COPIES */
    enum ir_expr_kind operation; /* of an ASSIGN: `+=' has EXPR_ADD; `=' EXPR_NUMBER */
    name_id text;                /* of an ASSERT: its text, or NAME_NONE */
    struct tree_type type;       /* of a DECLARE */
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
  TREE_CLASS, /* its members are the declarations that follow it */
  TREE_OBJECT,
  TREE_EXCLUSIVE, /* a field, by its name, and its predicate */
};

#define TREE_NO_CLASS UINT32_MAX

/* A parameter of a procedure. */
enum tree_param_kind
{
  TREE_PARAM_LOCK,
  TREE_PARAM_FIELD,
  TREE_PARAM_OBJECT,
  TREE_PARAM_VALUE,
};

struct tree_param
{
  enum tree_param_kind kind;
  struct ir_name type;    /* of an object: its class */
  struct tree_type value; /* of a value: its type */
  struct ir_name name;
};

struct tree_decl
{
  enum tree_decl_kind kind;
  struct ir_name name;
  bool counted;           /* process P[n] */
  uint32_t copies;        /* n, or 1 */
  bool is_volatile;       /* of a field */
  struct tree_type value; /* of a field; of the result of a procedure */
  bool is_array;          /* of a field or lock */
  uint32_t cells;         /* of an array; else 1 */
  uint32_t expr;          /* or TREE_NO_EXPR: the initial value of a field; when it may be
                             accessed, of an EXCLUSIVE */
  name_id position;       /* of a procedure or process */
  uint32_t first_name;    /* members of an atomic set; the field of an EXCLUSIVE */
  uint32_t name_count;
  uint32_t begin, end;           /* body: statements begin .. end - 1 */
  uint32_t first_use, end_use;   /* body: all names in it, those of expressions, too */
  uint32_t first_expr, end_expr; /* body: all expressions in it */
  uint32_t close;                /* offset of the closing brace of the body, or class */
  uint32_t first_param;          /* of a procedure, in the tree's table `params' */
  uint32_t param_count;
  struct ir_name type;  /* of an object: its class */
  uint32_t members_end; /* of a class: the declaration after its last member */
  uint32_t in_class;    /* the declaration of the class around this one, or
                           TREE_NO_CLASS */
};

struct tree
{
  struct arena *arena;
  struct names *names;
  bool named; /* has a `model' line */
  struct ir_name name;
  VEC (struct tree_decl) decls;
  VEC (struct tree_stmt) stmts;
  VEC (struct tree_param) params;
  VEC (struct ir_name) uses;
  VEC (struct tree_expr) exprs;
  VEC (uint32_t) arguments; /* expressions */
};

/* Is it a while or loop? */
static inline bool
tree_is_loop (enum tree_kind kind)
{
  return kind == TREE_WHILE || kind == TREE_LOOP;
}

/* Is it a sync or unit, which a goto may neither enter nor leave? */
static inline bool
tree_is_region (enum tree_kind kind)
{
  return kind == TREE_SYNC || kind == TREE_UNIT;
}

/* Is it an if or choose? */
static inline bool
tree_is_branch (enum tree_kind kind)
{
  return kind == TREE_IF || kind == TREE_CHOOSE;
}

void tree_init (struct tree *tree, struct arena *arena, struct names *names);

/* The word that a statement of this kind begins with: "read", "sync" ... */
const char *tree_kind_word (enum tree_kind kind);

#endif

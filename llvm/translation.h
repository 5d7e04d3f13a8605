/* translation.h -- from a prepared module to ir.
 *
 * Each thread is a process, each function that is still called a procedure; a basic block
 * is a chain of steps.  Values of SSA form are slots, or expressions over slots if they
 * are used in their own block only; phis are assigned on edges.
 *
 * Some things are known only when everything is translated: which leaves are accessed,
 * which mutexes nest, which are chosen by an index.  They are noted in the leaves, and
 * the translation is made again until nothing new is noted.
 */
#ifndef LLVM_TRANSLATION_H
#define LLVM_TRANSLATION_H

#ifdef HAVE_LLVM

#include "ir/ir_builder.h"
#include "llvm/positions.h"
#include "llvm/points_to.h"
#include "llvm/c_program.h"

/* What the model adds to a leaf, or to a thread. */
enum ghost
{
  GHOST_OWNER, /* of a mutex: the process that holds it; of a read-write lock: to write */
  GHOST_DEPTH, /* how often; of a read-write lock: how many read */
  GHOST_VALUE, /* of a semaphore; of a barrier: how many it is for */
  GHOST_ARRIVED, /* at a barrier */
  GHOST_ROUND,   /* of a barrier: odd or even */
  GHOST_RESULT,  /* of a thread: what it returned */
  GHOST_COUNT, /* of a place that allocates or creates threads: how often it was passed */
};

struct translation
{
  struct program *p;
  const struct points_to *points;
  struct positions *positions;
  struct ir_model *model;
  struct ir *ir;
  struct arena *arena;
  struct ir_builder b;
  bool again;              /* something new was noted */
  VEC (field_id) field_of; /* by leaf; FIELD_NONE: not declared */
  VEC (set_id) set_of;     /* by object */
  struct pairmap ghosts;   /* (leaf or other number, ghost): its field */
  struct pairmap locks;    /* (leaf, cell): its lock */
  set_id ghost_set;
  VEC (body_id) bodies; /* of roots, then of procedures */
  VEC (uint32_t) sizes; /* of expressions */
  bool wants_results;   /* some join looks at what a thread returned */
  /* Of the function that is translated: */
  uint32_t root; /* or NONE: a procedure */
  LLVMValueRef function;
  LLVMValueRef at; /* the instruction */
  uint32_t offset;
  name_id position;
  VEC (struct ir_slot) slots;
  struct pairmap values;   /* by a value's address: its expression */
  struct pairmap seconds;  /* the same for the second part of a pair */
  struct pairmap blocks;   /* by block: its first step */
  struct pairmap failures; /* by call: the claim of an assertion that fails there */
  struct pairmap depths;   /* by block: how many atomic blocks and units it is in */
  VEC (LLVMBasicBlockRef) work;
  uint32_t result_slot;
  bool stopped; /* nothing after this instruction is reached */
  uint32_t unit_depth;
};

/* One attempt.  False: P says what is wrong. */
bool translate (struct translation *t);

/* ---- Steps (steps.c). ---- */

/* Say where the steps that follow come from. */
void steps_at (struct translation *t, LLVMValueRef instruction);
void step (struct translation *t, struct ir_step step);
struct ir_step step_of (enum ir_op op);
void step_read (struct translation *t, field_id field, uint32_t index, uint32_t slot);
void step_write (struct translation *t, field_id field, uint32_t index, uint32_t expr);
void step_set (struct translation *t, uint32_t slot, uint32_t expr);
void step_any (struct translation *t, uint32_t slot);
/* Two ways: the current step becomes that where CONDITION holds, and the result is that
   where it does not. */
uint32_t step_test (struct translation *t, uint32_t condition);
/* Wait until CONDITION, which reads FIELD at INDEX, holds; to be called inside of an
   atomic block. */
void step_assume (struct translation *t, uint32_t condition, field_id field,
                  uint32_t index);
/* Nothing happens any more. */
void step_stop (struct translation *t);
/* The process goes wrong here. */
void step_wrong (struct translation *t);
void atomic_begin (struct translation *t);
void atomic_end (struct translation *t);
/* The claim of the current instruction. */
uint32_t step_claim (struct translation *t, bool is_assert);

/* ---- Expressions (exprs.c). ---- */

struct ir_type type_of (const struct translation *t, LLVMTypeRef type);
uint32_t new_slot (struct translation *t, struct ir_type type);
uint32_t expr_constant (struct translation *t, struct ir_type type, int64_t value);
uint32_t expr_slot (struct translation *t, uint32_t slot);
uint32_t expr_field (struct translation *t, field_id field, uint32_t index);
uint32_t expr_self (struct translation *t);
uint32_t expr_unary (struct translation *t, enum ir_expr_kind kind, uint32_t a);
uint32_t expr_binary (struct translation *t, enum ir_expr_kind kind, uint32_t a,
                      uint32_t b);
uint32_t expr_choose (struct translation *t, uint32_t condition, uint32_t a, uint32_t b);
/* A as a value of 64 bits: its sign, or zeros, in front. */
uint32_t expr_wide (struct translation *t, uint32_t a, bool is_signed);
struct ir_type expr_type (const struct translation *t, uint32_t expr);
bool expr_is_constant (const struct translation *t, uint32_t expr, int64_t *value);
bool expr_may_fail (const struct translation *t, uint32_t expr);
bool expr_has_slot (const struct translation *t, uint32_t expr, uint32_t slot);
/* A in a slot of TYPE, cut to it. */
uint32_t expr_cut (struct translation *t, uint32_t a, struct ir_type type);

/* ---- Values (values.c). ---- */

uint32_t value_expr (struct translation *t, LLVMValueRef value);
/* The current instruction's value is EXPR. */
void value_set (struct translation *t, LLVMValueRef instruction, uint32_t expr);
/* ... any, since it is not followed: REASON, or null if the program says so. */
void value_any (struct translation *t, LLVMValueRef instruction, const char *reason);
uint32_t value_slot (struct translation *t, LLVMValueRef instruction);
bool value_constant (const struct program *p, LLVMValueRef value, int64_t *number);
/* Arithmetic, comparisons, casts. */
bool value_compute (struct translation *t, LLVMValueRef instruction);

/* ---- Accesses (accesses.c). ---- */

/* A cell that a pointer may lead to. */
struct target
{
  uint32_t leaf;
  uint32_t index; /* an expression, or IR_NO_EXPR: it is no array */
};

/* Where a pointer leads. */
struct pointer
{
  VEC (struct target) targets;
  bool is_known;    /* there is one target, and it is that */
  bool is_cut;      /* there are more targets, which are left out */
  uint32_t address; /* otherwise: an expression that says which */
};

/* BYTES 0: of any size. */
void pointer_find (struct translation *t, LLVMValueRef pointer, uint32_t bytes,
                   struct pointer *place);
/* Do the steps of ACT, with CONTEXT, for the target that POINTER really leads to. */
void pointer_each (struct translation *t, struct pointer *place,
                   void (*act) (struct translation *t, struct target target,
                                void *context),
                   void *context);
field_id field_of_leaf (struct translation *t, uint32_t leaf);
field_id ghost_field (struct translation *t, uint32_t number, enum ghost ghost,
                      const char *name, uint64_t cells);
/* Loads, stores, atomic operations, copies. */
bool access_memory (struct translation *t, LLVMValueRef instruction);
void access_copy (struct translation *t, LLVMValueRef call);
void access_set (struct translation *t, LLVMValueRef call);
/* Store EXPR, of BYTES bytes, where POINTER leads. */
void access_store (struct translation *t, LLVMValueRef pointer, uint32_t expr,
                   uint32_t bytes, bool is_atomic);
/* What main writes before it begins: the initial values of arrays. */
void access_initial (struct translation *t);

/* ---- Calls (sync.c, threads.c, functions.c). ---- */

bool sync_call (struct translation *t, LLVMValueRef call, int external);
bool thread_call (struct translation *t, LLVMValueRef call, int external);
void function_call (struct translation *t, LLVMValueRef call);
/* Ask also about assertions of the current function that nothing leads to: something that
   is not followed may be why.  They go to ASIDE, a step that is never made.  NONE: there
   were no such assertions in the attempt before. */
void function_keep_failures (struct translation *t, uint32_t aside);
/* The nodes from FIRST on are the current function: find these assertions. */
void function_find_lost (struct translation *t, uint32_t first);
/* The process ends, with the result EXPR or IR_NO_EXPR. */
void thread_end (struct translation *t, uint32_t expr);

/* The mutex LEAF is of this KIND, a number of glibc's. */
void sync_set_kind (struct translation *t, uint32_t leaf, int64_t kind);
/* Note that the mutex LEAF is not a lock of ir. */
void sync_make_data (struct translation *t, uint32_t leaf);

#endif
#endif

/* c_program.h -- a C program as LLVM's module, and what is known about it.
 *
 * The module is prepared first (prepare.h): calls are inlined, each thread has a function
 * of its own.  Then its memory is laid out (memory.h), and a points-to analysis says
 * where pointers lead (points_to.h).  The translation to ir (translation.h) only reads
 * all that, but for decisions that it takes back and forth: which locks nest.
 *
 * Everything is in the arena, but for what LLVM owns.
 */
#ifndef LLVM_C_PROGRAM_H
#define LLVM_C_PROGRAM_H

#ifdef HAVE_LLVM

#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/pairmap.h"
#include "ir/provenance.h"
#include "llvm/calls.h"
#include "llvm/externals.h"
#include "llvm/llvm.h"

#define NONE UINT32_MAX

/* A thread: main, or what one call of pthread_create starts.  Its function has no
   parameters and stands for nothing else. */
struct root
{
  LLVMValueRef function;
  const char *name;
  uint32_t object; /* whose address is its pthread_t */
};

/* A call of pthread_create, and a thread that it starts.  One in a loop has several: its
   first, its second ... execution starts them. */
struct creation
{
  LLVMValueRef call;
  uint32_t root;
  LLVMValueRef argument, target; /* globals for what is no constant, or null */
};

enum object_kind
{
  OBJECT_GLOBAL,
  OBJECT_LOCAL,
  OBJECT_HEAP,
  OBJECT_THREAD,
  OBJECT_FUNCTION,
  OBJECT_UNKNOWN, /* what functions that are not given return pointers to */
};

/* Something that has an address. */
struct object
{
  enum object_kind kind;
  LLVMValueRef value; /* what it comes from */
  const char *name;
  LLVMTypeRef type;   /* or null: nothing is known about its inside */
  LLVMValueRef debug; /* the debug data of its type (debug_names.h), or null */
  uint64_t size;
  int64_t address;
  uint32_t first_leaf, leaf_count;
  uint32_t number;  /* of a thread: its root; of a heap object: which of its site */
  bool is_internal; /* it is ours, not the program's, or constant */
  bool
    is_own; /* of a variable that each thread has for itself: that of thread `number' */
  bool is_open; /* how large it is, is not known: what is beyond its cells is left out */
  bool has_leaves;
};

enum leaf_kind
{
  LEAF_INT, /* and pointers */
  LEAF_FLOAT,
  LEAF_SYNC, /* a mutex, semaphore ... as a whole */
};

#define LEAF_DIMENSIONS 4

/* A scalar in an object; if it stands in arrays, all of their cells. */
struct leaf
{
  uint32_t object;
  uint64_t offset; /* of the first */
  uint32_t size;   /* of one, in bytes */
  enum leaf_kind kind;
  uint32_t width; /* of the value, in bits; 0: it has none */
  const char *name;
  uint32_t dimensions; /* the outermost first */
  uint64_t stride[LEAF_DIMENSIONS];
  uint64_t count[LEAF_DIMENSIONS];
  uint64_t cells;
  /* Decisions, which grow from one attempt to the next. */
  bool is_touched;
  bool is_data_lock; /* a mutex that does not nest, or is chosen by an index */
  bool is_tried;     /* by trylock */
  bool is_recursive; /* a mutex */
  bool is_checked;   /* a mutex that refuses to be locked again, and others' unlocking */
  bool has_plain_uses;
  bool has_atomic_uses; /* by atomic operations, or in atomic blocks */
};

struct program
{
  const struct llvm_calls *calls;
  const struct llvm_options *options;
  struct arena *arena;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  VEC (struct root) roots; /* main is the first */
  VEC (struct creation) creations;
  VEC (LLVMValueRef) procedures; /* functions that are still called */
  VEC (struct object) objects;
  VEC (struct leaf) leaves;
  struct pairmap object_of; /* by a value's address: its first object */
  struct names object_names;
  int64_t next_address;
  uint32_t unknown;             /* the object of that kind */
  struct names linkages;        /* of variables in debug data, by number, */
  VEC (LLVMValueRef) variables; /* and these */
  struct names type_names;      /* of structs in debug data, by number, */
  VEC (LLVMValueRef) types;     /* and these (debug_names.h) */
  VEC (struct provenance_note) notes;
  struct pairmap lost;        /* by call: an assertion that nothing leads to */
  VEC (const char *) folders; /* of the files of compile_commands.json */
  const char *code, *problem; /* why it cannot be translated, or null */
};

/* The key of a value in a pairmap. */
static inline uint32_t
key_high (const void *value)
{
  return (uint32_t) ((uintptr_t) value >> 32);
}

static inline uint32_t
key_low (const void *value)
{
  return (uint32_t) (uintptr_t) value;
}

const char *program_value_name (const struct program *p, LLVMValueRef value);
/* The function that VALUE is, casts taken off, or null. */
LLVMValueRef program_function (const struct program *p, LLVMValueRef value);
/* The name of the function that CALL calls directly, or "". */
const char *program_callee (const struct program *p, LLVMValueRef call);
/* What the model does for CALL of a function that is not given; EXTERNAL_UNKNOWN also if
   it is called with other types than the table of externals says. */
enum external program_external (const struct program *p, LLVMValueRef call);
bool program_is_call (const struct program *p, LLVMValueRef value);
/* VALUE without casts of pointers. */
LLVMValueRef program_strip (const struct program *p, LLVMValueRef value);

/* Give up.  Returns false. */
bool program_fail (struct program *p, const char *code, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

/* Say once that the model is not as the program is; INSTRUCTION (or null) says where. */
void program_note (struct program *p, bool may_miss, const char *code, unsigned removes,
                   LLVMValueRef instruction, const char *format, ...)
  __attribute__ ((format (printf, 6, 7)));

/* The same, of questions about FIELD only. */
void program_note_field (struct program *p, const char *code, unsigned removes,
                         const char *field, const char *format, ...)
  __attribute__ ((format (printf, 5, 6)));

#define ALL_QUESTIONS                                                                    \
  (PROVENANCE_PATTERN | PROVENANCE_RACE | PROVENANCE_DEADLOCK | PROVENANCE_ASSERT)

#endif
#endif

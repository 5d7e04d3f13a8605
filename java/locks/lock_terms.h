/* lock_terms.h -- what code says of an object before it runs: `this', an argument, a
 * field of one of them, a static, a class.
 *
 * Terms are hash-consed.  Two equal terms of one run of a method mean one object, as far
 * as no field is written in between; that is assumed of all fields.  Terms of different
 * kinds may mean one object, too: circle.h asks for which of them that has to be so.
 */
#ifndef JAVA_LOCKS_LOCK_TERMS_H
#define JAVA_LOCKS_LOCK_TERMS_H

#include <assert.h>

#include "base/pairmap.h"
#include "java/program/universe.h"

typedef struct
{
  uint32_t index;
} term_id;

enum term_kind
{
  TERM_OTHER,     /* a number, or nothing of interest */
  TERM_WIDE,      /* a long or double */
  TERM_BOOLEAN,   /* a: 0 or 1 */
  TERM_NULL,      /* */
  TERM_ADDRESS,   /* of jsr; a: an instruction */
  TERM_HOLDS,     /* is the monitor of a held? */
  TERM_PARAMETER, /* a: its number, the receiver is 0 */
  TERM_CLASS,     /* the class object of the class called a */
  TERM_INIT,      /* what a thread holds while it initialises the class called a */
  TERM_STATIC,    /* a: the number of a field */
  TERM_FIELD,     /* of the object a; b: the number of a field */
  TERM_SYMBOL,    /* a: an instruction; b: which of its values */
  TERM_NEW,       /* an object that instruction a makes */
  TERM_ELEMENT,   /* of the array or collection a, read at b */
  TERM_CAST,      /* a, known to have the type */
  TERM_LAMBDA,    /* a: its number (lock_program.h) */
  TERM_LOCK,      /* the Lock a, no monitor */
  TERM_HALF,      /* of the read-write lock a; b: 0 the read half, 1 the write half */
  TERM_CONDITION, /* of the lock a */
  TERM_OF,        /* term a of instance b (process.h): a symbol of a run of a method */
};

/* Values of an instruction from here on are slots where paths meet. */
#define SYMBOL_JOINED 2

struct term
{
  enum term_kind kind;
  uint32_t a, b;
  name_id type;  /* NAME_NONE: not known */
  bool is_exact; /* no subclass of it */
};

struct terms
{
  struct arena *arena;
  struct java_universe *universe;
  VEC (struct term) list;
  struct hash_table table;
  struct pairmap members; /* (class, index) of a field -> its number */
  VEC (struct java_member) fields;
};

#define TERM_NOTHING ((term_id){ 0 })

void terms_init (struct terms *terms, struct arena *arena,
                 struct java_universe *universe);
term_id term_make (struct terms *terms, struct term term);
/* A term whose kind says all of its type. */
term_id term_of (struct terms *terms, enum term_kind kind, uint32_t a, uint32_t b);
uint32_t term_field_number (struct terms *terms, struct java_member field);

/* The object without what is known of its type. */
term_id term_core (const struct terms *terms, term_id term);
/* TERM, known to be of the class called TYPE. */
term_id term_refined (struct terms *terms, term_id term, name_id type);
/* Are they one object, whatever is known of its type? */
static inline bool term_same (const struct terms *terms, term_id a, term_id b);
/* The field that TERM is read from, itself or as an element of the array there. */
struct term_origin
{
  uint32_t field; /* its number; UINT32_MAX: none */
  bool is_element;
};
struct term_origin term_origin (const struct terms *terms, const struct term *term);
/* Fields on the way from the root of TERM. */
uint32_t term_depth (const struct terms *terms, term_id term);
/* TERM of a method when its parameters are ARGUMENTS; its symbols become those of
   INSTANCE. */
term_id term_in (struct terms *terms, term_id term, const term_id *arguments,
                 uint32_t count, uint32_t instance);

static inline const struct term *
term_at (const struct terms *terms, term_id term)
{
  assert (term.index < terms->list.count);
  return &terms->list.at[term.index];
}

static inline bool
term_equal (term_id a, term_id b)
{
  return a.index == b.index;
}

static inline bool
term_same (const struct terms *terms, term_id a, term_id b)
{
  return term_equal (term_core (terms, a), term_core (terms, b));
}

#endif

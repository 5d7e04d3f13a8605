/* abstract_value.h -- abstract values: what is known of a local variable or an operand.
 *
 * The isolated object is called I here.  Everything else is described by how it is
 * reached from I, or from a static, as far as that is fixed (rule 3 of doc/java.md);
 * what is not fixed is VALUE_OTHER.  Values are hash-consed: equal values have equal
 * identifiers, and a state of the interpreter is a row of them.
 *
 *     VALUE_OTHER      anything, also every number but 0 and 1
 *     VALUE_WIDE       a long or double: the only ones that take two slots
 *     VALUE_NULL       null
 *     VALUE_BOOLEAN    a: 0 or 1
 *     VALUE_SELF       I
 *     VALUE_CLASS      the class object of the class called a
 *     VALUE_RAW        an object of exactly the class a whose constructor has not
 * returned; b: the instruction that made it, or VALUE_RAW_THIS in the constructor itself;
 * parts as of an object VALUE_OBJECT     a private object of exactly the class a; parts:
 * pairs of an effectively final field (a member number) and its value VALUE_PLACE the
 * object at place a (heap.h): at the end of a path of effectively final fields VALUE_NODE
 * some object of the class a that is reached from I otherwise; b: NODE_IS_FOREIGN if it
 * is no part of I (ownership.h) VALUE_HELD       an array,
 * a collection or something of unknown type that was read out of location a (heap.h)
 *     VALUE_VIEW       an iterator, view or stream of the collection a
 *     VALUE_LAMBDA     a lambda or method reference: handle a (lambda.c), of the
 *                      interface b; parts: what it has captured
 *     VALUE_CONDITION  a condition of the lock a
 *     VALUE_HALF       of the read-write lock a; b: 0 the read half, 1 the write half
 *     VALUE_ADDRESS    a jsr return address, instruction a; of a join, b being
 *                      ADDRESS_IS_SITE: all threads that site a makes
 */
#ifndef JAVA_ABSTRACT_VALUE_H
#define JAVA_ABSTRACT_VALUE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/names.h"
#include "base/vec.h"

typedef struct
{
  uint32_t index;
  uint32_t term; /* with --values: which number it is, in its frame (formulas.h) */
} value_id;

enum value_kind
{
  VALUE_OTHER,
  VALUE_WIDE,
  VALUE_NULL,
  VALUE_BOOLEAN,
  VALUE_SELF,
  VALUE_CLASS,
  VALUE_RAW,
  VALUE_OBJECT,
  VALUE_PLACE,
  VALUE_NODE,
  VALUE_HELD,
  VALUE_VIEW,
  VALUE_LAMBDA,
  VALUE_CONDITION,
  VALUE_HALF,
  VALUE_ADDRESS,
};

struct value
{
  enum value_kind kind;
  uint32_t a, b;
  uint32_t first_part, part_count; /* in values->parts */
  uint32_t depth;                  /* of values within values */
  bool touches_self;               /* what happens to it can matter to I */
};

struct values
{
  struct arena *arena;
  VEC (struct value) list;
  VEC (uint32_t) parts;
  struct hash_table table;
};

/* These are always there, under these numbers. */
#define OTHER ((value_id){ .index = 0 })
#define WIDE ((value_id){ .index = 1 })
#define NULL_VALUE ((value_id){ .index = 2 })
#define FALSE_VALUE ((value_id){ .index = 3 })
#define TRUE_VALUE ((value_id){ .index = 4 })
#define SELF ((value_id){ .index = 5 })

/* Objects that know objects that know objects: deeper ones are not told apart. */
#define VALUE_DEPTH_MOST 4

/* For b of VALUE_NODE: an object that belongs to others, but leads to I. */
#define NODE_IS_FOREIGN 1

/* For b of VALUE_ADDRESS. */
#define ADDRESS_IS_SITE 1

/* For b of VALUE_RAW: `this' of a constructor. */
#define VALUE_RAW_THIS UINT32_MAX

void values_init (struct values *values, struct arena *arena);

/* The value of KIND with A and B, without parts. */
value_id value_of (struct values *values, enum value_kind kind, uint32_t a, uint32_t b);
/* With PARTS, which are copied: pairs for an object, values for a lambda.  Too deep
   a value is OTHER. */
value_id value_with_parts (struct values *values, enum value_kind kind, uint32_t a,
                           uint32_t b, const uint32_t *parts, uint32_t count);
/* Mark the values of KIND with A as touching I, though they have no part that does. */
void value_touch (struct values *values, value_id value);

static inline const struct value *
value_at (const struct values *values, value_id value)
{
  assert (value.index < values->list.count);
  return &values->list.at[value.index];
}

static inline enum value_kind
value_kind (const struct values *values, value_id value)
{
  assert (value.index < values->list.count);
  return values->list.at[value.index].kind;
}

static inline bool
value_equal (value_id a, value_id b)
{
  return a.index == b.index;
}

static inline bool
value_touches (const struct values *values, value_id value)
{
  assert (value.index < values->list.count);
  return values->list.at[value.index].touches_self;
}

static inline const uint32_t *
value_parts (const struct values *values, value_id value)
{
  assert (value.index < values->list.count);
  return values->parts.at + values->list.at[value.index].first_part;
}

/* The value of the final field MEMBER of an object; false if it is not known. */
bool value_field (const struct values *values, value_id object, uint32_t member,
                  value_id *value);
/* OBJECT with one more known field; OTHER instead of what was known if it differs. */
value_id value_set_field (struct values *values, struct arena *scratch, value_id object,
                          uint32_t member, value_id value);
/* What two objects of one class have in common. */
value_id value_common (struct values *values, struct arena *scratch, value_id a,
                       value_id b);

/* VALUE as it is outside of its frame. */
static inline value_id
value_bare (value_id value)
{
  return (value_id){ .index = value.index };
}

/* Certainly not null? */
bool value_is_something (const struct values *values, value_id value);

#endif

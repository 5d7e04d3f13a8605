/* descriptor.h -- the types of fields and methods: "(IJ[Ljava/lang/Object;)V". */
#ifndef JAVA_DESCRIPTOR_H
#define JAVA_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/names.h"

/* The first character says it all but for arrays and classes. */
struct java_type
{
  char kind;       /* one of B C D F I J S Z V, L for a class, [ for an array */
  name_id class;   /* of L: "java/util/Map"; of [: the whole, "[[I"; else NAME_NONE */
  name_id element; /* of [: the class of the innermost elements; NAME_NONE: primitive */
};

struct java_signature
{
  struct java_type *parameters;
  uint32_t count; /* of parameters */
  uint32_t slots; /* that the parameters take: long and double take two */
  struct java_type result;
};

/* Is TEXT the descriptor of a field (an array of at most 255 dimensions), of a method
   (at most 255 slots)? */
bool descriptor_is_field (const char *text, size_t length);
bool descriptor_is_method (const char *text, size_t length);

/* Take apart a DESCRIPTOR, which is one. */
struct java_type descriptor_type (struct names *names, name_id descriptor);
struct java_signature descriptor_signature (struct names *names, struct arena *arena,
                                            name_id descriptor);

static inline bool
type_is_reference (struct java_type type)
{
  return type.kind == 'L' || type.kind == '[';
}

static inline uint32_t
type_slots (struct java_type type)
{
  return type.kind == 'V' ? 0 : type.kind == 'J' || type.kind == 'D' ? 2 : 1;
}

#endif

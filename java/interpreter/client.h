/* client.h -- the most general client of the isolated object: what it calls, and what of
 * the object it gets hold of (entries.c, escape.c). */
#ifndef JAVA_INTERPRETER_CLIENT_H
#define JAVA_INTERPRETER_CLIENT_H

#include "base/pairmap.h"
#include "java/interpreter/abstract_value.h"

struct entry
{
  uint32_t instance;
  const char *how; /* null: as `this'; or where I is */
  bool is_unit;
};

/* What has left I: an object whose methods others call, or what a thread runs. */
struct escaped
{
  value_id value;
  bool to_thread;
};

struct client
{
  VEC (struct entry) entries;
  VEC (struct escaped) escaped;
  struct pairmap escaped_of; /* (value, whether it is to a thread) */
};

#endif

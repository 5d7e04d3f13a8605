/* library_tables.h -- what is known of the Java library, from library_types.def and
 * library_methods.def. */
#ifndef JAVA_LIBRARY_TABLES_H
#define JAVA_LIBRARY_TABLES_H

#include "base/pairmap.h"
#include "java/program/universe.h"

enum library_kind
{
  LIBRARY_UNKNOWN,
  LIBRARY_VALUE,
  LIBRARY_PLAIN,
  LIBRARY_MONITOR,
  LIBRARY_CONCURRENT,
  LIBRARY_COPY_ON_WRITE,
  LIBRARY_ATOMIC,
  LIBRARY_VIEW,
  LIBRARY_RUNNER,
  LIBRARY_PRIVATE,
  LIBRARY_LOCK, /* locks from here on */
  LIBRARY_READ_WRITE_LOCK,
  LIBRARY_HALF,
  LIBRARY_STAMPED,
  LIBRARY_CONDITION,
  LIBRARY_SEMAPHORE,
};

enum library_group
{
  GROUP_COLLECTION,
  GROUP_ATOMIC,
  GROUP_VIEW,
};

enum library_effect
{
  LIBRARY_NOTHING,
  LIBRARY_READ,
  LIBRARY_WRITE,
  LIBRARY_CHANGE,
  LIBRARY_INSIDE,
};

enum library_result
{
  RESULT_NONE,
  RESULT_ELEMENT,
  RESULT_VIEW,
  RESULT_COPY,
  RESULT_SAME,
};

struct library_method
{
  enum library_group group;
  const char *name;
  enum library_effect effect;
  enum library_result result;
  bool is_listed; /* in the table */
};

struct library
{
  struct arena *arena;
  struct java_universe *universe;
  VEC (uint8_t) kinds;    /* by name_id: kind + 1; 0: not asked for yet */
  struct pairmap listed;  /* (0, name of a type) -> kind */
  struct pairmap methods; /* (group, name) -> number in the table */
};

void library_init (struct library *library, struct arena *arena,
                   struct java_universe *universe);

/* Of a class by its name; a given class is what its library super types are. */
enum library_kind library_kind (struct library *library, name_id class);
/* Is CLASS itself in the table? */
bool library_lists (struct library *library, name_id class);
/* Is it a collection, buffer or atomic: something with contents? */
bool library_has_contents (enum library_kind kind);

struct library_method library_method (struct library *library, enum library_group group,
                                      name_id name);

#endif

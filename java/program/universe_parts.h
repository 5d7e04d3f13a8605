/* universe_parts.h -- between the files of the universe: universe.c (names), places.c
 * (files, folders and jars), hierarchy.c (supers and subclasses), dispatch.c (members).
 */
#ifndef JAVA_UNIVERSE_PARTS_H
#define JAVA_UNIVERSE_PARTS_H

#include "java/reader/archive.h"
#include "java/program/universe.h"

/* Of a walk from class to super; nothing when classes are linked. */
enum walk_colour
{
  WALK_NEW,
  WALK_OPEN, /* some of its supers are still to be visited */
  WALK_DONE,
};

struct universe_class
{
  struct java_class class;
  enum class_role role;
  class_id super;
  class_id *interfaces;      /* CLASS_NONE: unknown */
  VEC (class_id) subclasses; /* direct ones, of interfaces, too */
  enum walk_colour colour;
  uint32_t stamp;                  /* of the walk that met it last */
  struct java_code **codes;        /* of each method, when one was asked for */
  struct super_types *super_types; /* when asked for */
  struct class_list *subtypes;     /* likewise, when there were */
  uint32_t subtypes_of;            /* this many classes */
};

#define STATE_NOT_LOOKED_FOR (UINT32_MAX - 1)

/* What is known of a name as the name of a class. */
struct name_state
{
  uint32_t class; /* class_id, CLASS_NONE: unknown, or STATE_NOT_LOOKED_FOR */
  uint32_t stamp; /* of the walk that met it last */
  struct java_signature *signature; /* of a descriptor, when asked for */
};

/* Where to look for classes by name. */
struct class_library
{
  const char *path;
  enum class_role role;
  struct archive *archive; /* of a jar; null: a folder */
};

struct universe_class *universe_at (const struct java_universe *universe, class_id class);
struct name_state *universe_state (struct java_universe *universe, name_id name);

/* Read LENGTH BYTES as a class, which becomes the last one; null if they are none. */
struct universe_class *universe_take_bytes (struct java_universe *universe,
                                            const char *origin, const uint8_t *bytes,
                                            size_t length, enum class_role role,
                                            enum diag_severity severity);

/* Is the class of NAME in LIBRARY?  Then read its bytes. */
bool library_read (struct java_universe *universe, uint32_t library, name_id name,
                   const char **origin, const uint8_t **bytes, size_t *length);

/* Find the supers of the classes from universe->linked on, and of their supers. */
void universe_link_new (struct java_universe *universe);

/* A walk that visits each class or name once. */
void universe_begin_walk (struct java_universe *universe);
bool universe_meet (struct java_universe *universe, class_id class);

#endif

/* heap.h -- what the isolated object consists of: places, locations and locks.
 *
 * A *place* is an object at the end of a path of effectively final fields, from I or
 * from a static, at most two fields long.  A *location* is something mutable: a field of
 * I, of a place, a static, the field of merged nodes, or the contents of an array or
 * collection.  A *lock* is a monitor or a lock object that can be told from others:
 * that of I, of a place or of a class object.  They are found by what they are, and
 * numbered in the order in which they are met.
 */
#ifndef JAVA_HEAP_H
#define JAVA_HEAP_H

#include "base/pairmap.h"
#include "java/program/universe.h"
#include "java/interpreter/abstract_value.h"

struct extraction;

/* What a place or a location belongs to. */
enum owner_kind
{
  OWNER_SELF,
  OWNER_STATIC,
  OWNER_PLACE, /* owner: a place */
  OWNER_NODE,  /* owner: the name of the class of merged nodes */
  OWNER_SITE,  /* of contents only, owner: where a program makes the array or collection
                  (sites.c) */
};

struct place
{
  enum owner_kind owner_kind; /* not OWNER_NODE */
  uint32_t owner;
  uint32_t member;  /* the field */
  uint32_t depth;   /* fields from I or the static, that one not counted */
  name_id type;     /* declared: "java/util/List", "[I" */
  value_id known;   /* what all constructors put there; OTHER: they differ */
  bool is_known;    /* a constructor has put something there */
  bool is_used;     /* somebody has asked what is known of it */
  bool is_made;     /* a constructor has made what it put there */
  const char *name; /* "Stack.lock" */
};

struct location
{
  enum owner_kind owner_kind;
  uint32_t owner;
  uint32_t member; /* UINT32_MAX: contents of I itself */
  bool contents;   /* of the array or collection that is there */
  bool is_volatile;
  name_id type;     /* declared, of the field */
  const char *name; /* "Stack.count", "Stack.data[]" */
};

enum lock_flavour
{
  LOCK_MONITOR,
  LOCK_OBJECT, /* a ReentrantLock and the like */
  LOCK_PIECE,  /* makes a call of an atomic or concurrent collection one piece */
  LOCK_READ,   /* halves of a read-write lock */
  LOCK_WRITE,
};

struct lock
{
  enum lock_flavour flavour;
  value_id value;         /* SELF, a place or a class */
  const char *name;       /* "this", "Stack.lock", "Stack.class" */
  bool dropped;           /* in the whole model: its releases do not nest */
  bool dropped_somewhere; /* some acquisition of it is not in the model */
};

#define LOCATION_NONE UINT32_MAX
#define JAVA_LOCK_NONE UINT32_MAX

/* What is known to be stored in a field of any object, or (CONTENTS) in the array or
   collection that the field holds: see stored.c. */
struct stored_value
{
  uint32_t member;
  bool contents;
  value_id value;
};

struct heap
{
  struct pairmap members; /* (class, index) -> a number */
  struct pairmap keys;    /* (owner kind, owner) -> a number */
  struct pairmap place_of, location_of, contents_of, piece_of, lock_of;
  VEC (struct java_member) member_list; /* by number */
  VEC (uint8_t)
  reached; /* by member: fields of places (1), of nodes (2), both (3):
              then they are not told apart */
  VEC (struct place) places;
  VEC (struct location) locations;
  VEC (struct lock) locks;
  VEC (struct stored_value) stored;
};

void heap_init (struct heap *heap, struct arena *arena);

/* The number of a field, and back. */
uint32_t heap_member (struct extraction *x, struct java_member member);
const struct java_field *heap_field (const struct extraction *x, uint32_t member);

/* The object in the effectively final field MEMBER of OWNER. */
uint32_t heap_place (struct extraction *x, enum owner_kind owner_kind, uint32_t owner,
                     uint32_t member);
/* A constructor or static initialiser puts VALUE there. */
void heap_learn (struct extraction *x, uint32_t place, value_id value);
/* The value of what is at a place: the place itself, or what is known to be there. */
value_id heap_place_value (struct extraction *x, uint32_t place);

/* The location of field MEMBER of OWNER. */
uint32_t heap_location (struct extraction *x, enum owner_kind owner_kind, uint32_t owner,
                        uint32_t member);
/* The contents of the array or collection VALUE, of I if it is a collection itself;
   LOCATION_NONE if nobody else sees them. */
uint32_t heap_contents (struct extraction *x, value_id value);

/* Is LOCATION that of an array or collection which is known by where it is made?  What is
   put into it is kept (kept.c). */
static inline bool
heap_is_of_site (const struct heap *heap, uint32_t location)
{
  assert (location < heap->locations.count);
  return heap->locations.at[location].owner_kind == OWNER_SITE;
}

/* After a run: fields that were taken for those of a place and are those of nodes, too,
   become one location in all effects. */
void heap_settle (struct extraction *x);

/* The lock that VALUE is, or JAVA_LOCK_NONE if it cannot be told from others. */
uint32_t heap_lock (struct extraction *x, enum lock_flavour flavour, value_id value);
/* The lock inside the atomic or concurrent collection whose contents are LOCATION. */
uint32_t heap_piece (struct extraction *x, uint32_t location);

#endif

/* vec.h -- growable arrays of any type, in an arena.
 *
 *     VEC (struct pds_rule) rules = VEC_EMPTY;
 *     *vec_push (arena, &rules) = (struct pds_rule){ ... };
 *     for (uint32_t i = 0; i < rules.count; i++) use (&rules.at[i]);
 *
 * A vector is its three members and owns nothing: its elements belong to the
 * arena.  Elements move when it grows, so they are named by index.  At most
 * 2^31 elements; one more unwinds like exhausted memory.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#define VEC(type)                                                            \
  struct                                                                     \
  {                                                                          \
    type *at;                                                                \
    uint32_t count, capacity;                                                \
  }

#define VEC_EMPTY { NULL, 0, 0 }

/* The address of one more element, uninitialised. */
#define vec_push(arena, vec)                                                 \
  ((vec)->count == (vec)->capacity                                           \
     ? (void) ((vec)->at = vec_grow ((arena), (vec)->at, &(vec)->capacity,   \
                                     (uint64_t) (vec)->count + 1,            \
                                     sizeof *(vec)->at))                     \
     : (void) 0,                                                             \
   &(vec)->at[(vec)->count++])

/* Room for COUNT elements in all. */
#define vec_reserve(arena, vec, total)                                       \
  ((total) > (vec)->capacity                                                 \
     ? (void) ((vec)->at = vec_grow ((arena), (vec)->at, &(vec)->capacity,   \
                                     (total), sizeof *(vec)->at))            \
     : (void) 0)

/* For the macros above: grow to at least WANTED elements of SIZE bytes. */
void *vec_grow (struct arena *arena, void *at, uint32_t *capacity,
                uint64_t wanted, size_t size);

#endif

/* vec.h -- growable arrays of any type, in an arena.
 *
 *     VEC (struct pds_rule) rules = VEC_EMPTY;
 *     *vec_push (arena, &rules) = (struct pds_rule){ ... };
 *     for (uint32_t i = 0; i < rules.count; i++) use (&rules.at[i]);
 *
 * A vector is its three members and owns nothing: its elements belong to the
 * arena.  They move when the vector grows, so they are named by index.  A vector
 * has at most 2^31 elements; one more unwinds like exhausted memory.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#define VEC(type)                                                                        \
  struct                                                                                 \
  {                                                                                      \
    type *at;                                                                            \
    uint32_t count, capacity;                                                            \
  }

#define VEC_EMPTY                                                                        \
  {                                                                                      \
    NULL, 0, 0                                                                           \
  }

/* The address of one more element, uninitialised. */
#define vec_push(arena, vec)                                                             \
  ((vec)->count == (vec)->capacity                                                       \
     ? (void) ((vec)->at = vec_grow ((arena), (vec)->at, &(vec)->capacity,               \
                                     (uint64_t) (vec)->count + 1, sizeof *(vec)->at))    \
     : (void) 0,                                                                         \
   &(vec)->at[(vec)->count++])

/* Make room for TOTAL elements, those that are there included. */
#define vec_reserve(arena, vec, total)                                                   \
  ((total) > (vec)->capacity                                                             \
     ? (void) ((vec)->at = vec_grow ((arena), (vec)->at, &(vec)->capacity, (total),      \
                                     sizeof *(vec)->at))                                 \
     : (void) 0)

/* Among the elements BEGIN to END - 1, sorted by a uint32_t (the elements, or a
   member of theirs): the last one that is at most KEY, or BEGIN if all are
   larger.  Binary search. */
#define vec_last_at_most(vec, begin, end, key)                                           \
  vec_search ((vec)->at, sizeof *(vec)->at, begin, end, key)
#define vec_last_at_most_by(vec, member, begin, end, key)                                \
  vec_search (&(vec)->at->member, sizeof *(vec)->at, begin, end, key)

/* For the macros above. */
uint32_t vec_search (const void *first_key, size_t stride, uint32_t begin, uint32_t end,
                     uint32_t key);

/* For vec_push and vec_reserve: grow to at least WANTED elements of SIZE bytes. */
void *vec_grow (struct arena *arena, void *at, uint32_t *capacity, uint64_t wanted,
                size_t size);

#endif

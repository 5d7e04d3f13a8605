/* vec.c -- tests of base/vec.h. */
#include <config.h>

#include "base/vec.h"

#include "tests/lib/tap.h"

struct triple
{
  uint32_t a, b, c;
};

int
main (void)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);

  VEC (struct triple) triples = VEC_EMPTY;
  VEC (char) chars = VEC_EMPTY;
  bool bounded = true;
  for (uint32_t i = 0; i < 100000; i++)
    {
      *vec_push (&arena, &triples) = (struct triple){ i, i * 3, ~i };
      *vec_push (&arena, &chars) = (char) (i % 100);
      bounded &= triples.count == i + 1 && triples.count <= triples.capacity;
    }
  tap_ok (bounded, "pushing counts");
  bool kept = true;
  for (uint32_t i = 0; i < 100000; i++)
    kept &= triples.at[i].a == i && triples.at[i].b == i * 3 && triples.at[i].c == ~i
            && chars.at[i] == (char) (i % 100);
  tap_ok (kept, "elements of two growing vectors keep their values");

  VEC (uint64_t) reserved = VEC_EMPTY;
  vec_reserve (&arena, &reserved, 1000);
  uint64_t *before = reserved.at;
  for (uint32_t i = 0; i < 1000; i++)
    *vec_push (&arena, &reserved) = i;
  tap_ok (reserved.capacity >= 1000 && reserved.at == before,
          "what was reserved does not move");
  vec_reserve (&arena, &reserved, 10);
  tap_ok (reserved.at == before && reserved.count == 1000, "reserving less does nothing");

  VEC (char) refused = VEC_EMPTY;
  if (quota_checkpoint (&quota))
    tap_ok (quota.reason == QUOTA_MEMORY, "more than 2^31 elements unwind");
  else
    {
      vec_reserve (&arena, &refused, ((uint64_t) 1 << 31) + 1);
      tap_ok (false, "more than 2^31 elements unwind");
    }
  arena_clear (&arena);
  tap_ok (quota.bytes == 0, "all goes with the arena");
  return tap_done ();
}

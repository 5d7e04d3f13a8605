/* symbols.h -- the names in a trace, as numbers.
 *
 * A trace has an event a line and names in every line, up to millions of different ones,
 * so a lookup must wait for memory as rarely as possible.  A slot has the hash and the
 * place of a name, and the name has its number beside it: two places in memory for a
 * lookup.  The first one can be fetched ahead (symbols_prefetch), and so can the second,
 * as soon as the first is there (symbols_prefetch_name). base/names.h, for the names of a
 * model, needs four.
 *
 * Symbols live in an arena.  A name may have any bytes.
 */
#ifndef TRACE_SYMBOLS_H
#define TRACE_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct symbol_slot
{
  uint32_t hash;
  uint32_t place; /* of the name in the pool, plus 1; 0: free */
};

struct symbols
{
  struct arena *arena;
  VEC (uint32_t) pool;   /* for each name: its number, its length, its bytes */
  VEC (uint32_t) places; /* by number */
  struct symbol_slot *slots;
  uint32_t slot_count; /* a power of two */
};

void symbols_init (struct symbols *symbols, struct arena *arena);

uint32_t symbols_hash (const char *bytes, size_t length);

/* The number of a name whose hash is HASH; new names count up from 0. */
uint32_t symbols_intern (struct symbols *symbols, const char *bytes, size_t length,
                         uint32_t hash);

static inline uint32_t
symbols_number (struct symbols *symbols, const char *bytes, size_t length)
{
  return symbols_intern (symbols, bytes, length, symbols_hash (bytes, length));
}

/* The bytes of name NUMBER, followed by a NUL; valid until the next new name. */
const char *symbols_text (const struct symbols *symbols, uint32_t number);

static inline uint32_t
symbols_count (const struct symbols *symbols)
{
  return symbols->places.count;
}

/* Fetch ahead what symbols_intern will read first, and what it will read then. */
static inline void
symbols_prefetch (const struct symbols *symbols, uint32_t hash)
{
  __builtin_prefetch (&symbols->slots[hash & (symbols->slot_count - 1)]);
}

static inline void
symbols_prefetch_name (const struct symbols *symbols, uint32_t hash)
{
  uint32_t place = symbols->slots[hash & (symbols->slot_count - 1)].place;
  if (place)
    __builtin_prefetch (&symbols->pool.at[place - 1]);
}

/* ---- Locations. ----

   A location is any text; most are numbers, and stand for themselves.  The others are
   symbols, numbered from LOCATION_NAMED on. */
#define LOCATION_NAMED ((uint32_t) 1 << 31)

uint32_t location_number (struct symbols *locations, const char *bytes, size_t length);

/* The length of every location that is a number, with its NUL. */
#define LOCATION_TEXT 16
/* The text of LOCATION, which is not TRACE_NONE: in BUFFER, or as symbols_text. */
const char *location_text (const struct symbols *locations, uint32_t location,
                           char buffer[LOCATION_TEXT]);

#endif

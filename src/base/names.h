/* names.h -- interned strings: equal names have equal identifiers.
 *
 * Identifiers are dense and count up from zero, so a table indexed by them can
 * serve as a dictionary.  A name may hold any byte but NUL; its terminated text
 * lives as long as the arena.
 */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/vec.h"

typedef struct
{
  uint32_t index;
} name_id;

#define NAME_NONE ((name_id){ UINT32_MAX })

struct name_entry
{
  const char *bytes;
  uint32_t length;
  uint32_t hash;
};

struct names
{
  struct arena *arena;
  VEC (struct name_entry) entries;
  struct hash_table table;
};

void names_init (struct names *names, struct arena *arena);
/* The identifier of LENGTH bytes, which are copied if they are new. */
name_id names_intern (struct names *names, const char *bytes, size_t length);
const char *names_text (const struct names *names, name_id name);

#endif

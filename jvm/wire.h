/* wire.h -- the bytes of the debugger's protocol, JDWP: numbers with the highest byte
 * first, identifiers whose sizes the JVM chooses, and texts with their lengths.
 *
 * A writer fills a packet of limited size; a reader never reads past the end of what
 * arrived.  Both remember that something did not fit, so that callers look once, at the
 * end.  Texts that are read point into the packet.
 */
#ifndef JVM_WIRE_H
#define JVM_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of identifiers, in the order in which the JVM tells their sizes. */
enum wire_id
{
  WIRE_FIELD,
  WIRE_METHOD,
  WIRE_OBJECT,
  WIRE_TYPE,
  WIRE_FRAME,
  WIRE_IDS
};

struct wire_sizes
{
  uint8_t bytes[WIRE_IDS]; /* 1 to 8 each */
};

struct wire_text
{
  const char *at;
  uint32_t length;
};

/* A place in bytecode. */
struct wire_location
{
  uint8_t tag; /* of the type: class, interface or array */
  uint64_t type, method, index;
};

#define WIRE_LARGEST_REQUEST 4096

struct wire_writer
{
  const struct wire_sizes *sizes;
  size_t length;
  bool overflow;
  uint8_t bytes[WIRE_LARGEST_REQUEST];
};

void wire_start (struct wire_writer *writer, const struct wire_sizes *sizes);
/* The lowest BYTES bytes of VALUE. */
void wire_put (struct wire_writer *writer, uint64_t value, uint32_t bytes);
void wire_put_id (struct wire_writer *writer, enum wire_id kind, uint64_t id);
void wire_put_text (struct wire_writer *writer, const char *text);
void wire_put_location (struct wire_writer *writer, struct wire_location location);

struct wire_reader
{
  const struct wire_sizes *sizes;
  const uint8_t *at, *end;
  bool cut; /* something was read that was not there; it was 0 */
};

uint64_t wire_get (struct wire_reader *reader, uint32_t bytes);
uint64_t wire_get_id (struct wire_reader *reader, enum wire_id kind);
struct wire_text wire_get_text (struct wire_reader *reader);
struct wire_location wire_get_location (struct wire_reader *reader);

/* A value with its tag: the identifier of an object, or the bits of a number. */
uint64_t wire_get_value (struct wire_reader *reader, uint8_t *tag);

/* A count of things that take at least LEAST bytes each: 0, and cut, if they cannot all
   be there. */
uint32_t wire_get_count (struct wire_reader *reader, uint32_t least);

bool wire_text_is (struct wire_text text, const char *other);

#endif

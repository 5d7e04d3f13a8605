/* wire.c -- see wire.h. */
#include <config.h>

#include "jvm/wire.h"

#include <assert.h>
#include <string.h>

void
wire_start (struct wire_writer *writer, const struct wire_sizes *sizes)
{
  assert (sizes);
  writer->sizes = sizes;
  writer->length = 0;
  writer->overflow = false;
}

void
wire_put (struct wire_writer *writer, uint64_t value, uint32_t bytes)
{
  assert (bytes >= 1 && bytes <= 8);
  if (writer->length + bytes > sizeof writer->bytes)
    {
      writer->overflow = true;
      return;
    }
  for (uint32_t i = bytes; i-- > 0;)
    writer->bytes[writer->length++] = (uint8_t) (value >> (8 * i));
}

void
wire_put_id (struct wire_writer *writer, enum wire_id kind, uint64_t id)
{
  assert (kind < WIRE_IDS);
  wire_put (writer, id, writer->sizes->bytes[kind]);
}

void
wire_put_text (struct wire_writer *writer, const char *text)
{
  size_t length = strlen (text);
  if (length > sizeof writer->bytes - writer->length
      || sizeof writer->bytes - writer->length - length < 4)
    {
      writer->overflow = true;
      return;
    }
  wire_put (writer, length, 4);
  memcpy (writer->bytes + writer->length, text, length);
  writer->length += length;
  assert (writer->length <= sizeof writer->bytes);
}

void
wire_put_location (struct wire_writer *writer, struct wire_location location)
{
  assert (location.type != 0);
  wire_put (writer, location.tag, 1);
  wire_put_id (writer, WIRE_TYPE, location.type);
  wire_put_id (writer, WIRE_METHOD, location.method);
  wire_put (writer, location.index, 8);
}

uint64_t
wire_get (struct wire_reader *reader, uint32_t bytes)
{
  uint64_t value = 0;
  assert (bytes <= 8 && reader->at <= reader->end);
  if ((size_t) (reader->end - reader->at) < bytes)
    {
      reader->cut = true;
      reader->at = reader->end;
      return 0;
    }
  for (uint32_t i = 0; i < bytes; i++)
    value = value << 8 | *reader->at++;
  return value;
}

uint64_t
wire_get_id (struct wire_reader *reader, enum wire_id kind)
{
  assert (kind < WIRE_IDS);
  return wire_get (reader, reader->sizes->bytes[kind]);
}

struct wire_text
wire_get_text (struct wire_reader *reader)
{
  assert (reader->at <= reader->end);
  uint32_t length = wire_get_count (reader, 1);
  struct wire_text text = { (const char *) reader->at, length };
  reader->at += length;
  assert (reader->at <= reader->end);
  return text;
}

struct wire_location
wire_get_location (struct wire_reader *reader)
{
  assert (reader->sizes);
  struct wire_location location = { .tag = (uint8_t) wire_get (reader, 1) };
  location.type = wire_get_id (reader, WIRE_TYPE);
  location.method = wire_get_id (reader, WIRE_METHOD);
  location.index = wire_get (reader, 8);
  return location;
}

/* By tag: the bytes of a value; all other tags are objects of some kind. */
static const struct
{
  char tag;
  uint8_t bytes;
} primitives[] = { { 'B', 1 }, { 'Z', 1 }, { 'C', 2 }, { 'S', 2 }, { 'I', 4 },
                   { 'F', 4 }, { 'J', 8 }, { 'D', 8 }, { 'V', 0 } };

uint64_t
wire_get_value (struct wire_reader *reader, uint8_t *tag)
{
  assert (tag && reader->sizes);
  *tag = (uint8_t) wire_get (reader, 1);
  for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
    if (*tag == (uint8_t) primitives[i].tag)
      return wire_get (reader, primitives[i].bytes);
  return wire_get_id (reader, WIRE_OBJECT);
}

uint32_t
wire_get_count (struct wire_reader *reader, uint32_t least)
{
  uint64_t count = wire_get (reader, 4);
  assert (least > 0);
  if (count * least <= (uint64_t) (reader->end - reader->at))
    return (uint32_t) count;
  reader->cut = true;
  reader->at = reader->end;
  return 0;
}

bool
wire_text_is (struct wire_text text, const char *other)
{
  assert (other && (text.at || text.length == 0));
  return text.length == strlen (other) && memcmp (text.at, other, text.length) == 0;
}

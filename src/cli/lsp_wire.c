/* lsp_wire.c -- see lsp_wire.h. */
#include <config.h>

#include "cli/lsp_wire.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/json.h"

/* What is longer is no message of an editor. */
#define LONGEST_MESSAGE ((size_t) 1 << 26)

void
lsp_wire_clear (struct lsp_wire *wire)
{
  free (wire->bytes);
  *wire = (struct lsp_wire){ .bytes = NULL };
}

bool
lsp_wire_read (struct lsp_wire *wire)
{
  assert (wire->length <= wire->capacity);
  if (wire->capacity - wire->length < 1 << 16)
    {
      size_t capacity = 2 * wire->capacity + (1 << 17);
      char *more
        = capacity > 4 * LONGEST_MESSAGE ? NULL : realloc (wire->bytes, capacity);
      if (!more)
        return false;
      wire->bytes = more;
      wire->capacity = capacity;
    }
  ssize_t got
    = read (STDIN_FILENO, wire->bytes + wire->length, wire->capacity - wire->length);
  wire->length += got > 0 ? (size_t) got : 0;
  return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

static void
drop (struct lsp_wire *wire, size_t count)
{
  assert (count <= wire->length);
  memmove (wire->bytes, wire->bytes + count, wire->length - count);
  wire->length -= count;
}

/* The number behind "Content-Length:" among the LENGTH bytes of a header; false: there is
   none. */
static bool
find_length (const char *header, size_t length, size_t *number)
{
  static const char name[] = "Content-Length:";
  size_t size = strlen (name);
  for (size_t i = 0; i + size < length; i++)
    if (strncasecmp (header + i, name, size) == 0 && (i == 0 || header[i - 1] == '\n'))
      {
        char *end;
        unsigned long value = strtoul (header + i + size, &end, 10);
        *number = value;
        return end > header + i + size && *end == '\r' && value <= LONGEST_MESSAGE;
      }
  return false;
}

json_t *
lsp_wire_next (struct lsp_wire *wire)
{
  static const char blank[] = "\r\n\r\n";
  char *end;
  assert (wire->length <= wire->capacity);
  while (wire->length > 0
         && (end = memmem (wire->bytes, wire->length, blank, strlen (blank))))
    {
      size_t header = (size_t) (end - wire->bytes) + strlen (blank), length = 0;
      json_error_t error;
      if (!find_length (wire->bytes, header, &length))
        {
          lsp_refuse (NULL, LSP_PARSE_ERROR, "a header without a length that is right");
          drop (wire, header);
          continue;
        }
      if (wire->length - header < length)
        return NULL;
      json_t *message = json_loadb (wire->bytes + header, length, 0, &error);
      drop (wire, header + length);
      if (json_is_object (message))
        return message;
      lsp_refuse (NULL, message ? LSP_INVALID_REQUEST : LSP_PARSE_ERROR,
                  message ? "a message is an object" : error.text);
      json_decref (message);
    }
  return NULL;
}

void
lsp_send (json_t *message)
{
  char *text = message ? json_dumps (message, JSON_COMPACT) : NULL;
  json_decref (message);
  if (text && !json_ran_out ())
    printf ("Content-Length: %zu\r\n\r\n%s", strlen (text), text);
  fflush (stdout);
  free (text);
}

void
lsp_answer (json_t *id, json_t *result)
{
  assert (id);
  lsp_send (json_pack ("{s:s,s:O,s:o}", "jsonrpc", "2.0", "id", id, "result",
                       result ? result : json_null ()));
}

void
lsp_refuse (json_t *id, enum lsp_error code, const char *text)
{
  assert (text && code < 0);
  json_t *none = json_null ();
  lsp_send (json_pack ("{s:s,s:O,s:{s:i,s:o}}", "jsonrpc", "2.0", "id", id ? id : none,
                       "error", "code", (int) code, "message", json_text (text)));
}

void
lsp_notify (const char *method, json_t *params)
{
  assert (method && params);
  lsp_send (
    json_pack ("{s:s,s:s,s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

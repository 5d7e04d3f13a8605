/* lsp_wire.h -- messages of the Language Server Protocol: JSON-RPC with headers.
 *
 * A message that is broken is answered with an error, and what follows it is looked for:
 * an editor that writes nonsense once does not lose its server.
 */
#ifndef CLI_LSP_WIRE_H
#define CLI_LSP_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum lsp_error
{
  LSP_PARSE_ERROR = -32700,
  LSP_INVALID_REQUEST = -32600,
  LSP_METHOD_NOT_FOUND = -32601,
  LSP_INVALID_PARAMS = -32602,
  LSP_NOT_INITIALIZED = -32002,
};

/* Bytes that were read and are no whole message yet. */
struct lsp_wire
{
  char *bytes;
  size_t length, capacity;
};

void lsp_wire_clear (struct lsp_wire *wire);

/* Read what there is at standard input; false: it has ended, or memory has. */
bool lsp_wire_read (struct lsp_wire *wire);

/* The next whole message, owned by the caller; null: there is none yet.  Broken ones are
   answered. */
json_t *lsp_wire_next (struct lsp_wire *wire);

/* Write MESSAGE, which is dropped, to standard output. */
void lsp_send (json_t *message);

/* The answer to the request ID (borrowed): RESULT is dropped. */
void lsp_answer (json_t *id, json_t *result);
void lsp_refuse (json_t *id, enum lsp_error code, const char *text);

/* A notification; PARAMS is dropped. */
void lsp_notify (const char *method, json_t *params);

#endif

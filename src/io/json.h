/* json.h -- JSON lines, on top of jansson. */
#ifndef IO_JSON_H
#define IO_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "io/status.h"

/* A string; bytes that are not UTF-8 (paths may have them) become U+FFFD. */
json_t *json_text (const char *text);

/* {"schema": 1, "kind": KIND, "file": PATH} to be filled in. */
json_t *json_record (const char *kind, const char *path);

/* OBJECT on one line, without a line feed; the caller frees the text.  Null if
   memory ran out, or OBJECT is null for that reason.  Drops OBJECT. */
char *json_line (json_t *object);

/* Print OBJECT on one line and drop it. */
enum status json_print_line (FILE *file, json_t *object);

#endif

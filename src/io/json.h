/* json.h -- JSON lines, on top of jansson. */
#ifndef IO_JSON_H
#define IO_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "io/status.h"

/* From now on watch jansson's requests for memory.  A setter that gets none drops its
   member, and nobody looks at what hundreds of setters return; so the failure is
   remembered, and json_line gives no text that may lack a member. */
void json_watch_memory (void);
/* malloc for a value under construction, a failure of which is remembered, too. */
void *json_allocate (size_t size);
/* Remember that there was no memory for a value; returns null. */
json_t *json_lost (void);
/* Has a request failed since this was asked last? */
bool json_ran_out (void);

/* A string; bytes that are not UTF-8 (paths may have them) become U+FFFD. */
json_t *json_text (const char *text);

/* {"schema": 1, "kind": KIND, "file": PATH} to be filled in. */
json_t *json_record (const char *kind, const char *path);

/* OBJECT on one line, without a line feed; the caller frees the text.  Null if
   memory ran out, now or while OBJECT was made.  Drops OBJECT. */
char *json_line (json_t *object);

/* Print OBJECT on one line and drop it. */
enum status json_print_line (FILE *file, json_t *object);

#endif

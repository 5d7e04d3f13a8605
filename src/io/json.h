/* json.h -- JSON lines, on top of jansson. */
#ifndef IO_JSON_H
#define IO_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "io/status.h"

/* From now on the requests of jansson for memory are watched.  Its setters drop a member
   for which there is none, and nobody looks at what hundreds of them return; so one that
   fails is remembered, and a text made from then on is no whole record. */
void json_watch_memory (void);
/* The same for memory that a value is put together in; free it with free. */
void *json_allocate (size_t size);
/* There was no memory for a value: null, which is remembered, too. */
json_t *json_lost (void);
/* Has a request failed since this was asked before? */
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

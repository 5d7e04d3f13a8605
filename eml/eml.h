/* eml.h -- the front end as a whole: from a file to a model.
 *
 *     struct ir_subject subject;
 *     ir_subject_init (&subject, &quota);
 *     if (eml_read (&subject, "stack.eml"))
 *       use (&subject.projection.pds);
 *     diags_render (&subject.diags, stderr, false);
 *     ir_subject_clear (&subject);
 *
 * The syntax tree and what its names refer to are private to this room: callers that need
 * them, for the text and not for its meaning, read with a struct eml, pass by pass.
 */
#ifndef EML_EML_H
#define EML_EML_H

#include <stdbool.h>
#include <stddef.h>

#include "eml/resolved.h"
#include "ir/subject.h"

/* Read, parse, check and project PATH (borrowed for the lifetime of SUBJECT, which is
   initialised). */
bool eml_read (struct ir_subject *subject, const char *path);
/* Likewise for text in memory. */
bool eml_read_text (struct ir_subject *subject, const char *path, const char *text,
                    size_t length);

/* A model with its text.  Tree and names are in the arena of the borrowed subject. */
struct eml
{
  struct ir_subject *subject;
  struct tree tree;
  struct resolved resolved;
};

/* Only read and parse. */
bool eml_parse_path (struct eml *eml, const char *path);
bool eml_parse_text (struct eml *eml, const char *path, const char *text, size_t length);
/* Check and project what was parsed, if PARSED; false: there were errors. */
bool eml_check (struct eml *eml, bool parsed);
/* Warn of values that are never read, in a model that was checked and is fine. */
void eml_lint (struct eml *eml);

#endif

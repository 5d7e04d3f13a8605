/* eml.h -- the front end as a whole: from a file to a multi-PDS.
 *
 *     struct eml eml;
 *     eml_init (&eml, &quota);
 *     if (eml_read (&eml, "stack.eml"))
 *       use (&eml.lowering.pds);
 *     diags_render (&eml.diags, stderr, false);
 *     eml_clear (&eml);
 *
 * After reading, the diagnostics are complete and sorted; members that belong to
 * passes after the first one that failed must not be used.  Everything belongs
 * to the struct and goes with eml_clear.
 */
#ifndef EML_EML_H
#define EML_EML_H

#include <stdbool.h>
#include <stddef.h>

#include "eml/resolved.h"
#include "ir/project.h"
#include "ir/provenance.h"
#include "ir/statements.h"

struct eml
{
  struct arena arena;
  const struct provenance *provenance; /* null: somebody wrote this model */
  struct source source;
  struct diags diags;
  struct names names;
  struct idsets idsets;
  struct tree tree;
  struct ir_model model;
  struct resolved resolved;
  struct ir_statements statements; /* see eml_find_statements */
  struct ir flow;
  struct ir_projection lowering;
};

void eml_init (struct eml *eml, struct quota *quota);
void eml_clear (struct eml *eml);

/* Read, parse, check and lower PATH (borrowed for the lifetime of EML). */
bool eml_read (struct eml *eml, const char *path);
/* The same for text in memory. */
bool eml_read_text (struct eml *eml, const char *path, const char *text, size_t length);

/* A model of PATH (borrowed) that is built and not read: there is no text, no tree and
   nothing resolved.  The caller declares and builds (ir/ir_builder.h) what `model' and
   `flow' are, and then has that checked and lowered. */
void eml_begin (struct eml *eml, const char *path);
bool eml_end (struct eml *eml);

/* What a person calls the model that was read: its path, or what it was made from. */
const char *eml_title (const struct eml *eml);

/* Fill in `statements', if that was not done before: of the text, or, of a model that was
   built, of what would be printed of it; false: there are none. */
bool eml_find_statements (struct eml *eml);

/* There is no text: PATH is refused, for the reason given.  Returns false. */
bool eml_refuse (struct eml *eml, const char *path, const char *code, const char *format,
                 ...) __attribute__ ((format (printf, 4, 5)));

/* Only read and parse. */
bool eml_read_tree (struct eml *eml, const char *path);
bool eml_read_tree_text (struct eml *eml, const char *path, const char *text,
                         size_t length);

#endif

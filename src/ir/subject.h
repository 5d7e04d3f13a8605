/* subject.h -- a model, whatever it was made from.
 *
 * A front end fills a subject: the name and origin of the model, its declarations, its
 * flow graphs, and, once these are checked, its projection.  Everything after the front
 * ends takes a subject, and knows no text, tree or class file.
 *
 *     struct ir_subject subject;
 *     ir_subject_init (&subject, &quota);
 *     ir_subject_begin (&subject, path);
 *     ... declare and build (ir/ir_builder.h) what `model' and `flow' are ...
 *     if (ir_subject_end (&subject))
 *       use (&subject.projection.pds);
 *     diags_render (&subject.diags, stderr, false);
 *     ir_subject_clear (&subject);
 *
 * The diagnostics are complete and sorted when a front end is done; after errors only
 * they and the source may be used.  Everything belongs to the subject and is freed by
 * ir_subject_clear.
 */
#ifndef IR_SUBJECT_H
#define IR_SUBJECT_H

#include <stdbool.h>

#include "ir/project.h"
#include "ir/provenance.h"
#include "ir/statements.h"

struct ir_subject
{
  struct arena arena;
  const struct provenance *provenance; /* null: the model was written by hand */
  struct source source; /* its path; its text, or none if offsets are only numbers */
  struct diags diags;
  struct names names;
  struct idsets idsets;
  struct ir_model model;
  struct ir flow;
  struct ir_statements statements; /* of its text; none without a text */
  struct ir_projection projection;
};

void ir_subject_init (struct ir_subject *subject, struct quota *quota);
void ir_subject_clear (struct ir_subject *subject);

/* Begin a model of PATH (borrowed) that will be built; it has no text.  A second call
   starts over. */
void ir_subject_begin (struct ir_subject *subject, const char *path);
/* Check the model that was built, whose locks must nest, and project it; false: there
   were errors. */
bool ir_subject_end (struct ir_subject *subject);

/* The second half of that: project flow graphs whose locks nest. */
bool ir_subject_project (struct ir_subject *subject);

/* Refuse PATH, for the reason given: there is no model.  Returns false. */
bool ir_subject_refuse (struct ir_subject *subject, const char *path, const char *code,
                        const char *format, ...) __attribute__ ((format (printf, 4, 5)));

/* The name of the model for people: its path, or what it was made from. */
const char *ir_subject_title (const struct ir_subject *subject);

#endif

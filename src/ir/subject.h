/* subject.h -- a model, as whoever asks about it sees it, whatever it came from.
 *
 * A front end fills a subject: what the model is called and was made from, what it
 * declares, its flow graphs, and, once these are checked, its projection.  Everything
 * after the front ends takes a subject, and knows no text, tree or class file.
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
 * they and the source may be used.  Everything belongs to the subject and goes with
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
  const struct provenance *provenance; /* null: somebody wrote this model */
  struct source source; /* its path; its text, or none if offsets are only numbers */
  struct diags diags;
  struct names names;
  struct idsets idsets;
  struct ir_model model;
  struct ir flow;
  struct ir_statements statements; /* of its text; none: there is no text of a model */
  struct ir_projection projection;
};

void ir_subject_init (struct ir_subject *subject, struct quota *quota);
void ir_subject_clear (struct ir_subject *subject);

/* Begin a model of PATH (borrowed) that is built; it has no text.  A second call begins
   anew. */
void ir_subject_begin (struct ir_subject *subject, const char *path);
/* Check what was built, whose locks must nest, and project it; false if there were
   errors. */
bool ir_subject_end (struct ir_subject *subject);

/* The part of that after which there is a projection, of flow graphs whose locks nest. */
bool ir_subject_project (struct ir_subject *subject);

/* There is no model: PATH is refused, for the reason given.  Returns false. */
bool ir_subject_refuse (struct ir_subject *subject, const char *path, const char *code,
                        const char *format, ...) __attribute__ ((format (printf, 4, 5)));

/* What a person calls the model: its path, or what it was made from. */
const char *ir_subject_title (const struct ir_subject *subject);

#endif

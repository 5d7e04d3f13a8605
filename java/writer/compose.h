/* compose.h -- the statements of a procedure. */
#ifndef JAVA_COMPOSE_H
#define JAVA_COMPOSE_H

#include "java/writer/body.h"
#include "java/writer/writer.h"
#include "java/writer/listing.h"

/* What the text of all procedures shares. */
struct composition
{
  struct extraction *x;
  struct java_model *model;
  struct bodies *bodies;
  struct listing *listing;
  uint32_t halves;         /* locks that a read-write lock consists of: one a process */
  const char **parameters; /* by lock: of a read half, the parameter that it is */
};

/* A copy of TEXT that belongs to MODEL. */
const char *model_text (struct java_model *model, const char *text);

/* The name of part PART (below composition_parts) of LOCK. */
uint32_t composition_parts (const struct composition *composition, uint32_t lock);
const char *composition_lock (const struct composition *composition, uint32_t lock,
                              uint32_t part);

/* "(lock a, lock b)" of a procedure that takes read halves; ARGUMENTS: "(a, b)". */
void compose_parameters (const struct composition *composition, struct listing *w,
                         bool as_arguments);

/* Write the statements of BODY. */
void compose_body (const struct composition *composition, const struct body *body);

#endif

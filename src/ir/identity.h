/* identity.h -- the identity of a model: bytes that differ if models do, for digests. */
#ifndef IR_IDENTITY_H
#define IR_IDENTITY_H

#include "ir/ir.h"

/* The text of the model of IR; without one, all that it declares and does, in ARENA. */
const void *ir_identity (const struct ir *ir, struct arena *arena, size_t *length);

#endif

/* sets.h -- atomic sets and units as annotations name them. */
#ifndef JAVA_SETS_H
#define JAVA_SETS_H

#include "ir/model.h"
#include "java/interpreter/extraction.h"

/* Declare the atomic sets of the locations that HAS_FIELD marks, and say, by location,
   which it is in: `all', or, if some have an @AtomicSet, that one; then any other
   location is a set of its own. */
const set_id *sets_declare (struct extraction *x, const bool *has_field,
                            struct ir_model *declared);

/* The sets that the @UnitFor of METHOD names; without it, or if they are none of
   DECLARED, all. */
idset sets_of_unit (struct extraction *x, struct java_member method,
                    const struct ir_model *declared);

#endif

/* sets.h -- atomic sets and units as annotations name them. */
#ifndef JAVA_SETS_H
#define JAVA_SETS_H

#include "java/interpreter/extraction.h"
#include "java/writer/listing.h"

/* The atomic set that LOCATION is in by its @AtomicSet; null: it has none. */
const char *sets_of_location (struct extraction *x, uint32_t location);

/* Write the atomic sets of the locations that HAS_FIELD marks, if some are annotated:
   any other location is a set of its own. */
void sets_write (struct extraction *x, const bool *has_field, struct listing *listing);

/* "unit", or "unit left, right" for a method with @UnitFor. */
void sets_write_unit (struct extraction *x, struct java_member method,
                      const bool *has_field, struct listing *listing);

#endif

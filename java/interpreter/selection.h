/* selection.h -- what the user selects: --fields, --units, and annotations. */
#ifndef JAVA_SELECTION_H
#define JAVA_SELECTION_H

#include "java/interpreter/extraction.h"

/* Is METHOD, as an entry, a unit? */
bool selection_has_unit (struct extraction *x, struct java_member method);
/* Is LOCATION part of the model? */
bool selection_has_location (struct extraction *x, uint32_t location);
/* @VisibleForTesting or @ThreadConfined: no entry? */
bool selection_is_for_testing (struct extraction *x, struct java_member method);
/* Do methods of the class have @UnitFor?  Then only they are units. */
bool selection_has_marked_units (struct extraction *x);
/* @ThreadConfined: no location? */
bool selection_is_confined (struct extraction *x, struct java_member field);
/* Does each word of --units and --fields fit something?  If not, an error says so. */
bool selection_check (struct java *java);
/* Is NAME among LIST: names or globs with commas between them? */
bool selection_matches (const char *list, const char *name);

#endif

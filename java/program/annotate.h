/* annotate.h -- annotations that say something about the model, by their simple names:
 * @AtomicSet, @UnitFor, @GuardedBy, @ThreadSafe, @NotThreadSafe, @Immutable,
 * @ThreadConfined, @VisibleForTesting. */
#ifndef JAVA_ANNOTATE_H
#define JAVA_ANNOTATE_H

#include "java/reader/annotations.h"
#include "java/program/universe.h"

struct java;

/* The annotations of a class, of one of its fields or methods, with the simple name
   SIMPLE; null if there is none.  The result is in JAVA's arena. */
const struct java_annotation *annotation_of_class (struct java *java, class_id class,
                                                   const char *simple);
const struct java_annotation *
annotation_of_field (struct java *java, struct java_member field, const char *simple);
const struct java_annotation *
annotation_of_method (struct java *java, struct java_member method, const char *simple);

/* The first text of its value; null: none. */
const char *annotation_text (struct java *java, const struct java_annotation *annotation);

#endif

/* client_entries.h -- the methods of a class that clients call. */
#ifndef JAVA_PARTIAL_CLIENT_ENTRIES_H
#define JAVA_PARTIAL_CLIENT_ENTRIES_H

#include "java/program/java_program.h"
#include "java/program/universe.h"

/* The public methods of CLASS, or all that are not private; *COUNT of them. */
struct java_member *client_entries (struct java *java, class_id class, bool only_public,
                                    struct arena *arena, uint32_t *count);

#endif

/* reproducer.h -- a finding that was executed as one Java program, which shows it again
 * with nothing but a JDK: it starts a second JVM, and drives that by the JDK's own
 * debugger.
 */
#ifndef JVM_REPRODUCER_H
#define JVM_REPRODUCER_H

#include <stdio.h>

#include "jvm/confirm.h"

/* Write the program NAME.java of CONFIRMATION, which was executed, to FILE; TITLE is what
   a person calls the finding.  False: it calls what only the harness can call. */
bool reproducer_write (FILE *file, const char *name, const char *title,
                       const struct confirmation *confirmation);

#endif

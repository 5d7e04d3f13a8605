/* fingerprint.h -- by what a violation is recognised in another run.
 *
 * Made from what stays when files are renamed and lines move: the text of the
 * automaton, the names of the fields, and for each thread the name of the procedure or
 * process in which it makes its steps.  The name and the text of the model are not in
 * it, as they are in the id of a query.
 */
#ifndef RESULTS_FINGERPRINT_H
#define RESULTS_FINGERPRINT_H

#include "explain/finding.h"

#define FINGERPRINT_SIZE 33

/* Of FINDING, explained or not.  Without a witness (the verdict is unknown) only of what
   is asked. */
void fingerprint_write (const struct finding *finding, char text[FINGERPRINT_SIZE]);

/* Of any text, for what has no model: findings in traces. */
void fingerprint_text (const char *identity, size_t length, char text[FINGERPRINT_SIZE]);

#endif

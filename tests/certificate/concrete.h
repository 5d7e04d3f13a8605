/* concrete.h -- the checker's gates (certificate/checker/gates.h) without a solver: a
 * gate is true or false, and what it is made of has to be known.
 *
 * With these gates the relation that the checker builds is a program that can be
 * executed. An input is a choice: all of them are tried, one combination after the other.
 *
 *     concrete_begin ();
 *     do
 *       ... evaluate; inputs are the current combination
 *     while (concrete_next ());
 */
#ifndef TESTS_CERTIFICATE_CONCRETE_H
#define TESTS_CERTIFICATE_CONCRETE_H

#include <stdbool.h>

void concrete_begin (void);
/* Go to the next combination of choices; false: all were tried. */
bool concrete_next (void);

#endif

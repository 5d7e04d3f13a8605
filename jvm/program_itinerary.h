/* program_itinerary.h -- the witness of a finding in a program (--main) as orders for a
 * debugger.
 *
 * The program itself is started.  Its threads are recognised by where they were started:
 * a step of the witness starts them.  All steps that others can notice are stops, and
 * each is made in its turn and nothing beyond it: a thread that has made its last one
 * stays there until all have.
 */
#ifndef JVM_PROGRAM_ITINERARY_H
#define JVM_PROGRAM_ITINERARY_H

#include "jvm/itinerary.h"

/* The itinerary for WITNESS of the program that begins in class MAIN.  CLAIM is that of
   an assertion.  False: it cannot be driven, and *PROBLEM says why. */
bool program_plan (struct itinerary *itinerary, const struct ir_subject *subject,
                   enum itinerary_question question, const struct witness *witness,
                   const char *main, const char *claim, struct arena *arena,
                   const char **problem);

#endif

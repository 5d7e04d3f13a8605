/* partial.h -- a program with its values: the model of the whole of it, from main on.
 *
 * main is carried out as far as what it does is determined: objects, arrays and numbers
 * are those that the program has.  From the first start of a thread on, what is left
 * becomes steps.  Objects keep their identity there: a lock is one object's, a field of
 * two objects is two fields, and each Thread object is a process of its own.
 */
#ifndef JAVA_PARTIAL_PARTIAL_H
#define JAVA_PARTIAL_PARTIAL_H

#include "java/program/java_program.h"
#include "java/program/universe.h"
#include "java/writer/java_model.h"

/* The model of the program that begins with MAIN, in MODEL. */
void partial_model (struct java *java, struct java_member main, struct java_model *model);

/* Is nothing left out of that model which deadlocks need? */
bool partial_knows_deadlocks (struct java *java, struct java_member main);

/* The same of CLASS alone: an object of it, and threads that call its methods as they
   like.  False: it has none. */
bool partial_clients (struct java *java, class_id class, struct java_model *model);
bool partial_has_clients (struct java *java, class_id class);

#endif

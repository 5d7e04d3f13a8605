/* isolate.h -- programs (--main): the model of a class, and which classes are shared. */
#ifndef JAVA_ISOLATE_H
#define JAVA_ISOLATE_H

#include "java/java.h"
#include "java/program/universe.h"

/* The model of CLASS in the program of --main.  False with an error if there is no such
   program, or it makes no object of the class. */
bool isolate_extract (struct java *java, class_id class, struct java_model *model);

/* Is NAME that of a program as a whole, "app.Bank.main"?  Are there such models? */
bool isolate_is_program (struct java *java, const char *name);
bool isolate_makes_programs (const struct java *java);

/* Is the program of --main a model whose deadlocks are all there are? */
bool isolate_knows_deadlocks (struct java *java);
/* Its model. */
bool isolate_program (struct java *java, const char *name, struct java_model *model);
/* The program NAME as a candidate; null: that of --main. */
bool isolate_program_candidate (struct java *java, const char *name,
                                struct java_candidate *candidate);
/* The clients of CLASS as a candidate; false: there are none. */
bool isolate_clients_candidate (struct java *java, class_id class,
                                struct java_candidate *candidate);
/* The programs of all given classes that have a main. */
void isolate_add_programs (struct java *java, struct java_candidates *candidates);

/* The given classes of which two threads share an object, or a static, and with --values
   the program. */
bool isolate_candidates (struct java *java, struct java_candidates *candidates);

#endif

/* isolate.h -- programs (--main): the model of a class, and which classes are shared. */
#ifndef JAVA_ISOLATE_H
#define JAVA_ISOLATE_H

#include "java/java.h"
#include "java/program/universe.h"

/* The model of CLASS in the program of --main.  False with an error if there is no such
   program, or it makes no object of the class. */
bool isolate_extract (struct java *java, class_id class, struct java_model *model);

/* Is NAME that of the program of --main, as a whole?  "app.Bank.main". */
bool isolate_is_program (struct java *java, const char *name);
/* Its model; false with an error if there is none. */
bool isolate_program (struct java *java, struct java_model *model);
/* The program of --main as a candidate. */
bool isolate_program_candidate (struct java *java, struct java_candidate *candidate);

/* The given classes of which two threads share an object, or a static, and with --values
   the program. */
bool isolate_candidates (struct java *java, struct java_candidates *candidates);

#endif

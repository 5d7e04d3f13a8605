/* roles.h -- what an access is to a reader of the code: provenance_role of
 * src/ir/provenance.h. */
#ifndef JAVA_WRITER_ROLES_H
#define JAVA_WRITER_ROLES_H

#include "java/program/universe.h"

/* The roles of INSTRUCTION of CODE, which is in CLASS. */
unsigned roles_of (struct java_universe *universe, const struct java_class *class,
                   const struct java_code *code, uint32_t instruction);

#endif

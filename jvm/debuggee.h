/* debuggee.h -- what is asked of a JVM under the debugger: classes, members, requests for
 * events, threads, values.
 *
 * Functions that return false have failed (vm->failure), or the JVM reported an error
 * (vm->error).  Names are in UTF-8, types as in class files.
 */
#ifndef JVM_DEBUGGEE_H
#define JVM_DEBUGGEE_H

#include "jvm/jdwp.h"

/* The type SIGNATURE ("Lorg/example/Stack;"), the first that the JVM lists; false and no
   error: there is none. */
bool debuggee_find_type (struct jdwp *vm, const char *signature, uint64_t *type);
/* The type that CLASS_OBJECT, an object of java.lang.Class, stands for. */
bool debuggee_reflected_type (struct jdwp *vm, uint64_t class_object, uint64_t *type);
/* The superclass of a class; 0: none. */
bool debuggee_superclass (struct jdwp *vm, uint64_t type, uint64_t *super);
bool debuggee_object_type (struct jdwp *vm, uint64_t object, uint64_t *type);

struct debuggee_member
{
  uint64_t id;
  bool is_static;
};

/* The method NAME of TYPE with DESCRIPTOR (null: any), or the field NAME, declared there;
   false and no error: there is none. */
bool debuggee_find_method (struct jdwp *vm, uint64_t type, const char *name,
                           const char *descriptor, struct debuggee_member *method);
bool debuggee_find_field (struct jdwp *vm, uint64_t type, const char *name,
                          struct debuggee_member *field);

/* The object that the static field NAME of TYPE holds. */
bool debuggee_static (struct jdwp *vm, uint64_t type, const char *name, uint64_t *object);
/* The object that the field NAME of OBJECT holds, declared by its class or a superclass;
   0: it has no such field. */
bool debuggee_value (struct jdwp *vm, uint64_t object, const char *name, uint64_t *value);
/* Element INDEX of an array of objects. */
bool debuggee_element (struct jdwp *vm, uint64_t array, uint32_t index, uint64_t *object);

/* Let the static field NAME of TYPE hold OBJECT. */
bool debuggee_set_static (struct jdwp *vm, uint64_t type, const char *name,
                          uint64_t object);
/* Does the signature of TYPE begin with PREFIX? */
bool debuggee_type_begins (struct jdwp *vm, uint64_t type, const char *prefix);
/* `this' of the method in which THREAD, which is suspended, is. */
bool debuggee_this (struct jdwp *vm, uint64_t thread, uint64_t *object);
/* The object that its local variable number SLOT holds. */
bool debuggee_argument (struct jdwp *vm, uint64_t thread, uint32_t slot,
                        uint64_t *object);

/* The instruction at INDEX of METHOD. */
bool debuggee_opcode (struct jdwp *vm, uint64_t type, uint64_t method, uint64_t index,
                      uint8_t *opcode);

/* A request for events.  Members that are 0 restrict nothing. */
struct debuggee_filter
{
  enum jdwp_event_kind kind;
  uint64_t thread;
  uint64_t instance;
  struct wire_location location; /* of a breakpoint */
  uint64_t field_type, field;    /* of a watched field */
  bool exceptions;               /* all of them, caught or not */
  bool out;                      /* a step goes on until the method has returned */
  bool into;                     /* ... or to the beginning of the one that is called */
};

/* Suspends the thread of the event.  *REQUEST is never 0. */
bool debuggee_request (struct jdwp *vm, const struct debuggee_filter *filter,
                       uint32_t *request);
bool debuggee_clear (struct jdwp *vm, enum jdwp_event_kind kind, uint32_t request);

bool debuggee_resume (struct jdwp *vm, uint64_t thread);
bool debuggee_resume_all (struct jdwp *vm);

#endif

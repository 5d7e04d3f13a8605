/* jvm.h -- a JVM that runs the harness under our debugger.
 *
 * It is started suspended, with its debug agent on the loopback address, at a port of its
 * own choice that it prints.  Orders to the harness and its answers are lines in two
 * named pipes, in a working folder that only we can enter and that goes with the machine.
 */
#ifndef JVM_JVM_H
#define JVM_JVM_H

#include "jvm/child.h"
#include "jvm/jdk.h"
#include "jvm/jdwp.h"

#define JVM_LONGEST_ANSWER 8192

struct jvm
{
  struct child child;
  struct patience patience;
  struct jdwp vm;
  char folder[512];    /* "": none */
  int orders, answers; /* ends of the pipes; -1: closed */
  uint64_t harness;    /* the type */
  char answer[JVM_LONGEST_ANSWER];
  size_t length;     /* of what of an answer has arrived */
  char failure[320]; /* why it is of no use any more; "" while it is */
};

/* Start a JVM with at most MEGABYTES of memory; false with machine->failure.  To be
   closed in any case. */
bool jvm_start (struct jvm *machine, const struct jdk *jdk, unsigned megabytes,
                const volatile sig_atomic_t *interrupted, struct arena *arena);
void jvm_close (struct jvm *machine);

/* Have the harness obey ORDER, words with tabs between them: its answer, whose first word
   ends at a tab, or null with a failure if none comes within LIMIT nanoseconds.  The
   answer lasts until the next. */
const char *jvm_obey (struct jvm *machine, const char *order, uint64_t limit);

/* The same when no thread is held any more: one that is suspended by an event that comes
   late goes on at once. */
const char *jvm_obey_free (struct jvm *machine, const char *order, uint64_t limit);

/* The text after the first word of ANSWER, as it was before it was sent, in ARENA. */
const char *jvm_text (const char *answer, struct arena *arena);

/* Has ANSWER this first word? */
bool jvm_says (const char *answer, const char *word);

#endif

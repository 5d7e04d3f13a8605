/* jdwp.h -- a connection to the debug agent of a JVM: commands, their answers, events.
 *
 *     struct jdwp vm;
 *     if (jdwp_connect (&vm, port, &patience, deadline) && jdwp_ask (&vm, ...)) ...
 *     else say (vm.failure);
 *     jdwp_close (&vm);
 *
 * Nothing that the other end sends is believed: lengths, numbers and identifiers are
 * checked, and what does not fit ends the connection with a failure.  Each answer has to
 * come in time.  An error that the JVM reports as the answer to a command is no failure:
 * vm->error is its number.  The patience is borrowed.
 */
#ifndef JVM_JDWP_H
#define JVM_JDWP_H

#include "jvm/patience.h"
#include "jvm/wire.h"

enum jdwp_command
{
#define JDWP_COMMAND(name, set, number) JDWP_##name,
#include "jvm/jdwp.def"
#undef JDWP_COMMAND
  JDWP_COMMANDS
};

enum jdwp_event_kind
{
#define JDWP_EVENT(name, number, members) JDWP_EVENT_##name = number,
#include "jvm/jdwp.def"
#undef JDWP_EVENT
};

/* Who is suspended when an event happens. */
enum jdwp_policy
{
  JDWP_SUSPEND_NONE,
  JDWP_SUSPEND_THREAD,
  JDWP_SUSPEND_ALL,
};

/* The numbers of the errors that callers tell apart. */
#define JDWP_NO_THREAD 10
#define JDWP_THREAD_NOT_SUSPENDED 13
#define JDWP_NO_OBJECT 20

struct jdwp_event
{
  enum jdwp_event_kind kind;
  uint8_t policy;  /* who is suspended now */
  uint32_t packet; /* events of one packet happened at once, to one thread */
  uint32_t request;
  uint64_t thread;
  struct wire_location location;
  struct wire_location caught; /* an exception, where; type 0: nowhere */
  uint64_t object; /* of a field: whose, 0 if it is static; of a monitor; an exception */
};

#define JDWP_EVENTS_KEPT 256

struct jdwp
{
  int socket; /* -1: closed */
  struct patience *patience;
  uint64_t limit; /* nanoseconds that an answer may take */
  struct wire_sizes sizes;
  uint32_t last;  /* number of the last command */
  uint16_t error; /* of the last answer; 0: none */
  struct wire_writer request;
  uint8_t *packet; /* the last answer */
  size_t capacity;
  struct jdwp_event events[JDWP_EVENTS_KEPT]; /* a ring */
  uint32_t first_event, event_count;
  uint32_t packets; /* of events, so far */
  bool dead;        /* the JVM has ended, as an event said */
  char failure[256];
};

/* Connect to PORT of this machine, and learn the sizes of identifiers; LIMIT, in
   nanoseconds, is for each answer, from now on. */
bool jdwp_connect (struct jdwp *vm, uint16_t port, struct patience *patience,
                   uint64_t limit);
/* The same with a socket that is connected already. */
bool jdwp_start (struct jdwp *vm, int socket, struct patience *patience, uint64_t limit);
void jdwp_close (struct jdwp *vm);

/* The packet of a new command, to be filled in. */
struct wire_writer *jdwp_request (struct jdwp *vm);
/* Send it as COMMAND, and wait for the answer.  False: the connection failed, or the
   answer is an error (vm->error).  The answer lasts until the next command. */
bool jdwp_ask (struct jdwp *vm, enum jdwp_command command, struct wire_reader *answer);
/* ANSWER was read: false, with a failure, if it ended too early. */
bool jdwp_read_all (struct jdwp *vm, const struct wire_reader *answer);

/* The next event; false if none comes until DEADLINE, or the connection fails. */
bool jdwp_next_event (struct jdwp *vm, struct jdwp_event *event, uint64_t deadline);

/* Did the connection fail, so that nothing more can be asked? */
static inline bool
jdwp_has_failed (const struct jdwp *vm)
{
  return vm->failure[0] != 0;
}

const char *jdwp_error_text (uint16_t error);

#endif

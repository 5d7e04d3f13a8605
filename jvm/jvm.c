/* jvm.c -- see jvm.h. */
#include <config.h>

#include "jvm/jvm.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "jvm/debuggee.h"
#include "jvm/folder.h"

/* Nanoseconds for the start of a JVM, and for an answer of its agent, on a machine that
   is busy with other things. */
#define START_LIMIT (30 * UINT64_C (1000000000))
#define ANSWER_LIMIT (20 * UINT64_C (1000000000))

__attribute__ ((format (printf, 2, 3))) static bool
fail (struct jvm *machine, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  if (!machine->failure[0])
    vsnprintf (machine->failure, sizeof machine->failure, format, arguments);
  va_end (arguments);
  assert (machine->failure[0]);
  return false;
}

/* ---- Starting. ---- */

static bool
make_pipes (struct jvm *machine, struct arena *arena)
{
  assert (machine->folder[0] == '/' && machine->orders < 0 && machine->answers < 0);
  const char *orders = arena_format (arena, "%s/orders", machine->folder);
  const char *answers = arena_format (arena, "%s/answers", machine->folder);
  if (mkfifo (orders, 0600) != 0 || mkfifo (answers, 0600) != 0
      || mkdir (arena_format (arena, "%s/run", machine->folder), 0700) != 0)
    return fail (machine, "%s: %s", machine->folder, strerror (errno));
  machine->orders = open (orders, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  machine->answers = open (answers, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  return (machine->orders >= 0 && machine->answers >= 0)
         || fail (machine, "%s: %s", machine->folder, strerror (errno));
}

/* The port that the agent listens at. */
static bool
read_port (struct jvm *machine, uint16_t *port)
{
  assert (machine->child.process > 0);
  enum patience_end end;
  const char *rest = patience_line (
    &machine->patience,
    "Listening for transport dt_socket at address: ", quota_clock () + START_LIMIT, &end);
  char *after = NULL;
  unsigned long number = rest ? strtoul (rest, &after, 10) : 0;
  if (!rest && end == PATIENCE_READY)
    return fail (machine, "the JVM does not start: %.200s", machine->patience.printed);
  if (!rest)
    return fail (machine, "the JVM does not start: %s", patience_reason (end));
  *port = (uint16_t) number;
  return (number > 0 && number <= UINT16_MAX && after && !*after)
         || fail (machine, "the JVM listens at '%.80s', which is no port", rest);
}

static bool
start_child (struct jvm *machine, const struct jdk *jdk, unsigned megabytes,
             struct arena *arena)
{
  assert (jdk->java && jdk->classes && megabytes > 0);
  const char *words[]
    = { jdk->java,
        arena_format (arena, "-Xmx%um", megabytes),
        "-Xshare:auto",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Djava.awt.headless=true",
        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0",
        "-cp",
        jdk->classes,
        "phaselock.Harness",
        arena_format (arena, "%s/orders", machine->folder),
        arena_format (arena, "%s/answers", machine->folder),
        NULL };
  return child_start (&machine->child, words,
                      arena_format (arena, "%s/run", machine->folder), &machine->patience)
         || fail (machine, "%s: %s", jdk->java, strerror (errno));
}

/* Nanoseconds after which it is looked whether an event suspended somebody late. */
#define LATE_EVENTS (50 * UINT64_C (1000000))

static void
let_go (struct jvm *machine)
{
  struct jdwp_event event;
  assert (machine->vm.socket >= 0);
  while (!jdwp_has_failed (&machine->vm) && jdwp_next_event (&machine->vm, &event, 0))
    if (event.policy == JDWP_SUSPEND_THREAD && event.thread)
      debuggee_resume (&machine->vm, event.thread);
}

/* A line of the harness, without its end; null with a failure.  FREE: nobody is held. */
static const char *
read_answer (struct jvm *machine, uint64_t deadline, bool free)
{
  assert (machine->answers >= 0);
  machine->length = 0;
  for (;;)
    {
      uint64_t soon = quota_clock () + LATE_EVENTS;
      bool looks = free && soon < deadline;
      enum patience_end end = patience_wait (&machine->patience, machine->answers, false,
                                             looks ? soon : deadline);
      if (looks && end == PATIENCE_LATE)
        {
          let_go (machine);
          continue;
        }
      char *at = machine->answer + machine->length;
      if (end != PATIENCE_READY)
        {
          fail (machine, "the harness: %s", patience_reason (end));
          return NULL;
        }
      ssize_t got
        = read (machine->answers, at, sizeof machine->answer - 1 - machine->length);
      if (got < 0 && (errno == EINTR || errno == EAGAIN))
        continue;
      if (got <= 0)
        {
          fail (machine, machine->length + 1 >= sizeof machine->answer
                           ? "the harness gave an answer that is too long"
                           : "the program ended the JVM");
          return NULL;
        }
      machine->length += (size_t) got;
      machine->answer[machine->length] = 0;
      if (machine->answer[machine->length - 1] == '\n')
        {
          machine->answer[machine->length - 1] = 0;
          return machine->answer;
        }
    }
}

/* The agent suspends all threads when it reports the start, whatever was resumed before.
 */
static bool
await_start (struct jvm *machine)
{
  assert (machine->vm.socket >= 0);
  struct jdwp_event event;
  do
    if (!jdwp_next_event (&machine->vm, &event, quota_clock () + START_LIMIT))
      return fail (machine, "the JVM does not start: %s", machine->vm.failure);
  while (event.kind != JDWP_EVENT_VM_START);
  return true;
}

/* Let it run until the harness says that it is there. */
static bool
greet (struct jvm *machine)
{
  assert (machine->harness == 0);
  if (!await_start (machine))
    return false;
  if (!debuggee_resume_all (&machine->vm))
    return fail (machine, "%s", machine->vm.failure);
  const char *hello = read_answer (machine, quota_clock () + START_LIMIT, false);
  if (!hello)
    return false;
  if (strcmp (hello, "hello") != 0)
    return fail (machine, "the harness does not greet");
  return debuggee_find_type (&machine->vm, "Lphaselock/Harness;", &machine->harness)
         || fail (machine, "the JVM does not know the harness: %s", machine->vm.failure);
}

bool
jvm_start (struct jvm *machine, const struct jdk *jdk, unsigned megabytes,
           const volatile sig_atomic_t *interrupted, struct arena *arena)
{
  assert (jdk->classes);
  uint16_t port = 0;
  memset (machine, 0, sizeof *machine);
  machine->orders = machine->answers = machine->vm.socket = -1;
  patience_init (&machine->patience, interrupted);
  const char *folder = folder_create (arena);
  if (folder && strlen (folder) < sizeof machine->folder)
    strcpy (machine->folder, folder);
  else
    return fail (machine, "no working folder: %s", strerror (errno));
  if (!make_pipes (machine, arena) || !start_child (machine, jdk, megabytes, arena)
      || !read_port (machine, &port))
    return false;
  LOG (1, "a JVM listens at port %u", (unsigned) port);
  if (!jdwp_connect (&machine->vm, port, &machine->patience, ANSWER_LIMIT))
    return fail (machine, "%s", machine->vm.failure);
  return greet (machine);
}

void
jvm_close (struct jvm *machine)
{
  child_kill (&machine->child);
  jdwp_close (&machine->vm);
  if (machine->orders >= 0)
    close (machine->orders);
  if (machine->answers >= 0)
    close (machine->answers);
  if (machine->patience.output >= 0)
    close (machine->patience.output);
  machine->orders = machine->answers = machine->patience.output = -1;
  if (machine->folder[0])
    folder_remove (machine->folder);
  machine->folder[0] = 0;
}

/* ---- Orders. ---- */

static bool
send_bytes (struct jvm *machine, const char *bytes, size_t length, uint64_t deadline)
{
  assert (machine->orders >= 0);
  while (length > 0)
    {
      enum patience_end end
        = patience_wait (&machine->patience, machine->orders, true, deadline);
      if (end != PATIENCE_READY)
        return fail (machine, "the harness: %s", patience_reason (end));
      ssize_t put = write (machine->orders, bytes, length);
      if (put < 0 && errno != EINTR && errno != EAGAIN)
        return fail (machine, "the harness: %s", strerror (errno));
      bytes += put > 0 ? put : 0;
      length -= put > 0 ? (size_t) put : 0;
    }
  return true;
}

static const char *
obey (struct jvm *machine, const char *order, uint64_t limit, bool free)
{
  uint64_t deadline = quota_clock () + limit;
  assert (*order && !strchr (order, '\n'));
  if (machine->failure[0] || !send_bytes (machine, order, strlen (order), deadline)
      || !send_bytes (machine, "\n", 1, deadline))
    return NULL;
  const char *answer = read_answer (machine, deadline, free);
  LOG (2, "%s: %s", order, answer ? answer : machine->failure);
  return answer;
}

const char *
jvm_obey (struct jvm *machine, const char *order, uint64_t limit)
{
  assert (limit > 0);
  return obey (machine, order, limit, false);
}

const char *
jvm_obey_free (struct jvm *machine, const char *order, uint64_t limit)
{
  assert (limit > 0);
  return obey (machine, order, limit, true);
}

const char *
jvm_text (const char *answer, struct arena *arena)
{
  assert (answer && arena);
  const char *from = strchr (answer, '\t');
  char *text = arena_copy (arena, from ? from + 1 : "", from ? strlen (from + 1) : 0);
  char *to = text;
  for (const char *c = text; *c; c++)
    if (*c != '\\')
      *to++ = *c;
    else if (*++c == 't')
      *to++ = '\t';
    else if (*c == 'n')
      *to++ = '\n';
    else if (*c == 'r')
      *to++ = '\r';
    else if (*c == '\\')
      *to++ = '\\';
    else
      break;
  *to = 0;
  return text;
}

bool
jvm_says (const char *answer, const char *word)
{
  size_t length = strlen (word);
  assert (length > 0);
  return strncmp (answer, word, length) == 0
         && (answer[length] == 0 || answer[length] == '\t');
}

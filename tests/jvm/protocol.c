/* protocol.c -- the debugger's protocol against a JVM that is a script.
 *
 * The other end of a socket pair has written all that it will ever say before it is
 * asked; what it was asked is read afterwards.  So each message and each fault is one row
 * or a few lines, and nothing depends on time but the limit, which is short.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/quota.h"
#include "jvm/debuggee.h"
#include "tests/lib/tap.h"

#define LIMIT (30 * UINT64_C (1000000)) /* nanoseconds */
#define HANDSHAKE "JDWP-Handshake"

/* The scripted end. */
struct script
{
  int ends[2]; /* the client's, the script's */
  uint32_t answers;
  struct patience patience;
  struct jdwp vm;
};

static const struct wire_sizes eight = { { 8, 8, 8, 8, 8 } };

static void
say (struct script *s, const void *bytes, size_t length)
{
  if (write (s->ends[1], bytes, length) != (ssize_t) length)
    abort ();
}

static void
say_packet (struct script *s, uint32_t length, uint32_t number, unsigned flags,
            unsigned high, unsigned low, const struct wire_writer *data)
{
  struct wire_writer header;
  wire_start (&header, &eight);
  wire_put (&header, length, 4);
  wire_put (&header, number, 4);
  wire_put (&header, flags, 1);
  wire_put (&header, high, 1);
  wire_put (&header, low, 1);
  say (s, header.bytes, header.length);
  say (s, data->bytes, data->length);
}

/* The answer to the next command. */
static void
answer (struct script *s, unsigned error, const struct wire_writer *data)
{
  say_packet (s, 11 + (uint32_t) data->length, ++s->answers, 0x80, error >> 8,
              error & 0xff, data);
}

static void
event (struct script *s, const struct wire_writer *data)
{
  say_packet (s, 11 + (uint32_t) data->length, 7, 0, 64, 100, data);
}

static void
open_script (struct script *s)
{
  memset (s, 0, sizeof *s);
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, s->ends) != 0)
    abort ();
  patience_init (&s->patience, NULL);
}

static void
close_script (struct script *s)
{
  jdwp_close (&s->vm);
  close (s->ends[1]);
}

/* It says no more. */
static void
hang_up (struct script *s)
{
  shutdown (s->ends[1], SHUT_WR);
}

static void
say_sizes (struct script *s, uint32_t size, int count)
{
  struct wire_writer data;
  wire_start (&data, &eight);
  for (int i = 0; i < count; i++)
    wire_put (&data, size, 4);
  answer (s, 0, &data);
}

static bool
begin (struct script *s)
{
  return jdwp_start (&s->vm, s->ends[0], &s->patience, LIMIT);
}

/* A connection that is fine so far. */
static void
connect_script (struct script *s)
{
  open_script (s);
  say (s, HANDSHAKE, strlen (HANDSHAKE));
  say_sizes (s, 8, 5);
  tap_ok (begin (s) && !jdwp_has_failed (&s->vm), "connected");
}

static void
fails (struct script *s, bool result, const char *reason, const char *name)
{
  bool fine = !result && strstr (s->vm.failure, reason);
  if (!tap_ok (fine, "%s", name))
    printf ("# %d, '%s'\n", result, s->vm.failure);
  close_script (s);
}

/* ---- The beginning. ---- */

static void
test_beginning (void)
{
  struct script s;
  connect_script (&s);
  char asked[14 + 11];
  tap_ok (read (s.ends[1], asked, sizeof asked) == (ssize_t) sizeof asked
            && memcmp (asked, HANDSHAKE, 14) == 0 && asked[14 + 9] == 1
            && asked[14 + 10] == 7,
          "it shook hands and asked for sizes");
  close_script (&s);

  open_script (&s);
  say (&s, "JDWP-Handsheik", 14);
  fails (&s, begin (&s), "no debug agent", "another handshake");
  open_script (&s);
  say (&s, HANDSHAKE, 5);
  hang_up (&s);
  fails (&s, begin (&s), "closed", "a handshake that is cut off");
  open_script (&s);
  fails (&s, begin (&s), "in time", "a handshake that does not come");
  static const uint32_t bad[] = { 0, 9, 0x80000000 };
  for (int i = 0; i < 3; i++)
    {
      open_script (&s);
      say (&s, HANDSHAKE, 14);
      say_sizes (&s, bad[i], 5);
      fails (&s, begin (&s), "identifiers of", "identifiers of a size that none has");
    }
  open_script (&s);
  say (&s, HANDSHAKE, 14);
  say_sizes (&s, 8, 4);
  fails (&s, begin (&s), "identifiers of", "too few sizes");
}

/* ---- Packets. ---- */

static void
test_packets (void)
{
  struct script s;
  struct wire_writer none;
  wire_start (&none, &eight);
  static const uint32_t lengths[] = { 0, 10, (16u << 20) + 1, UINT32_MAX };
  for (int i = 0; i < 4; i++)
    {
      connect_script (&s);
      say_packet (&s, lengths[i], 2, 0x80, 0, 0, &none);
      fails (&s, debuggee_resume_all (&s.vm), "a packet of", "a wrong length");
    }
  connect_script (&s);
  say_packet (&s, 11, 3, 0x80, 0, 0, &none);
  fails (&s, debuggee_resume_all (&s.vm), "instead of", "the answer to another command");
  connect_script (&s);
  say_packet (&s, 400, 2, 0x80, 0, 0, &none);
  hang_up (&s);
  fails (&s, debuggee_resume_all (&s.vm), "closed", "an answer that is cut off");
  connect_script (&s);
  say (&s, "\0\0", 2);
  fails (&s, debuggee_resume_all (&s.vm), "in time", "half a header");
  connect_script (&s);
  fails (&s, debuggee_resume_all (&s.vm), "in time", "no answer");
  connect_script (&s);
  say_packet (&s, 11, 2, 0, 1, 1, &none);
  fails (&s, debuggee_resume_all (&s.vm), "no event", "a command of the JVM");
  connect_script (&s);
  answer (&s, 112, &none);
  tap_ok (!debuggee_resume_all (&s.vm) && s.vm.error == 112 && !jdwp_has_failed (&s.vm)
            && strstr (jdwp_error_text (112), "ended"),
          "an error is no failure");
  close_script (&s);
  volatile sig_atomic_t signalled = 2;
  connect_script (&s);
  s.patience.interrupted = &signalled;
  fails (&s, debuggee_resume_all (&s.vm), "interrupted", "a signal");
}

/* ---- Commands: each with a good answer, and with each prefix of it. ---- */

enum command
{
  FIND_TYPE,
  SUPERCLASS,
  OBJECT_TYPE,
  REFLECTED,
  METHOD,
  FIELD,
  OPCODE,
  ELEMENT,
  REQUEST,
  SIGNATURE,
  COMMANDS_TESTED,
};

/* The good answer to COMMAND. */
static void
write_answer (enum command command, struct wire_writer *data)
{
  wire_start (data, &eight);
  switch (command)
    {
    case FIND_TYPE:
      wire_put (data, 1, 4);
      wire_put (data, 1, 1);
      wire_put (data, 42, 8);
      wire_put (data, 7, 4);
      break;
    case SUPERCLASS: wire_put (data, 42, 8); break;
    case OBJECT_TYPE:
    case REFLECTED:
      wire_put (data, 1, 1);
      wire_put (data, 42, 8);
      break;
    case METHOD:
    case FIELD:
      wire_put (data, 2, 4);
      for (unsigned i = 0; i < 2; i++)
        {
          wire_put (data, 41 + i, 8);
          wire_put_text (data, i ? "pop" : "push");
          wire_put_text (data, "()V");
          wire_put (data, i ? 8 : 0, 4);
        }
      break;
    case OPCODE:
      wire_put (data, 3, 4);
      wire_put (data, 0x2a2a2a, 3);
      break;
    case ELEMENT:
      wire_put (data, 'L', 1);
      wire_put (data, 1, 4);
      wire_put (data, 'L', 1);
      wire_put (data, 42, 8);
      break;
    case REQUEST: wire_put (data, 42, 4); break;
    case SIGNATURE: wire_put_text (data, "Ljava/util/List;"); break;
    case COMMANDS_TESTED: break;
    }
}

static bool
ask (struct jdwp *vm, enum command command, uint64_t *result)
{
  struct debuggee_member member = { .id = 0 };
  struct debuggee_filter filter = { .kind = JDWP_EVENT_BREAKPOINT,
                                    .thread = 5,
                                    .instance = 6,
                                    .location = { 1, 2, 3, 4 },
                                    .field_type = 8,
                                    .field = 9 };
  uint32_t request = 0;
  uint8_t opcode = 0;
  bool fine = false;
  switch (command)
    {
    case FIND_TYPE: return debuggee_find_type (vm, "LStack;", result);
    case SUPERCLASS: return debuggee_superclass (vm, 1, result);
    case OBJECT_TYPE: return debuggee_object_type (vm, 1, result);
    case REFLECTED: return debuggee_reflected_type (vm, 1, result);
    case METHOD: fine = debuggee_find_method (vm, 1, "pop", "()V", &member); break;
    case FIELD: fine = debuggee_find_field (vm, 1, "pop", &member); break;
    case OPCODE: fine = debuggee_opcode (vm, 1, 2, 2, &opcode); break;
    case ELEMENT: return debuggee_element (vm, 1, 0, result);
    case REQUEST: fine = debuggee_request (vm, &filter, &request); break;
    case SIGNATURE: *result = 42; return debuggee_type_begins (vm, 1, "Ljava/util/");
    case COMMANDS_TESTED: break;
    }
  *result = member.id ? member.id : request ? request : opcode;
  return fine && (command != METHOD || member.is_static);
}

static void
test_commands (void)
{
  for (int c = 0; c < COMMANDS_TESTED; c++)
    {
      struct wire_writer data;
      struct script s;
      uint64_t result = 0;
      write_answer ((enum command) c, &data);
      size_t length = data.length;
      connect_script (&s);
      answer (&s, 0, &data);
      tap_ok (ask (&s.vm, (enum command) c, &result) && result == 42, "command %d", c);
      close_script (&s);
      connect_script (&s);
      answer (&s, 20, &data);
      tap_ok (!ask (&s.vm, (enum command) c, &result) && s.vm.error == 20,
              "command %d: an error", c);
      close_script (&s);
      bool refused = true;
      /* What comes after the type that was found is not read. */
      for (data.length = 0; data.length + (c == FIND_TYPE ? 4 : 0) < length;
           data.length++)
        {
          open_script (&s);
          say (&s, HANDSHAKE, 14);
          say_sizes (&s, 8, 5);
          refused &= begin (&s);
          answer (&s, 0, &data);
          refused &= !ask (&s.vm, (enum command) c, &result);
          close_script (&s);
        }
      tap_ok (refused, "command %d: every answer that is cut off is refused", c);
    }
}

/* Two commands: the frame, and its `this'; the field, and its new value. */
static void
test_pairs (void)
{
  struct wire_writer frames, object, fields, none;
  uint64_t result = 0;
  wire_start (&none, &eight);
  wire_start (&frames, &eight);
  wire_put (&frames, 1, 4);
  wire_put (&frames, 11, 8);
  wire_put_location (&frames, (struct wire_location){ 1, 2, 3, 4 });
  wire_start (&object, &eight);
  wire_put (&object, 'L', 1);
  wire_put (&object, 42, 8);
  for (int cut = 0; cut < 3; cut++)
    {
      struct script s;
      struct wire_writer first = frames, second = object;
      first.length -= cut == 1 ? 5 : 0;
      second.length -= cut == 2 ? 5 : 0;
      connect_script (&s);
      answer (&s, 0, &first);
      answer (&s, 0, &second);
      bool fine = debuggee_this (&s.vm, 7, &result);
      tap_ok (cut == 0 ? fine && result == 42 : !fine, "`this', cut off at %d", cut);
      close_script (&s);
      wire_start (&second, &eight);
      wire_put (&second, cut == 2 ? 9 : 1, 4);
      wire_put (&second, 'L', 1);
      wire_put (&second, 42, 8);
      connect_script (&s);
      answer (&s, 0, &first);
      answer (&s, 0, &second);
      fine = debuggee_argument (&s.vm, 7, 1, &result);
      tap_ok (cut == 0 ? fine && result == 42 : !fine, "an argument, cut off at %d", cut);
      close_script (&s);
    }
  write_answer (FIELD, &fields);
  for (unsigned error = 0; error <= 20; error += 20)
    {
      struct script s;
      connect_script (&s);
      answer (&s, 0, &fields);
      answer (&s, error, &none);
      tap_ok (debuggee_set_static (&s.vm, 1, "pop", 5) == (error == 0),
              "a static, error %u", error);
      close_script (&s);
    }
  struct script s;
  connect_script (&s);
  answer (&s, 0, &fields);
  tap_ok (!debuggee_set_static (&s.vm, 1, "push", 5), "a field that is not static");
  close_script (&s);
}

static void
test_hostile_answers (void)
{
  struct script s;
  struct wire_writer data;
  uint64_t type = 0;
  struct debuggee_member member;
  wire_start (&data, &eight);
  wire_put (&data, 0xffffffff, 4);
  connect_script (&s);
  answer (&s, 0, &data);
  fails (&s, debuggee_find_method (&s.vm, 1, "a", NULL, &member), "too early",
         "four billion methods");
  wire_start (&data, &eight);
  wire_put (&data, 1, 4);
  wire_put (&data, 1, 8);
  wire_put (&data, 0x7fffffff, 4);
  wire_put (&data, 0, 8);
  connect_script (&s);
  answer (&s, 0, &data);
  fails (&s, debuggee_find_method (&s.vm, 1, "a", NULL, &member), "too early",
         "a name of two billion bytes");
  wire_start (&data, &eight);
  wire_put (&data, 0, 4);
  connect_script (&s);
  answer (&s, 0, &data);
  tap_ok (!debuggee_find_type (&s.vm, "LNone;", &type) && type == 0 && !s.vm.error
            && !jdwp_has_failed (&s.vm),
          "no such class is no failure");
  close_script (&s);
  connect_script (&s);
  answer (&s, 0, &data);
  uint32_t request = 0;
  struct debuggee_filter filter = { .kind = JDWP_EVENT_BREAKPOINT };
  tap_ok (!debuggee_request (&s.vm, &filter, &request), "a request has a number");
  close_script (&s);
  char name[5000];
  memset (name, 'x', sizeof name - 1);
  name[0] = 'L';
  name[sizeof name - 1] = 0;
  connect_script (&s);
  fails (&s, debuggee_find_type (&s.vm, name, &type), "too long",
         "a name that is too long");
}

/* ---- Events. ---- */

static const struct
{
  int kind;
  const char *members;
} kinds[] = {
#define JDWP_EVENT(name, number, members) { number, members },
#include "jvm/jdwp.def"
#undef JDWP_EVENT
};

/* An event of KIND: request 3, thread 5, location 1/2/3 at 4, object 6. */
static void
write_event (struct wire_writer *data, int kind, const char *members)
{
  wire_put (data, (uint64_t) kind, 1);
  wire_put (data, 3, 4);
  for (; *members; members++)
    switch (*members)
      {
      case 't': wire_put (data, 5, 8); break;
      case 'l': wire_put_location (data, (struct wire_location){ 1, 2, 3, 4 }); break;
      case 'o':
        wire_put (data, 'L', 1);
        wire_put (data, 6, 8);
        break;
      case 'v':
        wire_put (data, 'I', 1);
        wire_put (data, 9, 4);
        break;
      case 'c':
        wire_put (data, 1, 1);
        wire_put (data, 2, 8);
        break;
      case 'f': wire_put (data, 2, 8); break;
      case 's': wire_put_text (data, "LStack;"); break;
      case 'i': wire_put (data, 7, 4); break;
      case 'j': wire_put (data, 0, 8); break;
      default: wire_put (data, 0, 1);
      }
}

static bool
next (struct script *s, struct jdwp_event *e)
{
  return jdwp_next_event (&s->vm, e, quota_clock () + LIMIT);
}

static void
test_events (void)
{
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    {
      struct script s;
      struct wire_writer data, none;
      struct jdwp_event e = { .request = 0 };
      wire_start (&none, &eight);
      wire_start (&data, &eight);
      wire_put (&data, JDWP_SUSPEND_THREAD, 1);
      wire_put (&data, 1, 4);
      write_event (&data, kinds[k].kind, kinds[k].members);
      connect_script (&s);
      event (&s, &data);
      answer (&s, 0, &none);
      /* It comes before the answer, and is there afterwards. */
      tap_ok (debuggee_resume_all (&s.vm) && next (&s, &e)
                && (int) e.kind == kinds[k].kind && e.request == 3
                && e.policy == JDWP_SUSPEND_THREAD
                && (!strchr (kinds[k].members, 't') || e.thread == 5)
                && (!strchr (kinds[k].members, 'l') || e.location.index == 4)
                && (!strchr (kinds[k].members, 'o') || e.object == 6)
                && s.vm.dead == (e.kind == JDWP_EVENT_VM_DEATH) && !next (&s, &e)
                && !jdwp_has_failed (&s.vm),
              "event %d", kinds[k].kind);
      close_script (&s);
      data.length--;
      connect_script (&s);
      event (&s, &data);
      fails (&s, next (&s, &e), "too early", "an event that is cut off");
    }
}

static void
test_hostile_events (void)
{
  struct script s;
  struct wire_writer data, none;
  struct jdwp_event e;
  wire_start (&none, &eight);
  connect_script (&s);
  say_packet (&s, 11, 9, 0x80, 0, 0, &none);
  fails (&s, next (&s, &e), "nobody had asked", "an answer without a question");
  static const struct
  {
    uint8_t policy;
    uint32_t count;
    uint8_t kind;
    const char *reason;
  } rows[] = { { 3, 1, 2, "policy" },
               { 1, 0xffffffff, 2, "too early" },
               { 1, 1, 55, "of kind 55" },
               { 1, 2, 7, "too early" } };
  for (int i = 0; i < 4; i++)
    {
      wire_start (&data, &eight);
      wire_put (&data, rows[i].policy, 1);
      wire_put (&data, rows[i].count, 4);
      write_event (&data, rows[i].kind, rows[i].kind == 7 ? "t" : "tl");
      connect_script (&s);
      event (&s, &data);
      bool got = next (&s, &e) && !jdwp_has_failed (&s.vm);
      fails (&s, got, rows[i].reason, "an event that cannot be");
    }
  wire_start (&data, &eight);
  wire_put (&data, 0, 1);
  wire_put (&data, JDWP_EVENTS_KEPT + 1, 4);
  for (int i = 0; i < JDWP_EVENTS_KEPT + 1; i++)
    write_event (&data, JDWP_EVENT_THREAD_DEATH, "t");
  connect_script (&s);
  event (&s, &data);
  fails (&s, debuggee_resume_all (&s.vm), "more events", "a flood of events");
  /* A thread that is dead: the error has its number. */
  connect_script (&s);
  answer (&s, JDWP_NO_THREAD, &none);
  tap_ok (!debuggee_resume (&s.vm, 5) && s.vm.error == JDWP_NO_THREAD
            && !jdwp_has_failed (&s.vm),
          "a thread that is gone");
  close_script (&s);
}

int
main (void)
{
  test_beginning ();
  test_packets ();
  test_commands ();
  test_pairs ();
  test_hostile_answers ();
  test_events ();
  test_hostile_events ();
  return tap_done ();
}

/* jdwp.c -- packets in both directions.
 *
 * A packet is its length, a number, flags, and either the two numbers of a command or the
 * error of an answer, then data.  Events are commands that the JVM sends, at any time;
 * those that arrive while an answer is waited for are kept in a ring.
 */
#include <config.h>

#include "jvm/jdwp.h"

#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "base/quota.h"

#define HEADER 11
#define IS_ANSWER 0x80
#define HANDSHAKE "JDWP-Handshake"

/* No answer that we ask for is longer: the methods of the largest class. */
#define LARGEST_PACKET (16u << 20)

/* The command that carries events. */
#define EVENT_SET 64
#define EVENT_COMPOSITE 100

static const struct
{
  uint8_t set, number;
  const char *name;
} commands[JDWP_COMMANDS] = {
#define JDWP_COMMAND(name, set, number) { set, number, #name },
#include "jvm/jdwp.def"
#undef JDWP_COMMAND
};

static const struct
{
  enum jdwp_event_kind kind;
  const char *members;
} event_kinds[] = {
#define JDWP_EVENT(name, number, members) { JDWP_EVENT_##name, members },
#include "jvm/jdwp.def"
#undef JDWP_EVENT
};

static const struct
{
  uint16_t number;
  const char *text;
} errors[] = {
#define JDWP_ERROR(number, text) { number, text },
#include "jvm/jdwp.def"
#undef JDWP_ERROR
};

const char *
jdwp_error_text (uint16_t error)
{
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].number == error)
      return errors[i].text;
  return "an error that is not known";
}

/* The connection is of no use any more.  The first reason is the one that is told. */
__attribute__ ((format (printf, 2, 3))) static bool
fail (struct jdwp *vm, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  if (!vm->failure[0])
    vsnprintf (vm->failure, sizeof vm->failure, format, arguments);
  va_end (arguments);
  assert (vm->failure[0]);
  return false;
}

/* ---- Bytes. ---- */

static bool
send_bytes (struct jdwp *vm, const uint8_t *bytes, size_t length, uint64_t deadline)
{
  assert (vm->socket >= 0 && (bytes || length == 0));
  for (size_t done = 0; done < length;)
    {
      enum patience_end end = patience_wait (vm->patience, vm->socket, true, deadline);
      if (end != PATIENCE_READY)
        return fail (vm, "%s", patience_reason (end));
      ssize_t sent
        = send (vm->socket, bytes + done, length - done, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent < 0 && errno != EINTR && errno != EAGAIN)
        return fail (vm, "the connection to the JVM broke: %s", strerror (errno));
      done += sent > 0 ? (size_t) sent : 0;
    }
  return true;
}

static bool
receive_bytes (struct jdwp *vm, uint8_t *bytes, size_t length, uint64_t deadline)
{
  assert (vm->socket >= 0 && (bytes || length == 0));
  for (size_t done = 0; done < length;)
    {
      enum patience_end end = patience_wait (vm->patience, vm->socket, false, deadline);
      if (end != PATIENCE_READY)
        return fail (vm, "%s", patience_reason (end));
      ssize_t got = recv (vm->socket, bytes + done, length - done, MSG_DONTWAIT);
      if (got == 0)
        return fail (vm, "the JVM closed the connection");
      if (got < 0 && errno != EINTR && errno != EAGAIN)
        return fail (vm, "the connection to the JVM broke: %s", strerror (errno));
      done += got > 0 ? (size_t) got : 0;
    }
  return true;
}

/* ---- Packets. ---- */

struct header
{
  uint32_t length, number;
  uint8_t flags, high, low; /* set and command, or the two bytes of an error */
};

/* Read a packet whole: its data are then in vm->packet. */
static bool
receive_packet (struct jdwp *vm, struct header *header, uint64_t deadline)
{
  assert (header && !jdwp_has_failed (vm));
  uint8_t bytes[HEADER];
  if (!receive_bytes (vm, bytes, sizeof bytes, deadline))
    return false;
  struct wire_reader reader = { .at = bytes, .end = bytes + sizeof bytes };
  header->length = (uint32_t) wire_get (&reader, 4);
  header->number = (uint32_t) wire_get (&reader, 4);
  header->flags = (uint8_t) wire_get (&reader, 1);
  header->high = (uint8_t) wire_get (&reader, 1);
  header->low = (uint8_t) wire_get (&reader, 1);
  if (header->length < HEADER || header->length > LARGEST_PACKET)
    return fail (vm, "the JVM sent a packet of %u bytes", (unsigned) header->length);
  header->length -= HEADER;
  if (header->length > vm->capacity)
    {
      uint8_t *larger = realloc (vm->packet, header->length);
      if (!larger)
        return fail (vm, "not enough memory for an answer of the JVM");
      vm->packet = larger;
      vm->capacity = header->length;
    }
  return receive_bytes (vm, vm->packet, header->length, deadline);
}

static struct wire_reader
read_packet (const struct jdwp *vm, const struct header *header)
{
  assert (header->length <= vm->capacity);
  return (struct wire_reader){ .sizes = &vm->sizes,
                               .at = vm->packet,
                               .end = vm->packet + header->length };
}

/* ---- Events. ---- */

/* Read one member of EVENT, of the kind that jdwp.def explains. */
static void
read_member (struct wire_reader *reader, char member, struct jdwp_event *event)
{
  assert (event && strchr ("tlovcfsijz", member));
  uint8_t tag;
  switch (member)
    {
    case 't': event->thread = wire_get_id (reader, WIRE_OBJECT); break;
    case 'l':
      if (event->location.type)
        event->caught = wire_get_location (reader);
      else
        event->location = wire_get_location (reader);
      break;
    case 'o': event->object = wire_get_value (reader, &tag); break;
    case 'v': wire_get_value (reader, &tag); break;
    case 'c':
      wire_get (reader, 1);
      wire_get_id (reader, WIRE_TYPE);
      break;
    case 'f': wire_get_id (reader, WIRE_FIELD); break;
    case 's': wire_get_text (reader); break;
    case 'i': wire_get (reader, 4); break;
    case 'j': wire_get (reader, 8); break;
    default: assert (member == 'z'); wire_get (reader, 1);
    }
}

static const char *
members_of (uint64_t kind)
{
  for (size_t i = 0; i < sizeof event_kinds / sizeof *event_kinds; i++)
    if ((uint64_t) event_kinds[i].kind == kind)
      return event_kinds[i].members;
  return NULL;
}

static bool
keep_event (struct jdwp *vm, const struct jdwp_event *event)
{
  assert (vm->event_count <= JDWP_EVENTS_KEPT && vm->first_event < JDWP_EVENTS_KEPT);
  if (vm->event_count == JDWP_EVENTS_KEPT)
    return fail (vm, "the JVM sent more events than were asked for");
  vm->events[(vm->first_event + vm->event_count++) % JDWP_EVENTS_KEPT] = *event;
  vm->dead |= event->kind == JDWP_EVENT_VM_DEATH;
  LOG (3, "event %u of thread %llu at %llu", (unsigned) event->kind,
       (unsigned long long) event->thread, (unsigned long long) event->location.index);
  return true;
}

static bool
read_events (struct jdwp *vm, const struct header *header)
{
  assert (header->length <= vm->capacity || header->length == 0);
  struct wire_reader reader = read_packet (vm, header);
  uint8_t policy = (uint8_t) wire_get (&reader, 1);
  uint32_t count = wire_get_count (&reader, 5);
  if (policy > JDWP_SUSPEND_ALL)
    return fail (vm, "the JVM sent an event with a policy that does not exist");
  for (uint32_t i = 0; i < count; i++)
    {
      uint64_t kind = wire_get (&reader, 1);
      const char *members = members_of (kind);
      if (!jdwp_read_all (vm, &reader))
        return false;
      if (!members)
        return fail (vm, "the JVM sent an event of kind %u, which nobody asked for",
                     (unsigned) kind);
      struct jdwp_event event = { .kind = (enum jdwp_event_kind) kind,
                                  .policy = policy,
                                  .packet = vm->packets + 1 };
      event.request = (uint32_t) wire_get (&reader, 4);
      for (; *members; members++)
        read_member (&reader, *members, &event);
      if (!jdwp_read_all (vm, &reader) || !keep_event (vm, &event))
        return false;
    }
  vm->packets++;
  return jdwp_read_all (vm, &reader);
}

bool
jdwp_next_event (struct jdwp *vm, struct jdwp_event *event, uint64_t deadline)
{
  assert (event && vm->event_count <= JDWP_EVENTS_KEPT);
  while (vm->event_count == 0)
    {
      struct header header;
      if (jdwp_has_failed (vm))
        return false;
      enum patience_end end = patience_wait (vm->patience, vm->socket, false, deadline);
      if (end == PATIENCE_LATE)
        return false;
      if (end != PATIENCE_READY)
        return fail (vm, "%s", patience_reason (end));
      if (!receive_packet (vm, &header, quota_clock () + vm->limit))
        return false;
      if (header.flags & IS_ANSWER)
        return fail (vm, "the JVM answered what nobody had asked");
      if (header.high != EVENT_SET || header.low != EVENT_COMPOSITE)
        return fail (vm, "the JVM sent a command that is no event");
      if (!read_events (vm, &header))
        return false;
    }
  *event = vm->events[vm->first_event];
  vm->first_event = (vm->first_event + 1) % JDWP_EVENTS_KEPT;
  vm->event_count--;
  return true;
}

/* ---- Commands. ---- */

struct wire_writer *
jdwp_request (struct jdwp *vm)
{
  assert (vm->sizes.bytes[WIRE_OBJECT] >= 1 && vm->sizes.bytes[WIRE_OBJECT] <= 8);
  wire_start (&vm->request, &vm->sizes);
  return &vm->request;
}

static bool
send_command (struct jdwp *vm, enum jdwp_command command, uint64_t deadline)
{
  assert (!vm->request.overflow && vm->request.length <= sizeof vm->request.bytes);
  struct wire_writer header;
  wire_start (&header, &vm->sizes);
  wire_put (&header, HEADER + vm->request.length, 4);
  wire_put (&header, ++vm->last, 4);
  wire_put (&header, 0, 1);
  wire_put (&header, commands[command].set, 1);
  wire_put (&header, commands[command].number, 1);
  assert (header.length == HEADER);
  return send_bytes (vm, header.bytes, header.length, deadline)
         && send_bytes (vm, vm->request.bytes, vm->request.length, deadline);
}

bool
jdwp_ask (struct jdwp *vm, enum jdwp_command command, struct wire_reader *answer)
{
  uint64_t deadline = quota_clock () + vm->limit;
  struct header header;
  assert (command < JDWP_COMMANDS);
  vm->error = 0;
  if (jdwp_has_failed (vm))
    return false;
  if (vm->request.overflow)
    return fail (vm, "a name is too long for a command");
  if (!send_command (vm, command, deadline))
    return false;
  for (;;)
    {
      if (!receive_packet (vm, &header, deadline))
        return false;
      if (header.flags & IS_ANSWER)
        break;
      if (header.high != EVENT_SET || header.low != EVENT_COMPOSITE)
        return fail (vm, "the JVM sent a command that is no event");
      if (!read_events (vm, &header))
        return false;
    }
  if (header.number != vm->last)
    return fail (vm, "the JVM answered command %u instead of %u",
                 (unsigned) header.number, (unsigned) vm->last);
  vm->error = (uint16_t) (header.high << 8 | header.low);
  LOG (3, "%s: %s", commands[command].name,
       vm->error ? jdwp_error_text (vm->error) : "fine");
  *answer = read_packet (vm, &header);
  return vm->error == 0;
}

bool
jdwp_read_all (struct jdwp *vm, const struct wire_reader *answer)
{
  assert (answer->at <= answer->end);
  return !answer->cut || fail (vm, "the JVM sent a packet that ends too early");
}

/* ---- The connection. ---- */

static bool
shake_hands (struct jdwp *vm)
{
  assert (vm->limit > 0 && vm->last == 0);
  uint64_t deadline = quota_clock () + vm->limit;
  uint8_t answer[sizeof HANDSHAKE - 1];
  if (!send_bytes (vm, (const uint8_t *) HANDSHAKE, sizeof answer, deadline)
      || !receive_bytes (vm, answer, sizeof answer, deadline))
    return false;
  return memcmp (answer, HANDSHAKE, sizeof answer) == 0
         || fail (vm, "what listens there is no debug agent of a JVM");
}

static bool
learn_sizes (struct jdwp *vm)
{
  assert (vm->last == 0);
  struct wire_reader answer;
  jdwp_request (vm);
  if (!jdwp_ask (vm, JDWP_ID_SIZES, &answer))
    return fail (vm, "the JVM does not tell the sizes of its identifiers");
  for (int i = 0; i < WIRE_IDS; i++)
    {
      uint64_t bytes = wire_get (&answer, 4);
      if (bytes < 1 || bytes > 8)
        return fail (vm, "the JVM has identifiers of %llu bytes",
                     (unsigned long long) bytes);
      vm->sizes.bytes[i] = (uint8_t) bytes;
    }
  return jdwp_read_all (vm, &answer);
}

bool
jdwp_start (struct jdwp *vm, int socket, struct patience *patience, uint64_t limit)
{
  memset (vm, 0, sizeof *vm);
  vm->socket = socket;
  vm->patience = patience;
  vm->limit = limit;
  assert (socket >= 0 && limit > 0);
  memset (vm->sizes.bytes, 8, sizeof vm->sizes.bytes);
  return shake_hands (vm) && learn_sizes (vm);
}

bool
jdwp_connect (struct jdwp *vm, uint16_t port, struct patience *patience, uint64_t limit)
{
  assert (patience && limit > 0);
  int number = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), at_once = 1;
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_port = htons (port),
                                 .sin_addr = { htonl (INADDR_LOOPBACK) } };
  if (number >= 0
      && connect (number, (const struct sockaddr *) &address, sizeof address) == 0)
    {
      setsockopt (number, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
      return jdwp_start (vm, number, patience, limit);
    }
  memset (vm, 0, sizeof *vm);
  vm->socket = number;
  return fail (vm, "no connection to the JVM: %s", strerror (errno));
}

void
jdwp_close (struct jdwp *vm)
{
  if (vm->socket >= 0)
    close (vm->socket);
  free (vm->packet);
  vm->socket = -1;
  vm->packet = NULL;
}

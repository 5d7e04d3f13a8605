/* driver.h -- what the parts of the driver share (drive.h): its threads, the places where
 * they stop, and its requests for events.
 */
#ifndef JVM_DRIVER_H
#define JVM_DRIVER_H

#include "jvm/debuggee.h"
#include "jvm/drive.h"

enum driven_state
{
  RUNNING,
  HELD,    /* before a stop, suspended */
  BLOCKED, /* about to wait for a lock, suspended */
  WAITING, /* waiting to be notified: it runs as soon as it is */
  ENDED,   /* it has made its calls, suspended */
};

/* A request for events, to be cleared. */
struct request
{
  enum jdwp_event_kind kind;
  uint32_t number;
};

#define MOST_REQUESTS 8
#define MOST_STARTERS 4

struct driven
{
  uint64_t id;
  enum driven_state state;
  uint32_t begun;       /* calls that it has reached */
  uint32_t next;        /* the stop that it is on its way to; all of them: none */
  struct request stop;  /* the breakpoint of that stop; number 0: none */
  struct request watch; /* of the field that it is about to access; number 0: none */
  struct request parks[MOST_REQUESTS]; /* what tells that it is about to wait */
  uint32_t park_count;
  uint64_t object;     /* of the last access that was watched */
  bool watched;        /* ... and that happened */
  bool is_known;       /* it is the object of the access that the thread stands before */
  struct request step; /* over one instruction, or into a call */
  bool stepped;        /* ... which it has carried out */
  /* Of a program: */
  bool is_asleep;          /* ... in the middle of which it waits */
  struct wire_location at; /* where it is held; type 0: who knows */
  uint32_t packet;         /* the last that was about it */
  uint32_t starter;        /* the thread that starts it, once its step is made */
  bool is_expected;        /* that has begun to */
  bool has_siblings;       /* ... which starts others, too */
  bool halts;              /* where it starts the next one */
};

/* Places that do not change while an itinerary is followed. */
struct place
{
  struct wire_location location;
  uint64_t instance;          /* whose method it is: the object's own; 0: anybody's */
  uint64_t field_type, field; /* what the instruction accesses; 0: no field */
  bool calls;                 /* it calls a method of the object that it accesses */
};

/* An access that the stand-in has to make. */
struct awaited
{
  struct request watch;
  uint64_t object; /* whose field it was */
};

struct driver;

/* An event came; THREAD is null if it is none of the itinerary. */
typedef bool driver_note (struct driver *d, struct driven *thread,
                          const struct jdwp_event *event);

struct driver
{
  driver_note *note;
  struct jvm *machine;
  struct jdwp *vm;
  const struct itinerary *itinerary;
  struct arena *arena;
  uint64_t limit;
  bool slowly;
  uint64_t target;
  struct request begin, done;
  /* Of a program: threads that begin and end, methods that start them, exceptions. */
  struct request births, deaths, exceptions, starters[MOST_STARTERS];
  uint64_t thrown;         /* the last exception that the library kept */
  struct place *places;    /* by stop */
  struct awaited *awaited; /* by access of the stand-in */
  uint32_t seen;           /* how many of them it has made */
  struct driven threads[ITINERARY_MOST_THREADS];
  struct drive drive;
};

/* The try ends, because the machine failed, or because a thread went another way.  Both
   return false. */
bool driver_fail (struct driver *d, const char *what);
bool driver_go_astray (struct driver *d, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Suspended threads go on; take the events that come until THREAD has stopped running. */
bool driver_resume (struct driver *d, struct driven *thread);
bool driver_await (struct driver *d, struct driven *thread);

/* A breakpoint at the beginning of a method; THREAD 0: for everybody. */
bool driver_break_in (struct driver *d, struct request *own, uint64_t type,
                      const char *method, const char *descriptor, uint64_t thread);

/* Be told when THREAD is about to wait for a monitor, to be notified, or parked. */
bool driver_watch_waits (struct driver *d, struct driven *thread);
bool driver_tells_wait (const struct driven *thread, const struct jdwp_event *event);

/* Is the access that stop NUMBER stands before one of the object that all others of the
   question to its field are of? */
bool driver_is_same_object (struct driver *d, uint32_t number);

/* Stop NUMBER of a race is reached: which object it accesses is known. */
bool driver_meet (struct driver *d, uint32_t number);

/* Make a request that is cleared with the others, or on its own. */
bool driver_request (struct driver *d, struct request *own,
                     const struct debuggee_filter *filter);
void driver_clear (struct driver *d, struct request *own);

static inline bool
driver_is_request (const struct request *request, const struct jdwp_event *event)
{
  return request->number && request->number == event->request
         && request->kind == event->kind;
}

/* What a person calls what thread T is about to do, or does. */
const char *driver_unit (const struct driver *d, uint32_t t);

/* ---- Places (stops.c). ---- */

/* Find the place of each stop in the classes that the harness has loaded. */
bool stops_find (struct driver *d);

/* ---- Programs (lead.c). ---- */

/* The program stands before its first instruction: make the steps of the itinerary. */
bool lead_along (struct driver *d);
driver_note lead_note;

/* ---- Stand-ins (stand_in.c). ---- */

/* Ask to be told about the accesses of the stand-in, if there is one. */
bool stand_in_watch (struct driver *d);
/* Is EVENT one of these? */
bool stand_in_note (struct driver *d, const struct jdwp_event *event);
/* The stand-in has made its call, or waits: did it make all accesses of the pattern, of
   the object whose fields the other thread accesses? */
bool stand_in_check (struct driver *d);

#endif

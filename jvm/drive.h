/* drive.h -- leads the threads of a JVM along a itinerary.
 *
 * Each thread runs until it is about to make its next step of the witness, where it is
 * held; then the thread whose turn it is goes on.  Nothing is decided by waiting for some
 * time: a thread has reached a stop, has ended, or is about to wait for a lock, and the
 * JVM says which.  Only a thread that does none of these within the limit ends the try.
 */
#ifndef JVM_DRIVE_H
#define JVM_DRIVE_H

#include "jvm/jvm.h"
#include "jvm/itinerary.h"

enum drive_end
{
  DRIVE_DONE,    /* all steps were made, or reached */
  DRIVE_ASTRAY,  /* a thread went another way: see the reason */
  DRIVE_REFUSED, /* the harness cannot set up this scenario, or there is no such */
  DRIVE_FAILED,  /* the machine is of no use any more */
};

struct drive
{
  enum drive_end end;
  uint32_t reached; /* stops that were passed or reached */
  bool is_late;     /* a thread neither ended nor got on within the limit */
  const char *reason;
  const char *story; /* how the object was made, and what was called */
};

/* Have the harness, which has made the object, start the threads, and lead them along
   PLAN; then they run freely again, and all requests are gone.  LIMIT is what a thread
   may take from stop to stop; SLOWLY: a while passes before each step of a class, so that
   times which the program takes are others than before. */
struct drive drive_along (struct jvm *machine, const struct itinerary *itinerary,
                          uint64_t limit, bool slowly, struct arena *arena);

/* The classes of the stops, each once, with a tab before each: the harness lists them in
   this order. */
const char *drive_list_classes (const struct itinerary *itinerary, struct arena *arena);

#endif

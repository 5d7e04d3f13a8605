/* stand_in.c -- another method in the place of the one that gets in between.
 *
 * A witness shows one of the methods that cut another in two.  Any other will do, if it
 * makes the same accesses there: which it does is told by watches on the fields.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "jvm/driver.h"

/* A stop of the other thread that accesses FIELD, as a place knows it; the number of
   stops if there is none. */
static uint32_t
find_stop (const struct driver *d, const char *field, uint32_t from)
{
  assert (field && from <= d->itinerary->stops.count + (uint32_t) 1);
  const struct itinerary *itinerary = d->itinerary;
  uint32_t i = from;
  while (i < itinerary->stops.count
         && (!itinerary->stops.at[i].of_question || !d->places[i].field
             || strcmp (itinerary->stops.at[i].field, field) != 0))
    i++;
  return i;
}

bool
stand_in_watch (struct driver *d)
{
  const struct itinerary *itinerary = d->itinerary;
  assert (itinerary->has_stand_in || itinerary->accesses.count == 0);
  for (uint32_t a = 0; a < itinerary->accesses.count; a++)
    {
      const struct itinerary_access *access = &itinerary->accesses.at[a];
      uint32_t stop = find_stop (d, access->field, 0);
      if (stop == itinerary->stops.count)
        return driver_go_astray (d, "the accesses of other methods cannot be observed");
      struct debuggee_filter filter
        = { .kind
            = access->writes ? JDWP_EVENT_FIELD_MODIFICATION : JDWP_EVENT_FIELD_ACCESS,
            .thread = d->threads[ITINERARY_STAND_IN].id,
            .field_type = d->places[stop].field_type,
            .field = d->places[stop].field };
      if (!driver_request (d, &d->awaited[a].watch, &filter))
        return false;
    }
  return true;
}

bool
stand_in_note (struct driver *d, const struct jdwp_event *event)
{
  assert (d->seen <= d->itinerary->accesses.count);
  for (uint32_t a = 0; a < d->itinerary->accesses.count; a++)
    if (driver_is_request (&d->awaited[a].watch, event))
      {
        if (a == d->seen)
          d->awaited[d->seen++].object = event->object;
        return true;
      }
  return false;
}

bool
stand_in_check (struct driver *d)
{
  const struct itinerary *itinerary = d->itinerary;
  const char *unit = driver_unit (d, ITINERARY_STAND_IN);
  assert (itinerary->has_stand_in);
  if (d->seen < itinerary->accesses.count)
    return driver_go_astray (d, "%s does not make the accesses of the pattern", unit);
  for (uint32_t a = 0; a < itinerary->accesses.count; a++)
    {
      const char *field = itinerary->accesses.at[a].field;
      for (uint32_t i = find_stop (d, field, 0); i < itinerary->stops.count;
           i = find_stop (d, field, i + 1))
        if (d->places[i].instance != d->awaited[a].object)
          return driver_go_astray (d, "%s accesses the fields of another object", unit);
    }
  return true;
}

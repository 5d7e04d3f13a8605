/* stops.c -- from the stops of an itinerary to places in the classes that the harness
 * has loaded: their methods, whose they are, and which fields they access.
 */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/scribe.h"
#include "jvm/driver.h"

static bool
is_listed (const struct itinerary *itinerary, uint32_t stop)
{
  assert (stop < itinerary->stops.count && itinerary->stops.at[stop].class_name);
  for (uint32_t i = 0; i < stop; i++)
    if (itinerary->stops.at[i].class_name
        && strcmp (itinerary->stops.at[i].class_name,
                   itinerary->stops.at[stop].class_name)
             == 0)
      return true;
  return false;
}

const char *
drive_list_classes (const struct itinerary *itinerary, struct arena *arena)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  for (uint32_t i = 0; i < itinerary->stops.count; i++)
    if (itinerary->stops.at[i].class_name && !is_listed (itinerary, i))
      fprintf (file, "\t%s", itinerary->stops.at[i].class_name);
  return scribe_end (&scribe);
}

/* The type of stop NUMBER: its place in the list of drive_list_classes. */
static bool
find_type (struct driver *d, uint64_t classes, uint32_t number, uint64_t *type)
{
  uint32_t place = 0;
  uint64_t object;
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  assert (classes && number < d->itinerary->stops.count);
  for (uint32_t i = 0; i < number; i++)
    {
      const char *name = d->itinerary->stops.at[i].class_name;
      if (name && strcmp (name, stop->class_name) == 0)
        break;
      place += name && !is_listed (d->itinerary, i);
    }
  return (debuggee_element (d->vm, classes, place, &object) && object
          && debuggee_reflected_type (d->vm, object, type))
         || driver_fail (d, "the JVM does not know a class of the witness");
}

/* Is TYPE the class of the object, or a superclass? */
static bool
is_own (struct driver *d, uint64_t type)
{
  uint64_t own = 0;
  if (!d->target || !debuggee_object_type (d->vm, d->target, &own))
    return false;
  while (own && own != type)
    if (!debuggee_superclass (d->vm, own, &own))
      return false;
  return own != 0;
}

enum
{
  GETSTATIC = 178,
  PUTFIELD = 181,
  INVOKEVIRTUAL = 182,
  INVOKEINTERFACE = 185,
};

/* The field that the instruction of STOP accesses; none if it is another instruction, as
   a call of a method of a collection. */
static bool
find_field (struct driver *d, const struct itinerary_stop *stop, struct place *place)
{
  assert (stop->what && place->location.method);
  uint8_t opcode = 0;
  struct debuggee_member field = { .id = 0 };
  if (!debuggee_opcode (d->vm, place->location.type, place->location.method, stop->index,
                        &opcode))
    return driver_fail (d, "the JVM has no such instruction");
  place->calls = opcode >= INVOKEVIRTUAL && opcode <= INVOKEINTERFACE;
  if (opcode < GETSTATIC || opcode > PUTFIELD || !stop->field)
    return true;
  uint64_t types[2] = { place->location.type, 0 };
  if (d->target && !debuggee_object_type (d->vm, d->target, &types[1]))
    return driver_fail (d, "the object");
  for (int i = 0; i < 2 && !field.id; i++)
    for (uint64_t type = types[i]; type && !field.id;)
      {
        place->field_type = type;
        if (!debuggee_find_field (d->vm, type, stop->field, &field)
            && (d->vm->error || !debuggee_superclass (d->vm, type, &type)))
          break;
      }
  place->field = field.id;
  return !jdwp_has_failed (d->vm) || driver_fail (d, "a field");
}

static bool
find_place (struct driver *d, uint64_t classes, uint32_t number)
{
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  struct place *place = &d->places[number];
  struct debuggee_member method;
  assert (number < d->itinerary->stops.count);
  if (!stop->class_name)
    return true;
  if (!find_type (d, classes, number, &place->location.type))
    return false;
  if (!debuggee_find_method (d->vm, place->location.type, stop->method, stop->descriptor,
                             &method))
    return jdwp_has_failed (d->vm)
             ? driver_fail (d, "a method")
             : driver_go_astray (d,
                                 "the JVM's %s has no method %s%s: it is another version",
                                 stop->class_name, stop->method, stop->descriptor);
  place->location.tag = 1;
  place->location.method = method.id;
  place->location.index = stop->index;
  bool elsewhere = itinerary_is_elsewhere (d->itinerary, stop->thread);
  if (!method.is_static && !elsewhere && is_own (d, place->location.type))
    place->instance = d->target;
  return !stop->what || !(stop->of_question || elsewhere) || find_field (d, stop, place);
}

bool
stops_find (struct driver *d)
{
  uint64_t classes = 0;
  if (!debuggee_static (d->vm, d->machine->harness, "classes", &classes))
    return driver_fail (d, "the harness has no classes");
  for (uint32_t i = 0; i < d->itinerary->stops.count; i++)
    if (!find_place (d, classes, i))
      return false;
  return true;
}

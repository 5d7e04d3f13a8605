/* debuggee.c -- see debuggee.h. */
#include <config.h>

#include "jvm/debuggee.h"

#include <assert.h>
#include <string.h>

#define ACC_STATIC 8

/* What restricts a request. */
enum modifier
{
  MODIFIER_THREAD = 3,
  MODIFIER_LOCATION = 7,
  MODIFIER_EXCEPTION = 8,
  MODIFIER_FIELD = 9,
  MODIFIER_STEP = 10,
  MODIFIER_INSTANCE = 11,
};

/* How far a single step goes. */
enum
{
  STEP_INSTRUCTION = 0,
  STEP_INTO = 0,
  STEP_OVER = 1,
  STEP_OUT = 2,
};

/* ---- Types. ---- */

/* Read a type with its tag. */
static bool
read_type (struct jdwp *vm, struct wire_reader *answer, uint64_t *type)
{
  assert (type && answer->sizes);
  wire_get (answer, 1);
  *type = wire_get_id (answer, WIRE_TYPE);
  return jdwp_read_all (vm, answer);
}

bool
debuggee_find_type (struct jdwp *vm, const char *signature, uint64_t *type)
{
  struct wire_reader answer;
  *type = 0;
  assert (signature[0] == 'L' || signature[0] == '[');
  wire_put_text (jdwp_request (vm), signature);
  return jdwp_ask (vm, JDWP_CLASSES_BY_SIGNATURE, &answer)
         && wire_get_count (&answer, 6) > 0 && read_type (vm, &answer, type);
}

bool
debuggee_reflected_type (struct jdwp *vm, uint64_t class_object, uint64_t *type)
{
  struct wire_reader answer;
  assert (class_object);
  wire_put_id (jdwp_request (vm), WIRE_OBJECT, class_object);
  return jdwp_ask (vm, JDWP_REFLECTED_TYPE, &answer) && read_type (vm, &answer, type);
}

bool
debuggee_superclass (struct jdwp *vm, uint64_t type, uint64_t *super)
{
  assert (type && super);
  struct wire_reader answer;
  wire_put_id (jdwp_request (vm), WIRE_TYPE, type);
  if (!jdwp_ask (vm, JDWP_SUPERCLASS, &answer))
    return false;
  *super = wire_get_id (&answer, WIRE_TYPE);
  return jdwp_read_all (vm, &answer);
}

bool
debuggee_object_type (struct jdwp *vm, uint64_t object, uint64_t *type)
{
  struct wire_reader answer;
  assert (object);
  wire_put_id (jdwp_request (vm), WIRE_OBJECT, object);
  return jdwp_ask (vm, JDWP_OBJECT_TYPE, &answer) && read_type (vm, &answer, type);
}

bool
debuggee_type_begins (struct jdwp *vm, uint64_t type, const char *prefix)
{
  struct wire_reader answer;
  assert (type && *prefix);
  wire_put_id (jdwp_request (vm), WIRE_TYPE, type);
  if (!jdwp_ask (vm, JDWP_TYPE_SIGNATURE, &answer))
    return false;
  struct wire_text text = wire_get_text (&answer);
  size_t length = strlen (prefix);
  return jdwp_read_all (vm, &answer) && text.length >= length
         && memcmp (text.at, prefix, length) == 0;
}

/* ---- Members. ---- */

/* Methods and fields are listed in one form: identifier, name, type, flags. */
static bool
find_member (struct jdwp *vm, enum jdwp_command list, enum wire_id kind, uint64_t type,
             const char *name, const char *descriptor, struct debuggee_member *member)
{
  struct wire_reader answer;
  member->id = 0;
  assert (type && name);
  wire_put_id (jdwp_request (vm), WIRE_TYPE, type);
  if (!jdwp_ask (vm, list, &answer))
    return false;
  uint32_t count = wire_get_count (&answer, 13);
  for (uint32_t i = 0; i < count && !member->id; i++)
    {
      uint64_t id = wire_get_id (&answer, kind);
      struct wire_text own = wire_get_text (&answer), types = wire_get_text (&answer);
      uint64_t flags = wire_get (&answer, 4);
      if (wire_text_is (own, name) && (!descriptor || wire_text_is (types, descriptor)))
        *member = (struct debuggee_member){ id, flags & ACC_STATIC };
    }
  return jdwp_read_all (vm, &answer) && member->id != 0;
}

bool
debuggee_find_method (struct jdwp *vm, uint64_t type, const char *name,
                      const char *descriptor, struct debuggee_member *method)
{
  assert (method && name && *name);
  return find_member (vm, JDWP_TYPE_METHODS, WIRE_METHOD, type, name, descriptor, method);
}

bool
debuggee_find_field (struct jdwp *vm, uint64_t type, const char *name,
                     struct debuggee_member *field)
{
  assert (field && name && *name);
  return find_member (vm, JDWP_TYPE_FIELDS, WIRE_FIELD, type, name, NULL, field);
}

bool
debuggee_opcode (struct jdwp *vm, uint64_t type, uint64_t method, uint64_t index,
                 uint8_t *opcode)
{
  assert (type && method && opcode);
  struct wire_reader answer;
  struct wire_writer *request = jdwp_request (vm);
  wire_put_id (request, WIRE_TYPE, type);
  wire_put_id (request, WIRE_METHOD, method);
  if (!jdwp_ask (vm, JDWP_BYTECODES, &answer))
    return false;
  uint32_t count = wire_get_count (&answer, 1);
  if (index >= count)
    return false;
  *opcode = answer.at[index];
  return true;
}

/* ---- Values. ---- */

bool
debuggee_static (struct jdwp *vm, uint64_t type, const char *name, uint64_t *object)
{
  assert (type && object);
  struct debuggee_member field;
  struct wire_reader answer;
  uint8_t tag;
  if (!debuggee_find_field (vm, type, name, &field) || !field.is_static)
    return false;
  struct wire_writer *request = jdwp_request (vm);
  wire_put_id (request, WIRE_TYPE, type);
  wire_put (request, 1, 4);
  wire_put_id (request, WIRE_FIELD, field.id);
  if (!jdwp_ask (vm, JDWP_TYPE_VALUES, &answer) || wire_get_count (&answer, 2) != 1)
    return false;
  *object = wire_get_value (&answer, &tag);
  return jdwp_read_all (vm, &answer);
}

bool
debuggee_value (struct jdwp *vm, uint64_t object, const char *name, uint64_t *value)
{
  struct wire_reader answer;
  struct debuggee_member field;
  uint64_t type;
  uint8_t tag;
  assert (object && name && value);
  *value = 0;
  if (!debuggee_object_type (vm, object, &type))
    return false;
  while (!debuggee_find_field (vm, type, name, &field) || field.is_static)
    if (vm->error || jdwp_has_failed (vm) || !debuggee_superclass (vm, type, &type))
      return false;
    else if (!type)
      return true;
  struct wire_writer *request = jdwp_request (vm);
  wire_put_id (request, WIRE_OBJECT, object);
  wire_put (request, 1, 4);
  wire_put_id (request, WIRE_FIELD, field.id);
  if (!jdwp_ask (vm, JDWP_OBJECT_VALUES, &answer) || wire_get_count (&answer, 1) != 1)
    return false;
  *value = wire_get_value (&answer, &tag);
  return jdwp_read_all (vm, &answer);
}

bool
debuggee_element (struct jdwp *vm, uint64_t array, uint32_t index, uint64_t *object)
{
  assert (array && object);
  struct wire_reader answer;
  uint8_t tag;
  struct wire_writer *request = jdwp_request (vm);
  wire_put_id (request, WIRE_OBJECT, array);
  wire_put (request, index, 4);
  wire_put (request, 1, 4);
  if (!jdwp_ask (vm, JDWP_ARRAY_VALUES, &answer))
    return false;
  wire_get (&answer, 1);
  if (wire_get_count (&answer, 1) != 1)
    return false;
  *object = wire_get_value (&answer, &tag);
  return jdwp_read_all (vm, &answer);
}

bool
debuggee_set_static (struct jdwp *vm, uint64_t type, const char *name, uint64_t object)
{
  struct debuggee_member field;
  struct wire_reader answer;
  assert (type && object);
  if (!debuggee_find_field (vm, type, name, &field) || !field.is_static)
    return false;
  struct wire_writer *request = jdwp_request (vm);
  wire_put_id (request, WIRE_TYPE, type);
  wire_put (request, 1, 4);
  wire_put_id (request, WIRE_FIELD, field.id);
  wire_put_id (request, WIRE_OBJECT, object);
  return jdwp_ask (vm, JDWP_SET_STATICS, &answer);
}

/* A request about the method in which THREAD is; null: it is nowhere. */
static struct wire_writer *
request_frame (struct jdwp *vm, uint64_t thread)
{
  struct wire_reader answer;
  assert (thread);
  struct wire_writer *request = jdwp_request (vm);
  wire_put_id (request, WIRE_OBJECT, thread);
  wire_put (request, 0, 4);
  wire_put (request, 1, 4);
  if (!jdwp_ask (vm, JDWP_THREAD_FRAMES, &answer) || wire_get_count (&answer, 10) != 1)
    return NULL;
  uint64_t frame = wire_get_id (&answer, WIRE_FRAME);
  wire_get_location (&answer);
  if (!jdwp_read_all (vm, &answer))
    return NULL;
  request = jdwp_request (vm);
  wire_put_id (request, WIRE_OBJECT, thread);
  wire_put_id (request, WIRE_FRAME, frame);
  return request;
}

bool
debuggee_this (struct jdwp *vm, uint64_t thread, uint64_t *object)
{
  struct wire_reader answer;
  uint8_t tag;
  assert (object);
  if (!request_frame (vm, thread) || !jdwp_ask (vm, JDWP_THIS_OBJECT, &answer))
    return false;
  *object = wire_get_value (&answer, &tag);
  return jdwp_read_all (vm, &answer);
}

bool
debuggee_argument (struct jdwp *vm, uint64_t thread, uint32_t slot, uint64_t *object)
{
  struct wire_reader answer;
  uint8_t tag;
  assert (object);
  struct wire_writer *request = request_frame (vm, thread);
  if (!request)
    return false;
  wire_put (request, 1, 4);
  wire_put (request, slot, 4);
  wire_put (request, 'L', 1);
  if (!jdwp_ask (vm, JDWP_FRAME_VALUES, &answer) || wire_get_count (&answer, 1) != 1)
    return false;
  *object = wire_get_value (&answer, &tag);
  return jdwp_read_all (vm, &answer);
}

/* ---- Requests for events. ---- */

bool
debuggee_request (struct jdwp *vm, const struct debuggee_filter *filter,
                  uint32_t *request)
{
  assert (request && (!filter->field || filter->field_type));
  struct wire_reader answer;
  struct wire_writer *out = jdwp_request (vm);
  int modifiers = (filter->thread != 0) + (filter->instance != 0)
                  + (filter->location.type != 0) + (filter->field != 0)
                  + filter->exceptions;
  bool steps = filter->kind == JDWP_EVENT_SINGLE_STEP; /* over one instruction */
  wire_put (out, filter->kind, 1);
  wire_put (out, JDWP_SUSPEND_THREAD, 1);
  wire_put (out, (uint64_t) modifiers, 4);
  if (filter->location.type)
    {
      wire_put (out, MODIFIER_LOCATION, 1);
      wire_put_location (out, filter->location);
    }
  if (filter->field)
    {
      wire_put (out, MODIFIER_FIELD, 1);
      wire_put_id (out, WIRE_TYPE, filter->field_type);
      wire_put_id (out, WIRE_FIELD, filter->field);
    }
  if (filter->exceptions)
    {
      wire_put (out, MODIFIER_EXCEPTION, 1);
      wire_put_id (out, WIRE_TYPE, 0);
      wire_put (out, 0x0101, 2);
    }
  if (filter->thread)
    {
      wire_put (out, steps ? MODIFIER_STEP : MODIFIER_THREAD, 1);
      wire_put_id (out, WIRE_OBJECT, filter->thread);
    }
  if (steps)
    {
      wire_put (out, STEP_INSTRUCTION, 4);
      wire_put (out, filter->out ? STEP_OUT : filter->into ? STEP_INTO : STEP_OVER, 4);
    }
  if (filter->instance)
    {
      wire_put (out, MODIFIER_INSTANCE, 1);
      wire_put_id (out, WIRE_OBJECT, filter->instance);
    }
  if (!jdwp_ask (vm, JDWP_EVENT_SET, &answer))
    return false;
  *request = (uint32_t) wire_get (&answer, 4);
  return jdwp_read_all (vm, &answer) && *request != 0;
}

bool
debuggee_clear (struct jdwp *vm, enum jdwp_event_kind kind, uint32_t request)
{
  struct wire_reader answer;
  assert (request);
  wire_put (jdwp_request (vm), kind, 1);
  wire_put (&vm->request, request, 4);
  return jdwp_ask (vm, JDWP_EVENT_CLEAR, &answer);
}

/* ---- Threads. ---- */

bool
debuggee_resume (struct jdwp *vm, uint64_t thread)
{
  struct wire_reader answer;
  assert (thread);
  wire_put_id (jdwp_request (vm), WIRE_OBJECT, thread);
  return jdwp_ask (vm, JDWP_THREAD_RESUME, &answer);
}

bool
debuggee_resume_all (struct jdwp *vm)
{
  struct wire_reader answer;
  jdwp_request (vm);
  return jdwp_ask (vm, JDWP_RESUME_ALL, &answer);
}

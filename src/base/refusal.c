/* refusal.c -- see refusal.h. */
#include <config.h>

#include "base/refusal.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

bool
refusal_format (char *message, size_t size, const char *format, ...)
{
  assert (size > 1);
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (message, size, format, arguments);
  va_end (arguments);
  assert (message[0] != '\0');
  return false;
}

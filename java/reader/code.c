/* code.c -- the attribute Code: handlers and tables around the instructions.
 *
 * What a program needs to run is checked; what only a debugger needs (lines, local
 * variables) is taken as far as it makes sense.
 */
#include <config.h>

#include "java/reader/code_parts.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

#include "java/reader/attributes.h"
#include "java/reader/descriptor.h"

#define CODE_MOST 65535 /* bytes of bytecode */

bool
code_refuse (const struct code_reader *reader, uint32_t pc, const char *code,
             const char *format, ...)
{
  const struct names *names = reader->context->names;
  va_list arguments;
  va_start (arguments, format);
  const char *what = arena_vformat (reader->context->diags->arena, format, arguments);
  va_end (arguments);
  assert (pc <= reader->length);
  return class_refuse (
    reader->context, reader->class,
    (uint32_t) (reader->bytes - reader->class->bytes) + pc, code,
    "method %s%s, instruction at %u: %s", names_text (names, reader->method->name),
    names_text (names, reader->method->descriptor), (unsigned) pc, what);
}

/* ---- Handlers. ---- */

static bool
take_handler (struct code_reader *reader, const struct java_code *code,
              struct cursor *cursor, struct handler *handler)
{
  uint32_t begin = cursor_u2 (cursor), end = cursor_u2 (cursor);
  uint32_t target = cursor_u2 (cursor), type = cursor_u2 (cursor);
  bool fine = begin < end && end <= reader->length
              && code_begins_at (code, begin, &handler->begin)
              && code_begins_at (code, target, &handler->target);
  if (fine && end == reader->length)
    handler->end = code->count;
  else
    fine = fine && code_begins_at (code, end, &handler->end);
  if (!fine)
    return code_refuse (reader, 0, "class-bytecode",
                        "an exception handler for bytes %u to %u, at %u, which are no "
                        "instructions",
                        (unsigned) begin, (unsigned) end, (unsigned) target);
  assert (handler->begin < handler->end && handler->end <= code->count);
  handler->type = NAME_NONE;
  if (type == 0)
    return true;
  if (constants_tag (&reader->class->constants, type) != CONSTANT_CLASS)
    return code_refuse (reader, 0, "class-index",
                        "an exception handler catches constant %u, which is no class",
                        (unsigned) type);
  handler->type = constants_class (&reader->class->constants, type);
  return true;
}

static bool
read_handlers (struct code_reader *reader, struct java_code *code, struct cursor *cursor)
{
  uint32_t count = cursor_u2 (cursor);
  if (!cursor_holds (cursor, count, 8))
    return code_refuse (reader, 0, "class-truncated", "%u exception handlers do not fit",
                        (unsigned) count);
  code->handlers = arena_calloc (reader->context->arena, count, sizeof *code->handlers);
  code->handler_count = count;
  for (uint32_t i = 0; i < count; i++)
    if (!take_handler (reader, code, cursor, &code->handlers[i]))
      return false;
  assert (!cursor->failed);
  return true;
}

/* ---- For debuggers. ---- */

/* The number of entries of SIZE bytes at CURSOR; OLD entries are there already. */
static bool
take_count (struct code_reader *reader, struct cursor *cursor, const char *table,
            uint32_t size, uint32_t *count)
{
  assert (table && size > 0);
  *count = cursor_u2 (cursor);
  return cursor_holds (cursor, *count, size)
         || code_refuse (reader, 0, "class-truncated", "a %s of %u entries does not fit",
                         table, (unsigned) *count);
}

static bool
read_lines (struct code_reader *reader, struct java_code *code, struct cursor *cursor)
{
  uint32_t count;
  if (!take_count (reader, cursor, "LineNumberTable", 4, &count))
    return false;
  /* There may be several tables, which are one (JVMS 4.7.12). */
  code->lines = arena_grow (reader->context->arena, code->lines,
                            code->line_count * sizeof *code->lines,
                            (code->line_count + count) * sizeof *code->lines);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t pc = cursor_u2 (cursor), line = cursor_u2 (cursor);
      assert (!cursor->failed);
      if (pc < reader->length)
        code->lines[code->line_count++]
          = (struct code_line){ code_instruction_at (code, pc), line };
    }
  return true;
}

static int
compare_lines (const void *left, const void *right)
{
  const struct code_line *a = left, *b = right;
  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  return a->line < b->line ? -1 : a->line > b->line;
}

static bool
read_locals (struct code_reader *reader, struct java_code *code, struct cursor *cursor)
{
  const struct constants *constants = &reader->class->constants;
  uint32_t count;
  if (!take_count (reader, cursor, "LocalVariableTable", 10, &count))
    return false;
  code->locals = arena_grow (reader->context->arena, code->locals,
                             code->local_count * sizeof *code->locals,
                             (code->local_count + count) * sizeof *code->locals);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t begin = cursor_u2 (cursor), end = begin + cursor_u2 (cursor);
      uint32_t name = cursor_u2 (cursor), type = cursor_u2 (cursor);
      uint32_t local = cursor_u2 (cursor);
      if (constants_tag (constants, name) != CONSTANT_UTF8
          || constants_tag (constants, type) != CONSTANT_UTF8)
        return code_refuse (reader, 0, "class-index",
                            "name or type of a local variable is no text");
      assert (!cursor->failed && begin <= end);
      if (begin >= reader->length || end > reader->length || local >= code->max_locals)
        continue;
      code->locals[code->local_count++] = (struct code_local){
        .begin = code_instruction_at (code, begin),
        .end = end == reader->length ? code->count : code_instruction_at (code, end),
        .local = local,
        .name = constants_utf8 (constants, name),
        .descriptor = constants_utf8 (constants, type),
      };
    }
  return true;
}

static bool
read_tables (struct code_reader *reader, struct java_code *code, struct cursor *cursor)
{
  const struct java_class *class = reader->class;
  uint32_t count = cursor_u2 (cursor);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t name;
      struct class_part part;
      if (!attribute_take (reader->context, class, cursor, "a code", &name, &part))
        return false;
      struct cursor inside = attribute_cursor (class, part);
      if (constants_utf8_is (&class->constants, name, "LineNumberTable"))
        {
          if (!read_lines (reader, code, &inside))
            return false;
        }
      else if (constants_utf8_is (&class->constants, name, "LocalVariableTable")
               && !read_locals (reader, code, &inside))
        return false;
    }
  if (code->line_count)
    qsort (code->lines, code->line_count, sizeof *code->lines, compare_lines);
  return true;
}

uint32_t
code_line_of (const struct java_code *code, uint32_t instruction)
{
  assert (instruction < code->count);
  if (code->line_count == 0 || code->lines[0].begin > instruction)
    return 0;
  return code
    ->lines[vec_search (&code->lines->begin, sizeof *code->lines, 0, code->line_count,
                        instruction)]
    .line;
}

/* ---- All of it. ---- */

bool
code_read (struct class_context *context, const struct java_class *class,
           const struct java_method *method, struct java_code *code)
{
  assert (method->code.begin < method->code.end);
  struct cursor cursor = attribute_cursor (class, method->code);
  /* The very first compilers used smaller numbers. */
  bool is_old = class->major == 45 && class->minor < 3;
  *code = (struct java_code){ .max_stack = cursor_take (&cursor, is_old ? 1 : 2),
                              .max_locals = 0 };
  code->max_locals = cursor_take (&cursor, is_old ? 1 : 2);
  uint32_t length = cursor_take (&cursor, is_old ? 2 : 4);
  struct code_reader reader = { context, class, method, class->bytes + cursor.at, 0 };
  if (length == 0 || length > CODE_MOST || !cursor_holds (&cursor, length, 1))
    return code_refuse (&reader, 0, "class-truncated", "a code of %u bytes does not fit",
                        (unsigned) length);
  reader.length = code->bytes = length;
  cursor_skip (&cursor, length);
  if (!code_decode (&reader, code) || !read_handlers (&reader, code, &cursor)
      || !read_tables (&reader, code, &cursor))
    return false;
  if (cursor.failed || cursor.at != cursor.end)
    return code_refuse (&reader, 0, "class-truncated",
                        "its code and its tables do not fill the attribute");
  return true;
}

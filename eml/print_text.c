/* print_text.c -- lines and names of EML; see printer.h. */
#include <config.h>

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "eml/printer.h"
#include "eml/syntax.h"

static void
put_bytes (struct printer *p, const char *bytes, size_t length)
{
  vec_reserve (p->arena, &p->text, (uint64_t) p->text.count + length);
  memcpy (p->text.at + p->text.count, bytes, length);
  assert (length <= UINT32_MAX - p->text.count);
  p->text.count += (uint32_t) length;
}

void
print_put (struct printer *p, const char *text)
{
  put_bytes (p, text, strlen (text));
}

void
print_format (struct printer *p, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  print_put (p, arena_vformat (p->arena, format, arguments));
  va_end (arguments);
}

/* The longest line for a unit of one statement. */
#define COLUMNS 80

/* Is NAME a name without quotes?  Words of EML need quotes. */
static bool
is_word (const char *name)
{
  if (!isalpha ((unsigned char) *name) && *name != '_' && *name != '$')
    return false;
  for (const char *c = name; *c; c++)
    if (!isalnum ((unsigned char) *c) && *c != '_' && *c != '$' && *c != '.')
      return false;
  return eml_keyword_kind (name, strlen (name)) == EML_NO_KEYWORD;
}

void
print_quoted (struct printer *p, const char *text)
{
  put_bytes (p, "\"", 1);
  for (const char *c = text; *c; c++)
    {
      if (*c == '"' || *c == '\\')
        put_bytes (p, "\\", 1);
      /* Names in programs may contain control characters, which a line may not. */
      bool is_control = (unsigned char) *c < 0x20 || *c == 0x7f;
      put_bytes (p, is_control ? "?" : c, 1);
    }
  put_bytes (p, "\"", 1);
}

void
print_name (struct printer *p, const char *name)
{
  assert (*name);
  if (is_word (name))
    print_put (p, name);
  else
    print_quoted (p, name);
}

void
print_name_id (struct printer *p, name_id name)
{
  print_name (p, names_text (p->ir->model->names, name));
}

void
print_position (struct printer *p, name_id position)
{
  if (position.index == NAME_NONE.index)
    return;
  print_put (p, " @");
  print_quoted (p, names_text (p->ir->model->names, position));
}

void
print_begin_line (struct printer *p)
{
  for (uint32_t i = 0; i < p->indent; i++)
    put_bytes (p, "  ", 2);
}

void
print_end_line (struct printer *p)
{
  put_bytes (p, "\n", 1);
}

void
print_line (struct printer *p, const char *text)
{
  print_begin_line (p);
  print_put (p, text);
  print_end_line (p);
}

void
print_open_scope (struct printer *p)
{
  assert (p->indent + 1 >= p->scopes.count);
  print_put (p, " {");
  print_end_line (p);
  p->indent++;
  *vec_push (p->arena, &p->scopes) = ++p->scope_count;
}

void
print_close_scope (struct printer *p)
{
  assert (p->indent > 0 && p->scopes.count > 0);
  p->indent--;
  p->scopes.count--;
  print_begin_line (p);
  print_put (p, "}");
}

void
print_open (struct printer *p, enum ir_statement_kind kind, uint32_t step)
{
  print_begin_statement (p, kind, step);
  if (kind == IR_STATEMENT_BRANCH)
    print_begin_statement (p, IR_STATEMENT, IR_NO_STEP);
  print_open_scope (p);
}

void
print_join (struct printer *p, uint32_t begin)
{
  uint32_t breaks = 0, columns = 0;
  assert (begin < p->text.count && p->text.at[p->text.count - 1] == '\n');
  for (uint32_t i = begin; i + 1 < p->text.count; i++)
    {
      bool is_blank = breaks > 0 && p->text.at[i] == ' ' && p->text.at[i - 1] <= ' ';
      breaks += p->text.at[i] == '\n';
      columns += !is_blank;
    }
  if (breaks != 2 || columns > COLUMNS)
    return;
  uint32_t end = begin;
  for (uint32_t i = begin; i + 1 < p->text.count; i++)
    if (p->text.at[i] == '\n')
      {
        p->text.at[end++] = ' ';
        while (p->text.at[i + 1] == ' ')
          i++;
      }
    else
      p->text.at[end++] = p->text.at[i];
  p->text.at[end++] = '\n';
  p->text.count = end;
}

void
print_next_arm (struct printer *p, const char *word)
{
  print_end_statement (p, true, NAME_NONE);
  print_begin_statement (p, IR_STATEMENT, IR_NO_STEP);
  print_close_scope (p);
  print_put (p, word);
  print_open_scope (p);
}

void
print_close (struct printer *p, enum ir_statement_kind kind, name_id position)
{
  print_end_statement (p, true, position);
  if (kind == IR_STATEMENT_BRANCH)
    print_end_statement (p, true, NAME_NONE);
  print_close_scope (p);
  print_position (p, position);
  print_end_line (p);
}

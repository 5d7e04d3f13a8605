/* positions.c -- see positions.h. */
#include <config.h>

#include "llvm/positions.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "llvm/compile_commands.h"

/* Is FILE one that nobody reads who looks for a mistake of the program: of the system,
   or ours (cxx_threads.h)? */
static bool
is_of_system (const struct program *p, LLVMMetadataRef file)
{
  unsigned length = 0;
  const char *name = file ? p->calls->DIFileGetFilename (file, &length) : NULL;
  return name
         && ((length > 5 && strncmp (name, "/usr/", 5) == 0)
             || (length > 7 && strncmp (name, "/rustc/", 7) == 0)
             || (length > 6 && strncmp (name, "/proc/", 6) == 0));
}

struct place
positions_place (const struct program *p, LLVMValueRef instruction)
{
  const struct llvm_calls *c = p->calls;
  struct place first = { .file = NULL };
  assert (instruction);
  LLVMMetadataRef at
    = c->IsAInstruction (instruction) ? c->InstructionGetDebugLoc (instruction) : NULL;
  for (; at; at = c->DILocationGetInlinedAt (at))
    {
      struct place place = { c->DIScopeGetFile (c->DILocationGetScope (at)),
                             c->DILocationGetLine (at), c->DILocationGetColumn (at) };
      if (place.line == 0 || !place.file)
        continue;
      if (!is_of_system (p, place.file))
        return place;
      if (!first.file)
        first = place;
    }
  return first;
}

/* The name of FILE, and in *LENGTH its length; null if there is none. */
static const char *
name_of (const struct program *p, LLVMMetadataRef file, unsigned *length)
{
  *length = 0;
  return file ? p->calls->DIFileGetFilename (file, length) : NULL;
}

bool
positions_is_of (const struct program *p, LLVMValueRef instruction, const char *file)
{
  const struct llvm_calls *c = p->calls;
  LLVMMetadataRef at = c->InstructionGetDebugLoc (instruction);
  unsigned length = 0;
  const char *name
    = at ? name_of (p, c->DIScopeGetFile (c->DILocationGetScope (at)), &length) : NULL;
  size_t end = strlen (file);
  assert (end > 0);
  return name && length >= end && strncmp (name + length - end, file, end) == 0;
}

const char *
positions_line (const struct program *p, LLVMValueRef instruction)
{
  assert (instruction);
  unsigned length;
  struct place place = positions_place (p, instruction);
  const char *file = name_of (p, place.file, &length);
  if (!file || length == 0)
    return NULL;
  const char *name = file + length;
  while (name > file && name[-1] != '/')
    name--;
  return arena_format (p->arena, "%.*s:%u", (int) (file + length - name), name,
                       place.line);
}

static void
add_text (struct positions *positions, const char *bytes, size_t length)
{
  for (size_t i = 0; i < length; i++)
    *vec_push (positions->program->arena, &positions->text) = bytes[i];
}

/* The first place that FUNCTION has; null: there are no debug data. */
static LLVMValueRef
first_known (const struct program *p, LLVMValueRef function)
{
  unsigned length;
  for (LLVMBasicBlockRef block = p->calls->GetFirstBasicBlock (function); block;
       block = p->calls->GetNextBasicBlock (block))
    for (LLVMValueRef i = p->calls->GetFirstInstruction (block); i;
         i = p->calls->GetNextInstruction (i))
      if (name_of (p, positions_place (p, i).file, &length) && length > 0)
        return i;
  return NULL;
}

/* The greatest line of the text's file that some instruction is in. */
static unsigned
last_line (const struct positions *positions)
{
  const struct program *p = positions->program;
  unsigned last = 0;
  for (uint32_t r = 0; r < p->roots.count + p->procedures.count; r++)
    for (LLVMBasicBlockRef block = p->calls->GetFirstBasicBlock (
           r < p->roots.count ? p->roots.at[r].function
                              : p->procedures.at[r - p->roots.count]);
         block; block = p->calls->GetNextBasicBlock (block))
      for (LLVMValueRef i = p->calls->GetFirstInstruction (block); i;
           i = p->calls->GetNextInstruction (i))
        if (positions_is_inside (positions, i) && positions_place (p, i).line > last)
          last = positions_place (p, i).line;
  return last;
}

/* Take the file at PATH for the text, if it is one. */
static bool
read_file (struct positions *positions, const char *path)
{
  struct source source;
  struct source_error error;
  if (!source_read (&source, positions->program->arena, path, &error))
    return false;
  add_text (positions, source.text, source.length);
  if (source.length > 0 && source.text[source.length - 1] != '\n')
    add_text (positions, "\n", 1);
  return true;
}

static void
read_text (struct positions *positions, const char *path, LLVMValueRef first)
{
  assert (first);
  assert (positions->file);
  const struct program *p = positions->program;
  unsigned length;
  const char *folder
    = p->calls->DIFileGetDirectory (positions_place (p, first).file, &length);
  const char *there
    = folder && length > 0 && positions->file[0] != '/'
        ? arena_format (p->arena, "%.*s/%s", (int) length, folder, positions->file)
        : positions->file;
  bool is_c = !text_ends_with (path, ".bc") && !text_ends_with (path, ".ll")
              && !compile_commands_takes (path);
  if (read_file (positions, is_c ? path : there))
    return;
  positions->text.count = 0;
  for (unsigned i = last_line (positions); i > 0; i--)
    add_text (positions, "\n", 1);
}

void
positions_init (struct positions *positions, const struct program *p, const char *path)
{
  *positions = (struct positions){ .program = p };
  names_init (&positions->names, p->arena);
  pairmap_init (&positions->unplaced, p->arena);
  assert (p->roots.count > 0);
  LLVMValueRef first = first_known (p, p->roots.at[0].function);
  if (first)
    {
      unsigned length;
      const char *file = name_of (p, positions_place (p, first).file, &length);
      positions->file = arena_copy (p->arena, file, length);
      read_text (positions, path, first);
    }
  *vec_push (p->arena, &positions->lines) = 0;
  for (uint32_t i = 0; i < positions->text.count; i++)
    if (positions->text.at[i] == '\n')
      *vec_push (p->arena, &positions->lines) = i + 1;
}

bool
positions_is_inside (const struct positions *positions, LLVMValueRef instruction)
{
  unsigned length;
  const char *file = name_of (
    positions->program, positions_place (positions->program, instruction).file, &length);
  return file && positions->file && strlen (positions->file) == length
         && strncmp (positions->file, file, length) == 0;
}

/* A line below the file for INSTRUCTION, which is not in it. */
static struct span
find_below (struct positions *positions, LLVMValueRef instruction)
{
  assert (positions->spans.count == positions->names.entries.count);
  const struct program *p = positions->program;
  const char *line = positions_line (p, instruction);
  LLVMBasicBlockRef block = p->calls->GetInstructionParent (instruction);
  const char *function = program_value_name (p, p->calls->GetBasicBlockParent (block));
  uint32_t *known
    = pairmap_at (&positions->unplaced, key_high (instruction), key_low (instruction));
  if (!line && *known != PAIRMAP_FREE)
    return positions->spans.at[*known];
  /* To print one instruction, LLVM numbers the whole module. */
  char *printed
    = line || positions->file ? NULL : p->calls->PrintValueToString (instruction);
  char *text
    = line
        ? arena_format (p->arena, "%s:%u", line, positions_place (p, instruction).column)
      : printed ? arena_format (p->arena, "%s, %s", function, printed)
                : arena_format (p->arena, "%s, instruction %u of those without a line",
                                function, (unsigned) positions->spans.count);
  if (printed)
    p->calls->DisposeMessage (printed);
  for (char *c = text; *c; c++)
    if ((unsigned char) *c < ' ' || (unsigned char) *c > '~')
      *c = ' ';
  name_id name = names_intern (&positions->names, text, strlen (text));
  assert (name.index <= positions->spans.count);
  if (name.index == positions->spans.count)
    {
      uint32_t begin = positions->text.count;
      add_text (positions, text, strlen (text));
      add_text (positions, "\n", 1);
      *vec_push (p->arena, &positions->spans)
        = (struct span){ begin, positions->text.count - 1 };
    }
  *known = name.index;
  return positions->spans.at[name.index];
}

struct span
positions_find (struct positions *positions, LLVMValueRef instruction)
{
  const struct program *p = positions->program;
  struct place place = positions_place (p, instruction);
  unsigned line = place.line;
  if (!positions_is_inside (positions, instruction) || line == 0
      || line >= positions->lines.count)
    return find_below (positions, instruction);
  uint32_t begin = positions->lines.at[line - 1], end = positions->lines.at[line] - 1;
  unsigned column = place.column;
  assert (begin <= end);
  if (column > 0 && begin + column - 1 < end)
    begin += column - 1;
  return (struct span){ begin, end };
}

#endif

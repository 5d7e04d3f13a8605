/* debug_lines.c -- see debug_lines.h. */
#include <config.h>

#include "trace/recording/debug_lines.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBDW
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "trace/recording/debug_types.h"

/* libdw is loaded when it is needed: linked with the program, it would cost every start.
 */
/* clang-format off */
#define LIBDW_FUNCTIONS(X)                                                               \
  X (dwfl_begin) X (dwfl_end) X (dwfl_report_begin) X (dwfl_report_elf)                  \
  X (dwfl_report_end) X (dwfl_getsrc) X (dwfl_lineinfo) X (dwfl_addrmodule)              \
  X (dwfl_module_addrinfo) X (dwfl_addrdie) X (dwfl_build_id_find_elf)                   \
  X (dwfl_standard_find_debuginfo) X (dwarf_getsrcfiles) X (dwarf_getscopes)             \
  X (dwarf_getscopes_die) X (dwarf_tag) X (dwarf_attr) X (dwarf_formudata)               \
  X (dwarf_filesrc)
/* clang-format on */

struct lines_dw
{
#define LIBDW_MEMBER(name) __typeof__ (name) *name;
  LIBDW_FUNCTIONS (LIBDW_MEMBER)
  struct types_dw types;
  Dwfl_Callbacks callbacks;
  Dwfl *dwfl;
  void *library, *cxx; /* libdw, and the library of C++ or null */
};
#endif

void
lines_init (struct debug_lines *lines, struct arena *arena, const char *folder)
{
  assert (arena && *folder == '/');
  *lines = (struct debug_lines){ .arena = arena, .folder = folder };
  pairmap_init (&lines->numbers, arena);
  names_init (&lines->functions, arena);
}

/* ---- Modules. ---- */

static bool
is_known (const struct debug_lines *lines, uint64_t base, const char *path, size_t length)
{
  for (uint32_t i = 0; i < lines->modules.count; i++)
    if (lines->modules.at[i].base == base && strlen (lines->modules.at[i].path) == length
        && memcmp (lines->modules.at[i].path, path, length) == 0)
      return true;
  return false;
}

void
lines_add_modules (struct debug_lines *lines, const char *text)
{
  assert (!lines->dw);
  while (*text)
    {
      char *path;
      size_t line = strcspn (text, "\n");
      uint64_t base = strtoull (text, &path, 16);
      size_t length = line - (size_t) (path - text);
      if (*path == ' ' && length > 1 && length <= line
          && !is_known (lines, base, path + 1, length - 1))
        *vec_push (lines->arena, &lines->modules)
          = (struct lines_module){ base,
                                   arena_copy (lines->arena, path + 1, length - 1) };
      text += line + (text[line] == '\n');
    }
}

/* The module that ADDRESS is in, if it is in any: the last one that begins before. */
static uint32_t
find_module (const struct debug_lines *lines, uint64_t address)
{
  uint32_t found = LINES_NO_MODULE;
  for (uint32_t i = 0; i < lines->modules.count; i++)
    if (lines->modules.at[i].base <= address
        && (found == LINES_NO_MODULE
            || lines->modules.at[i].base > lines->modules.at[found].base))
      found = i;
  assert (found == LINES_NO_MODULE || lines->modules.at[found].base <= address);
  return found;
}

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* Replace what would end a field of a trace. */
static char *
make_harmless (char *text)
{
  for (char *c = text; *c; c++)
    if (*c == '|' || *c == '(' || *c == ')' || (unsigned char) *c <= ' ' || *c == 0x7f)
      *c = '_';
  return text;
}

/* "libc.so.6+0x1234" */
static const char *
describe (const struct debug_lines *lines, uint32_t module, uint64_t address)
{
  if (module == LINES_NO_MODULE)
    return "unknown";
  const struct lines_module *it = &lines->modules.at[module];
  assert (it->base <= address);
  return make_harmless (arena_format (lines->arena, "%s+0x%llx", base_name (it->path),
                                      (unsigned long long) (address - it->base)));
}

/* ---- With libdw. ---- */

#ifdef HAVE_LIBDW

static bool
load_libdw (struct lines_dw *dw)
{
  dw->library = dlopen ("libdw.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!dw->library)
    return false;
#define LIBDW_LOAD(name)                                                                 \
  *(void **) &dw->name = dlsym (dw->library, #name);                                     \
  if (!dw->name)                                                                         \
    return false;
  LIBDW_FUNCTIONS (LIBDW_LOAD)
#define TYPES_LOAD(name)                                                                 \
  *(void **) &dw->types.name = dlsym (dw->library, #name);                               \
  if (!dw->types.name)                                                                   \
    return false;
  TYPES_FUNCTIONS (TYPES_LOAD)
  return true;
}

void
lines_open (struct debug_lines *lines)
{
  assert (!lines->dw);
  struct lines_dw *dw = arena_calloc (lines->arena, 1, sizeof *dw);
  if (!load_libdw (dw))
    return;
  dw->callbacks.find_elf = dw->dwfl_build_id_find_elf;
  dw->callbacks.find_debuginfo = dw->dwfl_standard_find_debuginfo;
  dw->dwfl = dw->dwfl_begin (&dw->callbacks);
  if (!dw->dwfl)
    return;
  dw->dwfl_report_begin (dw->dwfl);
  for (uint32_t i = 0; i < lines->modules.count; i++)
    dw->dwfl_report_elf (dw->dwfl, base_name (lines->modules.at[i].path),
                         lines->modules.at[i].path, -1, lines->modules.at[i].base, true);
  dw->dwfl_report_end (dw->dwfl, NULL, NULL);
  lines->dw = dw;
  /* Only needed for names of C++. */
  dw->cxx = dlopen ("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
  if (dw->cxx)
    *(void **) &lines->demangle = dlsym (dw->cxx, "__cxa_demangle");
}

void
lines_close (struct debug_lines *lines)
{
  struct lines_dw *dw = lines->dw;
  if (!dw)
    return;
  assert (dw->dwfl && dw->library);
  dw->dwfl_end (dw->dwfl);
  if (dw->cxx)
    dlclose (dw->cxx);
  dlclose (dw->library);
  lines->demangle = NULL;
  lines->dw = NULL;
}

static bool
is_below (const char *path, const char *folder)
{
  size_t length = strlen (folder);
  return strncmp (path, folder, length) == 0 && path[length] == '/';
}

/* A library that came with the system, for which there may be debugging information. */
static bool
is_system (const char *module)
{
  return is_below (module, "/usr/lib") || is_below (module, "/lib")
         || is_below (module, "/lib64");
}

static void
set_line (const struct debug_lines *lines, struct lines_place *place, const char *path,
          int number)
{
  assert (path && number > 0 && place->module < lines->modules.count);
  bool is_ours = is_below (path, lines->folder);
  place->is_own
    = is_ours
      || (!is_below (path, "/usr") && !is_system (lines->modules.at[place->module].path));
  if (is_ours)
    path += strlen (lines->folder) + 1;
  place->line = make_harmless (arena_format (lines->arena, "%s:%d", path, number));
}

/* The file, among FILES, and the line of the innermost inlined call in SCOPE; or null. */
static const char *
find_call (const struct lines_dw *dw, Dwarf_Die *scope, Dwarf_Files *files, int *number)
{
  Dwarf_Attribute attribute;
  Dwarf_Word file, line;
  if (dw->dwarf_tag (scope) != DW_TAG_inlined_subroutine
      || dw->dwarf_formudata (dw->dwarf_attr (scope, DW_AT_call_file, &attribute), &file)
      || dw->dwarf_formudata (dw->dwarf_attr (scope, DW_AT_call_line, &attribute), &line))
    return NULL;
  *number = (int) line;
  return dw->dwarf_filesrc (files, file, NULL, NULL);
}

/* Set PLACE to the innermost line of the program itself into which the code at ADDRESS
   was inlined. */
static void
leave_system (const struct debug_lines *lines, struct lines_place *place,
              uint64_t address)
{
  Dwarf_Addr bias;
  Dwarf_Files *files;
  const struct lines_dw *dw = lines->dw;
  Dwarf_Die *unit = dw->dwfl_addrdie (dw->dwfl, address, &bias);
  Dwarf_Die *innermost = NULL, *scopes = NULL;
  assert (!place->is_own); /* or the program has been reached */
  if (!unit || dw->dwarf_getsrcfiles (unit, &files, NULL) != 0)
    return;
  int count = dw->dwarf_getscopes (unit, address - bias, &innermost) > 0
                ? dw->dwarf_getscopes_die (&innermost[0], &scopes)
                : 0;
  for (int i = 0; i < count && !place->is_own; i++)
    {
      int number = 0;
      const char *path = find_call (dw, &scopes[i], files, &number);
      if (path && number > 0 && !is_below (path, "/usr"))
        set_line (lines, place, path, number);
    }
  free (innermost);
  free (scopes);
}

static void
find_line (const struct debug_lines *lines, struct lines_place *place, uint64_t address)
{
  const struct lines_dw *dw = lines->dw;
  Dwfl_Line *line = dw ? dw->dwfl_getsrc (dw->dwfl, address) : NULL;
  assert (!place->line);
  int number = 0;
  const char *path
    = line ? dw->dwfl_lineinfo (line, NULL, &number, NULL, NULL, NULL) : NULL;
  if (!path || number <= 0 || place->module == LINES_NO_MODULE)
    return;
  set_line (lines, place, path, number);
  if (!place->is_own)
    leave_system (lines, place, address);
}

static const char *
find_symbol (const struct debug_lines *lines, uint64_t address, uint64_t *offset,
             uint64_t *size)
{
  const struct lines_dw *dw = lines->dw;
  Dwfl_Module *module = dw ? dw->dwfl_addrmodule (dw->dwfl, address) : NULL;
  GElf_Off distance;
  GElf_Sym symbol;
  const char *name = module ? dw->dwfl_module_addrinfo (module, address, &distance,
                                                        &symbol, NULL, NULL, NULL)
                            : NULL;
  if (!name || !*name || distance >= symbol.st_size)
    return NULL;
  *offset = distance;
  *size = symbol.st_size;
  return name;
}

const char *
lines_find_part (const struct debug_lines *lines, uint64_t address, uint64_t offset,
                 uint64_t extent)
{
  const struct lines_dw *dw = lines->dw;
  Dwfl_Module *module = dw ? dw->dwfl_addrmodule (dw->dwfl, address) : NULL;
  Dwarf_Die variable;
  if (!module || !types_find_variable (&dw->types, module, address, &variable))
    return NULL;
  return types_part_name (&dw->types, &variable, offset, extent, lines->arena);
}

#else

const char *
lines_find_part (const struct debug_lines *lines, uint64_t address, uint64_t offset,
                 uint64_t extent)
{
  (void) lines, (void) address, (void) offset, (void) extent;
  return NULL;
}

void
lines_open (struct debug_lines *lines)
{
  assert (!lines->dw);
}

void
lines_close (struct debug_lines *lines)
{
  assert (!lines->dw);
}

static void
find_line (const struct debug_lines *lines, struct lines_place *place, uint64_t address)
{
  (void) lines, (void) place, (void) address;
}

static const char *
find_symbol (const struct debug_lines *lines, uint64_t address, uint64_t *offset,
             uint64_t *size)
{
  (void) lines, (void) address, (void) offset, (void) size;
  return NULL;
}

#endif

/* ---- Questions. ---- */

/* The length of a function's name in TEXT without its parameters; the name of what is
   defined inside of a function contains the parameters of that. */
static size_t
name_length (const char *text)
{
  assert (text[0]);
  size_t length = strcspn (text, "(");
  for (const char *close; text[length] && (close = strchr (text + length, ')'))
                          && strncmp (close, ")::", 3) == 0;)
    length = (size_t) (close - text) + 1 + strcspn (close + 1, "(");
  return length;
}

/* SYMBOL as a programmer would write it; without parameters, if it is a FUNCTION. */
static const char *
make_readable (const struct debug_lines *lines, const char *symbol, bool function)
{
  int status;
  char *plain = strncmp (symbol, "_Z", 2) == 0 && lines->demangle
                  ? lines->demangle (symbol, NULL, NULL, &status)
                  : NULL;
  const char *text = plain ? plain : symbol;
  assert (text[0]);
  size_t length = plain && function ? name_length (text) : strlen (text);
  char *readable = arena_copy (lines->arena, text, length);
  free (plain);
  return make_harmless (readable);
}

static struct lines_place
make_place (struct debug_lines *lines, uint64_t address)
{
  uint64_t offset, size;
  struct lines_place place = { .module = find_module (lines, address) };
  const char *symbol = find_symbol (lines, address, &offset, &size);
  if (symbol)
    {
      const char *name = make_readable (lines, symbol, true);
      place.function = names_text (&lines->functions,
                                   names_intern (&lines->functions, name, strlen (name)));
    }
  find_line (lines, &place, address);
  if (!place.line)
    place.line = describe (lines, place.module, address);
  assert (place.module == LINES_NO_MODULE || place.module < lines->modules.count);
  return place;
}

const struct lines_place *
lines_find (struct debug_lines *lines, uint64_t address)
{
  uint64_t before = address > 0 ? address - 1 : 0;
  uint32_t *number
    = pairmap_at (&lines->numbers, (uint32_t) before, (uint32_t) (before >> 32));
  if (*number == PAIRMAP_FREE)
    {
      uint32_t place = *number = lines->places.count;
      *vec_push (lines->arena, &lines->places) = make_place (lines, before);
      assert (lines->places.at[place].line);
      return &lines->places.at[place];
    }
  assert (*number < lines->places.count);
  return &lines->places.at[*number];
}

const char *
lines_find_variable (struct debug_lines *lines, uint64_t address, uint64_t *offset,
                     uint64_t *size)
{
  const char *symbol = find_symbol (lines, address, offset, size);
  return symbol ? make_readable (lines, symbol, false) : NULL;
}

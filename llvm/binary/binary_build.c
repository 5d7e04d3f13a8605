/* binary_build.c -- see binary_build.h.
 *
 * The hooks are ThreadSanitizer's, but its runtime is ours.  Reads that come before a
 * write of the same place have hooks, too: an interleaving may stand between them.  The
 * program is at fixed addresses, so that debug data say where its code will be.
 */
#include <config.h>

#include "llvm/binary/binary_build.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "llvm/compile_commands.h"

#ifdef HAVE_LIBDW
#include <dlfcn.h>
#include <elfutils/libdw.h>
#endif

extern char **environ;

/* ---- Compiling. ---- */

typedef VEC (char *) word_list;

static void
add (word_list *words, struct arena *arena, const char *text)
{
  assert (text);
  *vec_push (arena, words) = arena_copy (arena, text, strlen (text));
}

static void
add_all (word_list *words, struct arena *arena, const char *const *texts, size_t count)
{
  for (size_t i = 0; i < count; i++)
    add (words, arena, texts[i]);
}

/* The first line of the file MESSAGES that has "error", or its first. */
static const char *
first_error (int messages, struct arena *arena)
{
  char text[4096];
  ssize_t length = pread (messages, text, sizeof text - 1, 0);
  if (length <= 0)
    return "it does not say why";
  text[length] = '\0';
  const char *error = strstr (text, "error");
  const char *undefined = strstr (text, "undefined reference");
  const char *line = undefined ? undefined : error ? error : text;
  while (line > text && line[-1] != '\n')
    line--;
  return arena_copy (arena, line, strcspn (line, "\n"));
}

/* Run WORDS in FOLDER (or here). */
static bool
run (word_list *words, const char *folder, struct arena *arena, const char **problem)
{
  posix_spawn_file_actions_t actions;
  char name[] = "/tmp/phaselock-says.XXXXXX";
  int messages = mkostemp (name, O_CLOEXEC);
  pid_t child;
  int status = -1, error = messages < 0 ? errno : 0;
  *vec_push (arena, words) = NULL;
  if (messages >= 0)
    unlink (name);
  posix_spawn_file_actions_init (&actions);
  if (error == 0)
    error = posix_spawn_file_actions_adddup2 (&actions, messages, STDERR_FILENO);
  if (error == 0 && folder)
    error = posix_spawn_file_actions_addchdir_np (&actions, folder);
  if (error == 0)
    error = posix_spawnp (&child, words->at[0], &actions, NULL, words->at, environ);
  posix_spawn_file_actions_destroy (&actions);
  while (error == 0 && waitpid (child, &status, 0) < 0)
    error = errno == EINTR ? 0 : errno;
  bool fine = error == 0 && WIFEXITED (status) && WEXITSTATUS (status) == 0;
  if (!fine)
    *problem = arena_format (arena, "%s: %s", words->at[0],
                             error ? strerror (error) : first_error (messages, arena));
  if (messages >= 0)
    close (messages);
  return fine;
}

static bool
compile (const struct binary_build *build, const struct compile_command *command,
         const char *object, const struct llvm_options *options, struct arena *arena,
         const char **problem)
{
  static const char *const fixed[] = { "-g",
                                       "-O0",
                                       "-fsanitize=thread",
                                       "-mllvm",
                                       "-tsan-instrument-read-before-write",
                                       "-fno-pie",
                                       "-w",
                                       "-c" };
  word_list words = VEC_EMPTY;
  assert (build->folder && command->file);
  add (&words, arena, options->clang ? options->clang : "clang");
  add_all (&words, arena, fixed, sizeof fixed / sizeof *fixed);
  for (uint32_t i = 0; i < command->words.count; i++)
    add (&words, arena, command->words.at[i]);
  add_all (&words, arena, (const char *const *) options->arguments,
           options->argument_count);
  add (&words, arena, "-o");
  add (&words, arena, object);
  add (&words, arena, command->file);
  return run (&words, command->folder, arena, problem);
}

static bool
link_program (struct binary_build *build, uint32_t objects, bool cxx,
              const struct llvm_options *options, struct arena *arena,
              const char **problem)
{
  word_list words = VEC_EMPTY;
  const char *clang = options->clang ? options->clang : "clang";
  assert (objects > 0);
  build->program = arena_format (arena, "%s/program", build->folder);
  add (&words, arena, cxx ? arena_format (arena, "%s++", clang) : clang);
  add (&words, arena, "-no-pie");
  for (uint32_t i = 0; i < objects; i++)
    add (&words, arena, arena_format (arena, "%s/%u.o", build->folder, (unsigned) i));
  add (&words, arena, arena_format (arena, "%s/libphaselock-record.so", build->library));
  add (&words, arena, arena_format (arena, "-Wl,-rpath,%s", build->library));
  add (&words, arena, "-pthread");
  for (uint32_t i = 0; i < options->argument_count; i++)
    if (strncmp (options->arguments[i], "-l", 2) == 0
        || strncmp (options->arguments[i], "-L", 2) == 0)
      add (&words, arena, options->arguments[i]);
  add (&words, arena, "-lm");
  add (&words, arena, "-o");
  add (&words, arena, build->program);
  return run (&words, NULL, arena, problem);
}

bool
binary_build_make (struct binary_build *build, const char *path,
                   const struct llvm_options *options, struct arena *arena,
                   const char **problem)
{
  struct compile_commands commands = { .list = VEC_EMPTY };
  bool cxx = false;
  assert (build->library && build->folder);
  if (text_ends_with (path, ".bc") || text_ends_with (path, ".ll"))
    {
      *problem = "what was compiled already has no hooks: give the files of C";
      return false;
    }
  if (!compile_commands_takes (path))
    *vec_push (arena, &commands.list) = (struct compile_command){ .file = path };
  else if (!compile_commands_read (&commands, path, arena, problem))
    return false;
  for (uint32_t i = 0; i < commands.list.count; i++)
    {
      const struct compile_command *command = &commands.list.at[i];
      const char *object = arena_format (arena, "%s/%u.o", build->folder, (unsigned) i);
      cxx
        |= !text_ends_with (command->file, ".c") && !text_ends_with (command->file, ".i");
      if (!compile (build, command, object, options, arena, problem))
        return false;
    }
  return link_program (build, commands.list.count, cxx, options, arena, problem);
}

/* ---- Where code is. ---- */

#ifdef HAVE_LIBDW

/* libdw is loaded when it is needed, as elsewhere (trace/recording/debug_lines.c). */
/* clang-format off */
#define LIBDW_FUNCTIONS(X)                                                               \
  X (dwarf_begin) X (dwarf_end) X (dwarf_nextcu) X (dwarf_offdie) X (dwarf_getsrclines)  \
  X (dwarf_onesrcline) X (dwarf_lineaddr) X (dwarf_lineno) X (dwarf_linecol)             \
  X (dwarf_linesrc) X (dwarf_lineendsequence)
/* clang-format on */

struct libdw
{
#define LIBDW_MEMBER(name) __typeof__ (name) *name;
  LIBDW_FUNCTIONS (LIBDW_MEMBER)
};

static bool
load (struct libdw *dw)
{
  void *library = dlopen ("libdw.so.1", RTLD_NOW);
#define LIBDW_FIND(name) &&(dw->name = (__typeof__ (name) *) dlsym (library, #name))
  return library LIBDW_FUNCTIONS (LIBDW_FIND);
}

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* The place of PLAN that line LINE of the table is at, or LEAD_NONE. */
static uint32_t
place_of_line (const struct libdw *dw, Dwarf_Line *line, const struct binary_plan *plan)
{
  int number, column;
  const char *file = dw->dwarf_linesrc (line, NULL, NULL);
  assert (plan->places.count < LEAD_NONE);
  if (!file || dw->dwarf_lineno (line, &number) != 0
      || dw->dwarf_linecol (line, &column) != 0)
    return LEAD_NONE;
  for (uint32_t i = 0; i < plan->places.count; i++)
    {
      const struct binary_place *place = &plan->places.at[i];
      if (place->line == (uint32_t) number && place->column == (uint32_t) column
          && strcmp (base_name (place->file), base_name (file)) == 0)
        return i;
    }
  return LEAD_NONE;
}

static void
add_lines (const struct libdw *dw, Dwarf_Die *unit, const struct binary_plan *plan,
           binary_ranges *ranges, struct arena *arena)
{
  Dwarf_Lines *lines;
  size_t count;
  assert (unit && ranges);
  if (dw->dwarf_getsrclines (unit, &lines, &count) != 0)
    return;
  for (size_t i = 0; i + 1 < count; i++)
    {
      Dwarf_Line *line = dw->dwarf_onesrcline (lines, i);
      Dwarf_Addr begin, end;
      bool last = true;
      uint32_t place = place_of_line (dw, line, plan);
      if (place == LEAD_NONE || dw->dwarf_lineendsequence (line, &last) != 0 || last
          || dw->dwarf_lineaddr (line, &begin) != 0
          || dw->dwarf_lineaddr (dw->dwarf_onesrcline (lines, i + 1), &end) != 0
          || begin >= end)
        continue;
      *vec_push (arena, ranges)
        = (struct lead_range){ .begin = begin, .end = end, .place = place };
    }
}

static int
compare_ranges (const void *left, const void *right)
{
  const struct lead_range *a = left, *b = right;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

bool
binary_build_ranges (const char *program, const struct binary_plan *plan,
                     binary_ranges *ranges, struct arena *arena, const char **problem)
{
  struct libdw dw;
  assert (program[0] == '/');
  *problem = "libdw, which knows where code is, is not installed";
  if (!load (&dw))
    return false;
  *problem = "its debug data cannot be read";
  int file = open (program, O_RDONLY | O_CLOEXEC);
  Dwarf *debug = file >= 0 ? dw.dwarf_begin (file, DWARF_C_READ) : NULL;
  Dwarf_Off at = 0, next;
  size_t header;
  while (debug && dw.dwarf_nextcu (debug, at, &next, &header, NULL, NULL, NULL) == 0)
    {
      Dwarf_Die unit;
      if (dw.dwarf_offdie (debug, at + header, &unit))
        add_lines (&dw, &unit, plan, ranges, arena);
      assert (next > at);
      at = next;
    }
  if (debug)
    dw.dwarf_end (debug);
  if (file >= 0)
    close (file);
  if (ranges->count > 0)
    qsort (ranges->at, ranges->count, sizeof *ranges->at, compare_ranges);
  return ranges->count > 0 || plan->steps.count == 0;
}

#else

bool
binary_build_ranges (const char *program, const struct binary_plan *plan,
                     binary_ranges *ranges, struct arena *arena, const char **problem)
{
  (void) program;
  (void) plan;
  (void) ranges;
  (void) arena;
  *problem = "this phaselock was built without libdw, which knows where code is";
  return false;
}

#endif

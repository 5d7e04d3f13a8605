/* module.c -- see module.h.
 *
 * C is for the user's clang: it writes bitcode into a file without a name, which LLVM
 * reads.  What clang complains about goes to standard error, as it is.
 */
#include <config.h>

#include "llvm/module.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "llvm/c_library.h"
#include "llvm/compile_commands.h"
#include "llvm/cxx_threads.h"

extern char **environ;

static bool
is_bitcode (const char *path)
{
  assert (path);
  return text_ends_with (path, ".bc") || text_ends_with (path, ".ll");
}

static char *
word (struct program *p, const char *text)
{
  return arena_copy (p->arena, text, strlen (text));
}

/* The first error in MESSAGES, a file that clang has written to, with its place. */
static const char *
first_error (struct program *p, int messages)
{
  char text[4096];
  ssize_t length = pread (messages, text, sizeof text - 1, 0);
  if (length <= 0)
    return "it does not say why";
  text[length] = '\0';
  const char *error = strstr (text, "error:");
  const char *line = error ? error : text;
  while (line > text && line[-1] != '\n')
    line--;
  return arena_copy (p->arena, line, strcspn (line, "\n"));
}

/* Start WORDS in FOLDER, or here if that is null, with its messages going to the file
   MESSAGES: 0, or an error number. */
static int
start_clang (pid_t *child, char **words, const char *folder, int messages)
{
  assert (words[0] && messages >= 0);
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init (&actions);
  if (error != 0)
    return error;
  error = posix_spawn_file_actions_adddup2 (&actions, messages, STDERR_FILENO);
  if (error == 0 && folder)
    error = posix_spawn_file_actions_addchdir_np (&actions, folder);
  if (error == 0)
    error = posix_spawnp (child, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy (&actions);
  return error;
}

static bool
is_cxx (const char *path)
{
  static const char *const ends[] = { ".cc", ".cpp", ".cxx", ".C", ".c++" };
  assert (path);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (text_ends_with (path, ends[i]))
      return true;
  return false;
}

/* A file of TEXT, for clang to read. */
static int
open_text (const char *text)
{
  int file = memfd_create ("phaselock-text", 0);
  size_t length = strlen (text);
  if (file >= 0 && write (file, text, length) != (ssize_t) length)
    {
      close (file);
      return -1;
    }
  return file;
}

/* Run clang as COMMAND says; the bitcode goes to OUTPUT, what it says to the file
   MESSAGES: it repeats the words that it was given, which may be anything. */
static bool
run_clang (struct program *p, const struct compile_command *command, const char *output,
           int messages, int threads)
{
  static const char *const fixed[]
    = { "-g",         "-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names",
        "-emit-llvm", "-c" };
  const char *clang = p->options->clang ? p->options->clang : "clang";
  const char *path = command->file;
  size_t count = sizeof fixed / sizeof *fixed + command->words.count
                 + p->options->argument_count + 9;
  char **words = arena_calloc (p->arena, count, sizeof *words);
  size_t n = 0;
  words[n++] = word (p, clang);
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    words[n++] = word (p, fixed[i]);
  if (threads >= 0)
    {
      words[n++] = word (p, "-std=gnu++17"); /* words of the user come after it */
      words[n++] = word (p, "-include");
      words[n++] = arena_format (p->arena, "/proc/%d/fd/%d", (int) getpid (), threads);
    }
  for (uint32_t i = 0; i < command->words.count; i++)
    words[n++] = command->words.at[i];
  for (uint32_t i = 0; i < p->options->argument_count && !command->is_ours; i++)
    words[n++] = p->options->arguments[i];
  words[n++] = word (p, "-o");
  words[n++] = word (p, output);
  words[n++] = arena_format (p->arena, "%s%s", path[0] == '-' ? "./" : "", path);
  assert (n < count);
  pid_t child;
  int status, error = start_clang (&child, words, command->folder, messages);
  if (error != 0)
    return program_fail (p, "no-clang", "%s, which compiles C, cannot be started: %s",
                         clang, strerror (error));
  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      return program_fail (p, "no-clang", "waiting for %s: %s", clang, strerror (errno));
  if (WIFEXITED (status) && WEXITSTATUS (status) == 127)
    return program_fail (p, "no-clang",
                         "%s, which compiles C, is not installed: --clang "
                         "says where it is",
                         clang);
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    return program_fail (p, "not-compiled", "%s does not compile %s: %s", clang,
                         command->folder ? path : "it", first_error (p, messages));
  return true;
}

/* LLVM's own handler prints, and ends the program. */
static void
ignore (LLVMDiagnosticInfoRef info, void *context)
{
  (void) info;
  (void) context;
}

/* The first line of MESSAGE. */
static const char *
first_line (struct program *p, const char *message)
{
  assert (message);
  return arena_copy (p->arena, message, strcspn (message, "\n"));
}

/* The module in the file at PATH; null, with a problem, if there is none. */
static LLVMModuleRef
parse (struct program *p, const char *path)
{
  const struct llvm_calls *c = p->calls;
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *message = NULL;
  assert (p->context);
  if (c->CreateMemoryBufferWithContentsOfFile (path, &buffer, &message))
    {
      program_fail (p, "unreadable", "it cannot be read: %s", first_line (p, message));
      c->DisposeMessage (message);
      return NULL;
    }
  if (c->ParseIRInContext (p->context, buffer, &module, &message))
    {
      program_fail (
        p, "bad-bitcode",
        "LLVM %s cannot read it, as what a newer one wrote (rustc's, say): %s",
        LLVM_MAJOR, message ? first_line (p, message) : "it is no bitcode");
      c->DisposeMessage (message);
      return NULL;
    }
  message = NULL;
  bool broken = c->VerifyModule (module, LLVMReturnStatusAction, &message);
  if (broken)
    {
      program_fail (p, "bad-bitcode", "it is not well-formed: %s",
                    first_line (p, message));
      c->DisposeModule (module);
    }
  c->DisposeMessage (message);
  return broken ? NULL : module;
}

/* The module that clang makes as COMMAND says; null, with a problem, if it does not. */
static LLVMModuleRef
compile (struct program *p, const struct compile_command *command)
{
  int file = memfd_create ("phaselock-bitcode", 0);
  int messages = memfd_create ("phaselock-messages", MFD_CLOEXEC);
  bool cxx = is_cxx (command->file);
  /* What the C++ library does not give the source of. */
  int threads = cxx ? open_text (cxx_threads) : -1;
  LLVMModuleRef module = NULL;
  const char *output = arena_format (p->arena, "/proc/%d/fd/%d", (int) getpid (), file);
  assert (!p->problem);
  if (file < 0 || messages < 0 || (cxx && threads < 0))
    program_fail (p, "unreadable", "no file for bitcode: %s", strerror (errno));
  else if (run_clang (p, command, output, messages, threads))
    module = parse (p, output);
  const int all[] = { file, messages, threads };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] >= 0)
      close (all[i]);
  return module;
}

/* ---- Several files. ---- */

/* Does MODULE define the function that the program begins in? */
static bool
has_main (const struct program *p, LLVMModuleRef module)
{
  const char *name = p->options->main_name ? p->options->main_name : "main";
  LLVMValueRef function = p->calls->GetNamedFunction (module, name);
  assert (module);
  return function && !p->calls->IsDeclaration (function);
}

/* Put MODULE, of FILE, to the others. */
static bool
join (struct program *p, LLVMModuleRef module, const char *file)
{
  assert (module && file);
  if (!p->module)
    p->module = module;
  else if (p->calls->LinkModules2 (p->module, module))
    return program_fail (p, "not-linked",
                         "%s and the files before it define the same thing twice", file);
  return true;
}

/* The file of COMMAND in full; null: it is not there. */
static const char *
full_path (struct program *p, const struct compile_command *command)
{
  const char *file = command->file;
  assert (file && command->folder);
  char *path = realpath (
    *file == '/' ? file : arena_format (p->arena, "%s/%s", command->folder, file), NULL);
  const char *copy = path ? arena_copy (p->arena, path, strlen (path)) : NULL;
  free (path);
  assert (!copy || *copy == '/');
  return copy;
}

/* Keep the folder of FILE, where readers may look for it. */
static void
keep_folder (struct program *p, const char *file)
{
  const char *slash = file ? strrchr (file, '/') : NULL;
  assert (!file || slash);
  if (!slash)
    return;
  const char *folder
    = arena_copy (p->arena, file, (size_t) (slash - file) + (slash == file));
  for (uint32_t i = 0; i < p->folders.count; i++)
    if (strcmp (p->folders.at[i], folder) == 0)
      return;
  *vec_push (p->arena, &p->folders) = folder;
}

/* Is the file of COMMAND, called PATH in full, the one that PATH!FILE names, or its end?
 */
static bool
is_chosen (const struct program *p, const struct compile_command *command,
           const char *path)
{
  const char *wanted = p->options->main_file, *file = command->file;
  size_t length = strlen (file), end = wanted ? strlen (wanted) : 0;
  assert (!path || *path == '/');
  return !wanted || (path && strcmp (path, wanted) == 0)
         || (length >= end && strcmp (file + length - end, wanted) == 0
             && (length == end || file[length - end - 1] == '/'));
}

/* All files of COMMANDS are one program, but of those with a main only the chosen one. */
static bool
link_all (struct program *p, const struct compile_commands *commands)
{
  const char *chosen = NULL;
  for (uint32_t i = 0; i < commands->list.count; i++)
    {
      const char *file = commands->list.at[i].file;
      const char *full = full_path (p, &commands->list.at[i]);
      LLVMModuleRef module = compile (p, &commands->list.at[i]);
      if (!module)
        return false;
      bool begins = has_main (p, module);
      if (begins && !is_chosen (p, &commands->list.at[i], full))
        {
          p->calls->DisposeModule (module);
          continue;
        }
      if (begins && chosen)
        {
          p->calls->DisposeModule (module);
          return program_fail (p, "several-programs",
                               "%s and %s both have a main: choose a program by "
                               "compile_commands.json!%s",
                               chosen, file, file);
        }
      chosen = begins ? file : chosen;
      keep_folder (p, full);
      if (!join (p, module, file))
        return false;
    }
  return chosen
         || program_fail (p, "no-main", "none of its files%s%s has the main of a program",
                          p->options->main_file ? " called " : "",
                          p->options->main_file ? p->options->main_file : "");
}

/* ---- The C library. ---- */

/* Link what the program calls of the functions in c_library.h.  If clang is not there, or
   does not compile that, they are functions that are not given. */
static void
link_library (struct program *p)
{
  const struct llvm_calls *c = p->calls;
  struct compile_command command = { .is_ours = true };
  assert (p->module && !p->problem);
  static const char *const fixed[] = { "-xc", "-g0", "-w" };
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    *vec_push (p->arena, &command.words) = word (p, fixed[i]);
  uint32_t before = command.words.count;
  for (size_t i = 0; c_library_names[i]; i++)
    {
      LLVMValueRef function = c->GetNamedFunction (p->module, c_library_names[i]);
      if (function && c->IsDeclaration (function) && c->GetFirstUse (function))
        *vec_push (p->arena, &command.words)
          = arena_format (p->arena, "-DNEED_%s", c_library_names[i]);
    }
  if (command.words.count == before)
    return;
  int file = open_text (c_library);
  if (file < 0)
    return;
  command.file = arena_format (p->arena, "/proc/%d/fd/%d", (int) getpid (), file);
  LLVMModuleRef library = compile (p, &command);
  if (library)
    c->LinkModules2 (p->module, library);
  p->problem = p->code = NULL;
  close (file);
}

bool
module_read (struct program *p, const char *path)
{
  struct compile_commands commands;
  const char *message;
  assert (!p->module && path);
  p->context = p->calls->ContextCreate ();
  p->calls->ContextSetDiagnosticHandler (p->context, ignore, NULL);
  if (is_bitcode (path))
    p->module = parse (p, path);
  else if (access (path, R_OK) != 0)
    program_fail (p, "unreadable", "it cannot be read: %s", strerror (errno));
  else if (!compile_commands_takes (path))
    p->module = compile (p, &(struct compile_command){ .file = path });
  else if (!compile_commands_read (&commands, path, p->arena, &message))
    program_fail (p, "unreadable", "%s", message);
  else
    link_all (p, &commands);
  if (p->module && !p->problem)
    link_library (p);
  if (p->module)
    p->layout = p->calls->GetModuleDataLayout (p->module);
  assert (p->module || p->problem);
  return !p->problem;
}

void
module_free (struct program *p)
{
  assert (!p->module || p->context);
  if (p->module)
    p->calls->DisposeModule (p->module);
  if (p->context)
    p->calls->ContextDispose (p->context);
  p->module = NULL;
  p->context = NULL;
}

#endif

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

/* Start WORDS with its messages going to the file MESSAGES: 0, or an error number. */
static int
start_clang (pid_t *child, char **words, int messages)
{
  assert (words[0] && messages >= 0);
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init (&actions);
  if (error != 0)
    return error;
  error = posix_spawn_file_actions_adddup2 (&actions, messages, STDERR_FILENO);
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

/* A file with what the C++ library does not give the source of, for clang's -include. */
static int
open_cxx_threads (void)
{
  int file = memfd_create ("phaselock-threads", 0);
  size_t length = strlen (cxx_threads);
  if (file >= 0 && write (file, cxx_threads, length) != (ssize_t) length)
    {
      close (file);
      return -1;
    }
  return file;
}

/* Run clang on PATH; the bitcode goes to OUTPUT, what it says to the file MESSAGES: it
   repeats the words that it was given, which may be anything. */
static bool
run_clang (struct program *p, const char *path, const char *output, int messages,
           int threads)
{
  static const char *const fixed[]
    = { "-g",         "-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names",
        "-emit-llvm", "-c" };
  const char *clang = p->options->clang ? p->options->clang : "clang";
  size_t count = sizeof fixed / sizeof *fixed + p->options->argument_count + 9;
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
  for (uint32_t i = 0; i < p->options->argument_count; i++)
    words[n++] = p->options->arguments[i];
  words[n++] = word (p, "-o");
  words[n++] = word (p, output);
  words[n++] = arena_format (p->arena, "%s%s", path[0] == '-' ? "./" : "", path);
  assert (n < count);
  pid_t child;
  int status, error = start_clang (&child, words, messages);
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
    return program_fail (p, "not-compiled", "%s does not compile it: %s", clang,
                         first_error (p, messages));
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

static bool
parse (struct program *p, const char *path)
{
  assert (!p->context);
  const struct llvm_calls *c = p->calls;
  LLVMMemoryBufferRef buffer;
  char *message = NULL;
  if (c->CreateMemoryBufferWithContentsOfFile (path, &buffer, &message))
    {
      program_fail (p, "unreadable", "it cannot be read: %s", first_line (p, message));
      c->DisposeMessage (message);
      return false;
    }
  p->context = c->ContextCreate ();
  c->ContextSetDiagnosticHandler (p->context, ignore, NULL);
  if (c->ParseIRInContext (p->context, buffer, &p->module, &message))
    {
      p->module = NULL;
      program_fail (p, "bad-bitcode", "LLVM %s cannot read it: %s", LLVM_MAJOR,
                    message ? first_line (p, message) : "it is no bitcode");
      c->DisposeMessage (message);
      return false;
    }
  message = NULL;
  if (c->VerifyModule (p->module, LLVMReturnStatusAction, &message))
    program_fail (p, "bad-bitcode", "it is not well-formed: %s", first_line (p, message));
  c->DisposeMessage (message);
  p->layout = c->GetModuleDataLayout (p->module);
  assert (p->module && p->layout);
  return !p->problem;
}

bool
module_read (struct program *p, const char *path)
{
  assert (!p->module && path);
  if (is_bitcode (path))
    return parse (p, path);
  if (access (path, R_OK) != 0)
    return program_fail (p, "unreadable", "it cannot be read: %s", strerror (errno));
  int file = memfd_create ("phaselock-bitcode", 0);
  int messages = memfd_create ("phaselock-messages", MFD_CLOEXEC);
  int threads = is_cxx (path) ? open_cxx_threads () : -1;
  bool fine
    = file >= 0 && messages >= 0 && (threads >= 0 || !is_cxx (path))
        ? true
        : program_fail (p, "unreadable", "no file for bitcode: %s", strerror (errno));
  const char *output = arena_format (p->arena, "/proc/%d/fd/%d", (int) getpid (), file);
  fine = fine && run_clang (p, path, output, messages, threads) && parse (p, output);
  if (file >= 0)
    close (file);
  if (messages >= 0)
    close (messages);
  if (threads >= 0)
    close (threads);
  return fine;
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

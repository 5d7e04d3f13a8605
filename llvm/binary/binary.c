/* binary.c -- see binary.h.
 *
 * The program decides itself, in the plan that it shares with us, whether the steps
 * happened, and when nothing can happen any more.  Limits of time are for programs that
 * compute for ever between two steps.
 */
#include <config.h>

#include "llvm/binary/binary.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/quota.h"
#include "jvm/folder.h"
#include "trace/recording/recording.h"

/* Of one run: seconds of CPU, by the clock, and bytes that it writes to a file. */
#define CPU_MOST 10
#define CLOCK_MOST (20 * UINT64_C (1000000000))
#define FILE_MOST (UINT64_C (256) << 20)

void
binary_init (struct binary *binary, const struct llvm_options *options,
             const char *library, const volatile sig_atomic_t *interrupted,
             struct arena *arena)
{
  assert (options);
  *binary = (struct binary){ .options = options,
                             .interrupted = interrupted,
                             .arena = arena,
                             .build = { .library = library } };
}

void
binary_clear (struct binary *binary)
{
  if (binary->build.folder)
    folder_remove (binary->build.folder);
  binary->build.folder = NULL;
  binary->path = NULL;
}

/* Build PATH, once. */
static bool
build (struct binary *binary, const char *path)
{
  struct arena *arena = binary->arena;
  assert (path);
  if (binary->path && strcmp (binary->path, path) == 0)
    return !binary->problem;
  binary_clear (binary);
  binary->path = arena_copy (arena, path, strlen (path));
  binary->problem = "the recorder is not installed";
  if (!binary->build.library)
    return false;
  binary->build.folder = folder_create (arena);
  binary->problem = "there is no folder for temporary files";
  if (!binary->build.folder)
    return false;
  bool fine
    = binary_build_make (&binary->build, path, binary->options, arena, &binary->problem);
  binary->problem = fine ? NULL : binary->problem;
  return fine;
}

/* ---- The plan as a file. ---- */

/* A file of BYTES bytes that is mapped; null: errno says why. */
static void *
map_file (const char *path, uint64_t bytes)
{
  int file = open (path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  void *at = MAP_FAILED;
  assert (bytes > 0);
  if (file >= 0 && ftruncate (file, (off_t) bytes) == 0)
    at = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0)
    close (file);
  return at == MAP_FAILED ? NULL : at;
}

static struct lead_plan *
share (const struct binary_plan *plan, const binary_ranges *ranges, const char *path)
{
  struct lead_plan shape = { .magic = LEAD_MAGIC,
                             .question = plan->question,
                             .final = plan->final,
                             .processes = plan->processes,
                             .steps = plan->steps.count,
                             .ranges = ranges->count,
                             .values = plan->values.count };
  struct lead_plan *shared = map_file (path, lead_bytes (&shape));
  assert (plan->processes <= LEAD_PROCESSES);
  if (!shared)
    return NULL;
  *shared = shape;
  for (uint32_t p = 0; p < plan->processes; p++)
    shared->process[p].is_free = plan->is_free[p];
  for (uint32_t i = 0; i < plan->steps.count; i++)
    lead_steps (shared)[i] = plan->steps.at[i];
  for (uint32_t i = 0; i < ranges->count; i++)
    lead_ranges (shared)[i] = ranges->at[i];
  for (uint32_t i = 0; i < plan->values.count; i++)
    lead_values (shared)[i] = plan->values.at[i];
  return shared;
}

/* ---- Running. ---- */

static _Noreturn void
become_program (const char *program, const char *folder, const char *recording,
                const char *lead, pid_t parent)
{
  struct rlimit cpu = { CPU_MOST, CPU_MOST }, none = { 0, 0 };
  struct rlimit file = { FILE_MOST, FILE_MOST };
  sigset_t mask;
  sigemptyset (&mask);
  sigprocmask (SIG_SETMASK, &mask, NULL);
  setpgid (0, 0);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  setrlimit (RLIMIT_CPU, &cpu);
  setrlimit (RLIMIT_CORE, &none);
  setrlimit (RLIMIT_FSIZE, &file);
  int nothing = open ("/dev/null", O_RDWR);
  char *words[] = { strdup (program), NULL };
  if (getppid () == parent && nothing >= 0 && dup2 (nothing, 0) == 0
      && dup2 (nothing, 1) == 1 && dup2 (nothing, 2) == 2 && chdir (folder) == 0
      && setenv ("PHASELOCK_RECORD", recording, 1) == 0
      && setenv ("PHASELOCK_LEAD", lead, 1) == 0)
    execv (words[0], words);
  _exit (127);
}

/* Wait until CHILD ends, or its plan is decided: its status, or -1. */
static int
watch (pid_t child, const struct lead_plan *plan, uint64_t deadline,
       const volatile sig_atomic_t *interrupted)
{
  int status;
  uint64_t end = quota_clock () + CLOCK_MOST;
  assert (child > 0 && plan->magic == LEAD_MAGIC);
  const struct timespec pause = { 0, 1000000 };
  while (waitpid (child, &status, WNOHANG) == 0)
    {
      uint64_t now = quota_clock ();
      if (__atomic_load_n (&plan->over, __ATOMIC_SEQ_CST) || now > end || now > deadline
          || (interrupted && *interrupted))
        {
          kill (-child, SIGKILL);
          kill (child, SIGKILL);
          while (waitpid (child, &status, 0) < 0 && errno == EINTR)
            ;
          return -1;
        }
      nanosleep (&pause, NULL);
    }
  kill (-child, SIGKILL); /* what it started */
  return status;
}

static int
run (const struct binary *binary, const struct lead_plan *plan, const char *lead,
     uint64_t deadline, struct arena *arena)
{
  const char *recording = arena_format (arena, "%s/recording", binary->build.folder);
  const char *folder = arena_format (arena, "%s/here", binary->build.folder);
  pid_t parent = getpid ();
  assert (binary->build.program && lead[0] == '/');
  void *first = map_file (recording, RAW_PAGE);
  if (!first)
    return -1;
  recording_prepare (first);
  munmap (first, RAW_PAGE);
  mkdir (folder, 0700);
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0)
    become_program (binary->build.program, folder, recording, lead, parent);
  int status = child > 0 ? watch (child, plan, deadline, binary->interrupted) : -1;
  folder_remove (folder);
  return status;
}

/* ---- What came of it. ---- */

static const char *
name_of (const struct ir_subject *subject, uint32_t process)
{
  assert (process < subject->projection.pds.processes.count);
  return subject->projection.pds.processes.at[process].name;
}

/* "main at 12:3" */
static const char *
who_and_where (const struct ir_subject *subject, const struct binary_plan *plan,
               uint32_t number, struct arena *arena)
{
  const struct lead_step *step = &plan->steps.at[number];
  const struct binary_place *place = &plan->places.at[step->place];
  assert (number < plan->steps.count);
  return arena_format (arena, "%s at line %u", name_of (subject, step->process),
                       (unsigned) place->line);
}

static const char *
tell_stall (const struct ir_subject *subject, const struct binary_plan *plan,
            const struct lead_plan *shared, struct arena *arena)
{
  uint32_t now = shared->now;
  assert (plan->processes > 0);
  if (now >= plan->steps.count)
    return "all its steps happened, and then nothing followed from them";
  return arena_format (arena,
                       "%u of its %u steps happened: what comes next is %s, which it "
                       "does not come to",
                       (unsigned) now, (unsigned) plan->steps.count,
                       who_and_where (subject, plan, now, arena));
}

static void
judge (const struct ir_subject *subject, const struct binary_plan *plan,
       const struct lead_plan *shared, int status, struct execution *seen,
       struct arena *arena)
{
  uint32_t last = plan->steps.count;
  bool died = status >= 0 && WIFSIGNALED (status);
  assert (seen->grade == EXECUTION_NOT_SEEN);
  if (shared->outcome == LEAD_HAPPENED && plan->question == LEAD_RACE)
    {
      seen->grade = EXECUTION_SEEN;
      seen->text = arena_format (
        arena, "%s and %s were about to access address 0x%llx at the same time",
        who_and_where (subject, plan, last - 2, arena),
        who_and_where (subject, plan, last - 1, arena),
        (unsigned long long) shared->process[plan->steps.at[last - 1].process].object);
    }
  else if (shared->outcome == LEAD_HAPPENED && plan->question == LEAD_DEADLOCK)
    {
      seen->grade = EXECUTION_HARMFUL;
      seen->text = "the threads wait for each other, and will for ever";
    }
  else if (shared->outcome == LEAD_HAPPENED)
    {
      seen->grade = EXECUTION_SEEN;
      seen->text
        = arena_format (arena, "all %u steps happened in this order", (unsigned) last);
    }
  else if (shared->outcome == LEAD_FAILED && shared->failed < plan->processes)
    {
      seen->grade = EXECUTION_HARMFUL;
      seen->text = arena_format (arena, "the assertion failed, in %s",
                                 name_of (subject, shared->failed));
    }
  else if (died && plan->question == LEAD_ASSERT && shared->now + 1 >= last
           && WTERMSIG (status) != SIGXCPU && WTERMSIG (status) != SIGKILL)
    {
      seen->grade = EXECUTION_HARMFUL;
      seen->text = arena_format (arena, "signal %d (%s) ended the program",
                                 WTERMSIG (status), strsignal (WTERMSIG (status)));
    }
  else if (shared->outcome == LEAD_APART)
    seen->text = "the two accesses were at different addresses";
  else
    seen->text = tell_stall (subject, plan, shared, arena);
}

void
binary_try (struct binary *binary, const char *path, const struct ir_subject *subject,
            const struct witness *witness, enum lead_question question, uint64_t deadline,
            struct execution *seen, struct arena *arena)
{
  struct binary_plan plan;
  binary_ranges ranges = VEC_EMPTY;
  uint64_t begin = quota_clock ();
  *seen = (struct execution){ .text = "", .arguments = "", .machine = "" };
  assert (seen->grade == EXECUTION_NOT_SEEN);
  if (begin > deadline)
    {
      seen->text = "there was no time left";
      return;
    }
  if (!binary_plan_make (&plan, subject, witness, question, path, arena, &seen->text))
    return;
  if (!build (binary, path))
    {
      seen->text = binary->problem;
      return;
    }
  if (!binary_build_ranges (binary->build.program, &plan, &ranges, arena, &seen->text))
    return;
  const char *lead = arena_format (arena, "%s/plan", binary->build.folder);
  struct lead_plan *shared = share (&plan, &ranges, lead);
  seen->text = "there is no room for its plan";
  if (!shared)
    return;
  uint64_t bytes = lead_bytes (shared);
  int status = run (binary, shared, lead, deadline, arena);
  judge (subject, &plan, shared, status, seen, arena);
  munmap (shared, bytes);
  seen->tries = 1;
  seen->ns = quota_clock () - begin;
}

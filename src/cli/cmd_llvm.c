/* cmd_llvm.c -- phaselock llvm: the model of a program in C, as text. */
#include <config.h>

#include <assert.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/input_arguments.h"
#include "cli/provenance_text.h"
#include "cli/reading.h"
#include "eml/print.h"
#include "io/destination.h"
#include "io/interrupt.h"

struct llvm_command
{
  struct models models;
  const char *output; /* -o: a file, or null */
  bool quiet;
};

static const struct argp_option options[]
  = { { "output", 'o', "FILE", 0, "write the model to FILE", 0 },
      { "quiet", 'q', NULL, 0, COMMAND_QUIET, 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING ('o', struct llvm_command, output),
      SETTING ('q', struct llvm_command, quiet),
      SETTING (ARGP_KEY_ARG, struct llvm_command, models),
      { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct llvm_command *command = state->input;
  if (key == ARGP_KEY_INIT)
    {
      state->child_inputs[0] = &command->models.options;
      return 0;
    }
  if (key == ARGP_KEY_END && command->models.given_count > 1)
    command_misuse (state, "one program at a time");
  return command_store (&argp, settings, key, argument, state);
}

static enum status
write_model (const struct llvm_command *command, struct ir_subject *subject)
{
  const char *text = eml_print (&subject->flow, NULL, &subject->arena);
  struct destination destination;
  if (!text)
    {
      command_error (subject->source.path,
                     "units or atomic blocks of this program are no blocks of a model");
      return STATUS_BAD_INPUT;
    }
  if (destination_open (&destination, command->output))
    fputs (text, destination.stream);
  return destination_close (&destination);
}

static enum status
take_model (struct ir_subject *subject, const char *name, bool fine, void *context)
{
  const struct llvm_command *command = context;
  (void) name;
  if (!fine)
    return STATUS_FINE;
  assert (subject->provenance);
  if (command->models.options.notes)
    provenance_print_notes (subject->provenance, stdout);
  if (!command->quiet)
    {
      provenance_print_summary (subject->provenance, stderr);
      fputc ('\n', stderr);
    }
  return command->models.options.notes && !command->output
           ? STATUS_FINE
           : write_model (command, subject);
}

static const struct argp argp
  = { options,
      parse_option,
      "FILE",
      "Write the model of a program in C.  FILE is a .c file, which clang compiles, or "
      "LLVM's bitcode (.bc) or assembly (.ll).  'phaselock check' and others read the "
      "same files, and make the model in memory.\v"
      "Exit status: 0; 2 bad usage or bad input: it does not compile, or there is no "
      "main; 4 output could not be written.",
      input_children,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct llvm_command command = { .quiet = false };
  struct models *models = &command.models;
  command_parse (&argp, argc, argv, &command);
  models->options.only = &front_end_llvm;
  models->options.interrupted = interrupt_watch ();
  struct reading reading = { INPUT_SYSTEM, false, take_model, &command };
  reading_find (models);
  enum status status = reading_each (models, &reading);
  reading_forget (models);
  return interrupt_status (status);
}

const struct command command_llvm
  = { "llvm", "write the model of a program in C", &argp, run };

"""phaselock for BenchExec, as a competition calls it: a C program and a property file.

One run is one task.  The answer is the last line of what `phaselock check --property'
prints; whatever is neither "true" nor "false(...)" is unknown.  The witness of a violation
is witness.yml in the folder of the run.  (bench/benchexec/phaselock.py is for models.)
"""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """`phaselock check --property' on one program."""

    REQUIRED_PATHS = ["phaselock"]

    def name(self):
        return "phaselock"

    def executable(self, tool_locator):
        return tool_locator.find_executable("phaselock")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="phaselock")

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, "check", *options]
        if task.property_file:
            words += ["--property", task.property_file]
        data = task.options if isinstance(task.options, dict) else {}
        if data.get("data_model") == "ILP32":
            words += ["--cflags", "-m32"]
        if rlimits.cputime and "--timeout" not in options:
            words += ["--timeout", str(rlimits.cputime)]
        return [*words, "--witness-format", "yaml", "-o", "witness.yml",
                task.single_input_file]

    def determine_result(self, run):
        if run.was_terminated or run.exit_code.signal:
            return result.RESULT_ERROR  # BenchExec says why
        answers = {
            "true": (0, result.RESULT_TRUE_PROP),
            "false(unreach-call)": (10, result.RESULT_FALSE_REACH),
            "false(no-data-race)": (10, result.RESULT_FALSE_DATARACE),
            "unknown": (5, result.RESULT_UNKNOWN),
        }
        lines = [line.strip() for line in run.output if line.strip()]
        status, answer = answers.get(lines[-1] if lines else "", (None, None))
        # A word without its status is no answer.
        if run.exit_code.value == status:
            return answer
        names = {2: "input", 4: "output", 6: "internal"}
        value = run.exit_code.value
        return f"{result.RESULT_ERROR} ({names.get(value, value)})"

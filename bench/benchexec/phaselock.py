"""phaselock for BenchExec: how to run it, and what its exit statuses mean.

BenchExec (3.3 or later) measures time and memory of whole runs in a way that
can be published.  One run is one model; see phaselock.xml and the README here.
"""

import json

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """`phaselock check' on one model, with JSON records as output."""

    def name(self):
        return "phaselock"

    def executable(self, tool_locator):
        return tool_locator.find_executable("phaselock")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="phaselock")

    def cmdline(self, executable, options, task, rlimits):
        return [executable, "check", "--format", "jsonl", *options, task.single_input_file]

    def determine_result(self, run):
        if run.was_terminated or run.exit_code.signal:
            return result.RESULT_ERROR  # BenchExec says why
        # The table is in README.md.
        return {
            0: result.RESULT_TRUE_PROP,
            10: result.RESULT_FALSE_PROP,
            5: result.RESULT_UNKNOWN,
            2: f"{result.RESULT_ERROR} (input)",
            4: f"{result.RESULT_ERROR} (output)",
            6: f"{result.RESULT_ERROR} (internal)",
        }.get(run.exit_code.value, f"{result.RESULT_ERROR} ({run.exit_code.value})")

    def get_value_from_output(self, output, identifier):
        """queries, violations, safe, unknown: their number; ms: the time of all queries."""
        records = []
        for line in output:
            # Messages are in the same file.
            if line.startswith('{"schema":'):
                try:
                    records.append(json.loads(line))
                except ValueError:
                    pass  # cut off when the run was killed
        verdicts = [record.get("verdict") for record in records]
        if identifier == "queries":
            return str(len(records))
        if identifier == "violations":
            return str(verdicts.count("violation"))
        if identifier in ("safe", "unknown"):
            return str(verdicts.count(identifier))
        if identifier == "ms":
            return f"{sum(record.get('ms', 0) for record in records):.3f}"
        return None

#!/usr/bin/env bash
# benchexec.sh -- the tool-info module for BenchExec does what BenchExec asks of it.
source "$SOURCE/tests/results/common.sh"
export PHASELOCK PYTHONDONTWRITEBYTECODE=1
if ! command -v python3 >/dev/null; then
  skip "the tool-info module" "no python3"
  done_testing; exit
fi
cp "$SOURCE/bench/benchexec/phaselock.py" module.py
ok "the module is Python" python3 -c 'import ast, sys; ast.parse(open("module.py").read())'
ok "the benchmark definition is XML" python3 -c '
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == "benchmark" and root.get("tool") == "bench.benchexec.phaselock"
assert len(root.findall("rundefinition")) == 4
' "$SOURCE/bench/benchexec/phaselock.xml"
include=$(sed -nE 's|.*<include>(.*)</include>.*|\1|p' "$SOURCE/bench/benchexec/phaselock.xml")
ok "its models are there" test -n "$(cd "$SOURCE/bench/benchexec" && ls $include)"

# What of BenchExec the module sees: the names of its API, and no more.
mkdir -p benchexec/tools; : >benchexec/__init__.py; : >benchexec/tools/__init__.py
cat >benchexec/result.py <<'EOF'
RESULT_TRUE_PROP = "true"
RESULT_FALSE_PROP = "false"
RESULT_UNKNOWN = "unknown"
RESULT_ERROR = "ERROR"
EOF
cat >benchexec/tools/template.py <<'EOF'
import subprocess
class BaseTool2:
    @staticmethod
    def _version_from_tool(executable, arg="--version", line_prefix=None):
        out = subprocess.run([executable, arg], capture_output=True, text=True).stdout
        return next(l[len(line_prefix):].strip() for l in out.splitlines() if l.startswith(line_prefix))
EOF
cat >ask.py <<'EOF'
import os, subprocess, sys, types
import module
tool = module.Tool()
class Locator:
    def find_executable(self, name):
        assert name == "phaselock"
        return os.environ["PHASELOCK"]
executable = tool.executable(Locator())
def ask(*words):
    *options, model = words
    task = types.SimpleNamespace(single_input_file=model)
    line = tool.cmdline(executable, options, task, None)
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    code = types.SimpleNamespace(value=done.returncode if done.returncode >= 0 else None,
                                 signal=-done.returncode if done.returncode < 0 else None)
    run = types.SimpleNamespace(cmdline=line, exit_code=code, output=done.stdout.splitlines(), was_terminated=False)
    values = [tool.get_value_from_output(run.output, i) for i in ("queries", "violations", "safe", "unknown")]
    assert float(tool.get_value_from_output(run.output, "ms")) >= 0
    assert tool.get_value_from_output(run.output, "nonsense") is None
    print(tool.determine_result(run), *values)
if sys.argv[1] == "version":
    print(tool.name(), tool.version(executable))
elif sys.argv[1] == "status":
    for value, signal, terminated in ((4, None, False), (6, None, False), (77, None, False), (None, 9, False), (0, None, True)):
        print(tool.determine_result(types.SimpleNamespace(was_terminated=terminated, output=[],
              exit_code=types.SimpleNamespace(value=value, signal=signal))))
else:
    ask(*sys.argv[1:])
EOF
answers () { # NAME WANTED WORD...
  local name=$1 wanted=$2; shift 2
  expect 0 "$name" python3 ask.py "$@"
  is "$name: ${wanted//$'\n'/, }" "$out" "$wanted"
}
version=$("$PHASELOCK" --version | head -1)
answers "name and version" "phaselock ${version#phaselock }" version
answers "a violation" "false 67 2 65 0" "$SOURCE/models/examples/stack.eml"
answers "none" "true 67 0 67 0" "$SOURCE/models/examples/stack-fixed.eml"
answers "with options" "true 2 0 2 0" -p 1 -e bdd "$SOURCE/models/examples/stack-fixed.eml"
answers "undecided" "unknown 1 0 0 1" --timeout 0.000000001 -p 1 -f count "$SOURCE/models/examples/stack-fixed.eml"
echo 'process P { raed a; }' >bad.eml
answers "a bad model" "ERROR (input) 0 0 0 0" bad.eml
answers "the other statuses" "ERROR (output)
ERROR (internal)
ERROR (77)
ERROR
ERROR" status
done_testing

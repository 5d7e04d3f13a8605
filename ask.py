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

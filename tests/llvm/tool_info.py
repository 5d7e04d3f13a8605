"""tool_info.py FILE -- the tool-info module in FILE does what BenchExec expects.

BenchExec is not needed: what the module uses of it is made up here.
"""
import sys
import types

benchexec = types.ModuleType('benchexec')
result = types.ModuleType('benchexec.result')
result.RESULT_ERROR = 'ERROR'
result.RESULT_TRUE_PROP = 'true'
result.RESULT_FALSE_REACH = 'false(unreach-call)'
result.RESULT_FALSE_DATARACE = 'false(no-data-race)'
result.RESULT_UNKNOWN = 'unknown'
tools = types.ModuleType('benchexec.tools')
template = types.ModuleType('benchexec.tools.template')


class BaseTool2:
    def _version_from_tool(self, executable, line_prefix):
        return executable + ' ' + line_prefix


template.BaseTool2 = BaseTool2
tools.template = template
benchexec.result, benchexec.tools = result, tools
sys.modules.update({'benchexec': benchexec, 'benchexec.result': result,
                    'benchexec.tools': tools, 'benchexec.tools.template': template})
module = {}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], 'exec'), module)
tool = module['Tool']()


def some(**members):
    return types.SimpleNamespace(**members)


assert tool.name() == 'phaselock'
assert tool.executable(some(find_executable=lambda name: '/x/' + name)) == '/x/phaselock'
assert tool.version('p') == 'p phaselock'
task = some(property_file='a.prp', options={'data_model': 'ILP32'}, single_input_file='a.c')
assert tool.cmdline('p', ['-e', 'auto'], task, some(cputime=900)) == [
    'p', 'check', '-e', 'auto', '--property', 'a.prp', '--cflags', '-m32', '--timeout', '900',
    '--witness-format', 'yaml', '-o', 'witness.yml', 'a.c']
task = some(property_file=None, options=None, single_input_file='a.c')
assert '--timeout' not in tool.cmdline('p', [], task, some(cputime=None))


def answer(status, *lines, terminated=False, signal=None):
    return tool.determine_result(some(was_terminated=terminated, output=list(lines),
                                      exit_code=some(value=status, signal=signal)))


assert answer(0, 'true\n') == 'true'
assert answer(10, 'note\n', 'false(unreach-call)\n') == 'false(unreach-call)'
assert answer(10, 'false(no-data-race)') == 'false(no-data-race)'
assert answer(5, 'unknown') == 'unknown'
assert answer(10, 'true') == 'ERROR (10)'
assert answer(0) == 'ERROR (0)'
assert answer(2, 'no such file') == 'ERROR (input)'
assert answer(6, 'unknown') == 'ERROR (internal)'
assert answer(None, 'true', terminated=True) == 'ERROR'
assert answer(None, 'true', signal=9) == 'ERROR'

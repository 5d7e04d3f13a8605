import subprocess
class BaseTool2:
    @staticmethod
    def _version_from_tool(executable, arg="--version", line_prefix=None):
        out = subprocess.run([executable, arg], capture_output=True, text=True).stdout
        return next(l[len(line_prefix):].strip() for l in out.splitlines() if l.startswith(line_prefix))

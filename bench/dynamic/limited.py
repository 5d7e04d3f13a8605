"""limited.py SECONDS FILE COMMAND... -- run COMMAND with at most SECONDS (a whole number; 0:
any) of CPU time, and write to FILE how much it took.  Exits as COMMAND does; 124 if that
was killed, for having taken too long.
"""
import os
import resource
import sys


def main():
    seconds, path, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    child = os.fork()
    if child == 0:
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.execvp(command[0], command)
    _, status, usage = os.wait4(child, 0)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{usage.ru_utime + usage.ru_stime:.3f}\n")
    sys.exit(124 if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))


main()

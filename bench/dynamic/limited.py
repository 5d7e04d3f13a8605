"""limited.py SECONDS FILE COMMAND... -- run COMMAND with at most SECONDS (a whole number; 0:
any) of CPU time, and write to FILE how much it took.  Exits as COMMAND does; 124 if that
was killed for having taken too long, 128 + N if by another signal, number N.
"""
import os
import resource
import signal
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
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        sys.exit(124 if seconds and number in (signal.SIGKILL, signal.SIGXCPU) else 128 + number)
    sys.exit(os.WEXITSTATUS(status))


main()

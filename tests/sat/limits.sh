#!/usr/bin/env bash
# limits.sh -- faults.c with limits of memory, which it leaves out where there are sanitizers.
exec bash "$SOURCE/tests/lib/plain.sh" tests/sat/faults

#!/usr/bin/env bash
# memory.sh -- memory.c limits address space for real.
exec bash "$SOURCE/tests/lib/plain.sh" tests/certificate/memory

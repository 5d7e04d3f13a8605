#!/bin/sh
# autogen.sh -- make ./configure from configure.ac (needed in a clone only).
set -e
cd "$(dirname "$0")"
mkdir -p m4 build-aux
exec autoreconf --install --warnings=all,no-override

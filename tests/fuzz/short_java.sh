#!/usr/bin/env bash
# short_java.sh -- short.sh for class files and jars.
FUZZ=java runs=3000
source "$SOURCE/tests/fuzz/short.sh"

#!/usr/bin/env bash
# short_java.sh -- short.sh for class files and jars.
FUZZ=java
source "$SOURCE/tests/fuzz/short.sh"

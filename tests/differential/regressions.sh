#!/usr/bin/env bash
# regressions.sh -- what once went wrong, or would if an engine were broken, is
# decided as expected by every party and with every reduction off.
exec "$BUILD/tests/differential/differential" --regressions="$SOURCE/tests/differential/regressions"

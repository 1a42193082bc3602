#!/bin/sh
# Runs a test in Python by the system's one, which has what tools/setup installs.
exec /usr/bin/python3 -B "$@"

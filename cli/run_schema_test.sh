#!/bin/sh
# Runs run_schema_test.py with the system's Python, which has jsonschema (tools/setup).
exec /usr/bin/python3 -B "$@"

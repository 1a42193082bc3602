#!/usr/bin/env bash
# Runs a test in Python with the extension module that Bazel has built. Usage: run_test.sh INTERPRETER TEST
set -euo pipefail

export PYTHONPATH=$PWD/python:$PWD/python/examples PYTHONDONTWRITEBYTECODE=1
exec "$@"

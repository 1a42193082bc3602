#!/usr/bin/env bash
# Runs a fuzzer a fixed number of times over copies of its seeds; what it finds
# goes into the test's outputs. Usage: run_fuzzer.sh FUZZER RUNS MAX_LEN SEED...
set -euo pipefail
fuzzer=$1 runs=$2 max_len=$3
shift 3

# libFuzzer writes into the folder that it is given.
corpus=$(mktemp -d "${TEST_TMPDIR:-/tmp}/corpus.XXXXXX")
cp -L -- "$@" "$corpus"
artifacts=${TEST_UNDECLARED_OUTPUTS_DIR:-$corpus}

# -timeout is in seconds: far more than any input needs.
"./$fuzzer" -runs="$runs" -seed=1 -max_len="$max_len" -timeout=30 \
  -print_final_stats=1 -artifact_prefix="$artifacts/" "$corpus"

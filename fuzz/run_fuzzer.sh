#!/usr/bin/env bash
# Runs a fuzzer a fixed number of times over copies of its seeds; what it finds
# goes into the test's outputs. Usage: run_fuzzer.sh RUNS FUZZER MAX_LEN DICTIONARY SEED... [-OPTION...],
# where a seed is a file or a folder of them, - is no dictionary, and options are libFuzzer's.
set -euo pipefail
runs=$1 fuzzer=$2 max_len=$3 dictionary=$4
shift 4

# libFuzzer writes into the folder that it is given.
corpus=$(mktemp -d "${TEST_TMPDIR:-/tmp}/corpus.XXXXXX")
words=()
for seed in "$@"; do
  if [[ $seed == -* ]]; then words+=("$seed"); continue; fi
  if [ -d "$seed" ]; then seed=$seed/.; fi
  cp -rL -- "$seed" "$corpus"
done
chmod -R u+w "$corpus"
[ -n "$(find "$corpus" -type f -print -quit)" ] || { echo 'run_fuzzer.sh: there is no seed' >&2; exit 2; }
# libFuzzer would cut it off, and run something else.
too_long=$(find "$corpus" -type f -size +"$max_len"c)
[ -z "$too_long" ] || { printf 'run_fuzzer.sh: a seed is longer than MAX_LEN, %s bytes; make it two:\n%s\n' "$max_len" "$too_long" >&2; exit 2; }
artifacts=${TEST_UNDECLARED_OUTPUTS_DIR:-$corpus}

[ "$dictionary" = - ] || words+=("-dict=$dictionary")

# -timeout is in seconds: far more than any input needs.
"./$fuzzer" -runs="$runs" -seed=1 -max_len="$max_len" -timeout=30 \
  -print_final_stats=1 -artifact_prefix="$artifacts/" "${words[@]}" "$corpus"

#!/usr/bin/env bash
# fuzz/run_fuzzer.sh runs over copies of its seeds, and over none that would be cut off. Usage: run_fuzzer_test.sh RUN_FUZZER
set -euo pipefail
run=$PWD/$1
cd "$(mktemp -d)"
printf '#!/bin/sh\necho "ran $*"\n' >fuzzer
chmod +x fuzzer
mkdir seeds
head -c 256 /dev/zero >seeds/longest

fail() { echo "$1"; exit 1; }
bash "$run" 5 fuzzer 256 - seeds >out 2>&1 || fail "a seed of 256 bytes was refused: $(cat out)"
grep -q '^ran -runs=5 .*-max_len=256 ' out || fail "the fuzzer did not run: $(cat out)"

head -c 257 /dev/zero >seeds/longer
code=0
bash "$run" 5 fuzzer 256 - seeds >out 2>&1 || code=$?
[ "$code" = 2 ] || fail "exit code $code"
for words in 'a seed is longer than MAX_LEN, 256 bytes' '/longer$'; do grep -q "$words" out || fail "it is not told: $(cat out)"; done
if grep -q '^ran' out || grep -q '/longest$' out; then fail "more than that: $(cat out)"; fi

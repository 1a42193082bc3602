#!/usr/bin/env bash
# What fuzz_in_earnest.sh makes of its arguments, with a program in the fuzzer's place that tells its own; and that a fuzzer with
# AddressSanitizer ends when it is told to, whatever it is at.
# Usage: fuzz_in_earnest_test.sh FUZZ_IN_EARNEST FUZZER
# shellcheck disable=SC2317  # functions that `holds` calls
set -euo pipefail
script=("$PWD/$1")
real=$PWD/$2
failed=0
cd "$(mktemp -d "${TEST_TMPDIR:-/tmp}/earnest.XXXXXX")"
mkdir seeds theirs
printf 'seed' >seeds/one
printf 'crash' >theirs/crash-1
printf '#!/bin/sh\npwd\nprintf "%%s\\n" "$@"\n' >fuzzer
chmod +x fuzzer
export BUILD_WORKING_DIRECTORY=$PWD/theirs

run() {  # DICTIONARY FEEDBACK [THEIRS...]: its output is in ./out
  local dictionary=$1 feedback=$2
  shift 2
  "${script[@]}" some_fuzzer "$feedback" fuzzer 64 "$dictionary" seeds -use_counters=0 -- "$@" >out 2>&1
}
holds() {  # WHAT COMMAND...
  local what=$1
  shift
  if "$@"; then return; fi
  printf 'FAILED: %s\n' "$what" >&2
  sed 's/^/  /' out >&2
  failed=1
}
refused() { if run "$@"; then return 1; else [ $? = 2 ]; fi; }
said() { printf '%s\n' "$@" | cmp -s - out; }
kept=$BUILD_WORKING_DIRECTORY/clonecheck-out/fuzz/some_fuzzer

holds 'it fuzzes' run - feedback -max_total_time=5
holds 'from its seeds, with its options and theirs' said "some_fuzzer: corpus and findings in $kept" "$kept" \
  -max_len=64 -timeout=30 -artifact_prefix=found/ -handle_int=0 -handle_term=0 -use_counters=0 -max_total_time=5 corpus
holds 'its seeds are in the corpus' cmp -s seeds/one "$kept/corpus/one"

holds 'it takes a dictionary' run words.dict feedback
holds 'where the build has it' grep -qx -- "-dict=$PWD/words.dict" out

holds 'a build without feedback is refused' refused - blind
holds 'and told what to do' grep -qF 'bazel run --config=libfuzzer //fuzz:some_fuzzer_run' out

holds 'a file of theirs is run' run - blind -runs=10 crash-1
holds 'alone, where they are' said "$kept" -max_len=64 -timeout=30 -artifact_prefix=found/ -handle_int=0 -handle_term=0 -use_counters=0 \
  -runs=10 "$BUILD_WORKING_DIRECTORY/crash-1"
holds 'by its whole path, too' run - feedback -minimize_crash=1 "$BUILD_WORKING_DIRECTORY/crash-1"
holds 'to be made smaller' grep -qx -- '-minimize_crash=1' out
holds 'a file that is not there is refused' refused - feedback crash-2
holds 'by name' grep -qF "there is no $BUILD_WORKING_DIRECTORY/crash-2" out
holds 'a folder of theirs is refused' refused - feedback ../theirs
holds 'and told what to give' grep -qF "is a folder; give files" out

holds 'a fuzzer that forks hears signals itself' run - feedback -fork=2
holds 'as libFuzzer does by itself' said "some_fuzzer: corpus and findings in $kept" "$kept" \
  -max_len=64 -timeout=30 -artifact_prefix=found/ -use_counters=0 -fork=2 corpus

ln -s "$real" real
stopped() {  # CODE SIGNAL
  local code=0
  rm -f out
  # A script's own children ignore SIGINT otherwise.
  python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])' \
    "${script[@]}" some_fuzzer feedback real 4096 - seeds -seed=1 -- >out 2>&1 &
  until grep -qs INITED out; do
    kill -0 $! 2>/dev/null || return
    sleep 0.05
  done
  sleep "0.$((RANDOM % 900 + 100))"
  kill -"$2" $!
  wait $! || code=$?
  [ "$code" = "$1" ] && [ "$(ls "$kept/corpus")" != '' ]
}
for round in 1 2 3 4 5; do
  holds "SIGTERM ends a fuzzer with AddressSanitizer ($round)" stopped 143 TERM
  holds "and so does SIGINT ($round)" stopped 130 INT
done

printf 'crash' >theirs/closed
chmod 0 theirs/closed
# For root, too, to whom files are never closed otherwise.
if [ "$(id -u)" = 0 ]; then script=(setpriv '--bounding-set=-dac_override,-dac_read_search' "${script[@]}"); fi
holds 'a file that may not be read is refused' refused - feedback closed
holds 'by name, too' grep -qF "$BUILD_WORKING_DIRECTORY/closed may not be read" out
exit $failed

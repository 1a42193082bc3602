#!/usr/bin/env bash
# What fuzz_in_earnest.sh makes of its arguments and of signals, with programs in the fuzzer's place that tell their own; and that one
# with AddressSanitizer hears each signal.
# Usage: fuzz_in_earnest_test.sh FUZZ_IN_EARNEST FUZZER
# shellcheck disable=SC2317,SC2016  # functions that `holds` calls; programs of other shells
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
  "${script[@]}" some_fuzzer "$feedback" fuzzer 64 "$dictionary" seeds -use_counters=0 -- "$@" >all 2>&1 || return
  # Another one each time.
  grep -v '^-stop_file=/' all >out
}
holds() {  # WHAT COMMAND...
  local what=$1
  shift
  if "$@"; then return; fi
  printf 'FAILED: %s\n' "$what" >&2
  sed 's/^/  /' out >&2
  failed=1
}
refused() {
  local code=0
  run "$@" || code=$?
  mv all out
  [ "$code" = 2 ]
}
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
  -runs=10 \
  "$BUILD_WORKING_DIRECTORY/crash-1"
holds 'by its whole path, too' run - feedback -minimize_crash=1 "$BUILD_WORKING_DIRECTORY/crash-1"
holds 'to be made smaller' grep -qx -- '-minimize_crash=1' out
holds 'a file that is not there is refused' refused - feedback crash-2
holds 'by name' grep -qF "there is no $BUILD_WORKING_DIRECTORY/crash-2" out
holds 'a folder of theirs is refused' refused - feedback ../theirs
holds 'and told what to give' grep -qF "is a folder; give files" out

# Signals. Each program ends with 99 if one reaches it.
program() {  # NAME STATEMENTS
  printf '#!/bin/bash\nfor a in "$@"; do case $a in -stop_file=*) stop=${a#*=} ;; esac; done\ntrap "exit 99" INT TERM\n: >begun\n%s\n' "$2" >"$1"
  chmod +x "$1"
}
program asked 'until [ -s "$stop" ]; do sleep 0.05; done; echo stopped'
program finds 'until [ -s "$stop" ]; do sleep 0.05; done; echo crash >found/crash-9; exit 77'
program deaf 'sleep 1000 & echo $! >child; wait; wait; sleep 1000'
stopped() {  # CODE SIGNAL FUZZER [PROCESSES]: "-": a signal to all of the terminal's, as Control-C is
  local code=0
  rm -f "$kept/begun"
  # A script's own children ignore SIGINT otherwise.
  setsid python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])' \
    "${script[@]}" some_fuzzer feedback "$3" 64 - seeds -- >out 2>&1 &
  until [ -e "$kept/begun" ]; do sleep 0.05; done
  kill -"$2" -- "${4-}$!"
  wait $! || code=$?
  [ "$code" = "$1" ] && grep -qF "some_fuzzer: stopped; what it has learned is in $kept" out
}
holds 'SIGTERM ends it, by a file that the fuzzer looks for' stopped 143 TERM asked
holds 'which it does' grep -qx stopped out
holds 'and so do SIGINT' stopped 130 INT asked
holds 'a terminal that is closed' stopped 129 HUP asked
holds 'and Control-C' stopped 130 INT asked -
holds 'what it finds while it stops is told' stopped 77 TERM finds
export SECONDS_TO_STOP=1
holds 'a fuzzer that does not look is ended' stopped 143 TERM deaf
unset SECONDS_TO_STOP
gone() { ! kill -0 "$(cat "$kept/child")" 2>/dev/null; }
holds 'with what it has started' gone

# libFuzzer names a file that it could not write as if it had.
keeping() {  # CODE STATEMENTS: what the fuzzer does and how it ends
  local code=0
  rm -rf "$kept/found"
  printf '#!/bin/sh\n%s\nexit %d\n' "$2" "$1" >keeper
  chmod +x keeper
  "${script[@]}" some_fuzzer feedback keeper 64 - seeds -- >out 2>&1 || code=$?
  [ "$code" = "$1" ]
}
lost() { grep -qF "there is no file of what it may have found in $kept/found. Is there room?" out; }
kept() { ! lost; }
holds 'its exit code is told' keeping 77 ''
holds 'and that there is no file of what it has found' lost
holds 'its exit code is told' keeping 77 ': >found/crash-1'
holds 'and that there is none but an empty one' lost
holds 'its exit code is told' keeping 77 'echo crash >found/crash-1'
holds 'and nothing else where there is one' kept
holds 'nor where it has found nothing' keeping 0 ''
holds 'and says so' kept

# libFuzzer's own handler, within AddressSanitizer's allocator, waits for itself for ever.
ln -s "$real" real
heard() {
  local i code
  for ((i = 0; i < 10; ++i)); do
    code=0
    SECONDS_TO_STOP=30 "${script[@]}" some_fuzzer feedback real 4096 - seeds -- >out 2>&1 &
    until grep -q INITED out; do
      kill -0 $! || return
      sleep 0.05
    done
    sleep "0.$((RANDOM % 900 + 100))"
    kill -TERM $!
    wait $! || code=$?
    if [ "$code" != 143 ] || ! grep -q '^Done ' out; then return 1; fi
  done
}
holds 'a fuzzer with AddressSanitizer hears each signal' heard

printf 'crash' >theirs/closed
chmod 0 theirs/closed
# For root, too, to whom files are never closed otherwise.
if [ "$(id -u)" = 0 ]; then script=(setpriv '--bounding-set=-dac_override,-dac_read_search' "${script[@]}"); fi
holds 'a file that may not be read is refused' refused - feedback closed
holds 'by name, too' grep -qF "$BUILD_WORKING_DIRECTORY/closed may not be read" out
exit $failed

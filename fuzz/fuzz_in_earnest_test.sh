#!/usr/bin/env bash
# What fuzz_in_earnest.sh makes of its arguments, with a program in the fuzzer's place that tells its own; that it sees to the disk, the
# time and what fuzzers begin, and may be started twice at once; and that a fuzzer with AddressSanitizer ends when it is told to, whatever
# it is at.
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
said() { sed 's|^-stop_file=stop\..*/stop$|-stop_file=STOP|' out | cmp -s - <(printf '%s\n' "$@"); }
kept=$BUILD_WORKING_DIRECTORY/clonecheck-out/fuzz/some_fuzzer

holds 'it fuzzes' run - feedback -runs=5
holds 'from its seeds, with its options and theirs' said "some_fuzzer: corpus and findings in $kept" "$kept" \
  -max_len=64 -timeout=30 -artifact_prefix=found/ -stop_file=STOP -handle_int=0 -handle_term=0 -use_counters=0 -runs=5 corpus
holds 'its seeds are in the corpus' cmp -s seeds/one "$kept/corpus/one"

: >"$kept/corpus/one"
: >"$kept/corpus/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
holds 'after a full disk it fuzzes' run - feedback
holds 'from its seeds, which are there again' cmp -s seeds/one "$kept/corpus/one"
holds 'and what is lost is told' grep -qx "some_fuzzer: empty, as a full disk leaves it: $kept/corpus/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12" out
rm "$kept/corpus/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"

mkdir many
for ((number = 0; number < 200; ++number)); do printf '%s' "$number" >"many/$number"; done
fuzzes_many() {
  local said=out.$BASHPID
  "${script[@]}" at_once feedback fuzzer 64 - many -- >"$said" 2>&1 || { cp "$said" out; return 1; }
}
at_once() {
  local all=() one failures=0
  for _ in {1..8}; do
    fuzzes_many &
    all+=($!)
  done
  for one in "${all[@]}"; do wait "$one" || failures=$((failures + 1)); done
  [ "$failures" = 0 ]
}
for round in 1 2 3; do holds "all of some that are started at once fuzz ($round)" at_once; done
holds 'from seeds that are whole' diff -r many "${kept%/*}/at_once/corpus"
(flock 8 && exec sleep 60) 8<"${kept%/*}/at_once/corpus" &
held=$!
until ! flock -n "${kept%/*}/at_once/corpus" true; do sleep 0.05; done
holds 'where somebody has the corpus locked, it fuzzes all the same' fuzzes_many
holds 'before they are done' kill "$held"

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
  -max_len=64 -timeout=30 -artifact_prefix=found/ -stop_file=STOP -use_counters=0 -fork=2 corpus
holds 'and goes by its own clock' run - feedback -fork=2 -max_total_time=5
holds 'as it does not hear of files' grep -qx -- -max_total_time=5 out

holds 'so does one with jobs' run - feedback -jobs=2 -max_total_time=5
holds 'of which each has the time' grep -qx -- -max_total_time=5 out
holds 'and one with a stop file of its own' run - feedback -max_total_time=5 -stop_file=theirs
holds 'which it hears of alone' grep -qx -- -max_total_time=5 out

# A fuzzer that fuzzes until there is a stop file; with -jobs it begins another, which is slow to look for it, and notes its end.
cat >until_stopped <<'END'
#!/bin/bash
for argument in "$@"; do case $argument in -stop_file=*) stop=${argument#*=} ;; -jobs=*) jobs=yes ;; esac; done
fuzzed() { until [ -s "$stop" ]; do sleep 0.1; done; echo stopped; }
[ -z "${jobs-}" ] || { rm -f over; (sleep 3; fuzzed; echo over >over) & }
echo fuzzing
fuzzed
END
chmod +x until_stopped
fuzz_until_stopped() { exec "${script[@]}" some_fuzzer feedback until_stopped 64 - seeds -- "$@" >out 2>&1; }
began() { until grep -qsx fuzzing out; do kill -0 "$1" 2>/dev/null || return; sleep 0.05; done; }
ends_with() {  # CODE PROCESS
  local code=0
  wait "$2" || code=$?
  [ "$code" = "$1" ]
}
in_ten_seconds() {
  for _ in {1..100}; do if "$@"; then return; fi; sleep 0.1; done
  return 1
}
nothing_is_left() { [ -z "$(find "$kept" -name 'stop.*')" ]; }

rm -f out
fuzz_until_stopped -max_total_time=02 &
holds 'the time that it may take is up' ends_with 0 $!
holds 'by a file, not by the clock of the wall' grep -qx stopped out
holds 'which libFuzzer is not told of' eval '! grep -q max_total_time out'
holds 'and which is gone then' in_ten_seconds nothing_is_left

rm -f out
fuzz_until_stopped -jobs=1 &
holds 'a fuzzer that begins others' began $!
kill -TERM $!
holds 'ends by a signal' ends_with 143 $!
holds 'and so do they' in_ten_seconds grep -qsx over "$kept/over"
holds 'of which nothing is left' in_ten_seconds nothing_is_left

# As a terminal does it: all of the group hear it.
rm -f out
python3 -c 'import os, signal, sys; os.setpgid(0, 0); signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])' \
  "${script[@]}" some_fuzzer feedback until_stopped 64 - seeds -- -jobs=1 >out 2>&1 &
holds 'one that is interrupted with all that it began' began $!
kill -INT -- -$!
holds 'ends' ends_with 143 $!
holds 'as they do, by themselves' in_ten_seconds grep -qsx over "$kept/over"
holds 'and leaves nothing' in_ten_seconds nothing_is_left

# One that is given files and begins others by a shell, as with -minimize_crash=1, which know of no file to stop at.
cat >by_shell <<'END'
#!/usr/bin/python3 -S
import os, signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.spawnlp(os.P_WAIT, 'sh', 'sh', '-c', "trap '' INT TERM; echo $$ >inner; echo fuzzing; while :; do sleep 0.1; done; :")
END
chmod +x by_shell
fuzz_by_shell() { exec "${script[@]}" some_fuzzer feedback by_shell 64 - seeds -- -minimize_crash=1 crash-1 >out 2>&1; }
inner_ended() { ! kill -0 "$(cat "$kept/inner")" 2>/dev/null; }
sleep 60 9>"$kept/other" &
other=$!
for signal in TERM:143 INT:130; do
  rm -f out
  fuzz_by_shell &
  fuzzer=$!
  holds "one that makes a file smaller ($signal)" began $fuzzer
  kill -"${signal%:*}" $fuzzer
  holds "ends by a signal ($signal)" ends_with "${signal#*:}" $fuzzer
  holds "and so does what it began ($signal)" in_ten_seconds inner_ended
  holds "of which nothing is left ($signal)" in_ten_seconds nothing_is_left
done
holds 'and nothing else' kill $other

# A disk that gets full, as df tells.
mkdir tools
cat >tools/df <<END
#!/bin/sh
case "\$*" in *iavail*) echo Inodes IFree; echo 100000 "\$(cat "$PWD/files")" ;; *) echo Avail; cat "$PWD/free" ;; esac
END
chmod +x tools/df
with_disk() { PATH=$PWD/tools:$PATH "$@"; }
echo 99999 | tee free >files
rm -f out
with_disk fuzz_until_stopped &
holds 'a fuzzer on a disk with room' began $!
echo 31000 >free
holds 'is stopped where the disk gets full' ends_with 143 $!
holds 'which is told' grep -qF "some_fuzzer: less than 32 MB are free in $kept: stopped before anything is lost" out
holds 'on a full disk it does not begin' with_disk refused - feedback
holds 'and says why' grep -qF "less than 32 MB are free in $kept" out
echo 99999 >free
echo 8000 >files
holds 'nor where no files can be made' with_disk refused - feedback
holds 'which is told, too' grep -qF "fewer than 8192 files can be made in $kept" out

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
printf 'kept' >"$kept/corpus/closed"
chmod 0 "$kept/corpus/closed"
holds 'one in the corpus is left out' run - feedback
holds 'and told' grep -qx "some_fuzzer: left out, since it may not be read: $kept/corpus/closed" out
mkdir -m 0 "$kept/corpus/folder"
holds 'a closed folder in the corpus is refused' refused - feedback
holds 'as libFuzzer would end at it' grep -qF "may not be read: $kept/corpus/folder" out
rmdir "$kept/corpus/folder"
chmod 555 "$kept/found"
holds 'so is one that keeps nothing' refused - feedback
holds 'before a night is lost' grep -qF "$kept/found may not be written to" out
exit $failed

#!/usr/bin/env bash
# Fuzzes until it is stopped, or as libFuzzer's options say:
#   bazel run --config=libfuzzer //fuzz:clone_fuzzer_run -- -max_total_time=600
# What it learns is kept in clonecheck-out/fuzz/TARGET of the current directory, and so is what makes it stop.
# Told to stop (Control-C, SIGTERM), it ends after the input that it is at, with 128 and the signal's number if it has found nothing.
# With files, these are run and nothing is fuzzed; or, with -minimize_crash=1, the one is made smaller.
# Usage: fuzz_in_earnest.sh TARGET FEEDBACK FUZZER MAX_LEN DICTIONARY SEED... [LIBFUZZER-OPTION...] -- [LIBFUZZER-OPTION | FILE]...
# FEEDBACK is "feedback" or, of a build whose libraries do not tell what they run, "blind".
set -euo pipefail
name=$1 feedback=$2 fuzzer=$PWD/$3 max_len=$4 dictionary=$5
shift 5

started_in=${BUILD_WORKING_DIRECTORY:-$PWD}
seeds=() options=() files=() whose=ours
for argument in "$@"; do
  case $whose:$argument in
    ours:--) whose=theirs ;;
    *:-*) options+=("$argument") ;;
    ours:*) seeds+=("$argument") ;;
    *)
      case $argument in /*) file=$argument ;; *) file=$started_in/$argument ;; esac
      [ -e "$file" ] || { printf '%s: there is no %s\n' "$name" "$file" >&2; exit 2; }
      [ ! -d "$file" ] || { printf '%s: %s is a folder; give files\n' "$name" "$file" >&2; exit 2; }
      [ -r "$file" ] || { printf '%s: %s may not be read\n' "$name" "$file" >&2; exit 2; }
      files+=("$file")
      ;;
  esac
done
[ "$dictionary" = - ] || options=("-dict=$PWD/$dictionary" "${options[@]}")
if [ "$feedback" = blind ] && [ ${#files[@]} = 0 ]; then
  printf '%s: built without feedback, so that it would fuzz blindly. Try: bazel run --config=libfuzzer //fuzz:%s_run\n' "$name" "$name" >&2
  exit 2
fi

folder=$started_in/clonecheck-out/fuzz/$name
mkdir -p "$folder/corpus" "$folder/found"
if [ ${#files[@]} = 0 ]; then
  for seed in "${seeds[@]}"; do
    if [ -d "$seed" ]; then seed=$seed/.; fi
    cp -rL --update --no-preserve=mode -- "$seed" "$folder/corpus"
  done
  files=(corpus)
  printf '%s: corpus and findings in %s\n' "$name" "$folder"
fi
cd "$folder"

# A signal is not for the fuzzer, which is told by a file that it is to end: libFuzzer's handler allocates, and within AddressSanitizer's
# allocator it waits for itself for ever.
stop=$(mktemp -u "${TMPDIR:-/tmp}/$name.XXXXXX.stop")
heard="" killer=""
# shellcheck disable=SC2317  # for trap
hear() {
  [ -z "$heard" ] || return 0
  heard=$1
  printf 'now' >"$stop" || true  # on a full disk the fuzzer is killed below
  # Nor does it look while it runs files, or is at an input that takes long.
  { sleep "${SECONDS_TO_STOP:-5}"; kill -KILL -- "-$fuzzing"; } >/dev/null 2>&1 &
  killer=$!
}
whole_files() { find found -type f -size +0 | sort; }
before=$(whole_files)
set -m  # in a process group of its own, of which Control-C reaches none, and with it whatever it starts (-jobs)
"$fuzzer" -max_len="$max_len" -timeout=30 -artifact_prefix=found/ -stop_file="$stop" -handle_int=0 -handle_term=0 "${options[@]}" \
  "${files[@]}" &
fuzzing=$!
set +m
trap 'hear 1' HUP
trap 'hear 2' INT
trap 'hear 15' TERM
while
  code=0
  wait "$fuzzing" || code=$?
  kill -0 "$fuzzing" 2>/dev/null  # a signal ends the waiting only
do :; done
wait "$fuzzing" 2>/dev/null && code=0 || code=$?
[ -z "$killer" ] || kill "$killer" 2>/dev/null || true
rm -f "$stop"
if [ -n "$heard" ]; then
  printf '%s: stopped; what it has learned is in %s\n' "$name" "$folder" >&2
  case $code in 0 | 137) exit $((128 + heard)) ;; esac
fi
case $code in
  1 | 70 | 71 | 76 | 77)  # as a sanitizer and libFuzzer end that have found something
    if [ "${files[*]}" = corpus ] && [ "$(whole_files)" = "$before" ]; then
      printf '%s: ended with %d, and there is no file of what it may have found in %s/found. Is there room? What is printed above is all\n' \
        "$name" "$code" "$folder" >&2
    fi
    ;;
esac
exit "$code"

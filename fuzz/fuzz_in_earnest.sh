#!/usr/bin/env bash
# Fuzzes until it is stopped, or as libFuzzer's options say:
#   bazel run --config=libfuzzer //fuzz:clone_fuzzer_run -- -max_total_time=600
# What it learns is kept in clonecheck-out/fuzz/TARGET of the current directory, and so is what makes it stop.
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
# Signals are the system's, not libFuzzer's: its handler allocates, and where it comes within AddressSanitizer's allocator, it waits for
# itself for ever. All that is learned and found is in files by then. With -fork the process that hears them runs no input, and tidies up.
case " ${options[*]}" in
  *\ -fork=*) ;;
  *) options=(-handle_int=0 -handle_term=0 "${options[@]}") ;;
esac
exec "$fuzzer" -max_len="$max_len" -timeout=30 -artifact_prefix=found/ "${options[@]}" "${files[@]}"

#!/usr/bin/env bash
# Fuzzes until it is stopped, or as libFuzzer's options say:
#   bazel run --config=libfuzzer //fuzz:clone_fuzzer_run -- -max_total_time=600
# What it learns is kept in clonecheck-out/fuzz/TARGET of the current directory, and so is what makes it stop.
# Usage: fuzz_in_earnest.sh TARGET FUZZER MAX_LEN DICTIONARY SEED... [LIBFUZZER-OPTION...]
set -euo pipefail
name=$1 fuzzer=$PWD/$2 max_len=$3 dictionary=$4
shift 4

seeds=() options=()
for argument in "$@"; do
  case $argument in
    -*) options+=("$argument") ;;
    *) seeds+=("$argument") ;;
  esac
done
[ "$dictionary" = - ] || options=("-dict=$PWD/$dictionary" "${options[@]}")

folder=${BUILD_WORKING_DIRECTORY:-$PWD}/clonecheck-out/fuzz/$name
mkdir -p "$folder/corpus" "$folder/found"
for seed in "${seeds[@]}"; do
  if [ -d "$seed" ]; then seed=$seed/.; fi
  cp -rL --update --no-preserve=mode -- "$seed" "$folder/corpus"
done
cd "$folder"
printf '%s: corpus and findings in %s\n' "$name" "$folder"
exec "$fuzzer" -max_len="$max_len" -timeout=30 -artifact_prefix=found/ "${options[@]}" corpus

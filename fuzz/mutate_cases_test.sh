#!/usr/bin/env bash
# mutate_cases writes the same cases for the same seed, all of which load, and says what is wrong with what it is given.
# Usage: mutate_cases_test.sh MUTATE_CASES CASE...
set -euo pipefail
program=$PWD/$1
shift
cases=("$@")
out=$(mktemp -d "${TEST_TMPDIR:-/tmp}/mutate.XXXXXX")

failed() { printf 'FAILED: %s\n' "$1" >&2; exit 1; }
refused() {  # WORDS ARGUMENT...
  local code=0 words=$1
  shift
  "$program" "$@" 2>"$out/said" || code=$?
  [ "$code" = 2 ] || failed "exit code $code of: $*"
  grep -qF -- "$words" "$out/said" || failed "it does not say '$words': $(cat "$out/said")"
}

"$program" 20 7 "$out/one" "${cases[@]}"
"$program" 20 7 "$out/two" "${cases[@]}"
"$program" 20 8 "$out/three" "${cases[@]}"
[ "$(find "$out/one" -name '*.json' | wc -l)" = 20 ] || failed 'it writes twenty'
diff -r "$out/one" "$out/two" || failed 'the same seed writes the same'
! diff -rq "$out/one" "$out/three" >/dev/null || failed 'another seed writes others'
"$program" 1 1 "$out/again" "$out"/one/*.json  # which ends with 2 if one does not load

refused 'usage:' 20 7 "$out/four"
refused 'usage:' many 7 "$out/four" "${cases[@]}"
refused 'is not empty; name a new folder' 20 7 "$out/one" "${cases[@]}"
refused 'cannot read nowhere.json; give a file' 20 7 "$out/four" nowhere.json
refused 'cannot write /dev/null/' 20 7 /dev/null "${cases[@]}"

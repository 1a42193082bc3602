#!/usr/bin/env bash
# reports/nightly: two nights of a few cases, a night that is cut short, and folders that are taken.
# Usage: nightly_test.sh NIGHTLY CLONECHECK
set -euo pipefail
nightly=$1
export CLONECHECK=$PWD/$2
folder=$TEST_TMPDIR/nights
day=$(date -u +%F)
fail() { echo "FAILED: $*" >&2; exit 1; }
expect() {  # CODE COMMAND...
  local code=0 wanted=$1
  shift
  "$@" >"$TEST_TMPDIR/out" 2>&1 || code=$?
  if [ "$code" != "$wanted" ]; then
    cat "$TEST_TMPDIR/out" >&2
    fail "exit code $code of $*, not $wanted"
  fi
}

# The first night: all known, so nothing new.
expect 0 "$nightly" "$folder" --cases 200
for file in json html xml sarif md; do
  [ -s "$folder/$day.$file" ] || fail "no $day.$file"
done
[ -d "$folder/$day" ] || fail "no witnesses"
[ "$(readlink "$folder/latest.json")" = "$day.json" ] || fail "latest.json"

# The next one is compared with it.
mv "$folder/$day.json" "$folder/2001-01-01.json"
expect 0 "$nightly" "$folder" --cases 200
grep -q '  same ' "$TEST_TMPDIR/out" || fail "not compared"

# What is new makes it fail: here nothing is known, and the last night had found nothing.
"$CLONECHECK" fuzz --cases 200 --cloners fixed --out '' --json "$folder/2001-01-01.json" >/dev/null
expect 0 "$nightly" "$folder" --cases 50 --cloners fixed
expect 1 "$nightly" "$folder" --cases 300 --cloners mutant-first-output

# A night that fails leaves the last run as it was.
before=$(sha256sum <"$folder/$day.json")
expect 2 "$nightly" "$folder" --cases many
[ "$before" = "$(sha256sum <"$folder/$day.json")" ] || fail "the last run was lost"
expect 2 "$nightly"
(
  flock 9
  expect 2 "$nightly" "$folder" --cases 10
  grep -q 'another run' "$TEST_TMPDIR/out" || fail "two at once"
) 9>"$folder/.lock"
echo passed

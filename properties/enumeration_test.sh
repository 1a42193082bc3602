#!/usr/bin/env bash
# What the shards of an enumeration say together: SCOPE was judged, `fixed` meets every obligation on it,
# nothing is found that is not known, and no law has an exception.
# Usage: enumeration_test.sh CLONECHECK RUN-FILE SCOPE
set -eu -o pipefail
clonecheck=$1 run=$2 scope=$3
again=$TEST_TMPDIR/again.json

# An exception to a law, or a finding that is new, fails this command.
"$clonecheck" report "$run" --fail-on new --no-timing --json "$again" | tee "$TEST_TMPDIR/text"

check() { "$@" || { echo "FAILED: $*" >&2; exit 1; }; }
check grep -qF "fixed: $scope: every obligation holds" "$TEST_TMPDIR/text"
check grep -q '^law: keras-2.2.4 fails completes' "$TEST_TMPDIR/text"
check grep -q 'no exception' "$TEST_TMPDIR/text"
check cmp "$run" "$again"  # to put one result together changes nothing

#!/usr/bin/env bash
# sanitized_binary adds AddressSanitizer and UndefinedBehaviorSanitizer to a build without a sanitizer, and nothing to one with.
# Usage: sanitized_binary_test.sh PROGRAM SANITIZED_PROGRAM
set -euo pipefail
plain=./$1 sanitized=./$2
fail() { echo "$*" >&2; exit 1; }

asked_for=$("$plain") has=$("$sanitized")
if [ -n "$asked_for" ]; then
  [ "$has" = "$asked_for" ] || fail "the build was asked for $asked_for and made $has"
  exit 0
fi
[ "$has" = $'address\nundefined' ] || fail "it has the sanitizers: $has"
while read -r what report; do
  output=$("$sanitized" "$what" 2>&1) && fail "$what: it went on"
  grep -qF "$report" <<<"$output" || fail "$what: $output"
done <<'WRONG'
overflow runtime error: signed integer overflow
outside AddressSanitizer: heap-buffer-overflow
WRONG

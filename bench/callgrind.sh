# Sourced by bash scripts: how many instructions a program takes.
# shellcheck shell=bash

# Fails with the program's own words where it fails.
instructions_of() {  # PROGRAM [ARGUMENT...]
  local log
  log=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null) || { printf '%s\n' "$log" >&2; return 1; }
  sed -n 's/.*Collected : //p' <<<"$log"
}

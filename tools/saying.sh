# Sourced by bash scripts: how they say what they do, what is wrong, and what they are for.
# shellcheck shell=bash
#
# A message begins with the script's name, or with $saying_as where the script has set that.

step() { printf '%s: %s\n' "${saying_as:-${0##*/}}" "$*"; }
die() { step "$@" >&2; exit 1; }

# What is wrong with the command line.
usage_error() { { step "$@"; printf 'Try: %s --help\n' "$0"; } >&2; exit 2; }

# Prints the comment at the head of the script, up to its `set -`. Before the script goes to another
# folder: what it was called by may be relative.
print_header() { sed -n '2,/^set -/{/^#/s/^# \{0,1\}//p}' "$0"; }

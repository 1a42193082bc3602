#!/usr/bin/env bash
# python/sources.txt names the files that Bazel compiles for the extension module (`core/cloners/*.cc`: all of that folder but
# tests, as its BUILD file has it), and CMakeLists.txt makes the headers that Bazel makes. Usage: sources_test.sh LABELS SOURCES CMAKELISTS
set -euo pipefail

labels=$1 sources=$2 cmakelists=$3
code=0

of_bazel=$(sed -n 's|^//\(.*\):\(.*\.cc\)$|\1/\2|p' "$labels" | LC_ALL=C sort)
[ "$(wc -l <<<"$of_bazel")" -gt 100 ] || { echo "the query has found too little:"; cat "$labels"; exit 1; }
while read -r pattern; do
  of_bazel=$(printf '%s\n' "$of_bazel" | sed "s|^${pattern%/*}/[^/]*\.cc\$|$pattern|" | uniq)
done < <(grep -F '*' "$sources")
if ! diff <(cat "$sources") <(printf '%s\n' "$of_bazel"); then
  echo "python/sources.txt is not what Bazel compiles; take over the lines above, '<' out and '>' in."
  code=1
fi

headers=$(sed -n 's|^//\(.*\):\(.*\)_h$|\1/\2.h|p' "$labels")
[ -n "$headers" ] || { echo "the query has found no header that is made:"; cat "$labels"; exit 1; }
for header in $headers; do
  grep -qF "make_header($header " "$cmakelists" || { echo "CMakeLists.txt does not make $header"; code=1; }
done
exit $code

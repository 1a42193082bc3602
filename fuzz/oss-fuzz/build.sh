#!/bin/bash -eu
# Copyright 2026 The clonecheck authors
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#      http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.
#
################################################################################
# Builds the fuzz targets as OSS-Fuzz asks, into $OUT. It sets CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE, SANITIZER,
# SRC and OUT; so does fuzz/oss-fuzz/check.

usage() { sed -n '17,18s/^# //p' "${BASH_SOURCE[0]}"; }
case ${1-} in -h | --help) usage; exit ;; esac
if [ $# != 0 ] || [ -z "${SRC-}" ] || [ -z "${OUT-}" ]; then usage >&2; exit 2; fi

cd "$SRC/clonecheck"

# Bazelisk comes first in OSS-Fuzz' PATH; this is the distribution's Bazel, which the repository is made for.
bazel=${BAZEL:-/usr/bin/bazel}

options=(
  # The compiler that OSS-Fuzz chose, which may warn of more than the one that the repository is made for.
  "--repo_env=CC=$CC" "--per_file_copt=.*@-Wno-error" --features=-layering_check
  # The standard library goes into the binary, since where that runs nothing is installed.
  --linkopt=-nostdlib++ --linkopt=-static-libgcc
  --define=fuzzing_engine=external "--define=LIB_FUZZING_ENGINE=$LIB_FUZZING_ENGINE"
  --copt=-U_FORTIFY_SOURCE --strip=never --spawn_strategy=standalone --verbose_failures
)
# Other engines' compilers are wrappers that do not precompile headers.
case $CC in *clang | *clang-[0-9]*) ;; *) options+=(--define=precompiled_headers=no) ;; esac
# The linker's flags, which coverage has, are for it alone: a header is not precompiled with them.
for flag in $CFLAGS; do
  case $flag in
    -Wl,*) ;;
    *) options+=("--conlyopt=$flag" "--linkopt=$flag") ;;
  esac
done
for flag in $CXXFLAGS; do
  case $flag in
    -stdlib=*) ;;
    -Wl,*) options+=("--linkopt=$flag") ;;
    *) options+=("--cxxopt=$flag" "--linkopt=$flag") ;;
  esac
done
# What the compilers of AFL++ go by, which Bazel would keep from them.
for name in "${!AFL_@}"; do options+=("--action_env=$name=${!name}"); done
if [ "$SANITIZER" = memory ]; then
  # Every library has to be instrumented: the standard one is libc++, which CXXFLAGS name; the others are built from source.
  # What is included of those would be warned of.
  read -ra flags <<<"$CXXFLAGS"
  options+=(
    "--repo_env=BAZEL_CXXOPTS=$(IFS=:; echo "${flags[*]}")" --repo_env=BAZEL_LINKLIBS=-l%:libc++.a:-l%:libc++abi.a:-lm
    --repo_env=CLONECHECK_FROM_SOURCE=1 --noexperimental_repository_disable_download "--per_file_copt=.*@-w"
    --distinct_host_configuration=false
  )
else
  # The system's Abseil is made with libstdc++, and its tables have the layout that they have without AddressSanitizer (.bazelrc).
  options+=(--repo_env=BAZEL_LINKLIBS=-l%:libstdc++.a:-lm --copt=-DNDEBUG_SANITIZER)
fi
if [ "$SANITIZER" = undefined ]; then options+=(--linkopt=-fsanitize-link-c++-runtime); fi

query='attr(tags, "fuzz-test", //fuzz/...) except attr(tags, "no-oss-fuzz", //fuzz/...)'
found=$("$bazel" query "$query")
mapfile -t found <<<"$found"
targets=()
for target in "${found[@]}"; do
  # shellcheck disable=SC2254  # it is a pattern
  case ${target##*:} in ${CHECK_TARGETS:-*}) targets+=("$target") ;; esac
done
if [ "${#targets[@]}" = 0 ]; then echo "build.sh: none of these is ${CHECK_TARGETS:-there}: ${found[*]}" >&2; exit 1; fi
"$bazel" build "${options[@]}" "${targets[@]/%/_oss_fuzz}"
if [ "$SANITIZER" = coverage ]; then
  # Bazel compiles in a folder that is named so, and the report looks for sources where the programs say they are.
  mkdir -p "$OUT/proc/self/cwd"
  cp -r --parents core campaign corpus fuzz "$OUT/proc/self/cwd"
fi
for target in "${targets[@]}"; do
  tar -xf "bazel-bin/fuzz/${target##*:}_oss_fuzz.tar" -C "$OUT"
done

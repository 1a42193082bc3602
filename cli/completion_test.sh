#!/bin/bash
# What `clonecheck completion` prints completes as a user would want: commands, options, names, lists.
set -euo pipefail
clonecheck=$1
PATH=$(cd "$(dirname "$clonecheck")" && pwd):$PATH
# shellcheck source=/dev/null
source <(clonecheck completion bash)

failed=0
expect() {  # WORDS EXPECTED...: the last of WORDS is being typed
  local words found
  read -ra words <<<"$1"
  [[ $1 != *' ' ]] || words+=('')
  COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1)) COMPREPLY=()
  _clonecheck || true  # nothing found
  shift
  found="${COMPREPLY[*]}"
  [ "$found" = "$*" ] || { echo "${COMP_WORDS[*]}: «$found», expected «$*»"; failed=1; }
}
expect 'clonecheck en' enumerate
expect 'clonecheck --v' --version
expect 'clonecheck fuzz --cas' --cases
expect 'clonecheck fuzz --sec' --seconds
expect 'clonecheck shrink --signat' --signature
expect 'clonecheck fuzz --profile re' recurrent
expect 'clonecheck enumerate --grammar sw' swap
expect 'clonecheck fuzz --cloners fix' fixed
expect 'clonecheck fuzz --cloners keras-2.2.4,fix' keras-2.2.4,fixed
expect 'clonecheck fuzz --obligations completes,clone_' completes,clone_twice completes,clone_of_clone completes,clone_as_layer
expect 'clonecheck list gram' grammars
expect 'clonecheck completion z' zsh
expect 'clonecheck show --as js' json
expect 'clonecheck judge --fail-on n' new none
expect 'clonecheck judge --confirm keras-2.2.4,keras-2.3' keras-2.2.4,keras-2.3.1
expect 'clonecheck fuzz --target tf' tf-keras-2.21 tfjs-4.22.0
expect 'clonecheck fuzz --target keras-2'
expect 'clonecheck fidelity --target keras-2.3' keras-2.3.1
expect 'clonecheck fuzz --profile = re' recurrent  # --profile=re, as bash takes it apart
expect 'clonecheck show --as =' text json python keras-json dot svg
expect 'clonecheck nonsense --x'
touch "$TEST_TMPDIR/case.json"
expect "clonecheck replay $TEST_TMPDIR/ca" "$TEST_TMPDIR/case.json"
expect "clonecheck fuzz --seed $TEST_TMPDIR/ca"
expect "clonecheck judge --cases $TEST_TMPDIR/ca"
expect "clonecheck fuzz --out $TEST_TMPDIR/ca" "$TEST_TMPDIR/case.json"

# Each option of which the script has names is one that a command has.
for option in $(clonecheck completion bash | grep -oE '^    --[a-z]+' | sort -u); do
  clonecheck completion bash | grep -qE "options='.*${option}( |')" || { echo "no command has $option"; failed=1; }
done
# Each choice of words that help shows, `  --as TEXT:{text,json}=text`, is completed.
choices=0
for command in $(clonecheck --help | sed '1,/^Commands:/d' | grep -oE '^  [a-z]+'); do
  while read -r option choice; do
    choices=$((choices + 1))
    [[ $option == --* ]] || option=  # a word without an option before it
    read -ra words <<<"${choice//,/ }"
    expect "clonecheck $command ${option:+$option }" "${words[@]}"
  done < <(clonecheck "$command" --help | sed -nE 's/^  ([a-zA-Z-]+) [A-Z]+:\{([^}]*)\}.*/\1 \2/p')
done
[ $choices -ge 11 ] || { echo "only $choices choices of words are found in the help texts"; failed=1; }
clonecheck completion zsh | grep -q bashcompinit || { echo 'zsh: no bashcompinit'; failed=1; }
[ "$(clonecheck completion zsh | grep '^complete ' | tail -n 1)" = 'complete -o filenames -F _clonecheck clonecheck' ] ||
  { echo 'zsh: names of folders get no slash'; failed=1; }
# A shell without a .zshrc can take it in.
if command -v zsh >/dev/null; then
  complained=$(HOME=$TEST_TMPDIR zsh -f -c 'source <(clonecheck completion zsh) && print $_comps[clonecheck]' 2>&1)
  [[ $complained == *' _clonecheck' ]] || { echo "zsh: $complained"; failed=1; }
fi
exit $failed

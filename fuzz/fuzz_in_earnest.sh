#!/usr/bin/env bash
# Fuzzes until it is stopped, or as libFuzzer's options say:
#   bazel run --config=libfuzzer //fuzz:clone_fuzzer_run -- -max_total_time=600
# What it learns is kept in clonecheck-out/fuzz/TARGET of the current directory, and so is what makes it stop.
# With files, these are run and nothing is fuzzed; or, with -minimize_crash=1, the one is made smaller.
# Usage: fuzz_in_earnest.sh TARGET FEEDBACK FUZZER MAX_LEN DICTIONARY SEED... [LIBFUZZER-OPTION...] -- [LIBFUZZER-OPTION | FILE]...
# FEEDBACK is "feedback" or, of a build whose libraries do not tell what they run, "blind".
set -euo pipefail
name=$1 feedback=$2 fuzzer=$PWD/$3 max_len=$4 dictionary=$5
shift 5

started_in=${BUILD_WORKING_DIRECTORY:-$PWD}
seeds=() options=() files=() whose=ours
for argument in "$@"; do
  case $whose:$argument in
    ours:--) whose=theirs ;;
    *:-*) options+=("$argument") ;;
    ours:*) seeds+=("$argument") ;;
    *)
      case $argument in /*) file=$argument ;; *) file=$started_in/$argument ;; esac
      [ -e "$file" ] || { printf '%s: there is no %s\n' "$name" "$file" >&2; exit 2; }
      [ ! -d "$file" ] || { printf '%s: %s is a folder; give files\n' "$name" "$file" >&2; exit 2; }
      [ -r "$file" ] || { printf '%s: %s may not be read\n' "$name" "$file" >&2; exit 2; }
      files+=("$file")
      ;;
  esac
done
[ "$dictionary" = - ] || options=("-dict=$PWD/$dictionary" "${options[@]}")
if [ "$feedback" = blind ] && [ ${#files[@]} = 0 ]; then
  printf '%s: built without feedback, so that it would fuzz blindly. Try: bazel run --config=libfuzzer //fuzz:%s_run\n' "$name" "$name" >&2
  exit 2
fi

folder=$started_in/clonecheck-out/fuzz/$name
refuse() { printf '%s: %s\n' "$name" "$*" >&2; exit 2; }
mkdir -p "$folder/corpus" "$folder/found" || refuse "$folder cannot be made; start it in a folder that may be written to"
for kept in "$folder/corpus" "$folder/found"; do
  [ -w "$kept" ] || refuse "$kept may not be written to, so that nothing would be kept. Make it writable, or start in another folder"
done
if [ ${#files[@]} = 0 ]; then
  # One that fuzzes here already may take files away, for smaller ones.
  closed=$(find "$folder/corpus" -ignore_readdir_race -type d ! -readable -print -prune)
  [ -z "$closed" ] || refuse "these folders of the corpus may not be read: ${closed//$'\n'/, }. Make them readable, or move them away"
  # One at a time: cp ends where another has made the file that it has just taken away. Whoever has the folder locked for longer than that
  # takes is about something else.
  exec 8<"$folder/corpus"
  flock -w 10 8 || true
  # Whatever is there: a disk that was full may have left an empty file of that name.
  for seed in "${seeds[@]}"; do
    if [ -d "$seed" ]; then seed=$seed/.; fi
    cp -rL --remove-destination --no-preserve=mode -- "$seed" "$folder/corpus"
  done
  # Told, since libFuzzer passes over what it cannot read, and takes what is there of a file that was cut off.
  find "$folder/corpus" -ignore_readdir_race -type f ! -readable -printf "$name: left out, since it may not be read: %p\n" >&2
  find "$folder/corpus" -ignore_readdir_race -type f -empty ! -name da39a3ee5e6b4b0d3255bfef95601890afd80709 \
    -printf "$name: empty, as a full disk leaves it: %p\n" >&2
  exec 8<&-
  files=(corpus)
  printf '%s: corpus and findings in %s\n' "$name" "$folder"
fi
cd "$folder"

# libFuzzer does not look whether what it writes is written, so that it is not let run to the end of a disk. A second's worth of files is
# a fraction of this.
least_kb=32768 least_files=8192
# Prints what there is too little of here; nothing where there is enough, or the system does not tell.
short_of() {
  local all free
  free=$(df -k --output=avail . 2>/dev/null | tail -n 1)
  if [[ $free =~ ^\ *[0-9]+$ ]] && ((free < least_kb)); then printf 'less than %s MB are free' $((least_kb / 1024)); return; fi
  read -r all free < <(df --output=itotal,iavail . 2>/dev/null | tail -n 1) || true
  if [[ $all$free =~ ^[0-9]+$ ]] && ((all > 0 && free < least_files)); then printf 'fewer than %s files can be made' "$least_files"; fi
}
short=$(short_of)
[ -z "$short" ] || refuse "$short in $folder, and libFuzzer would lose what it finds without a word. Make room"

# Signals are the system's, not libFuzzer's: its handler allocates, and where it comes within AddressSanitizer's allocator, it waits for
# itself for ever. All that is learned and found is in files by then. With -fork the process that hears them runs no input, and tidies up.
fuzzes='' forks='' has_jobs='' has_stop=''
if [ "${files[*]}" = corpus ]; then fuzzes=yes; fi
case " ${options[*]}" in *\ -fork=*) forks=yes ;; *\ -jobs=*) has_jobs=yes ;; esac
case " ${options[*]}" in *\ -stop_file=*) has_stop=yes ;; esac
[ -n "$forks" ] || options=(-handle_int=0 -handle_term=0 "${options[@]}")

seconds_up() { cut -d. -f1 /proc/uptime; }
is_parent() {
  local key value
  while read -r key value; do
    if [ "$key" = PPid: ]; then [ "$value" = "$1" ]; return; fi
  done <"/proc/$BASHPID/status"
}
# Nobody writes to 7: it tells when all are gone that have 9 open, the fuzzer and what it has begun. No command of its own waits here,
# which Control-C would end.
gone_within() {  # SECONDS
  local code=0
  read -r -t "$1" -u 7 || code=$?
  ((code <= 128))
}
# Those that have the pipe open: once the fuzzer is gone nothing else tells whose they are. What they are about is of no use then.
end_what_it_began() {  # STOP-FOLDER
  local process
  for process in /proc/[0-9]*; do
    if [ "$process/fd/9" -ef "$1/alive" ]; then kill -KILL "${process#/proc/}" || true; fi
  done
}
# Beside the fuzzer, which this shell's process becomes: sees to the disk, and to the time, by a clock that nobody sets; and once the
# fuzzer is gone, that what it began goes, too: what fuzzes (-jobs) by a file, what does not (-minimize_crash) at once. It ends with the
# last of them, not by signals.
watch() {  # FUZZER'S-PROCESS STOP-FOLDER SECONDS
  local ends=$(($3 > 0 ? $(seconds_up) + $3 : 0)) short
  exec 9>&-
  trap '' HUP TERM
  # With -jobs the first process hears no Control-C while it waits for the others.
  # shellcheck disable=SC2064  # of this function's
  if [ -n "$has_jobs" ]; then trap "kill -TERM $1 || true" INT; else trap '' INT; fi
  while is_parent "$1"; do
    if gone_within 1; then break; fi
    short=$(short_of)
    if [ -n "$short" ]; then
      printf '%s: %s in %s: stopped before anything is lost. Make room, and start again\n' "$name" "$short" "$PWD" >&2
      kill -TERM "$1" || true
      break
    fi
    ((ends == 0 || $(seconds_up) < ends)) || break
  done
  mv "$2/not-yet" "$2/stop" || kill -TERM "$1" || true  # written before, since there may be no room for it now
  exec >/dev/null 2>&1
  until gone_within 1; do
    if [ -z "$fuzzes" ]; then end_what_it_began "$2"; fi
  done
  rm -rf "$2"
}
seconds=0 rest=()
for option in "${options[@]}"; do
  # libFuzzer would go by the wall clock. It does with -fork, where it hears of no file to stop at, and with -jobs, where each has the time.
  if [ -n "$fuzzes" ] && [ -z "$forks$has_jobs$has_stop" ] && [[ $option =~ ^-max_total_time=([0-9]+)$ ]]; then
    seconds=$((10#${BASH_REMATCH[1]}))
  else
    rest+=("$option")
  fi
done
if ! { stop=$(mktemp -d stop.XXXXXX) && printf 'now' >"$stop/not-yet" && mkfifo "$stop/alive"; }; then refuse "no files can be made in $folder"; fi
exec 9<>"$stop/alive"
exec 7<"$stop/alive"
watch $$ "$stop" "$seconds" &
exec 7<&-
if [ -n "$fuzzes" ]; then
  if [ -n "$has_jobs" ]; then trap '' INT; fi  # they end by the file
  rest=("-stop_file=$stop/stop" "${rest[@]}")
fi
exec "$fuzzer" -max_len="$max_len" -timeout=30 -artifact_prefix=found/ "${rest[@]}" "${files[@]}"

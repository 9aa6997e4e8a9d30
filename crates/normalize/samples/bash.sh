#!/usr/bin/env bash
# Backs up folders, rotates old archives and reports by mail.
set -euo pipefail

readonly VERSION="1.4.2"
declare -A SIZES=()
declare -i failures=0
KEEP=7
TARGET="${BACKUP_TARGET:-/var/backups}"
folders=(/etc "$HOME/work" /srv)
today=$(date +%Y-%m-%d)
export LC_ALL=C

usage() {
  cat <<END
usage: ${0##*/} [-k days] [-t folder] [-v] name...
END
  exit "${1:-0}"
}

log() {
  local level="$1"
  shift
  printf '%s [%s] %s\n' "$(date +%T)" "$level" "$*" >&2
}

die() {
  log error "$@"
  exit 1
}

cleanup() {
  local status=$?
  if [[ -n "${work:-}" && -d "$work" ]]; then
    rm -rf -- "$work"
  fi
  return "$status"
}
trap cleanup EXIT INT TERM

while getopts ":hk:t:v" option; do
  case "$option" in
    h) usage ;;
    k)
      KEEP="$OPTARG"
      ;;
    t) TARGET="$OPTARG" ;;
    v | V)
      set -x
      ;;
    \?) die "no such option: -$OPTARG" ;;
    *) usage 2 ;;
  esac
done
shift $((OPTIND - 1))

function require {
  local tool
  for tool in "$@"; do
    if ! command -v "$tool" >/dev/null 2>&1; then
      die "missing: $tool"
    fi
  done
}

is_number() {
  [[ "$1" =~ ^[0-9]+$ ]]
}

size_of() {
  du -sk "$1" | cut -f1
}

archive() {
  local folder="$1" name size
  name=$(basename "$folder")
  if [ ! -d "$folder" ]; then
    log warn "skipping $folder"
    return 1
  elif [ ! -r "$folder" ]; then
    log warn "cannot read $folder"
    ((failures++))
    return 2
  else
    tar -czf "$work/$name-$today.tar.gz" -C "$(dirname "$folder")" "$name"
  fi
  size=$(size_of "$work/$name-$today.tar.gz")
  SIZES["$name"]=$size
  log info "$name: $size KB"
}

rotate() {
  local count=0 file
  while IFS= read -r file; do
    count=$((count + 1))
    if ((count > KEEP)); then
      rm -f -- "$file"
      log info "removed $file"
    fi
  done < <(ls -1t "$TARGET"/"$1"-*.tar.gz 2>/dev/null)
}

sum() {
  local total=0 n
  for n in "$@"; do
    total=$((total + n))
  done
  echo "$total"
}

factorial() {
  if (($1 < 2)); then
    echo 1
  else
    local rest
    rest=$(factorial $(($1 - 1)))
    echo $(($1 * rest))
  fi
}

gcd() {
  local a=$1 b=$2 t
  until [ "$b" -eq 0 ]; do
    t=$((a % b))
    a=$b
    b=$t
  done
  echo "$a"
}

bubble_sort() {
  local -a values=("$@")
  local i j t
  for ((i = 0; i < ${#values[@]}; i++)); do
    for ((j = 0; j < ${#values[@]} - i - 1; j++)); do
      if ((values[j] > values[j + 1])); then
        t=${values[j]}
        values[j]=${values[j + 1]}
        values[j + 1]=$t
      fi
    done
  done
  echo "${values[@]}"
}

reverse() {
  local text="$1" out="" i
  for ((i = ${#text} - 1; i >= 0; i--)); do
    out+="${text:i:1}"
  done
  echo "$out"
}

count_words() {
  tr -cs 'A-Za-z' '\n' <"$1" | tr 'A-Z' 'a-z' | sort | uniq -c | sort -rn | head -n 10
}

count_lines() {
  local lines=0
  while read -r line || [[ -n $line ]]; do
    [[ -z "$line" ]] && continue
    [[ "$line" == \#* ]] && continue
    if [[ "$line" == "END" ]]; then
      break
    fi
    lines=$((lines + 1))
  done <"$1"
  echo "$lines lines"
}

ask() {
  local answer
  select answer in yes no quit; do
    case $answer in
      yes) return 0 ;;
      no | quit) return 1 ;;
    esac
  done
}

report() {
  local name
  {
    echo "Backup of $today"
    echo "Folders: ${#folders[@]}"
    for name in "${!SIZES[@]}"; do
      printf '%-20s %8d KB\n' "$name" "${SIZES[$name]}"
    done
  } >"$work/report.txt"
  grep -v '^$' "$work/report.txt" | sed -e 's/KB/kB/' | awk '{ print NR ": " $0 }'
}

require tar gzip cut
is_number "$KEEP" || die "not a number: $KEEP"
work=$(mktemp -d)
mkdir -p "$TARGET"

if (($# > 0)); then
  folders=("$@")
fi

for folder in "${folders[@]}"; do
  archive "$folder" || failures=$((failures + 1))
done

for name in "${!SIZES[@]}"; do
  mv "$work/$name-$today.tar.gz" "$TARGET/" && rotate "$name" &
done
wait

(cd "$TARGET"
  find . -name '*.tar.gz' -mtime +30 -print0 | xargs -0 rm -f)

[[ $failures -gt 0 && -t 1 ]] && log warn "$failures failed"
report | tee -a "$TARGET/log" || true
sum 1 2 3
gcd 12 18
factorial 5
bubble_sort 5 3 9 1
reverse "${today//-/}"
count_words "$0"
count_lines "$0"
unset SIZES
test -f /etc/motd && source /etc/profile
eval "echo \$VERSION"
grep -q root <<<"$USER" && ask
exit $((failures != 0))

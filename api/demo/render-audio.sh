#!/usr/bin/env bash
# Renders the spoken demo from its text sources: books/<slug>/text/NN.txt -> NN.mp3,
# text/sample.txt -> sample.mp3, and for the books in $single_file one book.m4b with
# chapter marks instead of the NN.mp3 files.
#
# Needs espeak-ng, ffmpeg and ffprobe (Debian packages espeak-ng and ffmpeg).
# Usage: api/demo/render-audio.sh [slug ...]     (no slug: all books)
# The sound is kept in git; run this only after a text has changed.
set -euo pipefail
export LC_ALL=C.UTF-8

here=$(cd "$(dirname "$0")" && pwd)
books=$here/books
max_file=1000000      # bytes, one file
max_total=9500000     # bytes, all sound together
single_file=" kevade "

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One voice an author, so that the shelf does not sound like one long book.
# Prints "<espeak voice> <pitch 0-99> <words a minute>".
voice_of() {
  case $1 in
    kalevipoeg | eesti-rahva-ennemuistsed-jutud | kilplased) echo "et+m3 42 165" ;;
    emajoe-oobik | saarane-mulk) echo "et+f2 50 165" ;;
    laulud) echo "et+m1 55 160" ;;
    eesti-muinasjutud) echo "et+f3 48 165" ;;
    tasuja | vurst-gabriel) echo "et+m2 46 168" ;;
    vari | luuletused-liiv) echo "et 38 158" ;;
    mahtra-soda | pisuhand | maekula-piimamees) echo "et+m7 45 168" ;;
    libahunt) echo "et+f4 40 162" ;;
    kevade | nukitsamees) echo "et 50 168" ;;
    *) echo "et+m3 34 165" ;;
  esac
}

# field <book.toml> <key>: the first top-level string value of the key.
field() { sed -n "s/^$2 = \"\(.*\)\"\$/\1/p" "$1" | head -n 1; }

# author <book.toml>: first and last name of the first author.
author() {
  echo "$(field "$1" first_name) $(field "$1" last_name)"
}

# say <text file> <wav> <title line?>: speech at 22.05 kHz, mono, levelled.
say() {
  local text=$1 wav=$2 titled=$3 ssml
  ssml=$work/say.ssml
  {
    echo "<speak>"
    if [ "$titled" = yes ]; then
      printf '%s.<break time="900ms"/>\n' "$(head -n 1 "$text")"
      tail -n +2 "$text"
    else
      cat "$text"
    fi
    echo "</speak>"
  } | sed -f "$here/pronunciation.sed" >"$ssml"
  # shellcheck disable=SC2086 # the voice line is three words on purpose
  set -- $voice
  nice espeak-ng -m -v "$1" -p "$2" -s "$3" -f "$ssml" -w "$work/raw.wav"
  nice ffmpeg -nostdin -v error -y -i "$work/raw.wav" \
    -af "adelay=250,highpass=f=60,loudnorm=I=-18:TP=-2:LRA=7,apad=pad_dur=0.6" \
    -ac 1 -ar 22050 -c:a pcm_s16le "$wav"
}

# mp3 <wav> <mp3> <title> <track "n/N" or empty>: about 19 kbit/s, Xing header, ID3v2.3.
mp3() {
  local tags=(-metadata "title=$3" -metadata "album=$album" -metadata "artist=$artist"
    -metadata "performer=Sünteeshääl" -metadata "publisher=$publisher"
    -metadata "date=$year" -metadata "language=est" -metadata "genre=Audiobook")
  [ -n "$4" ] && tags+=(-metadata "track=$4")
  nice ffmpeg -nostdin -v error -y -i "$1" -map_metadata -1 "${tags[@]}" -fflags +bitexact \
    -c:a libmp3lame -abr 1 -b:a 16k -compression_level 0 -write_xing 1 -id3v2_version 3 "$2"
}

# m4b <dir> <texts…>: one AAC file with a chapter mark a text.
m4b() {
  local dir=$1 meta=$work/meta.txt list=$work/list.txt start=0 end wav n=0 text
  shift
  {
    echo ";FFMETADATA1"
    printf 'title=%s\nalbum=%s\nartist=%s\nalbum_artist=%s\ncomposer=Sünteeshääl\ndate=%s\ngenre=Audiobook\n' \
      "$album" "$album" "$artist" "$artist" "$year"
  } >"$meta"
  : >"$list"
  for text in "$@"; do
    n=$((n + 1))
    wav=$work/ch$n.wav
    say "$text" "$wav" yes
    echo "file '$wav'" >>"$list"
    end=$((start + $(ffprobe -v error -show_entries stream=duration_ts -of csv=p=0 "$wav")))
    printf '[CHAPTER]\nTIMEBASE=1/22050\nSTART=%d\nEND=%d\ntitle=%s\n' \
      "$start" "$end" "$(head -n 1 "$text")" >>"$meta"
    start=$end
  done
  nice ffmpeg -nostdin -v error -y -f concat -safe 0 -i "$list" -i "$meta" -map 0:a \
    -map_metadata 1 -map_chapters 1 -fflags +bitexact -c:a aac -b:a 24k -ac 1 -ar 22050 \
    -metadata:s:a:0 language=est -movflags +faststart -brand "M4B " -f mp4 "$dir/book.m4b"
}

render() {
  local slug=$1 dir=$books/$1 texts text n=0
  album=$(field "$dir/book.toml" title)
  artist=$(author "$dir/book.toml")
  publisher=$(field "$dir/book.toml" publisher)
  year=$(sed -n 's/^publish_year = //p' "$dir/book.toml")
  voice=$(voice_of "$slug")
  rm -f "$dir"/*.mp3 "$dir"/*.m4b
  texts=("$dir"/text/[0-9][0-9].txt)
  if [[ $single_file == *" $slug "* ]]; then
    m4b "$dir" "${texts[@]}"
  else
    for text in "${texts[@]}"; do
      n=$((n + 1))
      say "$text" "$work/part.wav" yes
      mp3 "$work/part.wav" "$dir/$(basename "$text" .txt).mp3" "$(head -n 1 "$text")" "$n/${#texts[@]}"
    done
  fi
  say "$dir/text/sample.txt" "$work/part.wav" no
  mp3 "$work/part.wav" "$dir/sample.mp3" "$album: näidisklipp" ""
  echo "$slug: $(du -cb "$dir"/*.mp3 "$dir"/*.m4b 2>/dev/null | tail -n 1 | cut -f 1) bytes, ${#texts[@]} chapters"
}

if [ $# -eq 0 ]; then
  mapfile -t slugs < <(cd "$books" && ls)
else
  slugs=("$@")
fi
for slug in "${slugs[@]}"; do render "$slug"; done

# The limits hold for the whole set, whichever part was rendered.
total=0
for file in "$books"/*/*.mp3 "$books"/*/*.m4b; do
  [ -e "$file" ] || continue
  size=$(stat -c %s "$file")
  total=$((total + size))
  [ "$size" -le "$max_file" ] || { echo "too large: $file ($size bytes)" >&2; exit 1; }
done
[ "$total" -le "$max_total" ] || { echo "all sound together is $total bytes, over $max_total" >&2; exit 1; }
echo "all sound together: $total bytes"

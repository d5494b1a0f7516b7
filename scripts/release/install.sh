#!/bin/sh
# Installs Fonema from this folder, without a network: ./install.sh [--program FOLDER] [--data FOLDER]
# As root it also makes the user fonema and a systemd unit. Run it again with a newer bundle to upgrade: make a backup
# first, and restart afterwards.
set -eu
program=/opt/fonema
data=/var/lib/fonema
while [ $# -gt 0 ]; do
  case "$1" in
    --program) program=$2; shift 2 ;;
    --data) data=$2; shift 2 ;;
    *) echo 'Usage: ./install.sh [--program FOLDER] [--data FOLDER]' >&2; exit 2 ;;
  esac
done
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"

echo 'Comparing the files with their checksums'
sha256sum --check --quiet SHA256SUMS || { echo 'The bundle is damaged; nothing was installed.' >&2; exit 1; }
command -v flock >/dev/null || { echo 'The program "flock" is missing; install the package util-linux.' >&2; exit 1; }
app/node_modules/.bin/node --version >/dev/null || {
  echo 'The bundled Node does not run here: another processor, or a glibc before 2.28.' >&2
  exit 1
}
command -v bwrap >/dev/null || echo 'Without the package bubblewrap, recordings are read in a weaker sandbox.'
command -v ffmpeg >/dev/null || echo 'Without the package ffmpeg, only WAV and FLAC recordings are read.'

# Beside the old program, and then in its place, so that no mixture of the two is ever there.
mkdir -p "$(dirname "$program")" "$data/models"
rm -rf "$program.new" "$program.old"
cp -R app "$program.new"
[ ! -e "$program" ] || mv "$program" "$program.old"
mv "$program.new" "$program"
rm -rf "$program.old"
[ ! -d models ] || cp -R models/. "$data/models/"

if [ "$(id -u)" = 0 ] && [ "$program" = /opt/fonema ] && [ -d /run/systemd/system ]; then
  id fonema >/dev/null 2>&1 || useradd --system --home-dir "$data" --shell /usr/sbin/nologin fonema
  chown -R fonema: "$data"
  cp app/deploy/fonema.service /etc/systemd/system/
  systemctl daemon-reload
  echo 'Settings belong in /etc/fonema.env. Start it:  systemctl enable --now fonema'
else
  echo "Start it:  cd $program && DEMO=off DATA_DIR=$data node_modules/.bin/node --max-semi-space-size=16 apps/server/src/main.ts"
fi

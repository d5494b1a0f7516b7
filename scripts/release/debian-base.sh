#!/bin/sh
# Called by mmdebstrap with the folder of a base after its packages were unpacked, before their files are deleted.
# No program of the base runs, so that a base for another processor needs no emulator. What the packages' own scripts
# would have done, and the program needs, is done here.
set -eu
root=$1
packages=$root/var/cache/apt/archives

# Nothing loads these: drivers for screens and their compiler, the package manager, start scripts.
unused='libllvm15 libz3-4 libgl1-mesa-dri dpkg debconf tar x11-common lsb-base sysvinit-utils'
for name in $unused; do
  for file in "$packages/${name}"_*.deb; do
    [ -e "$file" ] || continue
    dpkg-deb --fsys-tarfile "$file" | tar -t | grep -v '/$' | while read -r path; do rm -f "$root/$path"; done
    rm "$file"
  done
done
# Of these the program starts three commands.
for file in "$packages"/coreutils_*.deb "$packages"/util-linux_*.deb "$packages"/util-linux-extra_*.deb; do
  dpkg-deb --fsys-tarfile "$file" | tar -t | grep -v '/$' | grep -vE '^\./(usr/)?bin/(flock|sleep|sync)$|/copyright$' |
    while read -r path; do rm -f "$root/$path"; done
done
for path in usr/share/locale usr/share/man usr/share/X11 usr/share/fonts usr/share/mime usr/share/perl5 usr/share/info \
  usr/share/bug usr/share/lintian etc/cron.daily etc/init.d etc/logrotate.d; do
  rm -rf "${root:?}/$path"
done
# Licences stay.
find "$root/usr/share/doc" -type f ! -name copyright -delete

# One file for each package: lists of software and scanners read them.
mkdir -p "$root/var/lib/dpkg/status.d"
for file in "$packages"/*.deb; do
  dpkg-deb --field "$file" >"$root/var/lib/dpkg/status.d/$(dpkg-deb --field "$file" Package)"
done
rm -f "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/status-old"

# Alternatives that ffmpeg links to.
for folder in "$root"/usr/lib/*-linux-gnu; do
  ln -sf blas/libblas.so.3 "$folder/libblas.so.3"
  ln -sf lapack/liblapack.so.3 "$folder/liblapack.so.3"
done

cat >"$root/etc/passwd" <<'END'
root:x:0:0:root:/:/usr/sbin/nologin
fonema:x:10001:10001:Fonema:/data:/usr/sbin/nologin
END
printf 'root:x:0:\nfonema:x:10001:\n' >"$root/etc/group"
printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$root/etc/nsswitch.conf"
mkdir -p "$root/data" "$root/app"
chown 10001:10001 "$root/data"
chmod 0700 "$root/data"

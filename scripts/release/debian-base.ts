// The base of our images: a few Debian packages without a package manager, made without an engine and without root's
// programs of another processor.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const suite = 'bookworm'
/** A shell with sleep, flock and sync: ffmpeg and the embedded database run under them. */
const packages = [
  ...['base-files', 'libc6', 'libstdc++6', 'netbase', 'tzdata'],
  ...['bubblewrap', 'coreutils', 'dash', 'ffmpeg', 'util-linux'],
]
const hook = path.join(import.meta.dirname, 'debian-base.sh')

/** Writes the base as a tar file and returns what dpkg says of its packages. */
export function makeDebianBase(file: string, architecture: 'amd64' | 'arm64', seconds: number): string {
  const made = spawnSync(
    'mmdebstrap',
    [
      ...['--quiet', '--variant=extract', `--architectures=${architecture}`, `--include=${packages.join(',')}`],
      '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
      `--extract-hook=${hook} "$1"`,
      // Of the machine that makes it.
      '--customize-hook=rm -f "$1/etc/hostname" "$1/etc/resolv.conf"',
      ...[suite, file],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) } },
  )
  if (made.status !== 0) throw new Error(`mmdebstrap failed: ${made.error?.message ?? `status ${made.status}`}`)
  const fields = spawnSync('tar', ['-xOf', file, '--wildcards', './var/lib/dpkg/status.d/*'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (fields.status !== 0) throw new Error(`The base has no list of packages: ${fields.stderr}`)
  return fields.stdout
}

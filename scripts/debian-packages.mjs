// Programs that the tests need beside npm packages: a browser, ffmpeg, PostgreSQL 15. All are optional: without them
// the other tests still run, so nothing here throws.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Checks each need. As root, installs what is missing; otherwise prints the one command that does.
 * Debian's `postgresql-15` may create a default cluster; nothing of ours uses or expects it.
 *
 * @returns the needs that are still missing
 */
export function ensureDebianPackages(needs, { log = console.log, isRoot = process.geteuid?.() === 0 } = {}) {
  const missing = needs.filter((need) => !isThere(need))
  if (missing.length === 0) return []
  const packages = [...new Set(missing.map((need) => need.package))]
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (findCommand('apt-get') === undefined) {
    log(`Not found: ${missing.map(nameOf).join(', ')} (Debian's packages: ${packages.join(' ')})`)
    return missing
  }
  if (!isRoot) {
    log(`Not found: ${missing.map(nameOf).join(', ')}. To install:  sudo apt-get update && sudo ${command}`)
    return missing
  }
  log(`Installing ${packages.join(' ')}`)
  if (!packagesAreListed()) apt(['update'], log)
  if (!install(packages, log)) {
    apt(['update'], log) // an old package list names files that are no longer on the mirror
    // One by one, so that a package missing in this Debian release does not prevent the others.
    if (!install(packages, log) && packages.length > 1) for (const name of packages) install([name], log)
  }
  const still = missing.filter((need) => !isThere(need))
  if (still.length > 0) log(`Could not be installed: ${still.map(nameOf).join(', ')}. By hand:  ${command}`)
  return still
}

function nameOf(need) {
  return need.command ?? need.file
}

function isThere(need) {
  return need.command ? findCommand(need.command) !== undefined : isExecutable(need.file)
}

export function findCommand(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function packagesAreListed() {
  try {
    return readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'))
  } catch {
    return false
  }
}

function install(packages, log) {
  return apt(['install', '-y', '--no-install-recommends', ...packages], log)
}

function apt(args, log) {
  const run = spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // RUNLEVEL=1 keeps invoke-rc.d from starting the installed services.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })
  if (run.status === 0) return true
  log(`apt-get ${args[0]} failed: ${(run.stderr || run.error?.message || '').trim().split('\n').slice(-3).join(' ')}`)
  return false
}

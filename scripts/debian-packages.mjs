// What the tests need beside npm packages: a browser, ffmpeg, PostgreSQL 15. All optional parts: without them the
// rest of the tests runs, so nothing here throws.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Looks for each need, installs what is missing when we are root, and else prints the one command that does.
 * Debian's `postgresql-15` may bring a default cluster of its own; nothing of ours uses or expects it.
 *
 * @returns the needs which are still missing
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
    apt(['update'], log) // an old list names files that the mirror no longer has
    // One by one, so that a package which this release of Debian lacks does not keep the others away.
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
    // RUNLEVEL=1 keeps invoke-rc.d from starting the services of what is installed.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })
  if (run.status === 0) return true
  log(`apt-get ${args[0]} failed: ${(run.stderr || run.error?.message || '').trim().split('\n').slice(-3).join(' ')}`)
  return false
}

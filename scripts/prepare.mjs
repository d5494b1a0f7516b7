// Makes a fresh clone runnable: installs dependencies and Node 24, and with --build the web pages.
// Runs before anything is installed, so it works on any Node from 18, without dependencies and without TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const web = join(root, 'apps', 'web')
const shippedContent = join(root, 'packages', 'content')
const WANTED_NODE = 24

/** A failure that one line explains. Any other error is a bug and shows its stack. */
class Refusal extends Error {}

async function prepare() {
  requireSupportedMachine()
  const lock = lockRoot()
  if (!dependenciesAreCurrent()) await installDependencies(lock)
  const node = requireNode24()
  if (process.argv.includes('--build')) await buildWeb(node, lock)
}

function requireSupportedMachine() {
  const { platform, arch } = process
  if (platform === 'win32') throw new Refusal('Windows is not supported; Fonema runs there inside WSL 2.')
  if (arch !== 'x64' && arch !== 'arm64') {
    throw new Refusal(`This machine's processor or Node is ${arch}; Fonema needs a 64-bit one (x64 or arm64).`)
  }
  if (platform !== 'linux') return
  const glibc = process.report?.getReport().header.glibcVersionRuntime
  if (!glibc) throw new Refusal('This Linux has no glibc (Alpine?); use Debian, Ubuntu, Fedora or another one with it.')
  const [major, minor] = glibc.split('.').map(Number)
  if (major < 2 || (major === 2 && minor < 28)) {
    throw new Refusal(
      `This Linux has glibc ${glibc}; Node ${WANTED_NODE} needs 2.28 or newer (Debian 10, Ubuntu 20.04).`,
    )
  }
}

/**
 * One preparation at a time in this folder. The kernel holds the lock on the folder itself: it ends with this process
 * in any case, leaves no file, and covers npm and vite, which also hold the folder open and may outlive this process.
 * Since the lock belongs to the open folder, util-linux's flock can take it for us. Without that program (macOS), users
 * must not start twice at the same time.
 */
function lockRoot() {
  const folder = openSync(root, 'r')
  const flock = (...options) => spawnSync('flock', [...options, '3'], { stdio: ['ignore', 'ignore', 'ignore', folder] })
  if (flock('--nonblock').status !== 1) return folder
  say('Another start is preparing this folder; waiting for it')
  flock()
  return folder
}

function dependenciesAreCurrent() {
  const kept = join(modules, '.fonema-lock-hash')
  const wanted = lockHash()
  if (existsSync(kept)) return readFileSync(kept, 'utf8').trim() === wanted
  if (!matchesInstalled()) return false
  try {
    writeFileSync(kept, `${wanted}\n`) // a user ran npm by hand, and the result is correct
  } catch {
    // the folder is read-only, as in an image: it is compared again next time
  }
  return true
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/** Compares npm's list of installed packages with the lockfile, as far as it concerns this machine. */
function matchesInstalled() {
  const list = join(modules, '.package-lock.json')
  if (!existsSync(list)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return true
    if (installed[path]) return installed[path].version === entry.version
    if (!entry.optional) return false
    const forUs = entry.os?.includes(process.platform) && (entry.cpu ?? [process.arch]).includes(process.arch)
    return !forUs || (entry.libc !== undefined && !entry.libc.includes('glibc'))
  })
}

async function installDependencies(lock) {
  // Uses the npm that started this script and its Node, if any, because node_modules/.bin/node is about to be replaced.
  const { npm_execpath: npmCli, npm_node_execpath: npmNode } = process.env
  const [command, ...first] = npmCli?.endsWith('.js') ? [npmNode ?? process.execPath, npmCli] : ['npm']
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  const { status, error, output, seconds } = await runWithProgress(
    'Installing dependencies (once; about half a minute)',
    command,
    // With NODE_ENV=production npm would omit the packages that build the web.
    [...first, 'ci', '--include=dev', '--include=optional', ...options],
    lock,
  )
  if (error?.code === 'ENOENT') throw new Refusal('npm was not found. Install Node with npm: https://nodejs.org')
  if (status !== 0) throw new Refusal(explain('Dependencies could not be installed', output, error, INSTALL_CAUSES))
  writeFileSync(join(modules, '.fonema-lock-hash'), `${lockHash()}\n`)
  say(`Dependencies installed in ${seconds} s`)
}

/** `node` in the npm scripts is node_modules/.bin/node if the platform's package is installed, else the system's. */
function requireNode24() {
  const bundled = join(modules, '.bin', 'node')
  const found = existsSync(bundled) ? bundled : process.execPath
  const trial = spawnSync(found, ['--version'], { encoding: 'utf8' })
  const version = trial.status === 0 ? trial.stdout.trim() : `none that runs (${trial.error?.message ?? trial.stderr})`
  if (Number.parseInt(version.slice(1), 10) >= WANTED_NODE) return found
  throw new Refusal(
    `Fonema needs Node ${WANTED_NODE} or newer and found ${version}. ` +
      `Install it from https://nodejs.org, or run "npm ci --include=optional" where its package exists.`,
  )
}

/** Builds in another folder and renames it, so that a running server never serves an incomplete build. */
async function buildWeb(node, lock) {
  const dist = join(web, 'dist')
  const kept = join(dist, '.source-hash')
  const hash = sourceHash()
  if (existsSync(kept) && readFileSync(kept, 'utf8').trim() === hash) return
  for (const name of readdirSync(web)) if (name.startsWith('dist.')) removeFolder(join(web, name)) // of a killed build

  const aside = join(web, `dist.new-${process.pid}`)
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  const built = await runWithProgress(
    'Building the web pages',
    node,
    [vite, 'build', web, '--outDir', aside, '--emptyOutDir', '--logLevel=warn'],
    lock,
  )
  if (built.status !== 0) {
    removeFolder(aside)
    throw new Refusal(explain('The web pages could not be built', built.output, built.error))
  }
  writeFileSync(join(aside, '.source-hash'), `${hash}\n`)
  const old = join(web, `dist.old-${process.pid}`)
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(aside, dist)
  removeFolder(old)
  say(`Web pages built in ${built.seconds} s`)
}

/**
 * Hashes names and contents of everything that a build reads, but not times, which a fresh clone resets. The shipped
 * content is left out: only the server reads it.
 */
function sourceHash() {
  const hash = createHash('sha256')
  const files = [join(root, 'package-lock.json'), join(root, 'tsconfig.json')]
  for (const folder of [web, join(root, 'packages')]) if (existsSync(folder)) files.push(...filesIn(folder))
  for (const file of files) {
    if (!existsSync(file)) continue
    const content = readFileSync(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('dist.')) return []
    if (/\.test\.tsx?$/.test(entry.name)) return []
    const path = join(folder, entry.name)
    if (path === shippedContent) return []
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : []
  })
}

/** Runs a program silently; shows its output if it fails. */
async function runWithProgress(title, command, args, lock) {
  say(`${title} …`)
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const ticking = setInterval(() => say(`  … ${seconds()} s`), 10_000)
  try {
    return await new Promise((resolve) => {
      let output = ''
      const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', lock] })
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
          output = (output + text).slice(-20_000)
        })
      }
      child.on('error', (error) => resolve({ status: null, error, output, seconds: seconds() }))
      child.on('close', (status) => resolve({ status, output, seconds: seconds() }))
    })
  } finally {
    clearInterval(ticking)
  }
}

const CAUSES = [
  [/ENOSPC|no space left|EDQUOT/i, 'the disk is full (0.6 GB are needed)'],
  [/EACCES|EPERM|EROFS/, `this user may not write in ${root}`],
]
const INSTALL_CAUSES = [
  ...CAUSES,
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|SOCKET_TIMEOUT/,
    'the npm registry cannot be reached; check the network, or the proxy in npm config',
  ],
  [/EINTEGRITY/, 'a downloaded package differs from the lockfile; try again, and report it if it happens again'],
  [/EUSAGE/, 'package-lock.json does not fit package.json; restore both from the repository'],
]

function explain(what, output, error, causes = CAUSES) {
  const text = `${output.trimEnd()}\n${error?.message ?? ''}`.trim()
  if (text) console.error(text.split('\n').slice(-25).join('\n'))
  const cause = causes.find(([pattern]) => pattern.test(text))?.[1]
  return `${what}: ${cause ?? 'see above'}.`
}

function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true })
}

function say(line) {
  console.log(line)
}

prepare().catch((error) => {
  if (error instanceof Refusal) console.error(`Fonema cannot start. ${error.message}`)
  else if (error?.code && error.syscall)
    console.error(`Fonema cannot start. ${explain('A file cannot be used', '', error)}`)
  else console.error(error)
  process.exitCode = 1
})

// The two programs come from Debian 12's packages, unpacked into a folder and not installed: no service starts, and no
// web server is added to the machine. Needs `apt-get` with its package lists, not root.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const wanted = [
  // The bridge: LemonLDAP::NG's portal with Lasso, which reads SAML, and a web server for Perl. Debian only recommends or
  // suggests some of the libraries that both protocols need.
  ...['liblemonldap-ng-portal-perl', 'lemonldap-ng-fastcgi-server', 'liblasso-perl', 'starman'],
  ...['libio-string-perl', 'libxml-simple-perl', 'libstring-random-perl'],
  // The house. The small web server only meets a dependency; nothing starts it.
  ...['simplesamlphp', 'php8.2-cgi', 'php8.2-cli', 'php8.2-xml', 'php8.2-mbstring', 'mini-httpd'],
]

const cache = resolve(import.meta.dirname, '../../node_modules/.cache/saml')
const ofThisList = createHash('sha256').update(wanted.join()).digest('hex').slice(0, 12)

/** Whether the programs are there; fetches them if not. */
export function havePrograms(log: (line: string) => void = console.log): boolean {
  try {
    unpackPrograms()
    return true
  } catch (error) {
    log(`Not found: LemonLDAP::NG and SimpleSAMLphp, as packages of Debian 12 (${(error as Error).message.trim()})`)
    return false
  }
}

export type Programs = ReturnType<typeof unpackPrograms>

/** What the machine has already is not unpacked, so each file is in one of two places. */
export function unpackPrograms() {
  const root = join(cache, ofThisList)
  if (!existsSync(root)) fetchInto(root)
  const machine = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  const inRoot = (...paths: string[]) => paths.map((path) => join(root, path)).join(':')
  return {
    root,
    find: (path: string) => (existsSync(join(root, path)) ? join(root, path) : join('/', path)),
    environment: {
      LD_LIBRARY_PATH: inRoot('usr/lib', `usr/lib/${machine}`),
      PERL5LIB: inRoot('usr/share/perl5', `usr/lib/${machine}/perl5/5.36`),
    },
  }
}

function fetchInto(root: string): void {
  rmSync(cache, { recursive: true, force: true })
  const packages = join(cache, 'packages')
  mkdirSync(packages, { recursive: true })
  const plan = run('apt-get', ['install', '-s', '--no-install-recommends', ...wanted], cache)
  const missing = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name!)
  // Its own user may not write here.
  run('apt-get', ['-q', '-o', 'APT::Sandbox::User=root', 'download', ...missing], packages)
  const unfinished = join(cache, 'unfinished')
  for (const name of readdirSync(packages)) run('dpkg-deb', ['-x', join(packages, name), unfinished], cache)
  rmSync(packages, { recursive: true })
  renameSync(unfinished, root)
}

const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

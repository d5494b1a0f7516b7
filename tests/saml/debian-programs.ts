// The two programs come from Debian's packages, unpacked into a folder and not installed: no service starts, and no web
// server is added to the machine. Needs `apt-get` with its package lists, not root.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const wanted = [
  // The bridge: LemonLDAP::NG's portal with Lasso, which reads SAML, in a web server for Perl.
  ...[
    'liblemonldap-ng-portal-perl',
    'lemonldap-ng-fastcgi-server',
    'liblasso-perl',
    'starman',
    'libio-string-perl',
    'libxml-simple-perl',
    'libstring-random-perl',
  ],
  // The house. The small web server only meets a dependency; nothing starts it.
  ...['simplesamlphp', 'php8.2-cgi', 'php8.2-cli', 'php8.2-xml', 'php8.2-mbstring', 'mini-httpd'],
]

/** @returns the folder with the unpacked packages; what the machine has already is not in it */
export function unpackPrograms(): string {
  const cache = resolve(import.meta.dirname, '../../node_modules/.cache/saml')
  const root = join(cache, 'root')
  if (existsSync(root)) return root
  const packages = join(cache, 'packages')
  rmSync(packages, { recursive: true, force: true })
  mkdirSync(packages, { recursive: true })
  const plan = run('apt-get', ['install', '-s', '--no-install-recommends', ...wanted], cache)
  const missing = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name!)
  run('apt-get', ['-q', 'download', ...missing], packages)
  const unfinished = join(packages, 'root')
  for (const name of readdirSync(packages)) run('dpkg-deb', ['-x', join(packages, name), unfinished], cache)
  renameSync(unfinished, root)
  rmSync(packages, { recursive: true })
  return root
}

const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

// Puts the program together as images and bundles carry it: what runs in a clinic, without tests, sources of the pages
// and tools of developers. In deploy/Dockerfile: node scripts/release/stage-program.ts FOLDER
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { linkLibraries } from '@fonema/embedded-postgres'
import { listSoftware, npm } from './npm.ts'
import { missingNative } from './software.ts'

const root = path.resolve(import.meta.dirname, '../..')

export const architectures = ['x64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

/** The list of software, in the program's folder. */
const softwareFile = 'sbom.cdx.json'

/** What a running clinic reads, and what its administrator starts by hand. */
const shipped = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'apps/server/package.json',
  'apps/server/src',
  'apps/web/package.json',
  'apps/web/dist',
  'packages',
  'scripts/*.ts',
  'scripts/*.mjs',
  'deploy/fonema.service',
]
const leftOut = /(^|\/)(node_modules|testing|dist\.[^/]*)$|\.(test|fixture)\.tsx?$|^scripts\/.*\.d\.mts$/

/** Files of packages that nothing reads at run time: headers of Node, the compiler that a type would need, and typefaces. */
const unusedInPackages = [
  'node_modules/node-linux-*/{include,share,CHANGELOG.md}',
  'node_modules/{typescript,@typescript}',
  // The built pages have the files that they use.
  'node_modules/@fontsource-variable/*/files',
  'node_modules/.bin/{tsc,tsserver}',
]

/**
 * Writes the program for one processor into a new folder, with its packages in a folder of their own: `app` and
 * `modules/node_modules`. Nothing of the packages runs, so any machine can do it for any other.
 *
 * @param debian what dpkg says of Debian's packages that go with it, for the list of software
 */
export function stageProgram(folder: string, architecture: Architecture, { debian = '', time = new Date() } = {}) {
  const app = path.join(folder, 'app')
  const modules = path.join(folder, 'modules')
  rmSync(folder, { recursive: true, force: true })
  for (const file of globSync(shipped, { cwd: root }))
    cpSync(path.join(root, file), path.join(app, file), {
      recursive: true,
      filter: (source) => !leftOut.test(path.relative(root, source)),
    })
  mkdirSync(modules, { recursive: true })
  // npm needs the manifests beside the packages: the links from node_modules lead to them.
  const manifests = globSync(['package.json', 'package-lock.json', '.npmrc', '{apps,packages}/*/package.json'], {
    cwd: app,
  })
  for (const file of manifests) cpSync(path.join(app, file), path.join(modules, file))
  npm(modules, [
    'ci',
    ...['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'],
    ...['--omit=dev', '--include=optional', '--workspace=apps/server', '--include-workspace-root'],
    ...['--os=linux', `--cpu=${architecture}`, '--libc=glibc'],
  ])
  const { packages } = JSON.parse(readFileSync(path.join(modules, 'package-lock.json'), 'utf8'))
  const missing = missingNative({ cpu: architecture }, packages, (place) => existsSync(path.join(modules, place)))
  if (missing.length > 0) throw new Error(`npm could not download ${missing.join(', ')}. Try again.`)
  for (const file of globSync(unusedInPackages, { cwd: modules }))
    rmSync(path.join(modules, file), { recursive: true, force: true })
  // In an image nobody may write there later.
  linkLibraries(path.join(modules, 'node_modules/@embedded-postgres', `linux-${architecture}`))
  for (const file of manifests) rmSync(path.join(modules, file))
  for (const name of ['apps', 'packages']) rmSync(path.join(modules, name), { recursive: true })
  writeFileSync(path.join(app, softwareFile), `${JSON.stringify(listSoftware(architecture, debian, time), null, 1)}\n`)
  spawnSync('chmod', ['-R', 'go=u,go-w', folder])
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true })
  stageProgram(path.resolve(positionals[0]!), process.arch === 'arm64' ? 'arm64' : 'x64')
}

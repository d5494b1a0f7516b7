// @module-tag long
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  clusterOf,
  idsOf,
  isRunning,
  makeDataDir,
  makeUsedDataDir,
  ORDINARY_USER,
  postmasterPid,
  query,
  serve,
  start,
  until,
  weAreRoot,
} from './testing.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }

test('an ordinary user runs PostgreSQL as itself', async () => {
  const us = { uid: process.getuid!(), gid: process.getgid!() }
  const user = weAreRoot ? ORDINARY_USER : us
  const dataDir = makeDataDir({ owner: user })
  expect(await serve(dataDir, user).answer()).toHaveProperty('connectionString')
  expect(idsOf(postmasterPid(dataDir))).toEqual(user)
})

test.runIf(weAreRoot)('root runs it as nobody, in a group that no other process has', async () => {
  const dataDir = makeDataDir()
  await start(dataDir)
  const ids = idsOf(postmasterPid(dataDir))
  expect(ids.uid).toBe(NOBODY.uid)
  expect(ids.gid).not.toBe(NOBODY.gid)
  expect(statSync(clusterOf(dataDir))).toMatchObject({ uid: NOBODY.uid })
})

test.runIf(weAreRoot)('started by root, the data folder stays closed and its other files stay unreadable', async () => {
  const dataDir = await makeUsedDataDir()
  writeFileSync(join(dataDir, 'secret.key'), 'secret', { mode: 0o644 }) // readable for everybody by mistake
  await start(dataDir)
  expect(statSync(dataDir)).toMatchObject({ uid: 0, mode: 0o40700 })
  expect(statSync(join(dataDir, 'postgres'))).toMatchObject({ uid: 0, mode: 0o40700 })
  const asPostgres = { ...idsOf(postmasterPid(dataDir)), cwd: '/', encoding: 'utf8' } as const
  expect(spawnSync('cat', [join(dataDir, 'secret.key')], asPostgres).stderr).toContain('Permission denied')
})

test.runIf(weAreRoot)('another process of nobody can reach neither the files nor the database', async () => {
  const dataDir = await makeUsedDataDir()
  const { connectionString } = await start(dataDir)
  const postmaster = postmasterPid(dataDir)
  const asNobody = { ...NOBODY, cwd: '/', encoding: 'utf8' } as const
  expect(spawnSync('cat', [join(clusterOf(dataDir), 'PG_VERSION')], asNobody).status).not.toBe(0)
  expect(spawnSync('cat', [`/proc/${postmaster}/cwd/PG_VERSION`], asNobody).status).not.toBe(0)
  expect(spawnSync('cat', [`/proc/${postmaster}/environ`], asNobody).status).not.toBe(0)

  // Nor with access to the socket: the kernel tells PostgreSQL the caller's user.
  chmodSync(dataDir, 0o755)
  chmodSync(join(dataDir, 'postgres'), 0o755)
  const script = `
    const { Client } = require(${JSON.stringify(createRequire(import.meta.url).resolve('pg'))})
    new Client({ connectionString: process.argv[1] }).connect().then(
      () => process.exit(0), (error) => { console.log(error.message); process.exit(1) })`
  const call = spawnSync(process.execPath, ['-e', script, connectionString], asNobody)
  expect(call.stdout).toMatch(/[Pp]eer authentication failed/)
  expect(spawnSync(process.execPath, ['-e', script, connectionString], { cwd: '/' }).status).toBe(0)
})

test.runIf(weAreRoot)("a data folder below another user's closed folder works, and no mode changes", async () => {
  const closed = makeDataDir()
  mkdirSync(join(closed, 'a', 'data'), { recursive: true, mode: 0o700 })
  chmodSync(closed, 0o700)
  const { connectionString } = await start(join(closed, 'a', 'data'))
  expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  for (const folder of [closed, join(closed, 'a'), join(closed, 'a', 'data')]) {
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  }
})

test.runIf(weAreRoot)("root can start a user's cluster, and the user can start it again", async () => {
  const dataDir = makeDataDir({ owner: ORDINARY_USER })
  const users = serve(dataDir, ORDINARY_USER)
  await users.answer()
  users.kill()
  await until(() => !isRunning(dataDir))

  const roots = await start(dataDir)
  expect(idsOf(postmasterPid(dataDir)).uid).toBe(ORDINARY_USER.uid)
  await roots.stop()
  expect(await serve(dataDir, ORDINARY_USER).answer()).toHaveProperty('connectionString')
})

test.runIf(weAreRoot)('a cluster that root restored from a copy is given to nobody again', async () => {
  const dataDir = await makeUsedDataDir()
  for (const name of readdirSync(clusterOf(dataDir), { recursive: true, encoding: 'utf8' })) {
    chownSync(join(clusterOf(dataDir), name), 0, 0)
  }
  chownSync(clusterOf(dataDir), 0, 0)
  expect(await query((await start(dataDir)).connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.runIf(weAreRoot)("a user who starts with root's data folder gets the error wrong_owner", async () => {
  const dataDir = await makeUsedDataDir()
  for (const folder of [dataDir, join(dataDir, 'postgres'), join(dataDir, 'postgres', 'lock')]) {
    chownSync(folder, ORDINARY_USER.uid, ORDINARY_USER.gid)
  }
  expect(await serve(dataDir, ORDINARY_USER).answer()).toMatchObject({ code: 'wrong_owner' })
})

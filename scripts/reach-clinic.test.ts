import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { reachDatabase, readBackupSecret } from './reach-clinic.ts'

test.each([
  [0o600, false],
  [0o400, false],
  [0o640, true],
  [0o644, true],
])('uses a backup key of mode %o, with a warning: %j', async (mode, warns) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fonema-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const keyFile = path.join(folder, 'key')
  writeFileSync(keyFile, Buffer.alloc(32, 7))
  chmodSync(keyFile, mode)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  expect(await readBackupSecret({ keyFile, passphrase: undefined })).toEqual({ kind: 'key', key: Buffer.alloc(32, 7) })
  const warnings = written.mock.calls
    .map(([text]) => String(text))
    .filter((text) => text.includes(`chmod 600 ${keyFile}`))
  expect(warnings).toHaveLength(warns ? 1 : 0)
})

test('a command for a clinic that is not there says so, and makes none', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fonema-nowhere-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await expect(reachDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow(`There is no clinic in ${dataDir}`)
  expect(readdirSync(dataDir)).toEqual([])
})

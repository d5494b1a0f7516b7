import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepSecretKeys } from './keep-secret-keys.ts'

function folder() {
  const made = mkdtempSync(path.join(tmpdir(), 'fonema-keys-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}
const read = (file: string) => readFileSync(file, 'utf8')

test('the keys of a restored clinic replace the one that its folder just made', async () => {
  const dataDir = folder()
  writeFileSync(path.join(dataDir, 'secret-key'), 'just made\n')
  const file = await keepSecretKeys(dataDir, ['present', 'earlier'], false)
  expect([path.basename(file), read(file)]).toEqual(['secret-key', 'present\nearlier\n'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('where the key is given, the kept key of another clinic stays', async () => {
  const dataDir = folder()
  const other = path.join(dataDir, 'secret-key')
  writeFileSync(other, 'of another clinic\n')
  const files = [await keepSecretKeys(dataDir, ['present'], true), await keepSecretKeys(dataDir, ['later'], true)]
  expect(files.map((file) => path.basename(file))).toEqual(['secret-key-2', 'secret-key-3'])
  expect([other, ...files].map(read)).toEqual(['of another clinic\n', 'present\n', 'later\n'])
})

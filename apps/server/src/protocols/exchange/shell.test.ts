import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportProtocol, importProtocol } from '../../../../../scripts/content-protocols.ts'
import { protocolArchive } from '../../../testing/protocol-archive.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

test('the shell imports a file and exports it again, and refuses one with the words of the studio', async () => {
  const { database, catalogue, store, clock, organizationId } = await buildTestApp()
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-shell-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const tools = { database, catalogue, store, clock, antivirus: undefined, quota: undefined, organizationId }
  const [file, to, evil] = ['in.zip', 'out.zip', 'evil.zip'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  await writeFile(file, await protocolArchive())
  await writeFile(evil, await protocolArchive(undefined, Buffer.from('<svg onload="x"/>'), 'evil.svg'))
  const [locale] = catalogue.locales
  const wishes = { file, locale: locale!, isPreview: false, acceptsKinds: false, as: 'manager@demo.example' }
  const preview = await importProtocol(tools, { ...wishes, isPreview: true, as: undefined })
  expect(preview).toContain('  vowel: Vocal /a/, picture_description, 20 s')
  await expect(exportProtocol(tools, { key: 'street', to })).rejects.toThrow('There is no protocol street.')
  expect((await importProtocol(tools, wishes)).at(-1)).toMatch(/^Draft created\. [0-9a-f-]{36}$/)
  expect(await exportProtocol(tools, { key: 'street', to })).toEqual([`${to}: street (es-ES)`])
  expect((await readFile(to)).subarray(0, 2).toString()).toBe('PK')
  await expect(importProtocol(tools, { ...wishes, as: undefined })).rejects.toThrow('--as EMAIL is missing')
  await expect(importProtocol(tools, { ...wishes, as: 'examiner@demo.example' })).rejects.toThrow('is not a manager')
  await expect(importProtocol(tools, { ...wishes, file: evil })).rejects.toThrow(
    /1 problem\n {2}Not a picture .*: media\/evil\.svg$/,
  )
})

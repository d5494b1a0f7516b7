import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '../api/session.ts'
import { createStorage } from '../ui/fake-storage.ts'
import { openOffline } from './database.ts'
import { findMedium, hasMedium, keepMedium, placeOfMedium } from './kept-media.ts'

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://clinic.example' })
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('indexedDB', new IDBFactory())
  startSession({ access: 'a', refresh: 'r' })
  return () => vi.unstubAllGlobals()
})

const own = (slot: number) => `/media/own/b1f8/0c55/${slot}/mac${slot}`

test('an own medium is found at its later addresses, and a shipped one at its address only', async () => {
  await keepMedium(own(1), new Blob(['street'], { type: 'image/png' }))
  const found = await findMedium(own(2))
  expect([await found?.text(), found?.type]).toEqual(['street', 'image/png'])
  expect([await hasMedium(own(3)), await hasMedium('/media/own/b1f8/other/1/mac')]).toEqual([true, false])
  expect(placeOfMedium('/media/ab12/pictures/street.png')).toBe('/media/ab12/pictures/street.png')
})

test('the disk has neither the medium nor its address, and nothing after the sign-out', async () => {
  await keepMedium(own(1), new Blob(['street scene']))
  const database = await openOffline()
  const [name] = await database.getAllKeys('media')
  const [value] = await database.getAll('media')
  database.close()
  const disk = `${name} ${new TextDecoder('latin1').decode(value!.sealed)}`
  for (const secret of ['street', '0c55']) expect(disk).not.toContain(secret)
  endSession('signed_out')
  expect(await findMedium(own(1))).toBeNull()
})

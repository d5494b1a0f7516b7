import { expect, test } from 'vitest'
import { engineLacks } from './engine-lacks.ts'

const storage = { persist: async () => true }

test.each([
  ['Chromium', { MediaStreamTrackProcessor: class {}, navigator: { wakeLock: {}, storage } }, []],
  ['Firefox', { navigator: { wakeLock: {}, storage } }, ['second_read']],
  ['WebKitGTK', { navigator: {} }, ['second_read', 'wake_lock', 'persistent_storage']],
  [
    'a storage manager without persistence',
    { navigator: { wakeLock: {}, storage: {} } },
    ['second_read', 'persistent_storage'],
  ],
])('%s lacks what it does not have', (_, engine, lacks) => {
  expect(engineLacks('unknown', engine)).toEqual(lacks)
})

test('a browser that refuses to keep what waits lacks that, and one that has not answered does not', () => {
  const engine = { MediaStreamTrackProcessor: class {}, navigator: { wakeLock: {}, storage } }
  expect(engineLacks('refused', engine)).toEqual(['kept_storage'])
  expect(engineLacks('kept', engine)).toEqual([])
})

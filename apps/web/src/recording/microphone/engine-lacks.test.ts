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
  expect(engineLacks(engine)).toEqual(lacks)
})

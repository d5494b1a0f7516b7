import { expect, test } from 'vitest'
import { clampVolume } from './volume.ts'

test('the volume stays between 0 and 100', () => {
  expect([-5, 0, 42.4, 100, 180, Number.NaN].map(clampVolume)).toEqual([0, 0, 42, 100, 100, 100])
})

import { beforeEach, expect, test, vi } from 'vitest'
import { type FunctionName, functionVersions, measure } from './measure.ts'
import { noise, voice } from './test-signals.ts'

let kernels: typeof import('./kernels.ts')
// A module of its own: other tests of this process leave instances behind.
beforeEach(async () => {
  vi.resetModules()
  kernels = await import('./kernels.ts')
})

const make = (lengths: { a: number; b: number }) => kernels.createWorkspace(lengths, 3)
const withWorkspaces = <T>(work: () => T): T => kernels.withWorkspaces(work)

test('a workspace that is used again is empty', () => {
  const first = withWorkspaces(() => {
    const { arrays, frame } = make({ a: 4, b: 2 })
    arrays.a.fill(1)
    arrays.b.fill(2)
    frame.fill(3)
    return arrays.a.buffer
  })
  const { arrays, frame } = make({ a: 2, b: 3 })
  expect(arrays.a.buffer === first).toBe(true)
  expect([...arrays.a, ...arrays.b, ...frame].every((value) => value === 0)).toBe(true)
})

test('workspaces of one work do not share memory, nor do those outside any work', () => {
  const [first, second] = withWorkspaces(() => [make({ a: 1, b: 1 }), withWorkspaces(() => make({ a: 1, b: 1 }))])
  expect(first!.frame.buffer === second!.frame.buffer).toBe(false)
  const buffers = Array.from({ length: 6 }, () => make({ a: 1, b: 1 }).frame.buffer)
  expect(new Set(buffers).size).toBe(buffers.length)
})

test('work that fails gives its workspaces back', () => {
  const before = make({ a: 200_000, b: 1 }).frame.buffer
  let inside: unknown
  expect(() =>
    withWorkspaces(() => {
      inside = make({ a: 200_000, b: 1 }).frame.buffer
      throw new Error('broken')
    }),
  ).toThrow('broken')
  expect(inside === before).toBe(false)
  expect(make({ a: 200_000, b: 1 }).frame.buffer === inside).toBe(true)
})

test('a recording has the same values whatever was measured before it', () => {
  const names = Object.keys(functionVersions) as FunctionName[]
  const recording = voice(16_000, 150, 1.2)
  const alone = measure(recording, 16_000, names)
  measure(noise(44_100, 0.9, 0.3), 44_100, names)
  measure(voice(48_000, 230, 0.8), 48_000, names)
  expect(measure(recording, 16_000, names)).toEqual(alone)
})

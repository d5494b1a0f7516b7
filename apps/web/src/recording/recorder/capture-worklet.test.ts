import { beforeEach, expect, test, vi } from 'vitest'
import type { FromWorklet, ToWorklet } from './messages.ts'

type Processor = { process(inputs: Float32Array[][]): boolean }
const quantum = 128

beforeEach(() => () => vi.unstubAllGlobals())

/** The worklet's processor with a fake worker at the other end of its port. */
async function setUp() {
  const posted: FromWorklet[] = []
  const page: { onmessage?: (event: { data: unknown }) => void } = {}
  const worker = {
    onmessage: (_event: { data: ToWorklet }) => {},
    postMessage: (message: FromWorklet) => posted.push(message),
  }
  let Registered: (new () => Processor) | undefined
  vi.stubGlobal(
    'AudioWorkletProcessor',
    class {
      readonly port = page
    },
  )
  vi.stubGlobal('registerProcessor', (_name: string, processor: new () => Processor) => {
    Registered = processor
  })
  vi.resetModules()
  await import('./capture-worklet.ts')
  const processor = new Registered!()
  page.onmessage?.({ data: { port: worker } })
  let frame = 0
  return {
    posted,
    page,
    flush: (id: number, at: number) => worker.onmessage({ data: { type: 'flush', id, frame: at } }),
    /** One call by the browser. Each sample equals its frame number; `null`: no channel. */
    hear(channels: readonly number[] | null = [1]): boolean {
      vi.stubGlobal('currentFrame', frame)
      const inputs = (channels ?? []).map((factor) =>
        Float32Array.from({ length: quantum }, (_, i) => factor * (frame + i)),
      )
      frame += quantum
      return processor.process([inputs])
    },
  }
}

const numbers = (first: number, length: number) => Float32Array.from({ length }, (_, i) => first + i)

test('sound is sent to the worker in batches of 1024 frames, numbered by the first', async () => {
  const { hear, posted } = await setUp()
  for (let i = 0; i < 20; i++) expect(hear()).toBe(true)
  expect(posted).toEqual([
    { type: 'batch', first: 0, samples: numbers(0, 1024) },
    { type: 'batch', first: 1024, samples: numbers(1024, 1024) },
  ])
})

test('two channels are averaged', async () => {
  const { hear, posted } = await setUp()
  for (let i = 0; i < 8; i++) hear([0.5, 1.5])
  expect(posted).toEqual([{ type: 'batch', first: 0, samples: numbers(0, 1024) }])
})

test('the second channel of the examiner stays apart, of the same frames', async () => {
  const { hear, posted, page } = await setUp()
  page.onmessage?.({ data: 'two_channels' })
  for (let i = 0; i < 3; i++) hear([1, -2])
  hear(null)
  for (let i = 0; i < 8; i++) hear([1, -2])
  const scaled = (first: number, length: number) => numbers(first, length).map((sample) => -2 * sample)
  expect(posted).toEqual([
    { type: 'batch', first: 0, samples: numbers(0, 384), examiner: scaled(0, 384) },
    { type: 'batch', first: 512, samples: numbers(512, 1024), examiner: scaled(512, 1024) },
  ])
})

test('a browser that delivers one channel for a moment has it on both', async () => {
  const { hear, posted, page } = await setUp()
  page.onmessage?.({ data: 'two_channels' })
  for (let i = 0; i < 8; i++) hear([1])
  expect(posted).toEqual([{ type: 'batch', first: 0, samples: numbers(0, 1024), examiner: numbers(0, 1024) }])
})

test('frames that the microphone did not deliver are left out, and the numbers show it', async () => {
  const { hear, posted } = await setUp()
  for (let i = 0; i < 3; i++) hear()
  hear(null)
  for (let i = 0; i < 8; i++) hear()
  expect(posted).toEqual([
    { type: 'batch', first: 0, samples: numbers(0, 384) },
    { type: 'batch', first: 512, samples: numbers(512, 1024) },
  ])
})

test('a flush is answered once, when its frame is reached and after all earlier batches', async () => {
  const { hear, posted, flush } = await setUp()
  hear()
  flush(1, 300)
  hear()
  hear()
  expect(posted).toEqual([])
  hear()
  hear()
  expect(posted).toEqual([
    { type: 'batch', first: 0, samples: numbers(0, 384) },
    { type: 'flushed', id: 1, frame: 384 },
  ])
})

test('a later flush replaces an earlier one, and a flush without sound is answered too', async () => {
  const { hear, posted, flush } = await setUp()
  flush(1, 128)
  flush(2, 256)
  for (let i = 0; i < 4; i++) hear(null)
  expect(posted).toEqual([{ type: 'flushed', id: 2, frame: 256 }])
})

test('a closed worklet is not called again', async () => {
  const { hear, page } = await setUp()
  expect(hear()).toBe(true)
  page.onmessage?.({ data: 'close' })
  expect(hear()).toBe(false)
})

import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { createReadable } from '../../ui/readable.ts'
import type { MicrophoneInfo, Recorder, RecorderSnapshot } from '../recorder/types.ts'
import { MicrophoneStep } from './MicrophoneStep.tsx'

beforeEach(() => localStorage.clear())

const headset: MicrophoneInfo = {
  deviceId: 'headset',
  label: 'Headset',
  sampleRateHz: 48_000,
  settings: {
    device_label: 'Headset',
    sample_rate: 48_000,
    channel_count: 1,
    echo_cancellation: false,
    noise_suppression: false,
    auto_gain_control: false,
    latency_s: null,
    processed_by_browser: false,
  },
  processedByBrowser: false,
  lowSampleRate: false,
  offersExaminer: false,
  hasExaminer: false,
}
const interfaceOfTwo = { ...headset, deviceId: 'interface', label: 'Interface', offersExaminer: true }

/** The step with a recorder that opens this microphone. `opened`: device and second channel of each opening. */
async function open(microphone: MicrophoneInfo, mayHaveExaminer = true) {
  const opened: [string | undefined, boolean | undefined][] = []
  const snapshot = createReadable<RecorderSnapshot>({ status: 'idle' })
  const recorder: Recorder = {
    subscribe: snapshot.subscribe,
    getSnapshot: snapshot.getSnapshot,
    meter: createReadable({ level: 0, levels: [], elapsedSeconds: 0 }),
    async open(deviceId, wantsExaminer = false) {
      opened.push([deviceId, wantsExaminer])
      snapshot.set({ status: 'ready', microphone: { ...microphone, hasExaminer: wantsExaminer }, noVolume: false })
    },
    start: () => false,
    stop: () => Promise.reject(new Error('nothing is recorded')),
    listen: () => new Promise(() => {}),
    close: async () => {},
  }
  vi.stubGlobal('navigator', {
    ...navigator,
    mediaDevices: Object.assign(new EventTarget(), { getUserMedia: async () => {}, enumerateDevices: async () => [] }),
  })
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
      terminate() {}
    },
  )
  await show(
    <MicrophoneStep
      recorder={recorder}
      mayHaveExaminer={mayHaveExaminer}
      goesOn={false}
      onReady={() => {}}
      onOtherProtocol={undefined}
    />,
    { areas: ['responses', 'analysis'], answers: {} },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Permitir micrófono' }))
  await screen.findByLabelText('Micrófono que se usará')
  return { opened, choice: () => screen.queryByLabelText<HTMLInputElement>('Segundo micrófono para el evaluador') }
}

test('a microphone with two channels offers the second one for the examiner; at first it is off, then remembered', async () => {
  const first = await open(interfaceOfTwo)
  expect(first.choice()!.checked).toBe(false)
  fireEvent.click(first.choice()!)
  await expect.poll(() => first.choice()!.checked).toBe(true)
  expect(first.opened).toEqual([
    [undefined, false],
    ['interface', true],
  ])
  expect(localStorage.getItem('fonema.examiner_microphone')).toBe('interface')
  fireEvent.click(first.choice()!)
  await expect.poll(() => first.choice()!.checked).toBe(false)
  expect(localStorage.getItem('fonema.examiner_microphone')).toBeNull()
})

test('the choice holds for the same device only', async () => {
  localStorage.setItem('fonema.microphone', 'interface')
  localStorage.setItem('fonema.examiner_microphone', 'interface')
  expect((await open(interfaceOfTwo)).opened).toEqual([['interface', true]])
})

test('another device is opened with one channel', async () => {
  localStorage.setItem('fonema.microphone', 'headset')
  localStorage.setItem('fonema.examiner_microphone', 'interface')
  expect((await open(headset)).opened).toEqual([['headset', false]])
})

test('a microphone with one channel offers nothing', async () => {
  expect((await open(headset)).choice()).toBeNull()
})

test('the recording of a whole session has one channel', async () => {
  localStorage.setItem('fonema.microphone', 'interface')
  localStorage.setItem('fonema.examiner_microphone', 'interface')
  const { choice, opened } = await open(interfaceOfTwo, false)
  expect([choice(), opened]).toEqual([null, [['interface', false]]])
})

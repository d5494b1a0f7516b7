import { vi } from 'vitest'
import { keyOf } from '../outbox/fake-database.ts'
import { openCapture } from './capture-session.ts'
import { fakeBrowser } from './fake-audio.ts'

// A capture session in a fake browser with fake time. Only for tests.

export function fakeTime() {
  vi.useFakeTimers()
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
}

export async function openTestSession(
  prepare: (browser: ReturnType<typeof fakeBrowser>) => void = () => {},
  wantsExaminer = false,
) {
  const browser = fakeBrowser()
  prepare(browser)
  const heard: unknown[][] = []
  const hear =
    (name: string) =>
    (...values: unknown[]) =>
      void heard.push([name, ...values])
  const events = {
    onNeedsGesture: hear('gesture'),
    onLevel: hear('level'),
    onLimit: hear('limit'),
    onTake: hear('take'),
    onPiece: hear('piece'),
    onRecording: hear('recording'),
    onLost: hear('lost'),
  }
  const abandoned = new AbortController()
  const opening = openCapture('mic', await keyOf(1), abandoned.signal, events, wantsExaminer)
  opening.catch(() => {}) // the test awaits it later
  await vi.advanceTimersByTimeAsync(20)
  const isReleased = () => ({
    track: browser.track.stopped,
    context: browser.contexts.every(({ state }) => state === 'closed'),
    worker: browser.workers.every(({ terminated, onmessage }) => terminated && onmessage === null),
  })
  return { browser, heard, abandoned, opening, isReleased }
}

export const released = { track: true, context: true, worker: true }

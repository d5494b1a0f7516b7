import { vi } from 'vitest'
import { keyOf } from '../outbox/fake-database.ts'
import { fakeBrowser } from './fake-audio.ts'
import type { FinishedTake } from './messages.ts'
import { createRecorder } from './recorder.ts'
import { facts } from './test-take.ts'
import type { Take, TakeCause, TakeOwner } from './types.ts'

// A recorder in a fake browser. Only for tests.

const { settings: _settings, recordedAt: _recordedAt, sampleRateHz: _sampleRateHz, ...ofFacts } = facts
export const owner: TakeOwner = ofFacts

export const finished: FinishedTake = {
  chunks: 5,
  bytes: 240_044,
  sha256: 'ab',
  totalSeconds: 2.5,
  window: { start: 0.5, end: 2 },
  gaps: [],
  lostSeconds: 0,
  mendedSeconds: 0,
  proof: { completeness: 'verified', resolutionSeconds: null },
}

export async function openTestRecorder({
  silenceSeconds = 5,
  key,
}: {
  silenceSeconds?: number
  key?: () => Promise<never>
} = {}) {
  const known = await keyOf(1) // imported first: the import runs in real time
  const browser = fakeBrowser()
  const takes: { take: Take; cause: TakeCause; owner: TakeOwner; status: string }[] = []
  const broken: TakeOwner[] = []
  const statuses: string[] = []
  const recorder = createRecorder({
    sealingKey: key ?? (async () => known),
    onTake: (take, cause, owner) => takes.push({ take, cause, owner, status: recorder.getSnapshot().status }),
    onBroken: (owner) => broken.push(owner),
    silenceSeconds,
  })
  recorder.subscribe(() => statuses.push(recorder.getSnapshot().status))
  const open = async () => {
    const opened = recorder.open()
    await vi.advanceTimersByTimeAsync(20)
    await opened
  }
  const isReleased = () => browser.track.stopped && browser.worker.terminated && browser.context.state === 'closed'
  /** Sends the worker's answer to a stop or an interruption. */
  const deliver = async (changed: Partial<FinishedTake> = {}) => {
    browser.worker.post({ type: 'take', take: { ...finished, ...changed } })
    await vi.advanceTimersByTimeAsync(0)
  }
  return { browser, recorder, takes, broken, statuses, open, isReleased, deliver }
}

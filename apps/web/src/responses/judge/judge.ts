import type { SealingKey } from '../outbox/sealing.ts'
import { preRollSeconds } from '../recorder/capture.ts'
import type { Take } from '../recorder/types.ts'
import type { CheckResult, Heard } from './check.ts'
import type { FromJudge, Judgement, ToJudge } from './messages.ts'
import { stretchSeconds } from './stretches.ts'

/** What is written when a stretch is measured: chunks of half a second, and a little time to seal them. */
const writtenAfterSeconds = 2

export type Judge = ReturnType<typeof createJudge>

/** Tells whether a take can be used, in a worker of its own; long takes are measured while they run. */
export function createJudge(sealingKey: () => Promise<SealingKey>) {
  const waiting = new Map<string, (judgement: Judgement | null) => void>()
  const worker = new Worker(new URL('./judge-worker.ts', import.meta.url), { type: 'module', name: 'judge' })
  const send = (message: ToJudge) => worker.postMessage(message)
  let nextStart = 0
  let preparing = ''
  let checking: ReturnType<typeof Promise.withResolvers<CheckResult>> | undefined
  worker.onmessage = ({ data }: MessageEvent<FromJudge>) => {
    if (data.type === 'judged') answer(data.id, data.judgement)
    else checking?.resolve(data.result)
  }
  // Without a judge the recording is as good as it is; only nobody says so.
  worker.onerror = () => {
    checking?.reject(new Error('the judge has failed'))
    for (const id of waiting.keys()) answer(id, null)
  }
  void sealingKey().then(
    (key) => send({ type: 'open', key }),
    () => {}, // nothing is recorded without the key either
  )

  function answer(id: string, judgement: Judgement | null) {
    waiting.get(id)?.(judgement)
    waiting.delete(id)
  }

  return {
    /** To be told now and then how long the running take is. */
    prepare(id: string, elapsedSeconds: number, sampleRateHz: number): void {
      if (preparing !== id) nextStart = 0
      preparing = id
      if (elapsedSeconds < nextStart + stretchSeconds + writtenAfterSeconds) return
      // The first piece begins with the take's window: where it usually is, or else it is done again at the end.
      const span = { start: Math.max(nextStart, preRollSeconds), end: nextStart + stretchSeconds }
      send({ type: 'prepare', id, span, sampleRateHz })
      nextStart += stretchSeconds
    },
    /** Null when it cannot be told. */
    judge(id: string, { sampleRateHz, window, gaps, settings }: Take): Promise<Judgement | null> {
      const { promise, resolve } = Promise.withResolvers<Judgement | null>()
      waiting.set(id, resolve)
      send({ type: 'judge', take: { id, sampleRateHz, window, gaps, settings } })
      return promise
    },
    check(heard: Heard): Promise<CheckResult> {
      checking = Promise.withResolvers()
      send({ type: 'check', heard })
      return checking.promise
    },
    close(): void {
      worker.terminate()
      for (const id of waiting.keys()) answer(id, null)
    },
  }
}

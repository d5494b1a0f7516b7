import type { SealingKey } from '../outbox/sealing.ts'
import { preRollSeconds } from '../recorder/capture.ts'
import type { Take } from '../recorder/types.ts'
import type { CheckRecording, CheckResult } from './check.ts'
import type { FromJudge, Judgement, ToJudge } from './messages.ts'
import { stretchSeconds } from './stretches.ts'

/** Delay before a stretch is in the outbox: half-second chunks plus the time to seal them. */
const writtenAfterSeconds = 2

export type Judge = ReturnType<typeof createJudge>

/** Judges whether a take can be used, in its own worker. Long takes are measured while they run. */
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
  // If the judge fails, recording continues without a verdict.
  worker.onerror = () => {
    checking?.reject(new Error('the judge has failed'))
    for (const id of waiting.keys()) answer(id, null)
  }
  void sealingKey().then(
    (key) => send({ type: 'open', key }),
    () => {}, // without the key nothing is recorded either
  )

  function answer(id: string, judgement: Judgement | null) {
    waiting.get(id)?.(judgement)
    waiting.delete(id)
  }

  return {
    /** Called repeatedly with the length of the running take. */
    prepare(id: string, elapsedSeconds: number, sampleRateHz: number): void {
      if (preparing !== id) nextStart = 0
      preparing = id
      if (elapsedSeconds < nextStart + stretchSeconds + writtenAfterSeconds) return
      // The first piece begins at the take's window. The usual place is assumed; if wrong, it is measured again at the
      // end.
      const span = { start: Math.max(nextStart, preRollSeconds), end: nextStart + stretchSeconds }
      send({ type: 'prepare', id, span, sampleRateHz })
      nextStart += stretchSeconds
    },
    /** Resolves with null when the take cannot be judged. */
    judge(
      id: string,
      { sampleRateHz, window, gaps, settings }: Take,
      category: string | undefined,
    ): Promise<Judgement | null> {
      const { promise, resolve } = Promise.withResolvers<Judgement | null>()
      waiting.set(id, resolve)
      send({ type: 'judge', take: { id, sampleRateHz, window, gaps, settings, category } })
      return promise
    },
    check(heard: CheckRecording): Promise<CheckResult> {
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

import type { SealingKey } from '../../api/sealing.ts'
import type { Take } from '../recorder/types.ts'
import type { CheckRecording, CheckResult } from './check.ts'
import type { FromJudge, Judgement, TakeSound, ToJudge } from './messages.ts'
import { createFeed } from './parts.ts'

export type Judge = ReturnType<typeof createJudge>

/** The verdict on a take, then its sound. Null when the take could not be judged, or its samples could not be read. */
export type Judging = { judgement: Promise<Judgement | null>; sound: Promise<TakeSound | null> }

type Waiting = {
  judgement: ReturnType<typeof Promise.withResolvers<Judgement | null>>
  sound: ReturnType<typeof Promise.withResolvers<TakeSound | null>>
}

/** Judges whether a take can be used, in its own worker. A take is measured while it runs. */
export function createJudge(sealingKey: () => Promise<SealingKey>) {
  const waiting = new Map<string, Waiting>()
  const worker = new Worker(new URL('./judge-worker.ts', import.meta.url), { type: 'module', name: 'judge' })
  const send = (message: ToJudge) => worker.postMessage(message)
  const feed = createFeed()
  let checking: ReturnType<typeof Promise.withResolvers<CheckResult>> | undefined
  worker.onmessage = ({ data }: MessageEvent<FromJudge>) => {
    if (data.type === 'judged') waiting.get(data.id)?.judgement.resolve(data.judgement)
    else if (data.type === 'checked') checking?.resolve(data.result)
    else {
      waiting.get(data.id)?.sound.resolve(data.sound)
      waiting.delete(data.id)
    }
  }
  // If the judge fails, recording continues without a verdict.
  worker.onerror = () => {
    checking?.reject(new Error('the judge has failed'))
    giveUp()
  }
  void sealingKey().then(
    (key) => send({ type: 'open', key }),
    () => {}, // without the key nothing is recorded either
  )

  function giveUp() {
    for (const { judgement, sound } of waiting.values()) {
      judgement.resolve(null)
      sound.resolve(null)
    }
    waiting.clear()
  }

  return {
    /** Called repeatedly with the length of the running take. */
    prepare(id: string, elapsedSeconds: number, sampleRateHz: number): void {
      for (const span of feed(id, elapsedSeconds)) send({ type: 'prepare', id, span, sampleRateHz })
    },
    judge(
      id: string,
      { sampleRateHz, window, gaps, settings, mendedFrom }: Take,
      category: string | undefined,
    ): Judging {
      const asked: Waiting = { judgement: Promise.withResolvers(), sound: Promise.withResolvers() }
      waiting.set(id, asked)
      send({ type: 'judge', take: { id, sampleRateHz, window, gaps, settings, mendedFrom, category } })
      return { judgement: asked.judgement.promise, sound: asked.sound.promise }
    },
    check(heard: CheckRecording): Promise<CheckResult> {
      checking = Promise.withResolvers()
      send({ type: 'check', heard })
      return checking.promise
    },
    close(): void {
      worker.terminate()
      giveUp()
    },
  }
}

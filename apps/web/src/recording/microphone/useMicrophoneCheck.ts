import { useEffect, useRef, useState } from 'react'
import type { CheckResult } from '../judge/check.ts'
import { createJudge, type Judge } from '../judge/judge.ts'
import { sealingKey } from '../outbox/sealing-key.ts'
import { isProcessed } from '../recorder/microphone.ts'
import type { MicrophoneInfo, Recorder } from '../recorder/types.ts'
import { earlierCheck, noteChecked } from './checked-today.ts'

const roomSeconds = 3
const sentenceSeconds = 6

/** `asked`: not checked yet today. `from`: this visit, an earlier one today, or another day (a room that was poor). */
export type MicrophoneCheck =
  | { status: 'asked' | 'judging' | 'failed' }
  | { status: 'room' | 'sentence'; seconds: number }
  | { status: 'done'; result: CheckResult; from: 'now' | 'today' | 'before' }

/** Records room noise, then a sentence, then evaluates both. Restarts when the microphone changes. */
export function useMicrophoneCheck(recorder: Recorder, microphone: MicrophoneInfo) {
  const { deviceId, sampleRateHz, settings } = microphone
  const [check, setCheck] = useState<MicrophoneCheck>(() => {
    const earlier = earlierCheck(deviceId)
    if (earlier === null) return { status: 'asked' }
    return { status: 'done', result: earlier.result, from: earlier.isOfToday ? 'today' : 'before' }
  })
  const judge = useRef<Judge>(undefined)
  useEffect(() => {
    const mine = createJudge(sealingKey)
    judge.current = mine
    return () => {
      mine.close()
      judge.current = undefined
    }
  }, [])

  async function start() {
    try {
      setCheck({ status: 'room', seconds: roomSeconds })
      const room = await recorder.listen(roomSeconds)
      setCheck({ status: 'sentence', seconds: sentenceSeconds })
      const sentence = await recorder.listen(sentenceSeconds)
      setCheck({ status: 'judging' })
      const result = await judge.current?.check({
        room,
        sentence,
        contextRateHz: sampleRateHz,
        sampleRateHz: Math.min(sampleRateHz, settings.sample_rate || sampleRateHz),
        isProcessed: isProcessed(settings),
      })
      if (result === undefined) return
      noteChecked(deviceId, result)
      setCheck({ status: 'done', result, from: 'now' })
    } catch {
      setCheck({ status: 'failed' }) // the microphone's own state gives the reason
    }
  }

  return { check, start }
}

import { useEffect, useRef, useState } from 'react'
import { isCheckedToday, noteChecked } from './checked-today.ts'
import type { CheckResult } from './judge/check.ts'
import { createJudge, type Judge } from './judge/judge.ts'
import { sealingKey } from './outbox/sealing-key.ts'
import { isProcessed } from './recorder/microphone.ts'
import type { MicrophoneInfo, Recorder } from './recorder/types.ts'

const roomSeconds = 3
const sentenceSeconds = 6

/** `asked`: not checked yet today. */
export type MicrophoneCheck =
  | { status: 'asked' | 'checked_before' | 'room' | 'sentence' | 'judging' | 'failed' }
  | { status: 'done'; result: CheckResult }

/** Room noise, then a sentence, then what they say of the microphone. Starts anew with another microphone. */
export function useMicrophoneCheck(recorder: Recorder, microphone: MicrophoneInfo) {
  const { deviceId, sampleRateHz, settings } = microphone
  const [check, setCheck] = useState<MicrophoneCheck>({ status: isCheckedToday(deviceId) ? 'checked_before' : 'asked' })
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
      setCheck({ status: 'room' })
      const room = await recorder.listen(roomSeconds)
      setCheck({ status: 'sentence' })
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
      noteChecked(deviceId)
      setCheck({ status: 'done', result })
    } catch {
      setCheck({ status: 'failed' }) // the microphone's own state says why
    }
  }

  return { check, start }
}

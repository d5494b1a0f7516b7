import { useCallback, useEffect, useRef } from 'react'
import { createJudge, type Judge, type Judging } from '../judge/judge.ts'
import { sealingKey } from '../outbox/sealing-key.ts'
import type { Recorder, Take } from '../recorder/types.ts'

/** Judges takes. They are measured while they run, so the worker starts before the first take. */
export function useJudge(recorder: Recorder) {
  const judge = useRef<Judge>(undefined)
  const running = useRef<string>(undefined)
  useEffect(() => {
    const mine = createJudge(sealingKey)
    judge.current = mine
    const forget = recorder.meter.subscribe(() => {
      const now = recorder.getSnapshot()
      if (now.status !== 'recording' || running.current === undefined) return
      mine.prepare(running.current, recorder.meter.getSnapshot().elapsedSeconds, now.microphone.sampleRateHz)
    })
    return () => {
      forget()
      mine.close()
      judge.current = undefined
    }
  }, [recorder])
  return {
    /** Sets the take that is about to start. */
    follow: useCallback((id: string) => {
      running.current = id
    }, []),
    /** Undefined when the page is being left. */
    judge: useCallback((id: string, take: Take, category?: string): Judging | undefined => {
      running.current = undefined
      return judge.current?.judge(id, take, category)
    }, []),
  }
}

import type { ClinicalReport } from '@fonema/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'

type Texts = ClinicalReport['texts']
export type SaveState = 'saved' | 'saving' | 'failed' | 'conflict'

const pauseMs = 800

/**
 * The texts of a draft, saved when the typing pauses. A failed save is tried again with the next change, and before the
 * report is signed.
 */
export function useReportTexts(report: ClinicalReport) {
  const [texts, setTexts] = useState(report.texts)
  const [state, setState] = useState<SaveState>('saved')
  const [revision, setRevision] = useState(report.revision)
  const latest = useRef({ texts: report.texts, saved: report.texts, revision: report.revision })
  const running = useRef<Promise<void>>(Promise.resolve())

  const { id, participant } = report
  const save = useCallback(async () => {
    const { texts: sent, saved, revision: based_on } = latest.current
    if (sent === saved) return
    setState('saving')
    try {
      const params = { participant_id: participant, report_id: id }
      const answer = await call('PATCH /clinical_reports/{participant_id}/{report_id}/', {
        params,
        body: { based_on, ...sent },
      })
      latest.current = { ...latest.current, saved: sent, revision: answer.revision }
      setRevision(answer.revision)
      setState(latest.current.texts === sent ? 'saved' : 'saving')
    } catch (failure) {
      setState(failure instanceof ApiFailure && failure.code === 'conflict' ? 'conflict' : 'failed')
      throw failure
    }
  }, [id, participant])

  /** One save after the other: each builds on the revision of the one before. */
  const saveNow = useCallback(() => {
    running.current = running.current.catch(() => undefined).then(save)
    return running.current
  }, [save])

  useEffect(() => {
    if (texts === latest.current.saved) return
    const timer = setTimeout(() => saveNow().catch(() => undefined), pauseMs)
    return () => clearTimeout(timer)
  }, [texts, saveNow])

  function change(part: keyof Texts, text: string) {
    const next = { ...latest.current.texts, [part]: text }
    latest.current = { ...latest.current, texts: next }
    setTexts(next)
  }
  const isDirty = latest.current.texts !== latest.current.saved
  return { texts, state, revision, isDirty, change, saveNow }
}
export type Writing = ReturnType<typeof useReportTexts>

import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { keepsEntries } from '../../api/outbox.ts'
import { loadTexts } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { hasOutbox } from './has-outbox.ts'

const OutboxStatus = lazy(async () => {
  const [{ OutboxStatus }] = await Promise.all([import('./OutboxStatus.tsx'), loadTexts('responses')])
  return { default: OutboxStatus }
})

/** The outbox indicator in the header. Loaded only when a recording may be waiting. */
export function OutboxSign() {
  const { pathname } = useLocation()
  const isRecording = pathname.startsWith(links.protocol('').slice(0, -1))
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    void Promise.resolve(isRecording || hasOutbox()).then((has) => setThere((before) => before || has))
  }, [isRecording])
  useEffect(() => {
    keepsEntries(async (participantId, entry) => {
      setThere(true)
      const { addEntry } = await import('../uploads.tsx')
      await addEntry(participantId, entry)
    })
  }, [])
  return (
    isThere && (
      <Suspense>
        <OutboxStatus />
      </Suspense>
    )
  )
}

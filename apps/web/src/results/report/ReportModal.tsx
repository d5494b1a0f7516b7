import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { queryFor } from '../../api/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { PrintIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { sessionChoices } from '../../ui/session-choices.ts'
import { Report } from './Report.tsx'
import classes from './ReportModal.module.css'
import { type Section, sections } from './sections.ts'
import { useReport } from './useReport.ts'

type ReportModalProps = {
  participantId: string
  /** Absent: the user chooses one of the participant's sessions; the newest is preselected. */
  sessionId?: string
  onClose: () => void
}

/** A printable report: the user chooses its sections beside a preview. */
export function ReportModal({ participantId, sessionId, onClose }: ReportModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened size="xl" title={t('analysis__report__open')} closeOnClickOutside={false} onClose={onClose}>
      {sessionId === undefined ? (
        <OfParticipant participantId={participantId} />
      ) : (
        <OfSession participantId={participantId} sessionId={sessionId} />
      )}
    </Dialog>
  )
}

function OfParticipant({ participantId }: { participantId: string }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: participantId } }),
  )
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const sessions = data.filter(({ active, protocol }) => active && !protocol.is_practice)
  const shown = sessions.find(({ id }) => id === asked) ?? sessions[0]
  if (shown === undefined) return <EmptyState text={t('analysis__report__no_session')} />
  return (
    <>
      <NativeSelect
        className={classes.session}
        label={t('analysis__report__session')}
        value={shown.id}
        data={sessionChoices(sessions)}
        onChange={({ currentTarget }) => setAsked(currentTarget.value)}
      />
      <OfSession key={shown.id} participantId={participantId} sessionId={shown.id} />
    </>
  )
}

function OfSession({ participantId, sessionId }: { participantId: string; sessionId: string }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<Section>>(new Set(sections))
  const [printedAt] = useState(() => new Date().toISOString())
  const { report, failed } = useReport(participantId, sessionId)
  if (report === undefined)
    return failed === undefined ? (
      <Loading />
    ) : (
      <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
    )
  const toggle = (section: Section) => {
    const next = new Set(chosen)
    if (!next.delete(section)) next.add(section)
    setChosen(next)
  }
  const paper = <Report data={report} chosen={chosen} printedAt={printedAt} />
  return (
    <>
      <div className={classes.choices}>
        <fieldset>
          <legend>{t('analysis__report__sections')}</legend>
          {sections.map((section) => (
            <Checkbox
              key={section}
              label={t(`analysis__report__section__${section}`)}
              checked={chosen.has(section)}
              onChange={() => toggle(section)}
            />
          ))}
        </fieldset>
        <Button leftSection={<PrintIcon />} onClick={() => window.print()}>
          {t('analysis__report__print')}
        </Button>
      </div>
      <section className={classes.preview} aria-label={t('analysis__report__preview')}>
        {paper}
      </section>
      {/* The printed copy is outside the page's root, which is hidden in print. */}
      {createPortal(<div className={classes.paper}>{paper}</div>, document.body)}
    </>
  )
}

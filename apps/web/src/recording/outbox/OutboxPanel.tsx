import { colonIn } from '@fonema/contract/colon'
import { dateLocale } from '@fonema/contract/date-locale'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useParticipant } from '../../api/participants.ts'
import { dateFormat } from '../../ui/formats.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { RefusedUploads } from '../RefusedUploads.tsx'
import { uploadQueue, useUploads } from '../uploads.tsx'
import classes from './OutboxStatus.module.css'
import { waitingSessions } from './waiting-sessions.ts'

/** Lists what waits, since when, and the possible actions. */
export function OutboxPanel() {
  const { t } = useTranslation()
  const { uploads, failed, held, failing, waiting } = useUploads()
  const time = dateFormat(dateLocale(currentLanguage()), { dateStyle: 'medium', timeStyle: 'short' })
  const refused = new Set(failed.map(({ upload }) => upload.id))
  const rest = uploads.filter(({ id }) => !refused.has(id))
  const entries = rest.filter((upload) => upload.kind === 'participant' || upload.kind === 'survey')
  const sessions = waitingSessions(rest.filter((upload) => upload.kind !== 'participant' && upload.kind !== 'survey'))
  return (
    <>
      <h2 className={classes.title}>{t('responses__outbox__title')}</h2>
      <p className={classes.text}>{t('responses__outbox__text')}</p>
      {sessions.length + entries.length > 0 && (
        <ul className={classes.sessions}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Link to={links.participant(entry.participantId)}>
                {entry.kind === 'participant' ? entry.body.code : <Code participantId={entry.participantId} />}
              </Link>
              {colonIn(currentLanguage())}
              {entry.kind === 'participant'
                ? t('responses__outbox__participant_new', { since: time.format(entry.sequence) })
                : t('responses__outbox__survey', { name: entry.name, since: time.format(entry.sequence) })}
            </li>
          ))}
          {sessions.map(({ participantId, responseId, count, since, isNew }) => (
            <li key={responseId}>
              <Link to={links.participant(participantId)}>
                <Code participantId={participantId} />
              </Link>
              {colonIn(currentLanguage())}
              {t('responses__outbox__since', { count, since: time.format(since) })}
              {isNew && (
                <>
                  {'. '}
                  <Link to={links.resume(participantId, responseId)}>{t('responses__outbox__continue')}</Link>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {held.length > 0 && <p className={classes.text}>{t('responses__outbox__held', { count: held.length })}</p>}
      {waiting > 0 && (
        <>
          {failing && <p className={classes.failing}>{t('responses__record__retrying')}</p>}
          <Button variant="default" onClick={() => void uploadQueue().retry()}>
            {t('responses__outbox__send_now')}
          </Button>
        </>
      )}
      <RefusedUploads />
    </>
  )
}

function Code({ participantId }: { participantId: string }) {
  const { t } = useTranslation()
  return useParticipant(participantId).data?.code ?? t('responses__outbox__participant')
}

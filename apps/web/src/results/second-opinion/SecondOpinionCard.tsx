import type { SecondOpinion } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useAccess } from '../../api/current-user.ts'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import type { ItemPath } from '../session/useTranscript.ts'
import { Agreement } from './Agreement.tsx'
import { Differences } from './Differences.tsx'
import { nameOf } from './names.ts'
import classes from './SecondOpinion.module.css'
import { useStart } from './useSecondOpinion.ts'

type SecondOpinionCardProps = {
  item: ItemPath
  opinion: SecondOpinion
  player: AudioPlayer | null
  language: string
  isOpen: boolean
  /** Opens the words for a blind transcript. */
  onWork: () => void
}

/** A second, blind transcript of the recording: its beginning, its state, and how far both agree. */
export function SecondOpinionCard({ item, opinion, player, language, isOpen, onWork }: SecondOpinionCardProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const mayWork = useAccess({ role: 'examiner', feature: 'recordProtocol' }) && isOpen
  const start = useStart(item, onWork)
  if (opinion.state === 'none' && !(opinion.may_start && mayWork)) return null
  return (
    <Card title={t('analysis__opinion__title')}>
      {opinion.state === 'none' && (
        <>
          <p className={classes.text}>{t('analysis__opinion__how')}</p>
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            {t('analysis__opinion__start')}
          </Button>
        </>
      )}
      {opinion.state === 'open' && (
        <>
          <p className={classes.text}>{t('analysis__opinion__open')}</p>
          <Button disabled={!mayWork} onClick={onWork}>
            {t('analysis__opinion__continue')}
          </Button>
        </>
      )}
      {opinion.state === 'waiting' && (
        <p className={classes.text}>
          {t('analysis__opinion__waiting', {
            name: nameOf(opinion.second, t),
            date: formatApiDate(opinion.started_at, currentLanguage()),
          })}
        </p>
      )}
      {opinion.state === 'finished' && (
        <>
          <p className={classes.text}>
            {t('analysis__opinion__both', {
              first: nameOf(opinion.first.author, t),
              version: opinion.first.version,
              second: nameOf(opinion.second, t),
              date: formatApiDate(opinion.finished_at, currentLanguage()),
            })}
          </p>
          <Agreement agreement={opinion.agreement} />
          {opinion.settled === null ? (
            <Differences
              key={opinion.finished_at}
              item={item}
              opinion={opinion}
              player={player}
              language={language}
              maySettle={mayWork}
            />
          ) : (
            <p className={classes.text}>
              {t('analysis__opinion__settled', {
                version: opinion.settled.version,
                name: nameOf(opinion.settled.by, t),
              })}
            </p>
          )}
        </>
      )}
      {start.error !== null && (
        <p role="alert" className={classes.failed}>
          {ofFailure(start.error)}
        </p>
      )}
    </Card>
  )
}

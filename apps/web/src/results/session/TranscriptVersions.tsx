import { useState } from 'react'
import { formatApiDate } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import classes from './TranscriptCard.module.css'
import { type ItemPath, useVersions } from './useTranscript.ts'

type TranscriptVersionsProps = { item: ItemPath; current: number; language: string }

/** Every version of the transcript, including the recogniser's own. */
export function TranscriptVersions({ item, current, language }: TranscriptVersionsProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Fold title={t('analysis__transcript__versions', { count: current })} onToggle={setOpen}>
      {isOpen && <Versions item={item} language={language} />}
    </Fold>
  )
}

function Versions({ item, language }: { item: ItemPath; language: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useVersions(item, true)
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <ol className={classes.versions}>
      {data.map(({ version, text, author, created_at, engine, model }) => (
        <li key={version}>
          <p className={classes.origin}>
            {t('analysis__transcript__version', { version })} · {formatApiDate(created_at, currentLanguage())} ·{' '}
            {author !== null
              ? `${author.first_name} ${author.last_name}`
              : engine === 'typed'
                ? t('analysis__transcript__by_person')
                : t('analysis__transcript__by_model', { model: model ?? t('analysis__transcript__unknown_model') })}
          </p>
          <p className={classes.text} lang={language}>
            {text === '' ? t('analysis__transcript__no_words') : text}
          </p>
        </li>
      ))}
    </ol>
  )
}

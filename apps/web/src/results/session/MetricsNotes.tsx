import type { FeatureResult, MeasurementErrors } from '@fonema/contract'
import { Alert } from '@mantine/core'
import { Fold } from '../../ui/Fold.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { formatDecimals } from '../../ui/numbers.ts'
import classes from './ItemMetrics.module.css'
import { isLevel } from './levels.ts'
import type { MetricsColumns } from './MetricsTable.tsx'
import { outsideByChance } from './many-comparisons.ts'
import type { MetricsRow } from './metrics-rows.ts'
import { PitchSearchNote } from './PitchSearchNote.tsx'
import { SemaphoreNote } from './SemaphoreNote.tsx'
import { useAnalysisTexts } from './useAnalysisTexts.ts'

/** Why functions failed. Two functions may have the same reason. */
export function Failures({ results }: { results: readonly FeatureResult[] }) {
  const texts = useAnalysisTexts()
  const errors = new Set(results.flatMap((result) => (result.status === 'failed' ? [result.error] : [])))
  return [...errors].map((error) =>
    waitsForWords(error) ? (
      // The recording is fine; it waits for a transcript.
      <p key={error} className={classes.waits}>
        {texts.ofError(error)}
      </p>
    ) : (
      <Alert key={error} color="red" className={classes.alert}>
        {texts.ofError(error)}
      </Alert>
    ),
  )
}

const waitsForWords = (error: string) => error === 'transcriber_unavailable' || error === 'words_not_confirmed'

type MetricsNotesProps = {
  rows: readonly MetricsRow[]
  columns: MetricsColumns
  errors: MeasurementErrors | undefined
  /** Other sessions of the participant that are still being measured. */
  measuring: number
}

/** What the reader must know of the numbers: doubts and chance at once, how to read the columns on request. */
export function MetricsNotes({ rows, columns, errors, measuring }: MetricsNotesProps) {
  const { reference, others, since, hasSemaphore } = columns
  const { t } = useTranslation()
  const populations = reference === undefined ? others : [reference, ...others]
  const results = [...new Set(rows.map(({ result }) => result))]
  const doubts = new Set(rows.flatMap((row) => row.doubts))
  const outside = reference === undefined ? null : outsideByChance(rows, reference.id)
  const versions = new Set(
    results.flatMap(({ data }) => ('transcript_version' in data ? [data.transcript_version] : [])),
  )
  const changes = rows.flatMap(({ change }) => change ?? [])
  const unknown = changes.filter(({ kind }) => kind === 'unknown').length
  return (
    <div className={classes.notes}>
      {doubts.size > 0 && (
        <p className={classes.doubts}>
          <WarningIcon size={16} />
          <span>
            {t('analysis__unreliable__note')} {[...doubts].map((reason) => t(`analysis__reason__${reason}`)).join(' ')}
          </span>
        </p>
      )}
      {rows.some(({ isOfFewWords }) => isOfFewWords) && (
        <p className={classes.doubts}>
          <WarningIcon size={16} />
          <span>{t('analysis__unreliable__few_words')}</span>
        </p>
      )}
      {results.some((result) => result.status === 'ready' && result.data.provisional === true) && (
        <p className={classes.doubts}>
          <WarningIcon size={16} />
          <span>{t('analysis__fluency__provisional')}</span>
        </p>
      )}
      {results.some((result) => result.outdated_version !== undefined) && <p>{t('analysis__table__outdated')}</p>}
      <PitchSearchNote rows={rows} />
      {[...versions].map((version) => (
        <p key={version}>{t('analysis__table__from_transcript', { version })}</p>
      ))}
      {outside !== null && (
        <p>
          {t('analysis__compared__by_chance', {
            ...outside,
            population: reference!.name,
            expected: formatDecimals(outside.expected, currentLanguage(), 1),
          })}
        </p>
      )}
      {measuring > 0 && <p>{t('analysis__since__measuring', { count: measuring })}</p>}
      {unknown > 0 && errors !== undefined && (
        <p>{t('analysis__change__unknown_note', { unknown, total: changes.length, ...errors.needs })}</p>
      )}
      <Fold title={t('analysis__standout__how')}>
        <p>{t('analysis__standout__rule')}</p>
        {rows.some(({ score }) => score.direction !== 'neutral') && <p>{t('analysis__direction__legend')}</p>}
        {populations.length > 0 && (
          <p>
            {t('analysis__compared__percentiles')} {hasSemaphore && <SemaphoreNote populations={populations} />}
          </p>
        )}
        {results.some((result) => result.status === 'ready' && result.ties !== undefined) && (
          <p>{t('analysis__compared__tied_note')}</p>
        )}
        {since !== null && <p>{t('analysis__change__method')}</p>}
        {rows.some(({ score }) => isLevel(score.name)) && <p>{t('analysis__table__levels')}</p>}
      </Fold>
    </div>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { displayValue } from './display-value.ts'
import classes from './MeasureChangesNote.module.css'
import { useAnalysisTexts } from './useAnalysisTexts.ts'
import type { MeasureChange, MeasureChanges } from './useMeasureChanges.ts'

const texts = {
  words: { title: 'analysis__changes__title', none: 'analysis__changes__none' },
  speakers: { title: 'analysis__changes__speakers_title', none: 'analysis__changes__speakers_none' },
} as const

/** Says after a correction which measures it changed, from which value to which. */
export function MeasureChangesNote({ corrected, version, changes }: MeasureChanges) {
  const { t } = useTranslation()
  const { ofMeasure } = useAnalysisTexts()
  const shown = changes.filter(isSeen)
  if (shown.length === 0)
    return (
      <p className={classes.note} role="status">
        {t(texts[corrected].none, { version })}
      </p>
    )
  return (
    <div className={classes.note} role="status">
      <p>{t(texts[corrected].title, { version })}</p>
      <ul>
        {shown.map((change) => (
          <li key={change.score.name}>
            {ofMeasure(change.score.name)}:{' '}
            <span className={classes.values}>
              <VisuallyHidden component="span">{t('analysis__changes__before')} </VisuallyHidden>
              <Value change={change} value={change.before} />
              <span aria-hidden="true"> → </span>
              <VisuallyHidden component="span">, {t('analysis__changes__now')} </VisuallyHidden>
              <strong>
                <Value change={change} value={change.now} />
              </strong>
              {change.now !== undefined && change.score.unit !== null && ` ${change.score.unit}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const shownValue = ({ score }: MeasureChange, value: number) =>
  displayValue(value + score.offset, currentLanguage(), score.decimals)

/** A change below the last decimal would read as none. */
const isSeen = (change: MeasureChange) =>
  change.before === undefined ||
  change.now === undefined ||
  shownValue(change, change.before) !== shownValue(change, change.now)

function Value({ change, value }: { change: MeasureChange; value: number | undefined }) {
  const { t } = useTranslation()
  if (value === undefined || !Number.isFinite(value)) return t('analysis__changes__no_value')
  return shownValue(change, value)
}

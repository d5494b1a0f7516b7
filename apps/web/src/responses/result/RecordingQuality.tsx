import type { Capture, Quality } from '@fonema/contract'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { captureFactsOf } from './capture-facts.ts'
import classes from './RecordingQuality.module.css'

/** Reasons that the capture's own badges tell, with their figures. */
const toldByBadges: ReadonlySet<string> = new Set(['gap', 'processed_by_browser', 'low_sample_rate'])

type RecordingQualityProps = {
  /** Null while it is not judged yet. */
  quality: Quality | null
  /** Null for an earlier take: only the counting one's is known. */
  capture: Capture | null
  isPending: boolean
}

/** Whether a recording can be used, and what speaks against it. */
export function RecordingQuality({ quality, capture, isPending }: RecordingQualityProps) {
  const { t } = useTranslation()
  const facts = capture && captureFactsOf(capture, quality)
  const reasons = quality?.reasons.filter((reason) => facts === null || !toldByBadges.has(reason)) ?? []
  if (quality === null && facts === null && !isPending) return null
  return (
    <div className={classes.quality}>
      <div className={classes.line}>
        <span className={classes.label}>{t('analysis__quality__title')}</span>
        <span className={classes.verdict} data-verdict={quality?.verdict}>
          {quality === null
            ? t(isPending ? 'analysis__quality__pending' : 'analysis__quality__unknown')
            : t(`analysis__verdict__${quality.verdict}`)}
        </span>
        {facts !== null && facts.gapCount > 0 && (
          <Badge className={classes.bad} variant="light" color="red">
            {t('analysis__capture__gaps', { count: facts.gapCount, seconds: facts.lostSeconds.toFixed(2) })}
          </Badge>
        )}
        {facts?.isProcessed && (
          <Badge className={classes.fair} variant="light" color="yellow">
            {t('analysis__capture__processed')}
          </Badge>
        )}
        {typeof facts?.lowSampleRateHz === 'number' && (
          <Badge className={classes.fair} variant="light" color="yellow">
            {t('analysis__capture__low_sample_rate', { khz: String(facts.lowSampleRateHz / 1000) })}
          </Badge>
        )}
      </div>
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{t(`analysis__reason__${reason}`)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

import type { Capture, Quality } from '@fonema/contract'
import { Badge } from '@mantine/core'
import { currentLanguage, type TFunction, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals, formatTickValue } from '../../ui/numbers.ts'
import { type CaptureFacts, captureFactsOf } from './capture-facts.ts'
import classes from './RecordingQuality.module.css'

/** Reasons that the capture badges already show with their figures. A low rate that was only measured has no figure. */
const shownByBadges = (facts: CaptureFacts): readonly string[] => [
  'gap',
  'processed_by_browser',
  ...(facts.lowSampleRateHz === null ? [] : ['low_sample_rate']),
]

type RecordingQualityProps = {
  /** Null until it is judged. */
  quality: Quality | null
  /** Null for an earlier take: only the counting take's is known. */
  capture: Capture | null
  /** What to show without a verdict; a practice never gets one. */
  unjudged: 'pending' | 'unknown' | 'none'
}

/** Whether a recording can be used, and the reasons against it. */
export function RecordingQuality({ quality, capture, unjudged }: RecordingQualityProps) {
  const { t } = useTranslation()
  const facts = capture && captureFactsOf(capture, quality)
  const shown = facts === null ? [] : shownByBadges(facts)
  const reasons = quality?.reasons.filter((reason) => !shown.includes(reason)) ?? []
  const badges = facts === null ? [] : badgesOf(facts, t)
  if (quality === null && unjudged === 'none' && badges.length === 0) return null
  return (
    <div className={classes.quality}>
      <div className={classes.line}>
        <span className={classes.label}>{t('analysis__quality__title')}</span>
        {quality !== null && (
          <span className={classes.verdict} data-verdict={quality.verdict}>
            {t(`analysis__verdict__${quality.verdict}`)}
          </span>
        )}
        {quality === null && unjudged !== 'none' && (
          <span className={classes.verdict}>
            {t(unjudged === 'pending' ? 'analysis__quality__pending' : 'analysis__quality__unknown')}
          </span>
        )}
        {badges.map(({ text, isBad }) => (
          <Badge
            key={text}
            className={isBad ? classes.bad : classes.fair}
            variant="light"
            color={isBad ? 'red' : 'yellow'}
          >
            {text}
          </Badge>
        ))}
      </div>
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>
              {t(`analysis__reason__${reason}`)}
              {reason === 'other_voice' &&
                quality?.other_voice !== undefined &&
                ` ${t('analysis__quality__other_voice_lasts', { seconds: formatDecimals(lengthOf(quality.other_voice), currentLanguage(), 1) })}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const lengthOf = (spans: NonNullable<Quality['other_voice']>) =>
  spans.reduce((sum, { start_s, end_s }) => sum + end_s - start_s, 0)

function badgesOf({ gapCount, lostSeconds, isProcessed, lowSampleRateHz }: CaptureFacts, t: TFunction) {
  const badges: { text: string; isBad: boolean }[] = []
  if (gapCount > 0) {
    const text = t('analysis__capture__gaps', {
      count: gapCount,
      seconds: formatDecimals(lostSeconds, currentLanguage(), 2),
    })
    badges.push({ text, isBad: true })
  }
  if (isProcessed) badges.push({ text: t('analysis__capture__processed'), isBad: false })
  if (lowSampleRateHz !== null) {
    const text = t('analysis__capture__low_sample_rate', {
      khz: formatTickValue(lowSampleRateHz / 1000, currentLanguage()),
    })
    badges.push({ text, isBad: false })
  }
  return badges
}

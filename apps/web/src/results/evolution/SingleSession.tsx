import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { displayValue } from '../session/display-value.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import type { EvolutionChartProps } from './EvolutionChart.tsx'
import { colorOf, shapeOf } from './marks.ts'
import classes from './SingleSession.module.css'
import { axisMeaning } from './series.ts'

const [left, right] = [10, 210]

/** The scores of the only session as a list: on a chart over time their marks would overlap. */
export function SingleSession({ participantId, drawn, isRaw, label }: EvolutionChartProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const rows = drawn.flatMap(({ series, index }) => series.points.map((point) => ({ series, index, point })))
  const meaning = axisMeaning(drawn.map(({ series }) => series))
  const first = rows[0]
  if (first === undefined) return null
  const x = (value: number) => left + (value / 100) * (right - left)
  const date = formatApiDate(first.point.date, currentLanguage())
  return (
    <>
      <p className={classes.date}>{t('analysis__evolution__one_session', { date })}</p>
      <ul className={classes.rows} aria-label={label}>
        {rows.map(({ series, index, point }) => (
          <li key={`${point.protocol_response_id}:${series.id}`} data-series="">
            <Link to={links.protocolres(participantId, point.protocol_response_id)} className={classes.row}>
              <span className={classes.measure}>
                {texts.ofMeasure(series.score)}
                {!isRaw && meaning === 'mixed' && series.direction === 'neutral' && ' *'}
              </span>
              {!isRaw && point.value !== null && (
                <>
                  <svg viewBox="0 0 220 24" className={classes.track} aria-hidden="true">
                    <path
                      className={classes.scale}
                      d={`M ${left} 12 H ${right} M ${left} 7 v 10 M ${right} 7 v 10 M ${x(50)} 9 v 6`}
                    />
                    <path
                      d={shapeOf(index)}
                      fill={colorOf(index)}
                      stroke="#fff"
                      strokeWidth={1.5}
                      transform={`translate(${x(point.value)} 12)`}
                    />
                  </svg>
                  <span className={classes.place}>
                    {t('analysis__evolution__place', { place: Math.round(point.value) })}
                  </span>
                </>
              )}
              <span className={classes.value}>
                {[displayValue(point.raw + series.offset, currentLanguage(), series.decimals), series.unit]
                  .filter(Boolean)
                  .join(' ')}
              </span>
              <VisuallyHidden component="span">{t('analysis__evolution__open', { date })}</VisuallyHidden>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

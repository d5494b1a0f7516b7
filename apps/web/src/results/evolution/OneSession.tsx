import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import type { Line } from './lines.ts'
import classes from './OneSession.module.css'
import { useEvolutionTexts } from './useEvolutionTexts.ts'

const [left, right] = [10, 210]
const x = (value: number) => left + (value / 100) * (right - left)

const whiskerOf = ({ low, high }: { low: number; high: number }) =>
  `M ${x(low)} 12 H ${x(high)} M ${x(low)} 8 v 8 M ${x(high)} 8 v 8`

type OneSessionProps = {
  participantId: string
  lines: readonly Line[]
  populationId: string | null
  label: string
  /** What a place means, and the asterisk. */
  explanation: ReactNode
}

/** The values of the only session, each in its reference: the middle half is the band, the whisker its 95 % interval. */
export function OneSession({ participantId, lines, populationId, label, explanation }: OneSessionProps) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const rows = lines.flatMap((line) => line.points.map((point) => ({ line, point })))
  const first = rows[0]
  if (first === undefined) return null
  return (
    <>
      <p className={classes.date}>{t('analysis__evolution__one_session', { date: texts.dayOf(first.point.date) })}</p>
      {explanation}
      <ul className={classes.rows} aria-label={label}>
        {rows.map(({ line, point }) => {
          const place = populationId === null ? undefined : point.places[populationId]
          const interval = populationId === null ? undefined : point.intervals[populationId]
          return (
            <li key={line.id} data-series={line.score}>
              <Link to={links.protocolres(participantId, point.session)} className={classes.row}>
                <span className={classes.measure}>
                  {texts.nameOf(line)}
                  {line.direction === 'neutral' && place !== undefined && ' *'}
                  {line.item !== '' && <small>{line.item}</small>}
                </span>
                <span className={classes.value}>{texts.valueOf(point.raw, line)}</span>
                {place !== undefined && (
                  <>
                    <svg viewBox="0 0 220 24" className={classes.track} aria-hidden="true">
                      <rect className={classes.middle} x={x(25)} width={x(75) - x(25)} y={6} height={12} rx={2} />
                      <path className={classes.scale} d={`M ${left} 12 H ${right} M ${left} 8 v 8 M ${right} 8 v 8`} />
                      {interval !== undefined && (
                        <path className={classes.interval} d={whiskerOf(interval)} data-whisker="" />
                      )}
                      <circle className={classes.mark} cx={x(place)} cy={12} r={6} />
                    </svg>
                    <span className={classes.place}>
                      {t('analysis__evolution__place', { place: Math.round(place) })}
                      {interval !== undefined && (
                        <small>
                          {t('analysis__evolution__between', {
                            low: Math.round(interval.low),
                            high: Math.round(interval.high),
                          })}
                        </small>
                      )}
                    </span>
                  </>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}

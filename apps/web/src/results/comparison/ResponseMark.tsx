import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { displayValue } from '../session/display-value.ts'
import classes from './Charts.module.css'

type ResponseMarkProps = {
  x: number
  top: number
  bottom: number
  width: number
  shown: number
  unit: string | null
  decimals: number
}

/** Marks the response's value. The label stays within the chart. */
export function ResponseMark({ x, top, bottom, width, shown, unit, decimals }: ResponseMarkProps) {
  const { t } = useTranslation()
  const anchor = x < width * 0.25 ? 'start' : x > width * 0.75 ? 'end' : 'middle'
  return (
    <g className={classes.response}>
      <line x1={x} x2={x} y1={top} y2={bottom} />
      <path d={`M ${x} ${bottom} l -6 10 h 12 Z`} />
      <text x={x} y={top - 8} textAnchor={anchor}>
        {t('analysis__chart__response', {
          value: [displayValue(shown, currentLanguage(), decimals), unit].filter(Boolean).join(' '),
        })}
      </text>
    </g>
  )
}

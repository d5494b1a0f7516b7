import type { Population } from '@fonema/contract'

type SwatchProps = { population: Pick<Population, 'fill_color' | 'stroke_color'>; size?: number }

/** A population's colours. Always used beside its name or with a legend. */
export function Swatch({ population, size = 12 }: SwatchProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      <rect
        x="1"
        y="1"
        width="10"
        height="10"
        rx="2.5"
        fill={population.fill_color}
        stroke={population.stroke_color}
        strokeWidth="2"
      />
    </svg>
  )
}

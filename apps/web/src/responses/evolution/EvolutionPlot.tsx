import { EvolutionChart, type EvolutionChartProps } from './EvolutionChart.tsx'
import { SingleSession } from './SingleSession.tsx'
import { datesOf, type Series } from './series.ts'

/** Scores over time as lines; of one session, where no line exists, as a list. `all`: also what is hidden. */
export function EvolutionPlot({ all, ...props }: EvolutionChartProps & { all: readonly Series[] }) {
  return datesOf(all).length === 1 ? <SingleSession {...props} /> : <EvolutionChart {...props} />
}

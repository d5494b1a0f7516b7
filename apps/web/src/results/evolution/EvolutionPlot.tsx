import { EvolutionChart, type EvolutionChartProps } from './EvolutionChart.tsx'
import { SingleSession } from './SingleSession.tsx'
import { datesOf, type Series } from './series.ts'

/** Scores over time as lines, or as a list if there is only one session. `all` includes the hidden series. */
export function EvolutionPlot({ all, ...props }: EvolutionChartProps & { all: readonly Series[] }) {
  return datesOf(all).length === 1 ? <SingleSession {...props} /> : <EvolutionChart {...props} />
}

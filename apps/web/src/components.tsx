import './ui/app.css'
import type { FeatureResult, Population, PopulationId, ReadyResult } from '@fonema/contract'
import { ComponentsPage } from './dev/ComponentsPage.tsx'
import { MetricsTable } from './results/session/MetricsTable.tsx'
import type { MetricsRow } from './results/session/metrics-rows.ts'
import { PopulationLegend } from './results/session/PopulationLegend.tsx'

const reference: Population = {
  id: '00000000-0000-4000-8000-000000000006' as PopulationId,
  name: 'Sin diagnóstico',
  fill_color: '#59b3b9',
  stroke_color: '#0f5c64',
  description: '',
  source: '',
  n: 120,
  version: 1,
  computed_at: '2026-03-04T13:30:00Z',
  unkeyed: 0,
  is_synthetic: false,
  is_reference: true,
  rule: null,
  card: null,
  confirmed: [],
}

const people = { [reference.id]: { version: 1, n: 90, is_matched: true } }
const of = <Value,>(jitter: Value, shimmer: Value) => ({
  [reference.id]: { jitter_local_pct: jitter, shimmer_local_pct: shimmer },
})
const result: ReadyResult = {
  feature_extraction_func: { id: '00000000-0000-4000-8000-000000000007', name: 'Voz', entry: 'voice' },
  status: 'ready',
  error: null,
  scores: { jitter_local_pct: 2.94, shimmer_local_pct: 3.4 },
  missing: { hnr_mean_db: 'no_voice' },
  data: {},
  feature_population_distribution: null,
  semaphore: of(0.98, 0.2),
  percentiles: of(99, 50),
  intervals: of({ low: 95, high: 100, n: 90 }, { low: 41, high: 59, n: 90 }),
  compared: people,
  uncompared: {},
}
const pending: FeatureResult = {
  feature_extraction_func: result.feature_extraction_func,
  status: 'pending',
  error: null,
  scores: {},
  missing: {},
  data: {},
  feature_population_distribution: null,
  semaphore: {},
  percentiles: {},
  intervals: {},
  compared: {},
  uncompared: {},
}

const row = (name: string, changes: Partial<MetricsRow> = {}): MetricsRow => ({
  heading: 'voice',
  domain: 'voice',
  score: { name, unit: name.endsWith('_db') ? 'dB' : '%', decimals: 2, direction: 'lower_better', offset: 0 },
  result,
  doubts: [],
  isOfFewWords: false,
  isJudged: true,
  change: undefined,
  outside: null,
  ...changes,
})
const changed = { kind: 'beyond', difference: 0.81, date: '2026-01-14' } as const
const rows = [
  row('jitter_local_pct', { outside: 'clear', change: changed }),
  row('shimmer_local_pct', { change: { ...changed, kind: 'within', difference: -0.2 } }),
  row('hnr_mean_db'),
  row('cpps_avqi_db', { result: pending }),
]
const columns = { reference, others: [], since: { date: '2026-01-14', changes: new Map() }, hasSemaphore: true }

/** Values with their places and changes, as on the page of a result. */
const Measures = () => (
  <>
    <MetricsTable label="Medidas" rows={rows} columns={columns} />
    <PopulationLegend populations={[reference]} uncompared={[]} results={[result]} />
  </>
)

/** Every shared component, for those who work on the pages. */
export const Components = () => <ComponentsPage Measures={Measures} />

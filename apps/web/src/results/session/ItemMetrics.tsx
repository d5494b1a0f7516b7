import type { FeatureDisplay, ItemResponse, ProtocolResponse } from '@fonema/contract'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { MetricsDomains } from './MetricsDomains.tsx'
import { Failures, MetricsNotes } from './MetricsNotes.tsx'
import { MetricsTable } from './MetricsTable.tsx'
import { isShown, rowsOf, standingOut } from './metrics-rows.ts'
import { OtherPopulations } from './OtherPopulations.tsx'
import { useOtherPopulations } from './other-populations.ts'
import { PopulationLegend } from './PopulationLegend.tsx'
import { populationsOf, uncomparedOf, usePopulations, useSemaphoreColumn } from './populations.ts'
import { referenceOf } from './references.ts'
import { StandingOut } from './StandingOut.tsx'
import { useSinceLast } from './useSinceLast.ts'

type ItemMetricsProps = {
  session: Pick<ProtocolResponse, 'id' | 'participant'>
  answer: ItemResponse
  display: FeatureDisplay
  isPractice: boolean
}

/** An item's numbers: first what stands out, then each domain to unfold. */
export function ItemMetrics({ session, answer, display, isPractice }: ItemMetricsProps) {
  const { t } = useTranslation()
  const all = usePopulations()
  const hasSemaphore = useSemaphoreColumn()
  const chosen = useOtherPopulations()
  const { since, errors, measuring } = useSinceLast(session, answer.protocol_item.id)
  const everything = rowsOf(answer, display, { reference: undefined, since })
  if (everything.length === 0)
    return <EmptyState text={t(isPractice ? 'responses__result__practice' : 'responses__result__no_data')} />

  const results = [...new Set(everything.map(({ result }) => result))]
  const populations = populationsOf(results, all)
  const reference = referenceOf(populations, results)
  const others = populations.filter(({ id }) => id !== reference?.id)
  const shownOthers = others.filter(({ id }) => chosen.has(id))
  const rows = rowsOf(answer, display, { reference, since }).filter(isShown)
  const columns = { reference, others: shownOthers, since, hasSemaphore }
  const outstanding = standingOut(rows)
  return (
    <>
      <Failures results={results} />
      <StandingOut rows={rows} reference={reference} isPoor={answer.quality?.verdict === 'poor'}>
        {outstanding.length > 0 && (
          <MetricsTable label={t('analysis__standout__title')} rows={outstanding} columns={columns} />
        )}
      </StandingOut>
      {rows.length > 0 && <MetricsDomains rows={rows} columns={columns} isFirstOpen={outstanding.length === 0} />}
      <OtherPopulations populations={others} chosen={chosen} />
      <MetricsNotes rows={rows} columns={columns} errors={errors} measuring={measuring} />
      <PopulationLegend
        populations={reference === undefined ? shownOthers : [reference, ...shownOthers]}
        uncompared={uncomparedOf(results, all)}
        results={results}
      />
    </>
  )
}

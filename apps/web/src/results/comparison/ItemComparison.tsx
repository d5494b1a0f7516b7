import type { FeatureDisplay, ItemResponse, ProtocolResponse } from '@fonema/contract'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { usePopulations } from '../session/populations.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import classes from './Charts.module.css'
import { openingMeasure } from './opening-measure.ts'
import { Places } from './Places.tsx'
import { ProbabilitiesPart } from './ProbabilitiesPart.tsx'
import { ScoreChart } from './ScoreChart.tsx'
import { comparedScores, distributionsOf } from './useComparison.ts'

type ItemComparisonProps = { session: ProtocolResponse; answer: ItemResponse; display: FeatureDisplay }

/** Compares an item's measures with the populations, one measure at a time. */
export function ItemComparison({ session, answer, display }: ItemComparisonProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const all = usePopulations()
  const [chosen, setChosen] = useState<string | null>(null)
  const [form, setForm] = useState<'density' | 'box'>('density')
  const itemId = answer.protocol_item.id
  const scores = comparedScores(answer, display)
  const shown = chosen ?? openingMeasure(answer, display, all)
  const score = scores.find(({ name }) => name === shown) ?? scores[0]
  const {
    data: distributions,
    error,
    refetch,
  } = useQuery({ ...distributionsOf(itemId, score?.name ?? ''), enabled: score !== undefined })
  if (score === undefined) return null
  const groups = [...Map.groupBy(scores, ({ heading }) => heading)].map(([heading, own]) => ({
    group: texts.ofHeading(heading),
    items: own.map(({ name }) => ({ value: name, label: texts.ofMeasure(name) })),
  }))
  const populations = all.filter(({ id }) => score.percentiles[id] !== undefined)
  return (
    <Card title={t('analysis__chart__title')}>
      <div className={classes.controls}>
        <NativeSelect
          className={classes.measure}
          label={t('analysis__chart__measure')}
          value={score.name}
          data={groups}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <SegmentedControl
          aria-label={t('analysis__chart__form')}
          value={form}
          onChange={(value) => setForm(value === 'box' ? 'box' : 'density')}
          data={[
            { value: 'density', label: t('analysis__chart__density') },
            { value: 'box', label: t('analysis__chart__box') },
          ]}
        />
      </div>
      {distributions === undefined ? (
        error === null ? (
          <div className={classes.coming}>
            <Loading />
          </div>
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ScoreChart
          score={score}
          form={form}
          populations={populations}
          distributions={distributions}
          path={{ itemId, functionId: score.functionId, languageId: session.protocol.locale.lang.id }}
        />
      )}
      <Places score={score} populations={populations} />
      <ProbabilitiesPart session={session} score={score.name} populations={all} />
    </Card>
  )
}

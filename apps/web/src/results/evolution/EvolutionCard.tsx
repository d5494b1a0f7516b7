import type { Evolution, Population } from '@fonema/contract'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { isAway } from '../../api/device-answers.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { NeedsNetwork } from '../../ui/NeedsNetwork.tsx'
import charts from '../comparison/Charts.module.css'
import { useChosenPopulation } from '../session/chosen-population.ts'
import { usePopulations } from '../session/populations.ts'
import { applyChoices, chooseLines } from './choose-lines.ts'
import { usualDomains } from './domains.ts'
import classes from './Evolution.module.css'
import { EvolutionCharts } from './EvolutionCharts.tsx'
import { EvolutionTable } from './EvolutionTable.tsx'
import { useChoices } from './hidden-series.ts'
import { hasPlaces, sessionsOf } from './lines.ts'
import { MeasureChooser } from './MeasureChooser.tsx'
import { Measuring } from './Measuring.tsx'
import { useEvolution, useEvolved } from './useEvolution.ts'
import { WhatChanged } from './WhatChanged.tsx'

/** What changed in a participant over their sessions, in words and as lines. */
export function EvolutionCard({ participantId }: { participantId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useEvolution(participantId)
  return (
    <Card title={t('analysis__evolution__title')}>
      {data !== undefined ? (
        <Evolved participantId={participantId} evolution={data} />
      ) : error === null ? (
        <Loading />
      ) : isAway(error) ? (
        <NeedsNetwork text={t('analysis__evolution__away')} onReturn={() => void refetch()} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

const measured = 'measured'

function Evolved({ participantId, evolution }: { participantId: string; evolution: Evolution }) {
  const { t } = useTranslation()
  const { isLoading, lines, evolved, important, events, needs, bandIn } = useEvolved(participantId, evolution)
  const all = usePopulations()
  const preferred = useChosenPopulation()
  const [view, setView] = useState<string | null>(null)
  const { choices, setHidden, forget } = useChoices(participantId)
  const measuring = <Measuring sessions={evolution.measuring.length} />
  if (lines.length === 0) return <EmptyState text={t('analysis__evolution__empty')}>{measuring}</EmptyState>
  if (isLoading) return <Loading />

  const populations = all.filter(({ id }) => lines.some((line) => hasPlaces(line, id)))
  const reference = preferred.among(populations)
  const population: Population | undefined =
    view === measured ? undefined : (populations.find(({ id }) => id === view) ?? reference)
  const dates = sessionsOf(lines).map(({ date }) => date)
  const first = chooseLines(evolved, important, reference?.id)
  const { drawn, offered } = applyChoices(lines, first, choices)
  return (
    <>
      {measuring}
      <WhatChanged evolved={evolved} important={important} needs={needs} participantId={participantId} />
      {populations.length > 0 && (
        <div className={charts.controls}>
          <NativeSelect
            className={charts.measure}
            label={t('analysis__evolution__view')}
            value={population?.id ?? measured}
            data={[
              {
                group: t('analysis__evolution__within'),
                items: populations.map(({ id, name }) => ({ value: id, label: name })),
              },
              { value: measured, label: t('analysis__evolution__raw') },
            ]}
            onChange={({ currentTarget: { value } }) => {
              setView(value)
              if (value !== measured) preferred.choose(value)
            }}
          />
        </div>
      )}
      <EvolutionCharts
        participantId={participantId}
        drawn={drawn}
        dates={dates}
        population={population}
        events={events}
        bandIn={bandIn}
      />
      <MeasureChooser
        all={lines}
        drawn={drawn}
        offered={offered}
        hasChoices={choices.size > 0}
        onHide={(line, isHidden) => setHidden(line.id, isHidden)}
        onForget={forget}
      />
      {dates.length > 1 && (
        <p className={classes.aside}>
          {t(important === usualDomains ? 'analysis__evolution__why_usual' : 'analysis__evolution__why', {
            domains: important.map((domain) => t(`analysis__domain__${domain}`).toLocaleLowerCase()).join(', '),
          })}
        </p>
      )}
      <EvolutionTable lines={drawn.map(({ line }) => line)} events={events} population={population} />
    </>
  )
}

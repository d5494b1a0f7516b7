import type { Evolution, Population } from '@fonema/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryFor } from '../../api/query.ts'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { currentLanguage } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import charts from '../comparison/Charts.module.css'
import { DataTable } from '../comparison/DataTable.tsx'
import { useChosenPopulation } from '../session/chosen-population.ts'
import { displayValue } from '../session/display-value.ts'
import { usePopulations } from '../session/populations.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import { Changes } from './Changes.tsx'
import { bandOf } from './change.ts'
import classes from './Evolution.module.css'
import { EvolutionPlot } from './EvolutionPlot.tsx'
import { useHiddenSeries } from './hidden-series.ts'
import { colorOf, shapeOf } from './marks.ts'
import {
  axisMeaning,
  datesOf,
  firstGroup,
  type Group,
  groupsOf,
  mostChangedSeries,
  type Series,
  scoresOf,
  seriesOf,
  type View,
} from './series.ts'

/** A participant's scores over their sessions. */
export function EvolutionCard({ participantId }: { participantId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/evolution/', { params: { participant_id: participantId } }),
  )
  return (
    <Card title={t('analysis__evolution__title')}>
      {data !== undefined ? (
        <Chosen participantId={participantId} evolution={data} />
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

const rawPrefix = 'raw:'

function Chosen({ participantId, evolution }: { participantId: string; evolution: Evolution }) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const all = usePopulations()
  const preferred = useChosenPopulation()
  const [chosenGroup, setChosenGroup] = useState<string | null>(null)
  const [chosenView, setChosenView] = useState<string | null>(null)
  const groups = groupsOf(evolution)
  const group = groups.find(({ key }) => key === chosenGroup) ?? firstGroup(groups)
  if (group === undefined) return <EmptyState text={t('analysis__evolution__empty')} />

  const populations = all.filter(({ id }) => group.series.some(({ population_id }) => population_id === id))
  const scores = scoresOf(group)
  const views = [...populations.map(({ id }) => id), ...scores.map((score) => rawPrefix + score)]
  const shown = views.find((view) => view === chosenView) ?? preferred.among(populations)?.id ?? views[0]!
  const view: View = shown.startsWith(rawPrefix) ? { score: shown.slice(rawPrefix.length) } : { populationId: shown }
  const byProtocol = Map.groupBy(groups, ({ protocol }) => protocol)
  return (
    <>
      <div className={charts.controls}>
        <NativeSelect
          className={charts.measure}
          label={t('analysis__evolution__group')}
          value={group.key}
          data={[...byProtocol].map(([name, own]) => ({
            group: name,
            items: own.map(({ key, item, entry, functionName }) => ({
              value: key,
              label: `${item} · ${texts.ofFunction({ entry, name: functionName })}`,
            })),
          }))}
          onChange={({ currentTarget }) => setChosenGroup(currentTarget.value)}
        />
        <NativeSelect
          className={charts.measure}
          label={t('analysis__evolution__view')}
          value={shown}
          data={[
            ...(populations.length === 0
              ? []
              : [
                  {
                    group: t('analysis__evolution__within'),
                    items: populations.map(({ id, name }) => ({ value: id, label: name })),
                  },
                ]),
            {
              group: t('analysis__evolution__raw'),
              items: scores.map((score) => ({ value: rawPrefix + score, label: texts.ofMeasure(score) })),
            },
          ]}
          onChange={({ currentTarget: { value } }) => {
            setChosenView(value)
            if (!value.startsWith(rawPrefix)) preferred.choose(value)
          }}
        />
      </div>
      <Drawn
        participantId={participantId}
        group={group}
        view={view}
        population={populations.find(({ id }) => 'populationId' in view && id === view.populationId)}
      />
    </>
  )
}

type DrawnProps = { participantId: string; group: Group; view: View; population: Population | undefined }

const widestBeforeMeasured = 960

function Drawn({ participantId, group, view, population }: DrawnProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const { ref, width } = useElementSize()
  const viewed = seriesOf(group, view)
  const { hidden, toggle, showAll, showTelling } = useHiddenSeries(participantId, viewed)
  const all = viewed.map((series, index) => ({ series, index }))
  const isRaw = population === undefined
  const { data: errors } = useQuery({
    ...queryFor('GET /ai/measurement_error/{protocol_item_id}/', {
      params: { protocol_item_id: viewed[0]?.protocol_item_id ?? '' },
    }),
    enabled: datesOf(viewed).length > 1,
  })
  const drawn = isRaw ? all : all.filter(({ series }) => !hidden.has(series.id))
  const meaning = axisMeaning(drawn.map(({ series }) => series))
  const nameOf = ({ score, unit }: Series) =>
    isRaw && unit !== null ? `${texts.ofMeasure(score)} (${unit})` : texts.ofMeasure(score)
  return (
    <div ref={ref}>
      {isRaw && <p className={classes.nothing}>{all[0] && nameOf(all[0].series)}</p>}
      {!isRaw && <p className={classes.nothing}>{t(`analysis__axis__${meaning}`, { population: population.name })}</p>}
      <EvolutionPlot
        all={viewed}
        participantId={participantId}
        drawn={drawn}
        isRaw={isRaw}
        band={isRaw && viewed[0] !== undefined ? bandOf(viewed[0], errors?.scores[viewed[0].score]) : null}
        width={width || widestBeforeMeasured}
        label={t('analysis__evolution__title')}
      />
      {!isRaw && (
        <fieldset className={classes.choices}>
          <legend className={classes.legend}>{t('analysis__evolution__choose')}</legend>
          {all.map(({ series, index }) => (
            <label key={series.id}>
              <input type="checkbox" checked={!hidden.has(series.id)} onChange={() => toggle(series.id)} />
              <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
                <path d={shapeOf(index)} fill={colorOf(index)} />
              </svg>
              {texts.ofMeasure(series.score)}
              {meaning === 'mixed' && series.direction === 'neutral' && ' *'}
            </label>
          ))}
          {hidden.size > 0 ? (
            <Button variant="subtle" size="compact-md" onClick={showAll}>
              {t('analysis__evolution__show_all', { total: all.length })}
            </Button>
          ) : (
            all.length > mostChangedSeries(viewed).size && (
              <Button variant="subtle" size="compact-md" onClick={showTelling}>
                {t('analysis__evolution__show_changing')}
              </Button>
            )
          )}
        </fieldset>
      )}
      {population?.is_synthetic && <p className={charts.synthetic}>{t('analysis__compared__synthetic')}</p>}
      {errors !== undefined && <Changes series={viewed} errors={errors} />}
      <EvolutionTable series={viewed} isRaw={isRaw} nameOf={nameOf} />
    </div>
  )
}

type EvolutionTableProps = { series: readonly Series[]; isRaw: boolean; nameOf: (series: Series) => string }

function EvolutionTable({ series, isRaw, nameOf }: EvolutionTableProps) {
  const { t } = useTranslation()
  const cell = (one: Series, date: string) => {
    const point = one.points.find((candidate) => candidate.date === date)
    if (point === undefined) return '–'
    if (isRaw || point.value === null) return displayValue(point.raw + one.offset, currentLanguage(), one.decimals)
    return String(Math.round(point.value))
  }
  return (
    <DataTable
      title={t('analysis__evolution__title')}
      columns={[t('analysis__evolution__date'), ...series.map(nameOf)]}
      rows={datesOf(series).map((date) => ({
        key: date,
        name: formatApiDate(date, currentLanguage()),
        cells: series.map((one) => cell(one, date)),
      }))}
    />
  )
}

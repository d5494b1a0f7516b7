import { useTranslation } from 'react-i18next'
import { EvolutionPlot } from '../evolution/EvolutionPlot.tsx'
import { readHidden } from '../evolution/hidden-series.ts'
import { colorOf, shapeOf } from '../evolution/marks.ts'
import { axisMeaning, firstGroup, groupsOf, seriesOf } from '../evolution/series.ts'
import { useChosenPopulation } from '../session/chosen-population.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import classes from './Report.module.css'
import type { ReportData } from './useReport.ts'

const width = 680

/** The evolution chart as first shown on the participant's page, without the hidden series. */
export function ReportEvolution({ data }: { data: ReportData }) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const preferred = useChosenPopulation()
  const { session, evolution, populations } = data
  const own = groupsOf(evolution).filter(({ key }) => session.protocol.items.some(({ id }) => key.startsWith(`${id}:`)))
  const group = firstGroup(own)
  const population = preferred.among(
    populations.filter(({ id }) => group?.series.some(({ population_id }) => population_id === id)),
  )
  if (group === undefined || population === undefined) return null
  const viewed = seriesOf(group, { populationId: population.id })
  const hidden = readHidden(session.participant, viewed)
  const drawn = viewed.map((series, index) => ({ series, index })).filter(({ series }) => !hidden.has(series.id))
  if (drawn.length === 0) return null
  const meaning = axisMeaning(drawn.map(({ series }) => series))
  return (
    <section className={classes.whole}>
      <h2>{t('analysis__evolution__title')}</h2>
      <p>
        {group.item} · {texts.ofFunction({ entry: group.entry, name: group.functionName })}.{' '}
        {t(`analysis__axis__${meaning}`, { population: population.name })}
      </p>
      <EvolutionPlot
        all={viewed}
        participantId={session.participant}
        drawn={drawn}
        isRaw={false}
        width={width}
        label={t('analysis__evolution__title')}
      />
      <ul className={classes.marks}>
        {drawn.map(({ series, index }) => (
          <li key={series.id}>
            <svg width="14" height="14" viewBox="-9 -9 18 18" aria-hidden="true">
              <path d={shapeOf(index)} fill={colorOf(index)} />
            </svg>
            {texts.ofMeasure(series.score)}
            {meaning === 'mixed' && series.direction === 'neutral' && ' *'}
          </li>
        ))}
      </ul>
    </section>
  )
}

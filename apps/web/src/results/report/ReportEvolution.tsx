import { useTranslation } from '../../ui/i18n.ts'
import { applyChoices, chooseLines } from '../evolution/choose-lines.ts'
import { domainsFor } from '../evolution/domains.ts'
import { EvolutionCharts } from '../evolution/EvolutionCharts.tsx'
import { readChoices } from '../evolution/hidden-series.ts'
import { hasPlaces, sessionsOf } from '../evolution/lines.ts'
import { useChosenPopulation } from '../session/chosen-population.ts'
import { otherSessions } from '../session/useSinceLast.ts'
import classes from './Report.module.css'
import type { ReportData } from './useReport.ts'

/** The lines of the participant's page that belong to the report's protocol, without the hidden ones. */
export function ReportEvolution({ data }: { data: ReportData }) {
  const { t } = useTranslation()
  const preferred = useChosenPopulation()
  const { session, participant, evolution, populations } = data
  const lines = evolution.lines.filter(
    ({ itemId, protocol }) =>
      session.protocol.items.some(({ id }) => id === itemId) || (itemId === null && protocol === session.protocol.name),
  )
  const population = preferred.among(populations.filter(({ id }) => lines.some((line) => hasPlaces(line, id))))
  if (lines.length === 0 || population === undefined) return null
  const evolved = lines.map(evolution.errors.evolve)
  const first = chooseLines(evolved, domainsFor(participant?.diagnose ?? null), population.id)
  const { drawn } = applyChoices(lines, first, readChoices(session.participant))
  if (drawn.length === 0) return null
  const measuring = otherSessions(evolution.measuring, session.id)
  return (
    <section className={classes.whole}>
      <h2>{t('analysis__evolution__title')}</h2>
      {measuring > 0 && <p>{t('analysis__since__measuring', { count: measuring })}</p>}
      <EvolutionCharts
        participantId={session.participant}
        drawn={drawn}
        dates={sessionsOf(lines).map(({ date }) => date)}
        population={population}
        events={[]}
        bandIn={evolution.errors.bandIn}
      />
    </section>
  )
}

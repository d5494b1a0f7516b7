import type { Population } from '@fonema/contract'
import { deviceDate } from '@fonema/contract/device-date'
import type { ReactNode } from 'react'
import { useUser } from '../../api/current-user.ts'
import { dayIn, formatApiDate, yearsBetween } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Logo } from '../../ui/Logo.tsx'
import { dashOf } from '../comparison/curve.ts'
import { comparedIn, useSemaphoreColumn } from '../session/populations.ts'
import { SessionIndices } from '../session/SessionIndices.tsx'
import { itemsOf } from '../session/session-state.ts'
import { letterOf } from './letters.ts'
import classes from './Report.module.css'
import { ReportEvolution } from './ReportEvolution.tsx'
import { ReportItem } from './ReportItem.tsx'
import { ReportProbabilities } from './ReportProbabilities.tsx'
import type { Chosen } from './sections.ts'
import type { ReportData } from './useReport.ts'

type ReportProps = { data: ReportData; chosen: Chosen; printedAt: string }

/** The printed report. The same data give the same text, except for the date. */
export function Report({ data, chosen, printedAt }: ReportProps) {
  const { t } = useTranslation()
  const { organization } = useUser()
  const { participant, session, norms } = data
  const day = formatApiDate(session.date_created, currentLanguage(), 'long')
  const byDevice = deviceDate(session, (time) => dayIn(organization.time_zone, time))
  return (
    <article className={classes.report} lang={currentLanguage()}>
      <RunningHead
        text={[t('analysis__report__unsigned'), participant?.code, session.protocol.name, day]
          .filter(Boolean)
          .join(' · ')}
      >
        <header className={classes.head}>
          <Logo height={22} />
          <p className={classes.clinic}>{organization.name}</p>
          <h1>{t('analysis__report__title')}</h1>
          <p>
            {session.protocol.name} · {day}
          </p>
          {byDevice !== null && (
            <p>{t('responses__result__by_device', { date: formatApiDate(byDevice, currentLanguage(), 'long') })}</p>
          )}
          <p className={classes.warning}>{t('analysis__report__unsigned')}</p>
        </header>
        <Person data={data} isNamed={chosen.has('person')} />
        {organization.is_demonstration && <p className={classes.warning}>{t('analysis__report__demonstration')}</p>}
        {norms.length > 0 && <Norms norms={norms} data={data} />}
        {chosen.has('comment') && session.comment !== null && session.comment !== '' && (
          <section>
            <h2>{t('analysis__report__section__comment')}</h2>
            <p className={classes.text}>{session.comment}</p>
          </section>
        )}
        {itemsOf(session).map((item) => (
          <ReportItem key={item.item.id} shown={item} data={data} norms={norms} chosen={chosen} />
        ))}
        {chosen.has('measures') && session.indices.length > 0 && (
          <section>
            <h2>{t('analysis__index__title')}</h2>
            <SessionIndices session={session} />
          </section>
        )}
        {chosen.has('probabilities') && norms.length > 0 && <ReportProbabilities data={data} norms={norms} />}
        {chosen.has('evolution') && <ReportEvolution data={data} />}
        <footer className={classes.foot}>
          <p>{t('analysis__report__no_device')}</p>
          <p>{t('analysis__report__printed', { date: formatApiDate(printedAt, currentLanguage(), 'long') })}</p>
        </footer>
      </RunningHead>
    </article>
  )
}

/**
 * Repeats a line on top of every printed page. Uses a table head: all browsers repeat it, but not all support margin
 * boxes.
 */
function RunningHead({ text, children }: { text: string; children: ReactNode }) {
  return (
    <table role="presentation" className={classes.pages}>
      <thead>
        <tr>
          <td>{text}</td>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

const nameOf = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
  [first_name, last_name].filter(Boolean).join(' ')

function Person({ data: { participant, session }, isNamed }: { data: ReportData; isNamed: boolean }) {
  const { t } = useTranslation()
  const { time_zone } = useUser().organization
  if (participant === undefined) return null
  const { code, first_name, last_name, birthday, sex, education_years, diagnose } = participant
  const [examiner, recorder] = [nameOf(session.examiner), nameOf(session.recorded_by)]
  const age = birthday === null ? null : yearsBetween(birthday, dayIn(time_zone, new Date(session.date_created)))
  const facts: [string, string | null][] = [
    [t('analysis__report__code'), code],
    ...(isNamed
      ? ([
          [t('analysis__report__name'), nameOf({ first_name, last_name }) || null],
          [t('analysis__report__birthday'), birthday && formatApiDate(birthday, currentLanguage(), 'long')],
          [t('analysis__report__age'), age === null ? null : t('analysis__report__years', { count: age })],
          [t('analysis__report__sex'), sex && t(sex === 'f' ? 'analysis__report__female' : 'analysis__report__male')],
          [t('analysis__report__education'), education_years === null ? null : String(education_years)],
          [t('analysis__report__diagnose'), diagnose],
        ] satisfies [string, string | null][])
      : []),
    [t('analysis__report__examiner'), examiner || null],
    [t('analysis__report__recorded_by'), recorder === examiner ? null : recorder],
  ]
  return (
    <dl className={classes.person}>
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** The populations of the comparison, with the letters used in the tables and the line styles of the charts. */
function Norms({ norms, data }: { norms: readonly Population[]; data: ReportData }) {
  const { t } = useTranslation()
  const hasSemaphore = useSemaphoreColumn()
  const results = data.session.responses.flatMap(({ feature_extraction_res }) => feature_extraction_res)
  return (
    <section className={classes.key} aria-label={t('analysis__report__norms')}>
      <h2>{t('analysis__report__norms')}</h2>
      <ul className={classes.norms}>
        {norms.map((population, index) => {
          const { id, name, n, version, computed_at } = population
          const used = comparedIn(results, id)
          return (
            <li key={id}>
              <Swatch population={population} dash={dashOf(index)} />
              <strong>{letterOf(index)}</strong>{' '}
              {t('analysis__report__norm', {
                name: population.is_reference ? `${name} (${t('analysis__compared__reference')})` : name,
                version: used?.version ?? version,
                count: n,
                date: formatApiDate(computed_at.slice(0, 10), currentLanguage()),
              })}{' '}
              {used?.is_matched && `${t('analysis__compared__matched', { count: used.n, version: used.version })}.`}
            </li>
          )
        })}
      </ul>
      <p className={classes.small}>
        {t('analysis__compared__percentiles')}{' '}
        {hasSemaphore && norms.some(({ is_reference }) => !is_reference) && t('analysis__compared__typical_note')}
      </p>
      {norms.some(({ is_synthetic }) => is_synthetic) && (
        <p className={classes.warning}>{t('analysis__compared__synthetic')}</p>
      )}
    </section>
  )
}

function Swatch({ population, dash }: { population: Population; dash: string }) {
  return (
    <svg width="26" height="10" viewBox="0 0 34 14" aria-hidden="true">
      <rect width="34" height="14" fill={population.fill_color} />
      <line x2="34" y1="7" y2="7" stroke={population.stroke_color} strokeWidth="2.5" strokeDasharray={dash} />
    </svg>
  )
}

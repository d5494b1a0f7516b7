import type { Population } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/current-user.ts'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { Logo } from '../../ui/Logo.tsx'
import { dashOf } from '../comparison/curve.ts'
import { comparedIn, useSemaphoreColumn } from '../result/populations.ts'
import { itemsOf } from '../result/session-state.ts'
import { letterOf } from './letters.ts'
import classes from './Report.module.css'
import { ReportEvolution } from './ReportEvolution.tsx'
import { ReportItem } from './ReportItem.tsx'
import { ReportProbabilities } from './ReportProbabilities.tsx'
import type { Chosen } from './sections.ts'
import type { ReportData } from './useReport.ts'

type ReportProps = { data: ReportData; chosen: Chosen; printedAt: string }

/** The paper: the same data give the same words, but for the date. */
export function Report({ data, chosen, printedAt }: ReportProps) {
  const { t } = useTranslation()
  const { organization } = useUser()
  const { session, norms } = data
  return (
    <article className={classes.report} lang={currentLanguage()}>
      <header className={classes.head}>
        <Logo height={22} />
        <p className={classes.clinic}>{organization.name}</p>
        <h1>{t('analysis__report__title')}</h1>
        <p>
          {session.protocol.name} · {formatApiDate(session.date_created, currentLanguage(), 'long')}
        </p>
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
      {chosen.has('probabilities') && norms.length > 0 && <ReportProbabilities data={data} norms={norms} />}
      {chosen.has('evolution') && <ReportEvolution data={data} />}
      <footer className={classes.foot}>
        <p>{t('analysis__report__no_device')}</p>
        <p>{t('analysis__report__printed', { date: formatApiDate(printedAt, currentLanguage(), 'long') })}</p>
      </footer>
    </article>
  )
}

function Person({ data: { participant }, isNamed }: { data: ReportData; isNamed: boolean }) {
  const { t } = useTranslation()
  if (participant === undefined) return null
  const { code, first_name, last_name, birthday, sex, education_years, diagnose } = participant
  const name = [first_name, last_name].filter((part) => part !== null).join(' ')
  const facts: [string, string | null][] = [
    [t('analysis__report__code'), code],
    ...(isNamed
      ? ([
          [t('analysis__report__name'), name || null],
          [t('analysis__report__birthday'), birthday && formatApiDate(birthday, currentLanguage(), 'long')],
          [t('analysis__report__sex'), sex && t(sex === 'f' ? 'analysis__report__female' : 'analysis__report__male')],
          [t('analysis__report__education'), education_years === null ? null : String(education_years)],
          [t('analysis__report__diagnose'), diagnose],
        ] satisfies [string, string | null][])
      : []),
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

/** Which norm set the numbers are compared with: the key to the letters of the tables and the lines of the charts. */
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

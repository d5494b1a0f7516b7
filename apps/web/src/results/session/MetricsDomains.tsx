import { UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from '../../ui/i18n.ts'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import type { Domain } from './domains.ts'
import classes from './ItemMetrics.module.css'
import { type MetricsColumns, MetricsTable } from './MetricsTable.tsx'
import type { MetricsRow } from './metrics-rows.ts'

type MetricsDomainsProps = { rows: readonly MetricsRow[]; columns: MetricsColumns; isFirstOpen: boolean }

/** All measures: a button for each domain, in the order of the task, and the tables of the open ones. */
export function MetricsDomains({ rows, columns, isFirstOpen }: MetricsDomainsProps) {
  const { t } = useTranslation()
  const id = useId()
  const domains = [...Map.groupBy(rows, ({ domain }) => domain)]
  const names = domains.map(([domain]) => domain)
  // Until the first click: where nothing stands out, what the task asks for is open.
  const [chosen, setChosen] = useState<readonly Domain[] | null>(null)
  // What a reader watched arrive stays open.
  const [wasPending] = useState(() => rows.some(({ result }) => result.status === 'pending'))
  const { search, key } = useLocation()
  const [followed, setFollowed] = useState<string | null>(null)
  const open = chosen ?? (isFirstOpen || wasPending ? names.slice(0, 1) : [])
  // A link to a measure unfolds its domain, once for each click: the reader may fold it again.
  const asked = new URLSearchParams(search).get('measure')
  const askedDomain = rows.find(({ score }) => score.name === asked)?.domain
  if (askedDomain !== undefined && followed !== key) {
    setFollowed(key)
    setChosen([...new Set([...open, askedDomain])])
  }
  const areAllOpen = names.every((name) => open.includes(name))
  const toggle = (domain: Domain) =>
    setChosen(open.includes(domain) ? open.filter((one) => one !== domain) : [...open, domain])
  return (
    <section aria-label={t('analysis__domain__groups')}>
      <div className={classes.domains}>
        {domains.map(([domain, own]) => (
          <UnstyledButton
            key={domain}
            className={classes.domain}
            aria-expanded={open.includes(domain)}
            aria-controls={`${id}-${domain}`}
            onClick={() => toggle(domain)}
          >
            <ChevronDownIcon />
            {t('analysis__domain__count', { domain: t(`analysis__domain__${domain}`), total: own.length })}
          </UnstyledButton>
        ))}
        <UnstyledButton
          className={classes.domain}
          aria-expanded={areAllOpen}
          onClick={() => setChosen(areAllOpen ? [] : names)}
        >
          <ChevronDownIcon />
          {t('analysis__domain__all', { total: rows.length })}
        </UnstyledButton>
      </div>
      {domains.map(([domain, own]) => (
        <div key={domain} id={`${id}-${domain}`} hidden={!open.includes(domain)}>
          {open.includes(domain) && (
            <>
              <h3 className={classes.name}>{t(`analysis__domain__${domain}`)}</h3>
              <MetricsTable label={t(`analysis__domain__${domain}`)} rows={own} columns={columns} isGrouped />
            </>
          )}
        </div>
      ))}
    </section>
  )
}

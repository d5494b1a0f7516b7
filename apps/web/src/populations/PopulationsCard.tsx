import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage } from '../ui/i18n.ts'
import { UploadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import table from '../ui/table.module.css'
import classes from './Populations.module.css'
import { PopulationsImport } from './PopulationsImport.tsx'
import { SemaphoreSwitch } from './SemaphoreSwitch.tsx'

/** Whom the organisation's results are compared with, and the way to bring in more. */
export function PopulationsCard() {
  const { t } = useTranslation()
  const [isImporting, setImporting] = useState(false)
  const { data, error, refetch } = useQuery(queryFor('GET /ai/populations/'))
  return (
    <Card
      title={t('populations__card__title')}
      aside={
        <Button variant="default" leftSection={<UploadIcon />} onClick={() => setImporting(true)}>
          {t('populations__card__import')}
        </Button>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState text={t('populations__card__empty')} />
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('populations__list__name')}</th>
              <th scope="col">{t('populations__list__n')}</th>
              <th scope="col">{t('populations__list__version')}</th>
              <th scope="col" className={table.wide}>
                {t('populations__list__date')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(
              ({ id, name, n, version, computed_at, description, source, is_synthetic, fill_color, stroke_color }) => (
                <tr key={id}>
                  <td>
                    <span className={classes.name}>
                      <svg width="14" height="14" viewBox="0 0 12 12" aria-hidden="true">
                        <rect
                          x="1"
                          y="1"
                          width="10"
                          height="10"
                          rx="2.5"
                          fill={fill_color}
                          stroke={stroke_color}
                          strokeWidth="2"
                        />
                      </svg>
                      {name}
                      {is_synthetic && (
                        <Badge color="yellow" variant="light" className={classes.synthetic}>
                          {t('populations__list__synthetic')}
                        </Badge>
                      )}
                    </span>
                    <span className={classes.source}>{description || source}</span>
                  </td>
                  <td className={table.number}>{n}</td>
                  <td className={table.number}>{version}</td>
                  <td className={`${table.wide} ${table.number}`}>{formatApiDate(computed_at, currentLanguage())}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
      <SemaphoreSwitch />
      {isImporting && <PopulationsImport onClose={() => setImporting(false)} />}
    </Card>
  )
}

import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { UploadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import table from '../ui/table.module.css'
import { PopulationRow } from './PopulationRow.tsx'
import classes from './Populations.module.css'
import { PopulationsImport } from './PopulationsImport.tsx'
import { RuleModal } from './RuleModal.tsx'
import { isRealNorm } from './real-norm.ts'
import { SemaphoreSwitch } from './SemaphoreSwitch.tsx'
import { ShippedNorms } from './ShippedNorms.tsx'

// A computation takes seconds: the polling interval and its limit.
const lookEveryMs = 2000
const lookForMs = 30_000

/** The populations to compare results with, and how to add more. */
export function PopulationsCard() {
  const { t } = useTranslation()
  const [isImporting, setImporting] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const client = useQueryClient()
  const [isDefining, setDefining] = useState(false)
  const [askedAt, setAskedAt] = useState(Number.NEGATIVE_INFINITY)
  const { data, error, refetch } = useQuery({
    ...queryFor('GET /ai/populations/'),
    refetchInterval: () => (Date.now() - askedAt < lookForMs ? lookEveryMs : false),
  })
  const lookForIt = () => {
    setAskedAt(Date.now())
    void client.invalidateQueries({ queryKey: queryKeyOf('GET /ai/populations/') })
  }
  return (
    <Card
      title={t('populations__card__title')}
      aside={
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setDefining(true)}>
            {t('populations__card__define')}
          </Button>
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('populations__card__norms')}
          </Button>
          <Button variant="default" leftSection={<UploadIcon />} onClick={() => setImporting(true)}>
            {t('populations__card__import')}
          </Button>
        </div>
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
            {data.map((population) => (
              <PopulationRow key={population.id} population={population} onComputing={lookForIt} />
            ))}
          </tbody>
        </table>
      )}
      <SemaphoreSwitch hasNorm={data?.some(isRealNorm)} />
      {isAdding && <ShippedNorms onClose={() => setAdding(false)} />}
      {isDefining && (
        <RuleModal
          onStored={() => {
            setDefining(false)
            lookForIt()
          }}
          onClose={() => setDefining(false)}
        />
      )}
      {isImporting && <PopulationsImport onClose={() => setImporting(false)} />}
    </Card>
  )
}

import { Badge, Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Card } from '../ui/Card.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { currentLanguage } from '../ui/i18n.ts'
import { UploadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Swatch } from '../ui/Swatch.tsx'
import table from '../ui/table.module.css'
import classes from './Populations.module.css'
import { PopulationsImport } from './PopulationsImport.tsx'
import { RuleModal } from './RuleModal.tsx'
import { SemaphoreSwitch } from './SemaphoreSwitch.tsx'

// A computation takes seconds: the polling interval and its limit.
const lookEveryMs = 2000
const lookForMs = 30_000
// Populations of fewer people show nothing.
const minPeople = 10

/** The populations to compare results with, and how to add more. */
export function PopulationsCard() {
  const { t } = useTranslation()
  const [isImporting, setImporting] = useState(false)
  const { ofFailure } = useFailureTexts()
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
  const compute = useMutation({
    mutationFn: (population_id: string) =>
      call('POST /ai/populations/{population_id}/compute/', { params: { population_id } }),
    onSuccess: () => {
      showSuccess(t('populations__rule__stored'))
      lookForIt()
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  const mark = useMutation({
    mutationFn: ({ id: population_id, is_reference }: { id: string; is_reference: boolean }) =>
      call('PATCH /ai/populations/{population_id}/', { params: { population_id }, body: { is_reference } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf('GET /ai/populations/') }),
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <Card
      title={t('populations__card__title')}
      aside={
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setDefining(true)}>
            {t('populations__card__define')}
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
            {data.map(
              ({
                id,
                name,
                n,
                version,
                unkeyed,
                computed_at,
                description,
                source,
                is_synthetic,
                is_reference,
                rule,
                ...colors
              }) => (
                <tr key={id}>
                  <td>
                    <span className={classes.name}>
                      <Swatch population={colors} size={14} />
                      {name}{' '}
                      {is_synthetic && (
                        <Badge color="yellow" variant="light" className={classes.synthetic}>
                          {t('populations__list__synthetic')}
                        </Badge>
                      )}
                    </span>
                    <span className={classes.source}>
                      {rule === null ? description || source : t('populations__rule__own')}
                    </span>
                    {n < minPeople && <span className={classes.source}>{t('populations__import__small')}</span>}
                    {unkeyed > 0 && (
                      <span className={classes.unkeyed}>
                        {t('populations__list__unkeyed', { count: unkeyed })}{' '}
                        {t(rule === null ? 'populations__list__unkeyed_import' : 'populations__list__unkeyed_rule')}
                      </span>
                    )}
                    <Checkbox
                      className={classes.reference}
                      label={t('populations__list__reference')}
                      aria-label={t('populations__list__reference_label', { name })}
                      checked={mark.isPending && mark.variables.id === id ? mark.variables.is_reference : is_reference}
                      onChange={({ currentTarget: { checked } }) => mark.mutate({ id, is_reference: checked })}
                    />
                    {rule !== null && (
                      <Button
                        variant="subtle"
                        size="compact-md"
                        className={classes.compute}
                        loading={compute.isPending && compute.variables === id}
                        aria-label={t('populations__rule__compute_label', { name })}
                        onClick={() => compute.mutate(id)}
                      >
                        {t('populations__rule__compute')}
                      </Button>
                    )}
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

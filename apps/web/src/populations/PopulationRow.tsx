import type { Population } from '@fonema/contract'
import { Badge, Button, Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { formatApiDate } from '../ui/dates.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Swatch } from '../ui/Swatch.tsx'
import table from '../ui/table.module.css'
import { NormModal } from './NormModal.tsx'
import classes from './Populations.module.css'

// Populations of fewer people show nothing.
const minPeople = 10

type PopulationRowProps = { population: Population; onComputing: () => void }

/** A population in the list: what it is, whether it is a reference, and what can be done with it. */
export function PopulationRow({ population, onComputing }: PopulationRowProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { id, name, n, version, unkeyed, description, source, is_synthetic, is_reference, rule, card } = population
  const compute = useMutation({
    mutationFn: () => call('POST /ai/populations/{population_id}/compute/', { params: { population_id: id } }),
    onSuccess: () => {
      showSuccess(t('populations__rule__stored'))
      onComputing()
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  const mark = useMutation({
    mutationFn: (marked: boolean) =>
      call('PATCH /ai/populations/{population_id}/', { params: { population_id: id }, body: { is_reference: marked } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf('GET /ai/populations/') }),
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <tr>
      <td>
        <span className={classes.name}>
          <Swatch population={population} size={14} />
          {name}{' '}
          {is_synthetic && (
            <Badge color="yellow" variant="light" className={classes.synthetic}>
              {t('populations__list__synthetic')}
            </Badge>
          )}
          {card !== null && <Badge variant="light">{t('populations__list__published')}</Badge>}
        </span>
        <span className={classes.source}>{rule === null ? description || source : t('populations__rule__own')}</span>
        {n < minPeople && <span className={classes.source}>{t('populations__import__small')}</span>}
        {unkeyed > 0 && (
          <span className={classes.unkeyed}>
            {t('populations__list__unkeyed', { count: unkeyed })}{' '}
            {t(rule === null ? 'populations__list__mend_import' : 'populations__list__mend_rule')}
          </span>
        )}
        {card !== null && population.confirmed.length === 0 && (
          <span className={classes.unkeyed}>{t('populations__norm__unconfirmed')}</span>
        )}
        <Checkbox
          className={classes.reference}
          label={t('populations__list__reference')}
          aria-label={t('populations__list__reference_label', { name })}
          checked={mark.isPending ? mark.variables : is_reference}
          onChange={({ currentTarget: { checked } }) => mark.mutate(checked)}
        />
        {rule !== null && (
          <Button
            variant="subtle"
            size="compact-md"
            className={classes.compute}
            loading={compute.isPending}
            aria-label={t('populations__rule__compute_label', { name })}
            onClick={() => compute.mutate()}
          >
            {t('populations__rule__compute')}
          </Button>
        )}
        {card !== null && (
          <Button
            variant="subtle"
            size="compact-md"
            className={classes.compute}
            aria-label={t('populations__norm__open_label', { name })}
            onClick={() => setOpen(true)}
          >
            {t('populations__norm__open')}
          </Button>
        )}
        {isOpen && card !== null && <NormModal population={{ ...population, card }} onClose={() => setOpen(false)} />}
      </td>
      <td className={table.number}>{n}</td>
      <td className={table.number}>{version}</td>
      <td className={`${table.wide} ${table.number}`}>{formatApiDate(population.computed_at, currentLanguage())}</td>
    </tr>
  )
}

import { NativeSelect, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { DateField } from '../ui/DateField.tsx'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Audit.module.css'
import { type AuditFilter, actions, subjects } from './filter.ts'

const debounceMs = 300

/** Filters by user, action, object, participant and time. */
export function AuditFilters({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const { t } = useTranslation()
  const users = useQuery(queryFor('GET /organizations/user/')).data ?? []
  const all = { value: '', label: t('audit__filter__all') }
  const set = (changes: Partial<AuditFilter>) => onChange({ ...filter, ...changes })
  const setCode = useDebouncedCallback((participant_code: string) => set({ participant_code }), debounceMs)
  const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label)
  return (
    <fieldset className={classes.filters}>
      <VisuallyHidden component="legend">{t('audit__filter__label')}</VisuallyHidden>
      <NativeSelect
        label={t('audit__filter__who')}
        value={filter.user_id}
        data={[
          all,
          ...users.map(({ id, first_name, last_name }) => ({ value: id, label: `${last_name}, ${first_name}` })),
        ]}
        onChange={(event) => set({ user_id: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('audit__filter__what')}
        value={filter.action}
        data={[all, ...actions.map((value) => ({ value, label: t(`audit__action__${value}`) })).sort(byLabel)]}
        onChange={(event) => set({ action: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('audit__filter__object')}
        value={filter.subject}
        data={[all, ...subjects.map((value) => ({ value, label: t(`audit__subject__${value}`) })).sort(byLabel)]}
        onChange={(event) => set({ subject: event.currentTarget.value })}
      />
      <TextInput
        label={t('audit__filter__participant')}
        defaultValue={filter.participant_code}
        maxLength={64}
        autoComplete="off"
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <DateField
        label={t('audit__filter__from')}
        value={filter.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <DateField
        label={t('audit__filter__to')}
        value={filter.to}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
    </fieldset>
  )
}

import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import table from '../ui/table.module.css'
import classes from './ParticipantList.module.css'
import { ParticipantRow } from './ParticipantRow.tsx'
import { findLetters } from './search.ts'
import { fullName, participantsQuery } from './useParticipants.ts'

const searchDebounceMs = 25

/** The active participants, newest first, as the server orders them; a search looks at the archived ones too. */
export function ParticipantList() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search.trim(), searchDebounceMs)
  const { data: all, error, refetch } = useQuery(participantsQuery)

  const rows = useMemo(() => {
    if (query === '')
      return all?.filter(({ active }) => active).map((participant) => ({ participant, match: undefined }))
    return all?.flatMap((participant) => {
      const match = findLetters(query, participant.code, fullName(participant) ?? '')
      return match === null ? [] : [{ participant, match }]
    })
  }, [all, query])

  return (
    <Card
      title={t('participants__list__title')}
      aside={
        <TextInput
          type="search"
          className={classes.search}
          aria-label={t('participants__list__search')}
          placeholder={t('participants__list__search')}
          leftSection={<SearchIcon size={18} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      }
    >
      {rows === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState text={t(query === '' ? 'participants__list__empty' : 'participants__list__nothing_found')} />
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('participants__field__code')}</th>
              <th scope="col" className={table.wide}>
                {t('participants__field__full_name')}
              </th>
              <th scope="col" className={table.action}>
                {t('participants__list__archive')}
              </th>
              <th scope="col" className={table.action}>
                {t('participants__list__record')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ participant, match }) => (
              <ParticipantRow key={participant.id} participant={participant} match={match} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

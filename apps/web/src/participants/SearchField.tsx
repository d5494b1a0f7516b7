import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useTranslation } from '../ui/i18n.ts'
import { SearchIcon } from '../ui/icons.tsx'
import classes from './ParticipantList.module.css'

const debounceMs = 25

/** An uncontrolled input, so that typing causes no render before the search runs. */
export function SearchField({ onSearch }: { onSearch: (query: string) => void }) {
  const { t } = useTranslation()
  const search = useDebouncedCallback(onSearch, debounceMs)
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={t('participants__list__search')}
      placeholder={t('participants__list__search')}
      leftSection={<SearchIcon size={18} />}
      onChange={(event) => search(event.currentTarget.value)}
    />
  )
}

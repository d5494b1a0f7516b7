import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchIcon } from '../ui/icons.tsx'
import classes from './ParticipantList.module.css'

const debounceMs = 25

/** Keeps what is typed to itself, so that a letter draws this field alone until the search follows. */
export function SearchField({ onSearch }: { onSearch: (query: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const search = useDebouncedCallback(onSearch, debounceMs)
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={t('participants__list__search')}
      placeholder={t('participants__list__search')}
      leftSection={<SearchIcon size={18} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}

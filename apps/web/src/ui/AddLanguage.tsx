import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../api/query.ts'
import classes from './editor.module.css'
import { currentLanguage, useTranslation } from './i18n.ts'
import { localeName } from './locale-name.ts'

type AddLanguageProps = { locales: readonly string[]; onAdd: (locale: string) => void }

/** Adds one of the languages that a draft does not have yet. */
export function AddLanguage({ locales, onAdd }: AddLanguageProps) {
  const { t } = useTranslation()
  const known = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data ?? []
  const others = known.map(({ code }) => code).filter((code) => !locales.includes(code))
  const [chosen, setChosen] = useState('')
  const added = others.includes(chosen) ? chosen : others[0]
  if (added === undefined) return null
  return (
    <div className={classes.add}>
      <NativeSelect
        label={t('studio__language__another')}
        value={added}
        data={others.map((code) => ({ value: code, label: localeName(code, currentLanguage()) }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Button variant="default" onClick={() => onAdd(added)}>
        {t('studio__language__add')}
      </Button>
    </div>
  )
}

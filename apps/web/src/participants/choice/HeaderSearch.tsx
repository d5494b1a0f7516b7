import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchIcon } from '../../ui/icons.tsx'
import classes from './HeaderSearch.module.css'

// Every page has the button; what it opens comes when it is asked for.
const SearchDialog = lazy(() => import('./SearchDialog.tsx').then(({ SearchDialog }) => ({ default: SearchDialog })))

/** From anywhere to a participant: looks like a field, is an icon where there is no room for one. */
export function HeaderSearch() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <search className={classes.search}>
      <UnstyledButton className={classes.field} onClick={() => setOpen(true)}>
        <SearchIcon size={18} />
        <span className={classes.text}>{t('participants__choice__search')}</span>
      </UnstyledButton>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </search>
  )
}

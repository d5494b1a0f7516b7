import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import classes from './HeaderSearch.module.css'

// Every page has the button; its dialog loads on demand.
const SearchDialog = lazy(() => import('./SearchDialog.tsx').then(({ SearchDialog }) => ({ default: SearchDialog })))

/** Opens the search of participants. Looks like a field; in narrow windows it is an icon. */
export function HeaderSearch() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <search>
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

import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { SearchIcon } from '../../ui/icons.tsx'
import { links } from '../../ui/links.ts'
import classes from './HeaderSearch.module.css'

// Every page has the button; its dialog loads on demand.
const SearchDialog = lazy(() => import('./SearchDialog.tsx').then(({ SearchDialog }) => ({ default: SearchDialog })))

/**
 * Opens the participant search from any page but home, whose list has its own search. Looks like a field; in narrow
 * windows it is an icon.
 */
export function HeaderSearch() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  if (pathname === links.dashboard) return null
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

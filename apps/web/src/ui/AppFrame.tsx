import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useUser } from '../api/current-user.ts'
import classes from './AppFrame.module.css'
import { productName } from './brand.ts'
import { Footer } from './Footer.tsx'
import { Logo } from './Logo.tsx'
import { links } from './links.ts'
import { UserMenu } from './UserMenu.tsx'
import { useHelpKey } from './useHelpKey.ts'

type AppFrameProps = {
  /** The global search. */
  search: ReactNode
  /** Status messages that a domain shows on every page. */
  status: ReactNode
  /** Shown above everything. */
  bar: ReactNode
  /** In the user menu, next to the account. */
  menu: ReactNode
}

/** The frame around every page behind the sign-in. */
export function AppFrame({ search, status, bar, menu }: AppFrameProps) {
  const { t } = useTranslation()
  const { organization } = useUser()
  const isMoving = useNavigation().state === 'loading'
  const content = useFocusOnMove()
  useHelpKey()
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('base__header__skip')}
      </a>
      {organization.is_demonstration && (
        <aside className={classes.demonstration} aria-label={t('base__demonstration__label')}>
          {t('base__demonstration__text')}
        </aside>
      )}
      {bar}
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link
            to={links.dashboard}
            className={classes.home}
            aria-label={t('base__header__home', { product: productName })}
          >
            <Logo height={28} />
          </Link>
          <div className={classes.tools}>
            {search}
            {status}
          </div>
          <UserMenu>{menu}</UserMenu>
        </div>
      </header>
      <main id="content" ref={content} tabIndex={-1} className={classes.content} aria-busy={isMoving}>
        <Outlet />
      </main>
      <Footer>{organization.name}</Footer>
      <ScrollRestoration />
    </div>
  )
}

/** After navigation, keyboard focus starts at the new content, not at the position of the old link. */
function useFocusOnMove() {
  const { pathname } = useLocation()
  const content = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

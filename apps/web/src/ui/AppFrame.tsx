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

type AppFrameProps = {
  /** From anywhere to what is looked for. */
  search: ReactNode
  /** What a domain has to say wherever one is. */
  status: ReactNode
  /** Above everything. */
  bar: ReactNode
  /** In the user menu, beside the account. */
  menu: ReactNode
}

/** What stands around every page behind the sign-in. */
export function AppFrame({ search, status, bar, menu }: AppFrameProps) {
  const { t } = useTranslation()
  const { organization } = useUser()
  const isMoving = useNavigation().state === 'loading'
  const content = useFocusOnMove()
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
          {search}
          {status}
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

/** After a move to another page the keyboard goes on from its content, not from where the old link was. */
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

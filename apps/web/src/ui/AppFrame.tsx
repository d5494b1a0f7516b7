import { type ReactNode, useEffect, useRef } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useUser } from '../api/current-user.ts'
import classes from './AppFrame.module.css'
import { productName } from './brand.ts'
import { formatApiDate } from './dates.ts'
import { Footer } from './Footer.tsx'
import { currentLanguage, useTranslation } from './i18n.ts'
import { Logo } from './Logo.tsx'
import { links } from './links.ts'
import { OrganizationLogo } from './OrganizationLogo.tsx'
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
      <FactorNotice />
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
          {organization.logo !== null && (
            <OrganizationLogo sha256={organization.logo} alt={organization.name} className={classes.organization} />
          )}
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
      {/* The first page of a tab has the same key whatever its address: a typed address must not begin further down. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </div>
  )
}

const homes: readonly string[] = [links.dashboard, links.admin]

/** On the first page: the day from which the user needs a second factor, which they lack. */
function FactorNotice() {
  const { t } = useTranslation()
  const { second_factor_needed } = useUser()
  const { pathname } = useLocation()
  if (second_factor_needed === null || !homes.includes(pathname)) return null
  return (
    <aside className={classes.notice} aria-label={t('base__factor_notice__label')}>
      {t('base__factor_notice__text', { date: formatApiDate(second_factor_needed.from, currentLanguage(), 'long') })}{' '}
      <Link to={links.secondFactor}>{t('base__factor_notice__set_up')}</Link>
    </aside>
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

import type { ReactNode } from 'react'
import classes from './AppFrame.module.css'
import { productName } from './brand.ts'
import { Footer } from './Footer.tsx'
import { useTranslation } from './i18n.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Logo } from './Logo.tsx'
import { links } from './links.ts'

/** The frame around pages that need no session. */
export function PlainFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <div className={classes.bar}>
          <a
            href={links.signIn}
            className={classes.home}
            aria-label={t('base__header__home', { product: productName })}
          >
            <Logo height={28} />
          </a>
          <LanguageSwitch />
        </div>
      </header>
      <main className={classes.content}>{children}</main>
      <Footer />
    </div>
  )
}

import type { ReactNode } from 'react'
import classes from './AppFrame.module.css'
import { productName } from './brand.ts'
import { useTranslation } from './i18n.ts'
import { LegalLinks } from './LegalLinks.tsx'

/** The footer of every page: the product, and the clinic when it is known. */
export function Footer({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <footer className={classes.footer}>
      <div className={classes.footerBar}>
        <p>{`${productName} · ${t('base__footer__product')}`}</p>
        <LegalLinks />
        {children && <p>{children}</p>}
      </div>
    </footer>
  )
}

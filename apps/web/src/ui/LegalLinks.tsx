import { useTranslation } from './i18n.ts'
import classes from './LegalLinks.module.css'
import { links } from './links.ts'

/** Plain links: the sign-in page has no router. */
export function LegalLinks() {
  const { t } = useTranslation()
  return (
    <nav className={classes.links} aria-label={t('base__footer__label')}>
      <a href={links.policy}>{t('base__footer__policy')}</a>
      <a href={links.terms}>{t('base__footer__terms')}</a>
    </nav>
  )
}

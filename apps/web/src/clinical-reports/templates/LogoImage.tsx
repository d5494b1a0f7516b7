import { useTranslation } from '../../ui/i18n.ts'
import { OrganizationLogo } from '../../ui/OrganizationLogo.tsx'
import classes from './Templates.module.css'

/** The organisation's logo as reports print it. */
export function LogoImage({ sha256 }: { sha256: string }) {
  const { t } = useTranslation()
  return <OrganizationLogo sha256={sha256} alt={t('clinical_reports__logo__alt')} className={classes.image} />
}

import { HomeButton } from './HomeButton.tsx'
import { useTranslation } from './i18n.ts'
import classes from './states.module.css'
import { useTitle } from './useTitle.ts'

/** 404 for an unknown address, 403 for a page that the user's mode does not include. */
export function StatusPage({ status }: { status: 403 | 404 }) {
  const { t } = useTranslation()
  const title = status === 404 ? t('base__not_found__title') : t('base__forbidden__title')
  useTitle(title)
  return (
    <div className={`${classes.message} ${classes.page}`}>
      <div className={classes.number} aria-hidden="true">
        {status}
      </div>
      <h1>{title}</h1>
      <p>{status === 404 ? t('base__not_found__text') : t('base__forbidden__text')}</p>
      <HomeButton />
    </div>
  )
}

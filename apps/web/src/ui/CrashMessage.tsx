import { Button } from '@mantine/core'
import { useTranslation } from './i18n.ts'
import classes from './states.module.css'

export function CrashMessage() {
  const { t } = useTranslation()
  return (
    <main>
      <div className={`${classes.message} ${classes.page}`} role="alert">
        <h1>{t('base__crash__title')}</h1>
        <p>{t('base__crash__text')}</p>
        <Button onClick={() => location.reload()}>{t('base__crash__reload')}</Button>
      </div>
    </main>
  )
}

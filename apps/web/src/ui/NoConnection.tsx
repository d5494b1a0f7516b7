import { Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { signOut } from '../api/session.ts'
import { useTranslation } from './i18n.ts'
import classes from './states.module.css'
import { useTitle } from './useTitle.ts'

const retryMs = 10_000

/** The application opened from this device, and the server does not answer. Continues by itself once it does. */
export function NoConnection({ onRetry }: { onRetry?: () => void }) {
  const { t } = useTranslation()
  useTitle(t('offline__no_connection__title'))
  useEffect(() => {
    if (onRetry === undefined) return
    const timer = setInterval(onRetry, retryMs)
    addEventListener('online', onRetry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onRetry)
    }
  }, [onRetry])
  return (
    <main className={`${classes.message} ${classes.page}`}>
      <h1>{t('offline__no_connection__title')}</h1>
      <p>{t('offline__no_connection__text')}</p>
      <p>{t('offline__no_connection__kept')}</p>
      <p>{t('offline__no_connection__do')}</p>
      <Group justify="center">
        <Button onClick={onRetry}>{t('offline__no_connection__retry')}</Button>
        <Button variant="default" onClick={() => void signOut()}>
          {t('base__user_menu__sign_out')}
        </Button>
      </Group>
    </main>
  )
}

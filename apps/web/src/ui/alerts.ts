import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'

export const alertAutoCloseMs = 6000

const show = (color: string, message: ReactNode) =>
  notifications.show({
    color,
    message,
    withBorder: true,
    autoClose: alertAutoCloseMs,
    closeButtonProps: { 'aria-label': i18next.t('base__alert__close') },
  })

export const showSuccess = (message: ReactNode): string => show('teal', message)
export const showError = (message: string): string => show('red', message)

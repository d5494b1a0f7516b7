import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { ApiFailure } from '../api/http.ts'

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

/** Stays until it is dismissed: the number in it is what support needs. */
export function showServerError(failure: ApiFailure): void {
  notifications.show({
    id: 'server-error',
    color: 'red',
    title: i18next.t('base__server_error__title'),
    message: i18next.t('base__server_error__text', { request_id: String(failure.members.request_id ?? '-') }),
    withBorder: true,
    autoClose: false,
    closeButtonProps: { 'aria-label': i18next.t('base__alert__close') },
  })
}

import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'

export const alertAutoCloseMs = 6000

const show = (color: string, message: ReactNode, autoClose = alertAutoCloseMs) =>
  notifications.show({
    color,
    message,
    withBorder: true,
    autoClose,
    closeButtonProps: { 'aria-label': i18next.t('base__alert__close') },
  })

export const showSuccess = (message: ReactNode, autoClose?: number): string => show('teal', message, autoClose)
export const showError = (message: string): string => show('red', message)
export const hideAlert = (id: string): void => void notifications.hide(id)

const ofForms: string[] = []

/** About a form as it was submitted last: the next submit takes it away. */
export function showFormError(message: string): void {
  ofForms.push(showError(message))
}

/** Whichever form is submitted. Returns the way to stop. */
export function hideFormErrorsOnSubmit(): () => void {
  const hide = () => {
    for (const id of ofForms.splice(0)) hideAlert(id)
  }
  // Before the form itself hears of it and says what is wrong now.
  addEventListener('submit', hide, { capture: true })
  return () => removeEventListener('submit', hide, { capture: true })
}

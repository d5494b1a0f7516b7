import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { translation } from './i18n.ts'

export const alertAutoCloseMs = 6000

const show = (color: string, message: ReactNode, autoClose = alertAutoCloseMs) =>
  notifications.show({
    color,
    message,
    withBorder: true,
    autoClose,
    closeButtonProps: { 'aria-label': translation().t('base__alert__close') },
  })

export const showSuccess = (message: ReactNode, autoClose?: number): string => show('teal', message, autoClose)
export const showError = (message: string): string => show('red', message)
export const hideAlert = (id: string): void => void notifications.hide(id)

const ofForms: string[] = []

/** An error about the last submit of a form; the next submit hides it. */
export function showFormError(message: string): void {
  ofForms.push(showError(message))
}

/** Applies to every form. Returns a function that stops it. */
export function hideFormErrorsOnSubmit(): () => void {
  const hide = () => {
    for (const id of ofForms.splice(0)) hideAlert(id)
  }
  // Runs before the form's own handler, which may show new errors.
  addEventListener('submit', hide, { capture: true })
  return () => removeEventListener('submit', hide, { capture: true })
}

import { PasswordInput } from '@mantine/core'
import type { ComponentProps } from 'react'

type PasswordFieldProps = Omit<
  ComponentProps<typeof PasswordInput>,
  'visibilityToggleButtonProps' | 'visibilityToggleFocusable'
> & {
  /** Names the button that shows what is typed. */
  showText: string
}

/** A password or a secret. The keyboard does not reach Mantine's own button, and its name is English. */
export function PasswordField({ showText, ...props }: PasswordFieldProps) {
  return <PasswordInput {...props} visibilityToggleFocusable visibilityToggleButtonProps={{ 'aria-label': showText }} />
}

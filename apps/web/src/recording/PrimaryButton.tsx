import { Button, type ButtonProps } from '@mantine/core'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { selfFocused } from './keys.ts'

type PrimaryButtonProps = Pick<
  ButtonProps,
  'color' | 'variant' | 'disabled' | 'leftSection' | 'rightSection' | 'loading'
> & {
  /** Another element lies above it and has the focus. */
  isBehind?: boolean
  onClick: (event: MouseEvent) => void
  children: ReactNode
}

/**
 * The main action of a state. Takes the focus as soon as it is enabled. Ignores the second click of a double click and
 * a held key: they belong to the button that was here before.
 */
export function PrimaryButton({ isBehind = false, onClick, ...props }: PrimaryButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const canBePressed = !props.disabled && !props.loading && !isBehind
  useEffect(() => {
    if (canBePressed) button.current?.focus({ preventScroll: true })
  }, [canBePressed])
  return (
    <Button
      {...props}
      {...selfFocused}
      ref={button}
      size="lg"
      onClick={(event) => {
        if (event.detail <= 1) onClick(event)
      }}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
    />
  )
}

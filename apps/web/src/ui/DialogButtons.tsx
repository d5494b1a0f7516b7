import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Dialog.module.css'

type DialogButtonsProps = {
  /** The answer that changes nothing. */
  cancel?: { text: string; onClick: () => void; disabled?: boolean; isFocused?: boolean } | undefined
  /** The answers that act, with the main one last. */
  children?: ReactNode
}

/** The answers of a dialog, always in this order: cancel on the left, the main action on the right. */
export function DialogButtons({ cancel, children }: DialogButtonsProps) {
  return (
    <div className={classes.buttons}>
      {cancel !== undefined && (
        <Button
          variant="default"
          disabled={cancel.disabled ?? false}
          data-autofocus={cancel.isFocused || undefined}
          onClick={cancel.onClick}
        >
          {cancel.text}
        </Button>
      )}
      {children}
    </div>
  )
}

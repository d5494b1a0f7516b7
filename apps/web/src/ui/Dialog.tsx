import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Dialog.module.css'
import { useEscape } from './useEscape.ts'

type DialogProps = {
  opened: boolean
  title: string
  /** A message by default; `lg` and `xl` for what has to be read or filled in. */
  size?: 'md' | 'lg' | 'xl'
  /** Absent: it cannot be closed but by an answer. */
  onClose?: () => void
  /** What the closing button does, when it is more than to close. */
  closeText?: string
  closeOnClickOutside?: boolean
  /** Off when the page itself knows where the focus belongs. */
  returnFocus?: boolean
  children: ReactNode
}

/** A question or message above the page. Escape closes it. Mark what is to have the focus with `data-autofocus`. */
export function Dialog({
  opened,
  title,
  size = 'md',
  onClose,
  closeText,
  closeOnClickOutside = true,
  returnFocus = true,
  children,
}: DialogProps) {
  const { t } = useTranslation()
  const canClose = onClose !== undefined
  useEscape(opened, onClose)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose ?? (() => {})}
      closeOnEscape={false}
      closeOnClickOutside={canClose && closeOnClickOutside}
      returnFocus={returnFocus}
      centered
      size={size}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg">
        {/* Mantine's own header element would be a second banner of the page. */}
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {canClose && <Modal.CloseButton size={44} aria-label={closeText ?? t('base__dialog__close')} />}
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

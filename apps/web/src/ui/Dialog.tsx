import { Modal } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showError } from './alerts.ts'
import classes from './Dialog.module.css'
import { draftDays } from './drafts.ts'
import { DialogContext } from './Unsaved.tsx'
import { UnsavedQuestion } from './UnsavedQuestion.tsx'
import { createUnsavedForms } from './unsaved-forms.ts'
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

/**
 * A question or message above the page. Escape closes it; with unsaved values in it, closing asks first. Mark what is to
 * have the focus with `data-autofocus`.
 */
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
  const { surrounding, question } = useGuardedClose(onClose)
  useEscape(opened, canClose ? surrounding.close : undefined)
  return (
    <>
      <Modal.Root
        opened={opened}
        onClose={surrounding.close}
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
          <Modal.Body className={classes.body}>
            <DialogContext value={surrounding}>{children}</DialogContext>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
      {question}
    </>
  )
}

/** The same for forms that are closed inside a page: see `useCloseDialog`. */
export function UnsavedScope({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { surrounding, question } = useGuardedClose(onClose)
  return (
    <>
      <DialogContext value={surrounding}>{children}</DialogContext>
      {question}
    </>
  )
}

/** What forms find around them, and the question that is drawn while somebody closes unsaved ones. */
function useGuardedClose(onClose: (() => void) | undefined) {
  const { t } = useTranslation()
  const [forms] = useState(createUnsavedForms)
  const [isAsking, setAsking] = useState(false)
  const latestClose = useRef(onClose)
  latestClose.current = onClose
  const surrounding = useMemo(
    () => ({ forms, close: () => (forms.isDirty() ? setAsking(true) : latestClose.current?.()) }),
    [forms],
  )
  const stay = () => setAsking(false)
  function closeNow() {
    setAsking(false)
    onClose?.()
  }
  const canKeep = isAsking && forms.canKeep()
  const question = isAsking && (
    <Dialog opened title={t('base__unsaved__title')} onClose={stay}>
      <UnsavedQuestion
        text={t(canKeep ? 'base__unsaved__may_keep' : 'base__unsaved__text', { count: draftDays })}
        stay={t('base__unsaved__stay')}
        leave={t('base__unsaved__discard')}
        onStay={stay}
        onKeep={canKeep ? () => void forms.keep().then(closeNow, () => showError(t('base__draft__failed'))) : undefined}
        onLeave={() => {
          forms.discard()
          closeNow()
        }}
      />
    </Dialog>
  )
  return { surrounding, question }
}

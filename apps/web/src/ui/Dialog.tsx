import { Modal } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { showError } from './alerts.ts'
import classes from './Dialog.module.css'
import { draftDays } from './drafts.ts'
import { useTranslation } from './i18n.ts'
import { DialogContext } from './Unsaved.tsx'
import { UnsavedQuestion } from './UnsavedQuestion.tsx'
import { createUnsavedForms } from './unsaved-forms.ts'
import { useEscape } from './useEscape.ts'
import { useLatest } from './useLatest.ts'
import { useReturnsFocus } from './useReturnsFocus.ts'

type DialogProps = {
  opened: boolean
  title: string
  /** The default size suits a message; `lg` and `xl` suit long texts and forms. */
  size?: 'md' | 'lg' | 'xl'
  /** Absent: only an answer closes the dialog. */
  onClose?: () => void
  /** The label of the close button, when it does more than close. */
  closeText?: string
  closeOnClickOutside?: boolean
  /** False when the page itself sets the focus. */
  returnFocus?: boolean
  /** At the lower edge: what is above stays in sight. */
  isLow?: boolean
  children: ReactNode
}

/**
 * A question or message above the page. Escape closes it; with unsaved values it asks first. Mark the element to focus
 * with `data-autofocus`.
 */
export function Dialog({
  opened,
  title,
  size = 'md',
  onClose,
  closeText,
  closeOnClickOutside = true,
  returnFocus = true,
  isLow = false,
  children,
}: DialogProps) {
  const { t } = useTranslation()
  const canClose = onClose !== undefined
  const { surrounding, question } = useGuardedClose(onClose)
  useEscape(opened, canClose ? surrounding.close : undefined)
  useReturnsFocus(opened && returnFocus)
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
        classNames={isLow ? { content: classes.content, inner: classes.low } : { content: classes.content }}
      >
        <Modal.Overlay {...(isLow && { backgroundOpacity: 0 })} />
        <Modal.Content radius="lg">
          {/* Mantine's own header element would add a second banner landmark. */}
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

/** The context for the forms inside, and the question shown when unsaved ones are closed. */
function useGuardedClose(onClose: (() => void) | undefined) {
  const { t } = useTranslation()
  const [forms] = useState(createUnsavedForms)
  const [isAsking, setAsking] = useState(false)
  const latestClose = useLatest(onClose)
  const surrounding = useMemo(
    () => ({ forms, close: () => (forms.isDirty() ? setAsking(true) : latestClose.current?.()) }),
    [forms, latestClose],
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

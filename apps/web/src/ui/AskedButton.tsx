import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showError } from './alerts.ts'
import { Dialog } from './Dialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { useFailureTexts } from './failure-texts.ts'
import { useTranslation } from './i18n.ts'

type AskedButtonProps = Pick<ButtonProps, 'variant' | 'color' | 'disabled'> & {
  label: string
  /** What happens, in the question. */
  text: string
  action: () => Promise<unknown>
}

/** A button that asks before it acts. The safe answer has the focus. */
export function AskedButton({ label, text, action, ...look }: AskedButtonProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const act = useMutation({
    mutationFn: action,
    onSettled: close,
    onError: (error) => showError(ofFailure(error)),
  })
  const { color } = look
  return (
    <>
      <Button {...look} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Dialog opened title={label} onClose={close}>
          <p>{text}</p>
          <DialogButtons cancel={{ text: t('base__asked__cancel'), onClick: close, isFocused: true }}>
            <Button {...(color !== undefined && { color })} loading={act.isPending} onClick={() => act.mutate()}>
              {label}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}

import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Unsaved, useCloseDialog } from '../ui/Unsaved.tsx'
import classes from './RecordModal.module.css'

type UseTakeModalProps = {
  opened: boolean
  /** The session is complete: results, and perhaps reports, rest on the take that counts now. */
  needsReason: boolean
  failure?: ReactNode
  isPending?: boolean
  onUse: (reason: string | undefined) => void
  onClose: () => void
}

/** As the contract has it. */
const longestReason = 500

/** Asks before another take becomes the one that counts. */
export function UseTakeModal({ opened, onClose, ...rest }: UseTakeModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('responses__take__use_title')}>
      <UseTakeForm {...rest} />
    </Dialog>
  )
}

function UseTakeForm({ needsReason, failure, isPending, onUse }: Omit<UseTakeModalProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation()
  const { ofFieldCode } = useFailureTexts()
  const close = useCloseDialog()
  const [reason, setReason] = useState('')
  const [isRefused, setRefused] = useState(false)
  const isMissing = needsReason && reason.trim() === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isMissing) setRefused(true)
    else onUse(needsReason ? reason.trim() : undefined)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Unsaved when={reason !== ''} />
      <p className={classes.text}>{t('responses__take__use_text')}</p>
      {needsReason && (
        <Textarea
          label={t('responses__take__reason')}
          description={t('responses__take__reason_why')}
          required
          data-autofocus
          autosize
          minRows={2}
          maxLength={longestReason}
          value={reason}
          error={isRefused && isMissing && ofFieldCode('required')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {failure}
      <DialogButtons cancel={{ text: t('responses__record__cancel'), onClick: close }}>
        <Button type="submit" data-autofocus={!needsReason || undefined} loading={isPending ?? false}>
          {t('responses__take__use')}
        </Button>
      </DialogButtons>
    </form>
  )
}

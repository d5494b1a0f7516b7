import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import type { ApiFailure } from '../api/http.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import classes from './ServerErrorModal.module.css'

/** Shown after a 500 answer to any call. Sends a report with the user's comment. */
export function ServerErrorModal({ failure, onClose }: { failure: ApiFailure; onClose: () => void }) {
  const { t } = useTranslation()
  const [comment, setComment] = useState('')
  const [isSending, setSending] = useState(false)
  const reference = String(failure.members.request_id ?? '-')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending || comment.trim() === '') return
    setSending(true)
    const { method = '', url = '', data = '' } = failure.request ?? {}
    try {
      // Not a mutation: a failed report must not open another dialog.
      await call('POST /reports/server_error_user_report/', {
        body: { error: `${failure.message} ${reference}`, url, method, data, user_comment: comment },
      })
      showSuccess(t('base__server_error__send_sucess'))
    } catch {
      showError(t('base__server_error__send_fail'))
    }
    onClose()
  }

  return (
    <Dialog opened title={t('base__server_error__title')} onClose={onClose}>
      <form onSubmit={submit}>
        <Unsaved when={comment.trim() !== ''} />
        <p className={classes.subtitle}>{t('base__server_error__subtitle')}</p>
        <p className={classes.text}>{t('base__server_error__text', { request_id: reference })}</p>
        <Textarea
          label={t('base__server_error__comment')}
          required
          autosize
          minRows={3}
          maxLength={2000}
          data-autofocus
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <DialogButtons>
          <Button type="submit" loading={isSending} disabled={comment.trim() === ''}>
            {t('base__server_error__send')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

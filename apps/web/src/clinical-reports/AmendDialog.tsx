import type { ClinicalReport } from '@fonema/contract'
import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showError } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import classes from './Reports.module.css'

type AmendDialogProps = {
  report: Pick<ClinicalReport, 'id' | 'participant'>
  onMade: () => Promise<void>
  onClose: () => void
}

/** Asks for the reason of the next version, makes its draft and opens it. */
export function AmendDialog({ report, onMade, onClose }: AmendDialogProps) {
  const { t } = useTranslation()
  const { ofFailure, ofFieldCode } = useFailureTexts()
  const navigate = useNavigate()
  const { keyFor } = useIdempotencyKey()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const amend = useMutation({
    mutationFn: () =>
      call('POST /clinical_reports/{participant_id}/{report_id}/amend/', {
        params: { participant_id: report.participant, report_id: report.id },
        body: { reason },
        idempotencyKey: keyFor({ reason }),
      }),
    onSuccess: async ({ id }) => {
      await onMade()
      await navigate(links.report(report.participant, id))
    },
    onError: (failure) => showError(ofFailure(failure)),
  })

  function send(event: FormEvent) {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() !== '' && !amend.isPending) amend.mutate()
  }
  return (
    <Dialog opened title={t('clinical_reports__amend__title')} onClose={onClose} closeOnClickOutside={false}>
      <form className={classes.editor} onSubmit={send} noValidate>
        {/* The page of the new version is opened before the call counts as a success. */}
        <Unsaved when={reason !== '' && (amend.isIdle || amend.isError)} />
        <p className={classes.written}>{t('clinical_reports__amend__text')}</p>
        <Textarea
          label={t('clinical_reports__amend__reason')}
          value={reason}
          autosize
          minRows={2}
          maxLength={1000}
          data-autofocus
          error={isMissing && ofFieldCode('required')}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value)
            setMissing(false)
          }}
        />
        <DialogButtons cancel={{ text: t('clinical_reports__action__cancel'), onClick: onClose }}>
          <Button type="submit" loading={amend.isPending}>
            {t('clinical_reports__amend__title')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

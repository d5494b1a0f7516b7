import type { ClinicalReport } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showError } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'

type RevokeDialogProps = {
  report: Pick<ClinicalReport, 'id' | 'participant'>
  onRevoked: () => Promise<void>
  onClose: () => void
}

/** Asks before a draft is revoked. */
export function RevokeDialog({ report, onRevoked, onClose }: RevokeDialogProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const revoke = useMutation({
    mutationFn: () =>
      call('POST /clinical_reports/{participant_id}/{report_id}/revoke/', {
        params: { participant_id: report.participant, report_id: report.id },
      }),
    onSuccess: async () => {
      onClose()
      await onRevoked()
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <Dialog opened title={t('clinical_reports__revoke__open')} onClose={onClose}>
      <p>{t('clinical_reports__revoke__text')}</p>
      <DialogButtons cancel={{ text: t('clinical_reports__action__cancel'), onClick: onClose }}>
        <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('clinical_reports__revoke__open')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

import type { WebhookId } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import classes from '../Webhooks.module.css'

type RemoveButtonProps = { id: WebhookId; onRemoved: () => Promise<void> }

/** Ends the sending to a FHIR server, after a question. */
export function RemoveButton({ id, onRemoved }: RemoveButtonProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call('DELETE /organizations/webhooks/{webhook_id}/', { params: { webhook_id: id } }),
    onSuccess: async () => {
      showSuccess(t('webhooks__records__removed'))
      await onRemoved()
    },
    onError: (error) => {
      setAsking(false)
      showError(ofFailure(error))
    },
  })
  return (
    <div className={classes.tools}>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('webhooks__records__remove')}
      </Button>
      {isAsking && (
        <Dialog opened title={t('webhooks__records__remove')} onClose={() => setAsking(false)}>
          <p>{t('webhooks__records__remove_text')}</p>
          <DialogButtons
            cancel={{ text: t('webhooks__form__cancel'), onClick: () => setAsking(false), isFocused: true }}
          >
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('webhooks__records__remove')}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </div>
  )
}

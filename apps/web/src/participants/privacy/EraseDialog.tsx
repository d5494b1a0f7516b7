import type { HeldParticipant } from '@fonema/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './Privacy.module.css'
import { useHeldCounts } from './useHeldCounts.ts'

/** Asks the user to type the code, because erasure cannot be undone. */
export function EraseDialog({ participant, onClose }: { participant: HeldParticipant; onClose: () => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { id, code } = participant
  const held = useHeldCounts(participant)
  const [typed, setTyped] = useState('')
  const isConfirmed = typed.trim() === code
  const erase = useMutation({
    mutationFn: () =>
      call('DELETE /user/participants/{participant_id}/', { params: { participant_id: id }, body: { code: typed } }),
    onSuccess: () => {
      showSuccess(t('privacy__erase__done', { code }))
      onClose()
      return Promise.all(
        (['GET /organizations/participants/', 'GET /takeouts/organization/', 'GET /organizations/stats/'] as const).map(
          (key) => client.invalidateQueries({ queryKey: queryKeyOf(key) }),
        ),
      )
    },
    onError: (error) => showError(ofFailure(error)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isConfirmed && !erase.isPending) erase.mutate()
  }

  return (
    <Dialog opened title={t('privacy__erase__title', { code })} closeOnClickOutside={false} onClose={onClose}>
      <form className={classes.erase} onSubmit={submit}>
        <p>{t('privacy__erase__text', { held })}</p>
        <p>{t('privacy__erase__exports')}</p>
        <TextInput
          data-autofocus
          label={t('privacy__erase__type', { code })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <DialogButtons cancel={{ text: t('privacy__erase__cancel'), onClick: onClose }}>
          <Button type="submit" color="red" disabled={!isConfirmed} loading={erase.isPending}>
            {t('privacy__erase__confirm')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

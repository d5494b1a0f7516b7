import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { showError } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'

/** Deletes a template after a question. Reports keep what they copied. */
export function RemoveTemplate({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call('DELETE /report_templates/{template_id}/', { params: { template_id: id } }),
    onSuccess: async () => {
      await navigate(links.rooms.reports)
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /report_templates/') })
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('clinical_reports__template__remove')}
      </Button>
      <Dialog
        opened={isAsking}
        title={t('clinical_reports__template__remove_title', { name })}
        onClose={() => setAsking(false)}
      >
        <p>{t('clinical_reports__template__remove_text')}</p>
        <DialogButtons cancel={{ text: t('clinical_reports__action__cancel'), onClick: () => setAsking(false) }}>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('clinical_reports__template__remove')}
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  )
}

import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { queryFor } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import classes from './Activity.module.css'

type CommentModalProps = { participantId: string; sessionId: string; onClose: () => void }

/** The comment of a session, to read, to change, or to add to where a mode may not read it. */
export function CommentModal({ participantId, sessionId, onClose }: CommentModalProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const mayChange = useAccess({ feature: 'recordProtocol' })
  const mayRead = useAccess({ feature: 'readProtocolRes' })
  const sessions = queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: participantId } })
  const stored = useQuery(sessions).data?.find(({ id }) => id === sessionId)?.comment ?? ''
  const [text, setText] = useState(stored)

  const save = useMutation({
    mutationFn: (comment: string) =>
      call('PATCH /protocols/responses/{participant_id}/{protocol_res_id}/', {
        params: { participant_id: participantId, protocol_res_id: sessionId },
        body: { comment },
      }),
    onSuccess: ({ comment }) => {
      client.setQueryData(sessions.queryKey, (all) =>
        all?.map((session) => (session.id === sessionId ? { ...session, comment } : session)),
      )
      showSuccess(t('participants__comment__saved'))
      onClose()
    },
    onError: (error) => showError(ofFailure(error)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate(text)
  }

  return (
    <Dialog opened title={t('participants__activity__comment')} onClose={onClose}>
      <form onSubmit={submit}>
        <Textarea
          label={t('participants__comment__label')}
          description={mayRead ? undefined : t('participants__comment__adds')}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={5000}
          value={text}
          readOnly={!mayChange}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {mayChange && (
          <div className={classes.buttons}>
            <Button type="submit" loading={save.isPending} disabled={text === stored}>
              {t('participants__comment__save')}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  )
}

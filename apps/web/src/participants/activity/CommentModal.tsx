import { Alert, Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useAccess, useWorksOffline } from '../../api/current-user.ts'
import { isAway } from '../../api/device-answers.ts'
import { ApiFailure } from '../../api/http.ts'
import { keepEntry } from '../../api/outbox.ts'
import { queryFor } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { DraftNotice } from '../../ui/DraftNotice.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import { useTextDraft } from '../../ui/useTextDraft.ts'
import classes from './Activity.module.css'

type CommentModalProps = { participantId: string; sessionId: string; onClose: () => void }

/** A session's comment: read or change it, or add to it in a mode that may not read it. */
export function CommentModal(props: CommentModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened title={t('participants__activity__comment')} onClose={props.onClose}>
      <CommentForm {...props} />
    </Dialog>
  )
}

function CommentForm({ participantId, sessionId, onClose }: CommentModalProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const worksOffline = useWorksOffline()
  const mayChange = useAccess({ feature: 'recordProtocol' })
  const mayRead = useAccess({ feature: 'readProtocolRes' })
  const sessions = queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: participantId } })
  const stored = useQuery(sessions).data?.find(({ id }) => id === sessionId)?.comment ?? ''
  /** The typed text and the comment it replaces; null while nothing was typed. */
  const [typed, setTyped] = useState<{ text: string; before: string } | null>(null)
  const isTyped = typed !== null && typed.text !== typed.before
  const { text, before } = isTyped ? typed : { text: stored, before: stored }
  const draft = useTextDraft('comment', mayChange ? sessionId : null, { text, before }, (found) =>
    setTyped((now) => now ?? found),
  )
  const hasChangedMeanwhile = before !== stored

  const save = useMutation({
    mutationFn: async (comment: string) => {
      try {
        return await call('PATCH /protocols/responses/{participant_id}/{protocol_res_id}/', {
          params: { participant_id: participantId, protocol_res_id: sessionId },
          body: { comment, based_on: before },
        })
      } catch (error) {
        if (!worksOffline || !isAway(error)) throw error
        await keepEntry(participantId, { kind: 'comment', session: sessionId, comment, based_on: before })
        return { comment, waits: true as const }
      }
    },
    onSuccess: ({ comment, ...stored }) => {
      draft.discard()
      client.setQueryData(sessions.queryKey, (all) =>
        all?.map((session) => (session.id === sessionId ? { ...session, comment } : session)),
      )
      showSuccess(t('waits' in stored ? 'participants__comment__kept' : 'participants__comment__saved'))
      onClose()
    },
    onError: (error) => {
      // The other user's text is shown beside this one.
      if (error instanceof ApiFailure && error.code === 'conflict')
        return client.invalidateQueries({ queryKey: sessions.queryKey })
      showError(ofFailure(error))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate(text)
  }

  return (
    <form onSubmit={submit}>
      <Unsaved when={text !== before} draft={draft.handle} />
      {draft.isRestored && (
        <DraftNotice
          onDiscard={() => {
            draft.discard()
            setTyped(null)
          }}
        />
      )}
      {hasChangedMeanwhile && (
        <Alert color="yellow" role="alert" mb="md" title={t('participants__comment__changed')}>
          <p className={classes.other}>{stored === '' ? t('participants__comment__emptied') : stored}</p>
          <ButtonRow>
            <Button
              variant="default"
              onClick={() => {
                draft.discard()
                setTyped(null)
              }}
            >
              {t('participants__comment__use_theirs')}
            </Button>
            <Button variant="default" onClick={() => setTyped({ text, before: stored })}>
              {t('participants__comment__use_own')}
            </Button>
          </ButtonRow>
        </Alert>
      )}
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
        onChange={(event) => setTyped({ text: event.currentTarget.value, before })}
      />
      {mayChange && (
        <DialogButtons>
          <Button type="submit" loading={save.isPending} disabled={text === before || hasChangedMeanwhile}>
            {t('participants__comment__save')}
          </Button>
        </DialogButtons>
      )}
    </form>
  )
}

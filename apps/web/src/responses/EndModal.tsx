import { Alert, Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DraftNotice } from '../ui/DraftNotice.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { links } from '../ui/links.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import { useTextDraft } from '../ui/useTextDraft.ts'
import classes from './RecordModal.module.css'
import { announceStored, uploadQueue, useUploads } from './uploads.tsx'

type EndModalProps = {
  opened: boolean
  participantId: string
  responseId: string
  isPractice: boolean
  comment: string
  onClose: () => void
}

/** After the last item: a comment, and the way back to the participant once everything has arrived. */
export function EndModal({ opened, onClose, ...rest }: EndModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(rest.isPractice ? 'responses__record__end_practice_title' : 'responses__record__end_title')}
      closeText={t('responses__record__end_back')}
      closeOnClickOutside={false}
      returnFocus={false}
    >
      <EndForm {...rest} />
    </Dialog>
  )
}

function EndForm({
  participantId,
  responseId,
  isPractice,
  comment: before,
}: Omit<EndModalProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const navigate = useNavigate()
  const uploads = useUploads()
  const mayRead = useAccess({ feature: 'readProtocolRes' })
  const [typed, setTyped] = useState<string | null>(null)
  const comment = typed ?? before
  const draft = useTextDraft('comment', responseId, { text: comment, before }, ({ text }) =>
    setTyped((now) => now ?? text),
  )
  const { waiting, failing } = uploads
  const isRefused = uploads.failed.some(({ upload }) => upload.responseId === responseId)
  /** How many waited when the examiner wanted to go; null before. */
  const [leavingWith, setLeavingWith] = useState<number | null>(null)

  const finish = useMutation({
    mutationFn: async () => {
      if (comment.trim() === before.trim()) return
      await uploadQueue().addComment({ participantId, responseId }, comment.trim())
    },
    onSuccess: () => {
      draft.discard()
      setLeavingWith(uploadQueue().getSnapshot().waiting)
    },
  })

  const isLeaving = leavingWith !== null
  useEffect(() => {
    // Without a connection there is nothing to wait for: all of it is safe on the device.
    if (!isLeaving || (waiting > 0 && !failing)) return
    if (!isRefused && waiting === 0) announceStored(participantId, true)
    // Held back by the page's own question when something was refused.
    setLeavingWith(null)
    void navigate(links.participant(participantId))
  }, [isLeaving, waiting, failing, isRefused, participantId, navigate])

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!finish.isPending && !isLeaving) finish.mutate()
      }}
    >
      {/* Closing leads back to the items: with a draft, the comment is here again afterwards. */}
      <Unsaved when={comment !== before && draft.handle === null} />
      {draft.isRestored && (
        <DraftNotice
          onDiscard={() => {
            draft.discard()
            setTyped(null)
          }}
        />
      )}
      <p className={classes.text}>
        {t(isPractice ? 'responses__record__end_practice_text' : 'responses__record__end_text')}
      </p>
      {!isPractice && (
        <Textarea
          data-autofocus
          label={t('responses__record__end_comment')}
          description={mayRead ? undefined : t('responses__record__end_comment_adds')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={5000}
          disabled={isLeaving}
          value={comment}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {finish.error !== null && (
        <Alert color="red" mt="md" role="alert">
          {ofFailure(finish.error)}
        </Alert>
      )}
      <p className={classes.sending} role="status">
        {isLeaving && waiting > 0
          ? t('responses__record__end_sending', {
              sent: Math.max(1, leavingWith - waiting + 1),
              total: Math.max(leavingWith, waiting),
            })
          : waiting > 0
            ? t('responses__record__waiting', { count: waiting })
            : ''}
        {failing && waiting > 0 && ` ${t('responses__record__retrying')}`}
      </p>
      <div className={classes.buttons}>
        <Button
          type="submit"
          size="lg"
          data-autofocus={isPractice || undefined}
          loading={finish.isPending || isLeaving}
        >
          {t('responses__record__end_submit')}
        </Button>
      </div>
    </form>
  )
}

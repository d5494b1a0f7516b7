import { Alert, Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import classes from '../takes/RecordModal.module.css'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { DraftNotice } from '../ui/DraftNotice.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { links } from '../ui/links.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import { useTextDraft } from '../ui/useTextDraft.ts'
import type { SessionSummary } from './session-summary.ts'
import { announceStored, uploadQueue, useUploads } from './uploads.tsx'

type EndModalProps = {
  opened: boolean
  participantId: string
  responseId: string
  isPractice: boolean
  summary: SessionSummary
  comment: string
  onClose: () => void
}

/** Shown after the last item: a summary, a comment, and the way back to the participant once all uploads are done. */
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
  summary,
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
  /** The number of waiting uploads when the examiner chose to leave; null before that. */
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
  // Offline there is nothing to wait for: everything is stored on the device.
  useWhen(isLeaving && (waiting === 0 || failing), () => {
    if (!isRefused && waiting === 0) announceStored(participantId, true)
    // If an upload was refused, the page's own leave prompt appears first.
    setLeavingWith(null)
    void navigate(links.participant(participantId))
  })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!finish.isPending && !isLeaving) finish.mutate()
      }}
    >
      {/* Closing returns to the items. With a draft, the comment is restored when the dialog reopens. */}
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
      <Summary {...summary} />
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
            : t(isRefused ? 'responses__record__refused' : 'responses__record__end_all_sent')}
        {failing && waiting > 0 && ` ${t('responses__record__retrying')}`}
      </p>
      <DialogButtons>
        <Button
          type="submit"
          size="lg"
          data-autofocus={isPractice || undefined}
          loading={finish.isPending || isLeaving}
        >
          {t('responses__record__end_submit')}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Runs the action after the render in which the condition becomes true. */
function useWhen(condition: boolean, action: () => void) {
  const run = useEffectEvent(action)
  useEffect(() => {
    if (condition) run()
  }, [condition])
}

/** What the server will hold of the session. Omits the skipped and poor lines when there are none. */
function Summary({ recorded, total, skipped, poor }: SessionSummary) {
  const { t } = useTranslation()
  return (
    <div className={classes.summary}>
      <FactList
        facts={[
          [t('responses__record__end_recorded'), t('responses__list__answered_of', { answered: recorded, total })],
          ...(skipped.length > 0 ? [[t('responses__record__end_skipped'), skipped.join('\n')] as const] : []),
          ...(poor.length > 0 ? [[t('responses__record__end_poor'), poor.join('\n')] as const] : []),
        ]}
      />
    </div>
  )
}

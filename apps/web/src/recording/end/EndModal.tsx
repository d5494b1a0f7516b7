import { Alert, Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccess } from '../../api/current-user.ts'
import classes from '../../takes/RecordModal.module.css'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { DraftNotice } from '../../ui/DraftNotice.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import { useTextDraft } from '../../ui/useTextDraft.ts'
import { announceStored, uploadQueue, useUploads } from '../uploads.tsx'
import { ItemStates } from './ItemStates.tsx'
import type { ItemSummary } from './session-summary.ts'

type EndModalProps = {
  opened: boolean
  participantId: string
  responseId: string
  isPractice: boolean
  items: readonly ItemSummary[]
  /** The language of the protocol. */
  lang: string
  comment: string
  onRecord: (id: ItemSummary['id']) => void
  onClose: () => void
}

/**
 * Shown after the last item: what became of each, a comment, and the way to the participant or to the results once all
 * uploads are done.
 */
export function EndModal({ opened, onClose, ...rest }: EndModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(rest.isPractice ? 'responses__record__end_practice_title' : 'responses__record__end_title')}
      closeText={t('responses__record__end_back')}
      size="lg"
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
  items,
  lang,
  comment: before,
  onRecord,
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
  const isStored = !uploads.unstored.some((upload) => upload.responseId === responseId)
  const isRefused = uploads.failed.some(({ upload }) => upload.responseId === responseId)
  // The server does not know it yet: it has no results.
  const isNew = uploads.uploads.some(({ kind, responseId: of }) => kind === 'session' && of === responseId)
  /** The number of waiting uploads when the examiner chose to leave, and where to; null before that. */
  const [leaving, setLeaving] = useState<{ waiting: number; to: string } | null>(null)

  const finish = useMutation({
    mutationFn: async (_to: string) => {
      if (comment.trim() === before.trim()) return
      await uploadQueue().addComment({ participantId, responseId }, comment.trim())
    },
    onSuccess: (_, to) => {
      draft.discard()
      setLeaving({ waiting: uploadQueue().getSnapshot().waiting, to })
    },
  })

  const isLeaving = leaving !== null
  const toParticipant = links.participant(participantId)
  const leaveFor = (to: string) => {
    if (!finish.isPending && !isLeaving) finish.mutate(to)
  }
  // Offline there is nothing to wait for once everything is stored on the device.
  useWhen(isLeaving && (waiting === 0 || (failing && isStored)), () => {
    if (!isRefused && waiting === 0) announceStored(participantId, leaving?.to === toParticipant)
    // If an upload was refused, the page's own leave prompt appears first.
    setLeaving(null)
    void navigate(leaving?.to ?? toParticipant)
  })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        leaveFor(toParticipant)
      }}
    >
      {/* Closing returns to the items. With a draft, the comment is restored when the dialog reopens. */}
      <Unsaved when={comment !== before && draft.handle === null && !isLeaving} />
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
      <ItemStates items={items} lang={lang} isLocked={isLeaving || finish.isPending} onRecord={onRecord} />
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
              sent: Math.max(1, leaving.waiting - waiting + 1),
              total: Math.max(leaving.waiting, waiting),
            })
          : waiting > 0
            ? t('responses__record__waiting', { count: waiting })
            : t(isRefused ? 'responses__record__refused' : 'responses__record__end_all_sent')}
        {failing && waiting > 0 && ` ${t('responses__record__retrying')}`}
      </p>
      <DialogButtons>
        {mayRead && !isPractice && !isNew && (
          <Button
            size="lg"
            variant="default"
            disabled={finish.isPending || isLeaving}
            onClick={() => leaveFor(links.protocolres(participantId, responseId))}
          >
            {t('responses__end__see_results')}
          </Button>
        )}
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

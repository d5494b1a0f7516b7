import type { Visit } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { MicrophoneIcon } from '../ui/icons.tsx'
import { links } from '../ui/links.ts'
import { useVisitTexts } from './useVisitTexts.ts'
import { type Scope, useVisitChange } from './visit-queries.ts'

type VisitDialogProps = {
  visit: Visit
  /** Then no button leads there. */
  isOnParticipantPage?: boolean
  onEdit: () => void
  onClose: () => void
}

/** A visit with everything that can be done with it. */
export function VisitDialog({ visit, ...actions }: VisitDialogProps) {
  const { t } = useTranslation()
  const texts = useVisitTexts()
  const { participant, protocol, series, state } = visit
  const name = texts.nameOf(visit)
  return (
    <Dialog opened title={t('visits__dialog__title', { code: participant.code })} onClose={actions.onClose}>
      <FactList
        facts={[
          [t('visits__form__participant'), name === '' ? participant.code : `${participant.code} · ${name}`],
          [t('visits__dialog__when'), texts.when(visit)],
          [t('visits__dialog__window'), texts.window(visit)],
          [t('visits__dialog__what'), texts.what(visit)],
          [t('visits__dialog__state'), t(`visits__state__${state}`)],
          [t('visits__dialog__series'), series && texts.series(visit)],
          [t('visits__form__note'), visit.note],
        ].filter((fact): fact is [string, string] => fact[1] !== null)}
      />
      <VisitActions visit={visit} protocolId={protocol?.id} {...actions} />
    </Dialog>
  )
}

type ActionsProps = VisitDialogProps & { protocolId: string | undefined }

function VisitActions({ visit, protocolId, isOnParticipantPage = false, onEdit, onClose }: ActionsProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const mayPlan = useAccess({ feature: 'recordProtocol' })
  const change = useVisitChange()
  const [isCancelling, setCancelling] = useState(false)
  const { participant, state, fulfilled_by } = visit
  const isOpen = state === 'planned' || state === 'overdue'

  const setState = (next: 'planned' | 'done' | 'cancelled', scope: Scope = 'one') =>
    change.mutate(
      { participantId: participant.id, visitId: visit.id, body: { state: next, scope } },
      {
        onSuccess: () => {
          showSuccess(t(`visits__dialog__now_${next}`, { code: participant.code }))
          onClose()
        },
        onError: (error) => showError(ofFailure(error)),
      },
    )

  if (isCancelling)
    return (
      <DialogButtons cancel={{ text: t('visits__dialog__keep'), onClick: () => setCancelling(false), isFocused: true }}>
        {visit.series !== null && (
          <Button variant="default" loading={change.isPending} onClick={() => setState('cancelled', 'following')}>
            {t('visits__dialog__cancel_following')}
          </Button>
        )}
        <Button color="red" loading={change.isPending} onClick={() => setState('cancelled')}>
          {t('visits__dialog__cancel_this')}
        </Button>
      </DialogButtons>
    )
  return (
    <DialogButtons>
      {!isOnParticipantPage && (
        <Button variant="default" component={Link} to={links.participant(participant.id)} onClick={onClose}>
          {t('visits__dialog__open_participant')}
        </Button>
      )}
      {mayPlan && !isOpen && (
        <Button variant="default" loading={change.isPending} onClick={() => setState('planned')}>
          {t('visits__dialog__reopen')}
        </Button>
      )}
      {fulfilled_by?.kind === 'protocolres' && (
        <Button component={Link} to={links.protocolres(participant.id, fulfilled_by.id)} onClick={onClose}>
          {t('visits__dialog__result')}
        </Button>
      )}
      {mayPlan && isOpen && (
        <>
          <Button variant="default" onClick={() => setCancelling(true)}>
            {t('visits__dialog__cancel')}
          </Button>
          <Button variant="default" loading={change.isPending} onClick={() => setState('done')}>
            {t('visits__dialog__done')}
          </Button>
          <Button variant="default" onClick={onEdit}>
            {t('visits__dialog__change')}
          </Button>
          <Button
            component={Link}
            to={links.protocol(participant.id, protocolId, visit.id)}
            leftSection={<MicrophoneIcon size={18} />}
            onClick={onClose}
          >
            {t('visits__row__record')}
          </Button>
        </>
      )}
    </DialogButtons>
  )
}

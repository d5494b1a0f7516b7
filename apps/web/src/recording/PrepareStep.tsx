import type { ItemId, Protocol, SessionId, VisitId } from '@fonema/contract'
import { Button, Progress } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWorksOffline } from '../api/current-user.ts'
import { isAway } from '../api/device-answers.ts'
import { randomId } from '../api/random-id.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { drawOrder, inOrder } from './item-order.ts'
import classes from './microphone/MicrophoneStep.module.css'
import { createSession, uploadQueue } from './uploads.tsx'
import { sessionQuery } from './useKeptSession.ts'
import { usePreload } from './usePreload.ts'

/** A session that can be recorded. Without an order, it was begun before. */
type Begun = { id: SessionId; loaded: ReadonlyMap<string, string>; order: readonly ItemId[] | undefined }

type PrepareStepProps = {
  participantId: string
  protocol: Protocol
  visitId: string | null
  responseId: SessionId | null
  /** `order`: the items of a session that has just begun, in its order. */
  onReady: (copies: ReadonlyMap<string, string>, responseId: SessionId, order?: readonly ItemId[]) => void
}

function newSession(protocol: Protocol, visitId: string | null) {
  return {
    protocol_id: protocol.id,
    id: randomId() as SessionId,
    item_order: drawOrder(inOrder(protocol.items)),
    ...(visitId !== null && { visit_id: visitId as VisitId }),
  }
}

/**
 * Loads the media and then opens the session on the server, so that merely visiting the page creates nothing there. Without a
 * network the session waits in the outbox, before its recordings.
 */
export function PrepareStep({ participantId, protocol, visitId, responseId, onReady }: PrepareStepProps) {
  const { t } = useTranslation()
  const { percent, failed, copies, retry } = usePreload(protocol)
  const worksOffline = useWorksOffline()
  const client = useQueryClient()
  /** Repeated as it is, so that it creates one session however often it is sent. */
  const [body] = useState(() => newSession(protocol, visitId))
  const session = useMutation({
    mutationFn: async (loaded: ReadonlyMap<string, string>): Promise<Begun> => {
      if (responseId !== null) return { id: responseId, loaded, order: undefined }
      try {
        const created = await createSession(participantId, body)
        client.setQueryData(sessionQuery(participantId, created.id).queryKey, created)
      } catch (error) {
        if (!worksOffline || !isAway(error)) throw error
        await uploadQueue().addSession({ participantId, responseId: body.id }, body)
      }
      return { id: body.id, loaded, order: body.item_order }
    },
    onSuccess: ({ id, loaded, order }) => onReady(loaded, id, order),
  })

  const { mutate } = session
  const asked = useRef(false)
  useEffect(() => {
    if (copies === null || asked.current) return
    asked.current = true
    mutate(copies)
  }, [copies, mutate])

  const titles = protocol.items
    .filter(({ image, audio, video }) =>
      [image, audio, video].some((media) => media !== null && failed.includes(media)),
    )
    .map(({ title }) => title)
  return (
    <Card title={t('responses__record__preparing')}>
      {session.error !== null ? (
        <ErrorState error={session.error} onRetry={() => copies !== null && mutate(copies)} />
      ) : (
        <div className={classes.step}>
          <div className={classes.progress}>
            <Progress value={percent} size="lg" aria-label={t('responses__record__preparing')} />
            <span className={classes.percent}>{percent} %</span>
          </div>
          {failed.length > 0 && (
            <div role="alert" className={classes.failed}>
              <p>{t('responses__record__preparing_failed')}</p>
              <ul>
                {titles.map((title) => (
                  <li key={title} lang={protocol.locale.code}>
                    {title}
                  </li>
                ))}
              </ul>
              <Button size="lg" onClick={retry}>
                {t('base__state__retry')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Card>
  )
}

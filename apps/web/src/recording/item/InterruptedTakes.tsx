import type { ProtocolItem } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryFor } from '../../api/query.ts'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Player } from '../../takes/Player.tsx'
import { TakeSelect } from '../../takes/TakeSelect.tsx'
import { listTakes } from '../../takes/takes.ts'
import { useUploads } from '../uploads.tsx'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import classes from './InterruptedTakes.module.css'

type InterruptedTakesProps = {
  flow: RecordingFlow
  item: ProtocolItem
  onPlayer: (player: AudioPlayer | null) => void
}

/** An interrupted take of the item: listen to it, use it as it is, or move on without it. */
export function InterruptedTakes({ flow, item, onPlayer }: InterruptedTakesProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<number | null>(null)
  const { waiting, answer } = useStoredAnswer(flow, item)
  const takes = answer === undefined ? [] : listTakes(answer)
  const shown = takes.find(({ take }) => take === chosen) ?? takes.find(({ isFirstHeard }) => isFirstHeard)
  const { target } = flow
  if (target === null || (waiting === undefined && shown === undefined)) return null
  const isAnswered = flow.done.has(item.id)
  const choice = waiting === undefined ? { take: shown!.take } : { take: waiting.number, holder: waiting.holder }
  const isWhole = waiting === undefined && !shown!.interrupted
  return (
    <section className={classes.takes} aria-labelledby="kept-takes">
      <span id="kept-takes" className={classes.title}>
        {t('responses__take__kept')}
      </span>
      {shown === undefined || waiting !== undefined ? (
        <p className={classes.waiting} role="status">
          {t('responses__take__not_yet_sent')}
        </p>
      ) : (
        <>
          <TakeSelect takes={takes} shown={shown} onChoose={setChosen} />
          <Player
            key={shown.take}
            recording={{
              participant_id: target.participantId,
              protocol_res_id: target.responseId,
              protocol_item_id: item.id,
              take: shown.take,
            }}
            span={shown.window}
            name={item.title}
            onPlayer={onPlayer}
          />
        </>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => flow.keepTake(choice)}>
          {t(isWhole ? 'responses__take__use' : 'responses__take__use_as_it_is')}
        </Button>
        {!item.skippable && !isAnswered && (
          <Button variant="subtle" onClick={() => flow.setDialog('skip')}>
            {t('responses__take__without')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The item as stored on the server, or the take that is not uploaded yet. */
function useStoredAnswer({ target }: RecordingFlow, item: ProtocolItem) {
  const { uploads } = useUploads()
  const waiting = uploads.findLast(
    (upload) => upload.kind === 'take' && upload.responseId === target?.responseId && upload.itemId === item.id,
  )
  const { data, isFetching } = useQuery({
    ...queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
      params: { participant_id: target?.participantId ?? '', protocol_res_id: target?.responseId ?? '' },
      query: { distributions: 'false' },
    }),
    enabled: target !== null && waiting === undefined,
  })
  const answer = isFetching ? undefined : data?.responses.find(({ protocol_item }) => protocol_item.id === item.id)
  return { waiting: waiting?.kind === 'take' ? waiting : undefined, answer }
}

import type { ProtocolItem } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Player } from '../../takes/Player.tsx'
import { TakeSelect } from '../../takes/TakeSelect.tsx'
import { listTakes } from '../../takes/takes.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { useChoice } from '../decide/useChoice.tsx'
import { choiceOf } from '../end/judged-takes.ts'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import classes from './InterruptedTakes.module.css'
import { useStoredAnswer } from './useStoredAnswer.ts'

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
  const keep = useChoice(flow, flow.keepTake)
  const takes = answer === undefined ? [] : listTakes(answer)
  const shown = takes.find(({ take }) => take === chosen) ?? takes.find(({ isFirstHeard }) => isFirstHeard)
  const { target } = flow
  if (target === null || (waiting === undefined && shown === undefined)) return null
  const isAnswered = flow.done.has(item.id)
  const choice =
    waiting === undefined
      ? choiceOf(shown!)
      : { chosen: { take: waiting.number, holder: waiting.holder }, isInterrupted: true }
  const isWhole = !choice.isInterrupted
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
        <Button variant="default" onClick={() => keep.choose(choice)}>
          {t(isWhole ? 'responses__take__use' : 'responses__take__use_as_it_is')}
        </Button>
        {!item.skippable && !isAnswered && (
          <Button variant="subtle" onClick={() => flow.setDialog('skip')}>
            {t('responses__take__without')}
          </Button>
        )}
        {keep.question}
      </div>
    </section>
  )
}

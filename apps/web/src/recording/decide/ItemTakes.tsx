import type { ProtocolItem } from '@fonema/contract'
import { colonIn } from '@fonema/contract/colon'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Player } from '../../takes/Player.tsx'
import { type ListedTake, listTakes } from '../../takes/takes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import { choiceOf } from '../end/judged-takes.ts'
import { useStoredAnswer } from '../item/useStoredAnswer.ts'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import classes from './ItemTakes.module.css'
import { useChoice } from './useChoice.tsx'

type ItemTakesProps = {
  flow: RecordingFlow
  item: ProtocolItem
  isBehind: boolean
  /** With fewer takes there is nothing to list. */
  min: number
}

/** The item's takes that the server has: to hear them, see which one counts, and choose another. */
export function ItemTakes({ flow, item, isBehind, min }: ItemTakesProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { waiting, answer } = useStoredAnswer(flow, item)
  const choice = useChoice(flow, (chosen) => {
    flow.chooseTake(chosen)
    setOpen(false)
  })
  const takes = answer === undefined ? [] : listTakes(answer)
  if (takes.length < min) return null
  const counting = takes.find(({ counts }) => counts)

  return (
    <>
      <Button variant="subtle" size="compact-md" disabled={isBehind && !isOpen} onClick={() => setOpen(true)}>
        {counting === undefined
          ? t('responses__decide__takes', { count: takes.length })
          : t('responses__decide__takes_counting', { count: takes.length, position: counting.position })}
      </Button>
      <Dialog
        opened={isOpen && !choice.isAsking}
        onClose={() => setOpen(false)}
        title={t('responses__decide__takes_title')}
        size="lg"
      >
        <p className={classes.text}>{t('responses__decide__takes_text')}</p>
        {waiting !== undefined && <p className={classes.text}>{t('responses__take__not_yet_sent')}</p>}
        <ol className={classes.takes}>
          {takes.map((take) => (
            <li key={take.take} className={classes.take} data-counts={take.counts || undefined}>
              <Named take={take} />
              {flow.target !== null && (
                <Player
                  recording={{
                    participant_id: flow.target.participantId,
                    protocol_res_id: flow.target.responseId,
                    protocol_item_id: item.id,
                    take: take.take,
                  }}
                  span={take.window}
                  name={t('responses__decide__take', { position: take.position })}
                />
              )}
              {!take.counts && (
                <Button variant="default" onClick={() => choice.choose(choiceOf(take))}>
                  {t(take.interrupted ? 'responses__take__use_as_it_is' : 'responses__take__use')}
                </Button>
              )}
            </li>
          ))}
        </ol>
      </Dialog>
      {choice.question}
    </>
  )
}

function Named({ take: { position, duration, counts, interrupted, quality } }: { take: ListedTake }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  return (
    <div className={classes.named}>
      <strong>{t('responses__decide__take', { position })}</strong>
      <span>{t('responses__decide__seconds', { seconds: formatDecimals(duration, language, 1) })}</span>
      {interrupted && <span>{t('responses__decide__is_interrupted')}</span>}
      {quality !== null && (
        <span>
          {t('analysis__quality__title')}
          {colonIn(currentLanguage())}
          {t(`analysis__verdict__${quality.verdict}`)}
        </span>
      )}
      {counts && <strong className={classes.counting}>{t('responses__decide__counts')}</strong>}
    </div>
  )
}

import type { ItemResponse } from '@fonema/contract'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { Player } from './Player.tsx'
import classes from './Recorded.module.css'
import { RecordingQuality } from './RecordingQuality.tsx'
import type { ItemState } from './session-state.ts'
import type { SessionPath } from './useSession.ts'

type RecordedProps = { session: SessionPath; answer: ItemResponse; state: ItemState }

/** An item's recording: the take that counts, and the earlier ones for the ear. */
export function Recorded({ session, answer, state }: RecordedProps) {
  const { t } = useTranslation()
  const counting = answer.take
  const [chosen, setChosen] = useState<number | null>(null)
  const take = answer.takes.find((candidate) => candidate.take === (chosen ?? counting))
  if (take === undefined || counting === null) return null
  const isCounting = take.take === counting
  const nameOf = ({ take, recorded_at }: { take: number; recorded_at: string }) =>
    t(take === counting ? 'responses__result__take_counting' : 'responses__result__take_earlier', {
      take,
      date: formatApiDate(recorded_at, currentLanguage()),
    })
  return (
    <>
      {answer.takes.length > 1 && (
        <div className={classes.takes}>
          <NativeSelect
            label={t('responses__result__take')}
            value={take.take}
            data={answer.takes.map((candidate) => ({ value: String(candidate.take), label: nameOf(candidate) }))}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
          {!isCounting && <p className={classes.note}>{t('responses__result__take_note', { take: counting })}</p>}
        </div>
      )}
      <Player
        key={take.take}
        recording={{ ...session, protocol_item_id: answer.protocol_item.id, take: take.take }}
        span={take.window}
        name={answer.protocol_item.title}
      />
      <RecordingQuality
        quality={take.quality}
        capture={isCounting ? answer.capture : null}
        unjudged={state === 'recorded' || !isCounting ? 'none' : state === 'pending' ? 'pending' : 'unknown'}
      />
    </>
  )
}

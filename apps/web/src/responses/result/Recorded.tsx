import type { ItemResponse } from '@fonema/contract'
import { useState } from 'react'
import { Player } from './Player.tsx'
import { RecordingQuality } from './RecordingQuality.tsx'
import { TakeChooser } from './TakeChooser.tsx'
import { listTakes } from './takes.ts'
import type { SessionPath } from './useSession.ts'

/** An item's recording: the take that counts, and the others for the ear. */
export function Recorded({ session, answer }: { session: SessionPath; answer: ItemResponse }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const takes = listTakes(answer)
  const take = takes.find((candidate) => candidate.take === chosen) ?? takes.find(({ isFirstHeard }) => isFirstHeard)
  if (take === undefined) return null
  const results = answer.feature_extraction_res
  const isPending = results.some(({ status }) => status === 'pending')
  return (
    <>
      <TakeChooser takes={takes} shown={take} isSkipped={answer.is_skipped} onChoose={setChosen} />
      <Player
        key={take.take}
        recording={{ ...session, protocol_item_id: answer.protocol_item.id, take: take.take }}
        span={take.window}
        name={answer.protocol_item.title}
      />
      <RecordingQuality
        quality={take.quality}
        capture={take.counts ? answer.capture : null}
        unjudged={!take.counts || results.length === 0 ? 'none' : isPending ? 'pending' : 'unknown'}
      />
    </>
  )
}

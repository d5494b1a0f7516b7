import { type ReactNode, useState } from 'react'
import { UseTakeModal } from '../../takes/UseTakeModal.tsx'
import type { Choice } from '../end/judged-takes.ts'
import type { RecordingFlow } from '../useRecordingFlow.ts'

/** Chooses the take that counts. When every item has an answer, it asks for the reason first. */
export function useChoice(
  { done, items }: Pick<RecordingFlow, 'done' | 'items'>,
  onChoose: (choice: Choice) => void,
): { choose: (choice: Choice) => void; isAsking: boolean; question: ReactNode } {
  const [asked, setAsked] = useState<Choice | null>(null)
  return {
    choose: (choice) => (done.size === items.length ? setAsked(choice) : onChoose(choice)),
    isAsking: asked !== null,
    question: (
      <UseTakeModal
        opened={asked !== null}
        needsReason
        onUse={(reason) => {
          setAsked(null)
          if (asked === null) return
          onChoose(reason === undefined ? asked : { ...asked, chosen: { ...asked.chosen, reason } })
        }}
        onClose={() => setAsked(null)}
      />
    ),
  }
}

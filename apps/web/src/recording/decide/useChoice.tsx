import type { ChosenTake } from '@fonema/contract'
import { type ReactNode, useState } from 'react'
import { UseTakeModal } from '../../takes/UseTakeModal.tsx'
import type { RecordingFlow } from '../useRecordingFlow.ts'

/** Chooses the take that counts. When every item has an answer, it asks for the reason first. */
export function useChoice(
  { done, items }: Pick<RecordingFlow, 'done' | 'items'>,
  onChoose: (choice: ChosenTake, isInterrupted: boolean) => void,
): { choose: (choice: ChosenTake, isInterrupted: boolean) => void; isAsking: boolean; question: ReactNode } {
  const [asked, setAsked] = useState<{ choice: ChosenTake; isInterrupted: boolean } | null>(null)
  return {
    choose: (choice, isInterrupted) =>
      done.size === items.length ? setAsked({ choice, isInterrupted }) : onChoose(choice, isInterrupted),
    isAsking: asked !== null,
    question: (
      <UseTakeModal
        opened={asked !== null}
        needsReason
        onUse={(reason) => {
          setAsked(null)
          if (asked !== null)
            onChoose({ ...asked.choice, ...(reason !== undefined && { reason }) }, asked.isInterrupted)
        }}
        onClose={() => setAsked(null)}
      />
    ),
  }
}

import { useHasMany } from '../api/participants.ts'
import { shownResults } from './useListed.ts'

type OnlyThese = { options: [] | [{ query: { participants: string } }]; isAsked: boolean }

/** How to call about the participants of a screen: about all of them, where they are not too many. */
export function useOnlyThese(shown: readonly { id: string }[]): OnlyThese {
  const hasMany = useHasMany()
  if (!hasMany || shown.length > shownResults) return { options: [], isAsked: true }
  const participants = shown.map(({ id }) => id).join(',')
  return { options: [{ query: { participants } }], isAsked: shown.length > 0 }
}

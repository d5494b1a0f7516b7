import { useState } from 'react'

const keyOf = (participantId: string) => `fonema.evolution.hidden.${participantId}`

/** What somebody else may have written there is no list of ours. */
export function readHidden(participantId: string): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(participantId)) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

export function writeHidden(participantId: string, hidden: ReadonlySet<string>): void {
  try {
    if (hidden.size === 0) localStorage.removeItem(keyOf(participantId))
    else localStorage.setItem(keyOf(participantId), JSON.stringify([...hidden]))
  } catch {
    // A full or forbidden storage: the choice holds as long as the page.
  }
}

/** The series that this browser hides for this participant, by choice. */
export function useHiddenSeries(participantId: string) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => readHidden(participantId))
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    writeHidden(participantId, next)
    setHidden(next)
  }
  return { hidden, toggle }
}

import { useState } from 'react'
import { type Series, tellingSeries } from './series.ts'

const keyOf = (participantId: string) => `fonema.evolution.hidden.${participantId}`

/** By series: whether it was hidden (true) or asked for (false). */
type Choices = ReadonlyMap<string, boolean>

/** Anything else may have been written there. Earlier releases stored a list of what is hidden. */
function readChoices(participantId: string): Choices {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(participantId)) ?? '{}')
    if (Array.isArray(stored)) return new Map(stored.map((id) => [String(id), true]))
    return new Map(Object.entries(stored ?? {}).filter(([, hidden]) => typeof hidden === 'boolean'))
  } catch {
    return new Map()
  }
}

function writeChoices(participantId: string, choices: Choices): void {
  try {
    if (choices.size === 0) localStorage.removeItem(keyOf(participantId))
    else localStorage.setItem(keyOf(participantId), JSON.stringify(Object.fromEntries(choices)))
  } catch {
    // A full or forbidden storage: the choice holds as long as the page.
  }
}

function hiddenAmong(series: readonly Series[], choices: Choices): Set<string> {
  const telling = tellingSeries(series)
  return new Set(series.map(({ id }) => id).filter((id) => choices.get(id) ?? !telling.has(id)))
}

/** The series of a view that are hidden for a participant: by choice in this browser, else those that change least. */
export const readHidden = (participantId: string, series: readonly Series[]): ReadonlySet<string> =>
  hiddenAmong(series, readChoices(participantId))

export function useHiddenSeries(participantId: string, series: readonly Series[]) {
  const [choices, setChoices] = useState<Choices>(() => readChoices(participantId))
  const hidden = hiddenAmong(series, choices)
  const change = (changed: readonly [string, boolean | undefined][]) => {
    const next = new Map(choices)
    for (const [id, isHidden] of changed) {
      if (isHidden === undefined) next.delete(id)
      else next.set(id, isHidden)
    }
    writeChoices(participantId, next)
    setChoices(next)
  }
  return {
    hidden,
    toggle: (id: string) => change([[id, !hidden.has(id)]]),
    showAll: () => change(series.map(({ id }) => [id, false])),
    showTelling: () => change(series.map(({ id }) => [id, undefined])),
  }
}

import { useState } from 'react'
import { mostChangedSeries, type Series } from './series.ts'

const keyOf = (participantId: string) => `fonema.evolution.hidden.${participantId}`

/** Per series: whether the user hid it (true) or showed it (false). */
type Choices = ReadonlyMap<string, boolean>

/** Validates stored data of any form. Earlier releases stored a list of the hidden series. */
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
    // Storage is full or forbidden: the choice lasts as long as the page.
  }
}

function hiddenAmong(series: readonly Series[], choices: Choices): Set<string> {
  const telling = mostChangedSeries(series)
  return new Set(series.map(({ id }) => id).filter((id) => choices.get(id) ?? !telling.has(id)))
}

/** The series hidden for a participant: by choice in this browser, or by default those that change least. */
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

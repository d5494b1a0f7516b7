import { useState } from 'react'

const keyOf = (participantId: string) => `fonema.evolution.hidden.${participantId}`

/** Per line: whether the user hid it (true) or showed it (false). */
export type Choices = ReadonlyMap<string, boolean>

/** Validates stored data of any form. Choices of earlier releases name series that no longer exist, and count for nothing. */
export function readChoices(participantId: string): Choices {
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

/** What the user hid and showed for a participant, kept in this browser. */
export function useChoices(participantId: string) {
  const [choices, setChoices] = useState<Choices>(() => readChoices(participantId))
  const change = (next: Choices) => {
    writeChoices(participantId, next)
    setChoices(next)
  }
  return {
    choices,
    setHidden: (id: string, isHidden: boolean) => change(new Map([...choices, [id, isHidden]])),
    forget: () => change(new Map()),
  }
}

import { useState } from 'react'
import { useUser } from '../../api/current-user.ts'

const item = (examinerId: string) => `fonema.populations.beside.${examinerId}`

/** Validates stored data of any form. */
function read(key: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.map(String) : [])
  } catch {
    return new Set()
  }
}

/** The populations shown beside the reference: none at first, afterwards those that the examiner chose last. */
export function useOtherPopulations() {
  const { id, roles } = useUser()
  const key = item(roles.examiner_id ?? id)
  const [chosen, setChosen] = useState(() => read(key))
  return {
    has: (populationId: string) => chosen.has(populationId),
    toggle: (populationId: string) => {
      const next = new Set(chosen)
      if (!next.delete(populationId)) next.add(populationId)
      setChosen(next)
      try {
        localStorage.setItem(key, JSON.stringify([...next]))
      } catch {
        // Storage is full or forbidden: the choice lasts as long as the page.
      }
    },
  }
}

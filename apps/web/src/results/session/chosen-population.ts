import type { Population } from '@fonema/contract'
import { useUser } from '../../api/current-user.ts'

const item = (examinerId: string) => `fonema.population.${examinerId}`

/**
 * The population that the examiner compares with: the last one chosen, or else the first, which is a reference if any
 * is.
 */
export function useChosenPopulation() {
  const { id, roles } = useUser()
  const key = item(roles.examiner_id ?? id)
  const read = () => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  return {
    among: (populations: readonly Population[]): Population | undefined => {
      const chosen = read()
      return populations.find((population) => population.id === chosen) ?? populations[0]
    },
    choose: (populationId: string) => {
      try {
        localStorage.setItem(key, populationId)
      } catch {
        // Storage is full or forbidden: the choice lasts as long as the page.
      }
    },
  }
}

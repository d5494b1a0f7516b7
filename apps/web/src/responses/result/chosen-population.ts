import type { Population } from '@fonema/contract'
import { useUser } from '../../api/current-user.ts'

const item = (examinerId: string) => `fonema.population.${examinerId}`

/** The population that an examiner compares with: the one chosen last, else the first, which is a reference if any is. */
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
        // A full or forbidden storage: the choice holds as long as the page.
      }
    },
  }
}

import type { OrganizationId } from '@fonema/contract'
import { directionOf } from '../analysis/shown-measures.ts'
import type { PopulationFile } from '../content/population-file.ts'
import type { Database } from '../platform/database/database.ts'
import { normalQuantile } from './density.ts'
import { createRandom } from './random.ts'
import { type NewSample, saveVersion } from './store.ts'

const languages = ['es', 'en', 'pt', 'fr']
const [youngest, oldest] = [50, 85]
const [minSchool, maxSchool] = [5, 20]

/**
 * Creates the demonstration's populations in an organisation, once. Their values are random but the same everywhere.
 */
export async function seedPopulations(
  database: Database,
  organizationId: OrganizationId,
  file: PopulationFile,
  now: Date,
): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    if ((await tx.selectFrom('populations').select('id').executeTakeFirst()) !== undefined) return
    for (const { key, shift, ...group } of file.groups)
      await saveVersion(
        tx,
        organizationId,
        { ...group, source: file.source, is_synthetic: true },
        { n: file.n, samples: inventSamples(file, key, shift) },
        now,
      )
  })
}

function inventSamples({ n, scores }: PopulationFile, key: string, shift: number): NewSample[] {
  const people = inventPeople(n, key)
  return Object.entries(scores).flatMap(([category, functions]) =>
    Object.entries(functions).flatMap(([entry, measures]) =>
      Object.entries(measures).flatMap(([score, { mean, sd, minimum = Number.NEGATIVE_INFINITY }]) => {
        const random = createRandom(`${key}/${category}/${entry}/${score}`)
        const direction = directionOf(score)
        const sign = direction === 'higher_better' ? 1 : direction === 'lower_better' ? -1 : 0
        const vals = people.sexes.map(() => {
          const z = normalQuantile(0.001 + 0.998 * random())
          const value = mean + sd * (sign * shift + z)
          // Values below the minimum are reflected: many equal values at the limit would distort the density.
          return value < minimum ? 2 * minimum - value : value
        })
        return languages.map((language) => ({ language, category, entry, score, vals, ...people }))
      }),
    ),
  )
}

function inventPeople(n: number, key: string) {
  const random = createRandom(key)
  const between = (low: number, high: number) => Math.round(low + (high - low) * random())
  return {
    sexes: Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 'f' : 'm')),
    ages: Array.from({ length: n }, () => between(youngest, oldest)),
    educations: Array.from({ length: n }, () => between(minSchool, maxSchool)),
  }
}

import type { OrganizationId } from '@fonema/contract'
import { directionOf } from '../analysis/shown-measures.ts'
import type { PopulationFile } from '../content/population-file.ts'
import type { Database } from '../platform/database/database.ts'
import { normalQuantile } from './density.ts'
import { type ItemName, listItems } from './items.ts'
import { createRandom } from './random.ts'
import { type NewSample, saveVersion } from './store.ts'

const [youngest, oldest] = [18, 96]
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
    const items = Map.groupBy(await listItems(tx), ({ category }) => category)
    for (const { key, shift, ...group } of file.groups)
      await saveVersion(
        tx,
        organizationId,
        { ...group, source: file.source, is_synthetic: true },
        { n: file.n, samples: inventSamples(file, items, key, shift) },
        now,
      )
  })
}

/** All items of a category have the same random numbers. */
function inventSamples(
  { n, scores }: PopulationFile,
  items: ReadonlyMap<string, readonly ItemName[]>,
  key: string,
  shift: number,
): NewSample[] {
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
        return (items.get(category) ?? []).map(({ language, item }) => ({
          language,
          category,
          item,
          entry,
          score,
          vals,
          ...people,
        }))
      }),
    ),
  )
}

function inventPeople(n: number, key: string) {
  const random = createRandom(key)
  const between = (low: number, high: number, share = random()) => Math.round(low + (high - low) * share)
  return {
    sexes: Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 'f' : 'm')),
    // Evenly, so that each sex has neighbours at every age.
    ages: Array.from({ length: n }, (_, i) =>
      between(youngest, oldest, (Math.floor(i / 2) + random()) / Math.ceil(n / 2)),
    ),
    educations: Array.from({ length: n }, () => between(minSchool, maxSchool)),
  }
}

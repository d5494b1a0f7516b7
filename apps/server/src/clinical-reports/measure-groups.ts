import type { MeasureGroup } from '@fonema/contract'
import { shownMeasures } from '../analysis/shown-measures.ts'

/** Every measure that some item shows, under the heading of the result page where it appears first. */
export function measureGroups(): MeasureGroup[] {
  const groups = new Map<string, string[]>()
  const known = new Set<string>()
  for (const shown of Object.values(shownMeasures))
    for (const [heading, scores] of Object.entries(shown)) {
      const names = groups.get(heading) ?? []
      groups.set(heading, names)
      for (const { name } of scores) if (!known.has(name)) names.push(name)
      for (const { name } of scores) known.add(name)
    }
  return [...groups].flatMap(([heading, measures]) => (measures.length === 0 ? [] : [{ heading, measures }]))
}

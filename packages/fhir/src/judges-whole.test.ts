// @module-tag long
import { expect, test } from 'vitest'
import { judges } from '../testing/judge.ts'
import { resourcesOf } from '../testing/resources.ts'

test('three judges accept ten thousand resources of every type', { timeout: 3_600_000 }, () => {
  const resources = resourcesOf(10_000)
  expect(resources.length).toBeGreaterThanOrEqual(10_000)
  const counts = Map.groupBy(resources, ({ resourceType }) => resourceType)
  const words = [...counts].map(([type, all]) => `${type} ${all.length}`).join(', ')
  for (const [name, judge] of Object.entries(judges)) {
    const refused = resources.filter((resource) => judge(resource as unknown as Record<string, unknown>).length > 0)
    console.log(`${name}: ${resources.length - refused.length} of ${resources.length} accepted`)
    expect([name, refused.slice(0, 3)]).toEqual([name, []])
  }
  console.log(words)
})

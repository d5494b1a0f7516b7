import type { Page } from 'playwright'

/** Milliseconds from a change to the frame that shows it on the participant's screen. */
export const delaysOf = (page: Page, name: string) =>
  page.evaluate((each) => performance.getEntriesByName(each).map(({ duration }) => duration), `fonema.shown.${name}`)

/** The figures depend on the machine: only an idle one says something about the product. */
export async function printDelays(page: Page, name: string) {
  const delays = (await delaysOf(page, name)).sort((a, b) => a - b)
  const at = (share: number) => delays[Math.ceil(share * delays.length) - 1]!.toFixed(1)
  console.log(`${name}, ${delays.length} changes, ms: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`)
}

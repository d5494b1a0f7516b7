/** The status of an answer, and how long it took. */
export async function callingTimes(ask: () => Promise<{ status: number }>) {
  const begun = performance.now()
  const { status } = await ask()
  return { status, milliseconds: performance.now() - begun }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

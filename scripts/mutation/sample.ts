import { seededRandom } from '../render/random.ts'

/** `count` of `all`, each subset as likely as any other. The same seed draws the same ones. */
export function drawAtRandom<T>(all: readonly T[], count: number, seed: string): T[] {
  const { uniform } = seededRandom(seed)
  const left = [...all]
  const drawn: T[] = []
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(Math.floor(uniform() * left.length), 1))
  return drawn
}

/**
 * The 95 % interval of a share: `hits` of `total` were observed.
 *
 * @returns two ratios from 0 to 1; null when nothing was observed
 * @see Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927)
 */
export function wilsonInterval(hits: number, total: number): { low: number; high: number } | null {
  if (total === 0) return null
  const z = 1.959964
  const share = hits / total
  const scale = 1 + z ** 2 / total
  const middle = (share + z ** 2 / (2 * total)) / scale
  const half = (z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))) / scale
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

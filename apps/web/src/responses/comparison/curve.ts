export type Curve = { x: readonly number[]; y: readonly number[] }
export type Domain = [low: number, high: number]

/** Below this share of the highest point a curve is not seen. */
const visibleShare = 0.01
const margin = 0.04

/** The stretch of the axis on which something is to be seen: every curve where it rises above the line, and the marks. */
export function domainOf(curves: readonly Curve[], marks: readonly number[]): Domain {
  const places = [...marks]
  for (const { x, y } of curves) {
    const floor = visibleShare * Math.max(...y)
    const seen = x.filter((_, i) => y[i]! > floor)
    if (seen.length > 0) places.push(seen[0]!, seen.at(-1)!)
  }
  const [low, high] = [Math.min(...places), Math.max(...places)]
  const pad = high > low ? margin * (high - low) : Math.abs(low) * margin || 1
  return [low - pad, high + pad]
}

/** The part of a curve on a stretch of the axis. */
export function within({ x, y }: Curve, [low, high]: Domain): Curve {
  const from = x.findIndex((at) => at >= low)
  const to = x.findLastIndex((at) => at <= high) + 1
  return { x: x.slice(from, to), y: y.slice(from, to) }
}

export const heightOf = (curves: readonly Curve[]): number => Math.max(0, ...curves.flatMap(({ y }) => y))

/** How lines differ where their colours do not, as for a printer or an eye that sees few colours. */
const dashes = ['none', '9 4', '2 4', '10 3 2 3', '5 2']
export const dashOf = (index: number): string => dashes[index % dashes.length]!

export type Curve = { x: readonly number[]; y: readonly number[] }
export type Domain = [low: number, high: number]

/** Below this share of its highest point a curve is invisible. */
const visibleShare = 0.01
const margin = 0.04

/** Where the straight line between points `i` and `i + 1` crosses a height. */
const crossing = ({ x, y }: Curve, i: number, height: number) =>
  x[i]! + ((height - y[i]!) / (y[i + 1]! - y[i]!)) * (x[i + 1]! - x[i]!)

/**
 * The range of the axis: wherever a curve is visibly above the line, plus the marks and a margin. A curve that ends at a
 * limit, such as zero for pauses, has no margin beyond it.
 */
export function domainOf(curves: readonly Curve[], marks: readonly number[]): Domain {
  const places = [...marks]
  for (const curve of curves) {
    const { x, y } = curve
    const floor = visibleShare * Math.max(...y)
    const first = y.findIndex((height) => height > floor)
    const last = y.findLastIndex((height) => height > floor)
    if (first < 0) continue
    places.push(first === 0 ? x[0]! : crossing(curve, first - 1, floor))
    places.push(last === x.length - 1 ? x[last]! : crossing(curve, last, floor))
  }
  const [low, high] = [Math.min(...places), Math.max(...places)]
  const pad = high > low ? margin * (high - low) : Math.abs(low) * margin || 1
  const first = Math.min(...curves.map(({ x }) => x[0]!))
  const last = Math.max(...curves.map(({ x }) => x.at(-1)!))
  return [low < first ? low - pad : Math.max(low - pad, first), high > last ? high + pad : Math.min(high + pad, last)]
}

/** The part of a curve within a range. Its ends are interpolated, because points in a tail may be far apart. */
export function within(curve: Curve, [low, high]: Domain): Curve {
  const { x, y } = curve
  const from = x.findIndex((at) => at >= low)
  const to = x.findLastIndex((at) => at <= high) + 1
  if (from < 0 || to === 0) return { x: [], y: [] }
  const heightAt = (at: number, i: number) => y[i]! + ((at - x[i]!) / (x[i + 1]! - x[i]!)) * (y[i + 1]! - y[i]!)
  const [hasLow, hasHigh] = [from > 0 && x[from]! > low, to < x.length && x[to - 1]! < high]
  return {
    x: [...(hasLow ? [low] : []), ...x.slice(from, to), ...(hasHigh ? [high] : [])],
    y: [
      ...(hasLow ? [heightAt(low, from - 1)] : []),
      ...y.slice(from, to),
      ...(hasHigh ? [heightAt(high, to - 1)] : []),
    ],
  }
}

export const heightOf = (curves: readonly Curve[]): number => Math.max(0, ...curves.flatMap(({ y }) => y))

/** Line patterns, for printers and for readers who cannot tell the colours apart. */
const dashes = ['none', '9 4', '2 4', '10 3 2 3', '5 2']
export const dashOf = (index: number): string => dashes[index % dashes.length]!

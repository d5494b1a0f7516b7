/** Voiced frames in a row: the vectors from `from` up to `to`. */
export type Stretch = { readonly from: number; readonly to: number }

/** A gap of this length ends a stretch. */
export const gapS = 0.15
const longestS = 1

export function findStretches(timesS: Float64Array): Stretch[] {
  const stretches: Stretch[] = []
  let from = 0
  for (let i = 1; i <= timesS.length; i++) {
    if (i < timesS.length && timesS[i]! - timesS[i - 1]! < gapS && timesS[i]! - timesS[from]! < longestS) continue
    if (i > from) stretches.push({ from, to: i })
    from = i
  }
  return stretches
}

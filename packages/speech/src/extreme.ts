/**
 * The largest (sign 1) or smallest (sign −1) value of a sampled curve, refined by a parabola through each local extreme
 * and its neighbours.
 *
 * @param gap value that means "no value here"; it is never used as an extreme or a neighbour
 */
export function interpolatedExtreme(values: Float64Array, sign: 1 | -1, gap?: number): number {
  let best = -Infinity
  for (let i = 0; i < values.length; i++) {
    if (values[i] === gap) continue
    const here = sign * values[i]!
    best = Math.max(best, here)
    if (i === 0 || i === values.length - 1 || values[i - 1] === gap || values[i + 1] === gap) continue
    const before = sign * values[i - 1]!
    const after = sign * values[i + 1]!
    const curvature = 2 * here - before - after
    if (here < before || here < after || curvature <= 0) continue
    best = Math.max(best, here + (after - before) ** 2 / (8 * curvature))
  }
  return sign * best
}

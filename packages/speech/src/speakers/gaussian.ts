/** Sums over vectors, from which a Gaussian is made. Sums of two sets of vectors can be added. */
export type Moments = {
  readonly dimensions: number
  count: number
  readonly sum: Float64Array
  readonly products: Float64Array
}

export const emptyMoments = (dimensions: number): Moments => ({
  dimensions,
  count: 0,
  sum: new Float64Array(dimensions),
  products: new Float64Array(dimensions * dimensions),
})

/** Adds the vector that begins at `at`. */
export function addVector(moments: Moments, vectors: Float64Array, at: number) {
  const { dimensions, sum, products } = moments
  moments.count++
  for (let i = 0; i < dimensions; i++) {
    const value = vectors[at + i]!
    sum[i]! += value
    for (let j = 0; j <= i; j++) products[i * dimensions + j]! += value * vectors[at + j]!
  }
}

export function addMoments(into: Moments, { count, sum, products }: Moments, weight = 1) {
  into.count += weight * count
  for (let i = 0; i < sum.length; i++) into.sum[i]! += weight * sum[i]!
  for (let i = 0; i < products.length; i++) into.products[i]! += weight * products[i]!
}

/** The lower triangular root of a symmetric matrix, row by row (Cholesky). */
export function triangularRoot(dimensions: number, valueAt: (row: number, column: number) => number): Float64Array {
  const root = new Float64Array(dimensions * dimensions)
  for (let i = 0; i < dimensions; i++) {
    for (let j = 0; j <= i; j++) {
      let value = valueAt(i, j)
      for (let k = 0; k < j; k++) value -= root[i * dimensions + k]! * root[j * dimensions + k]!
      root[i * dimensions + j] = i === j ? Math.sqrt(Math.max(value, 1e-9)) : value / root[j * dimensions + j]!
    }
  }
  return root
}

/** Divides a vector by the root of its covariance, in place: afterwards every direction varies alike. */
export function whiten(root: Float64Array, vector: Float64Array) {
  const { length } = vector
  for (let i = 0; i < length; i++) {
    let value = vector[i]!
    for (let k = 0; k < i; k++) value -= root[i * length + k]! * vector[k]!
    vector[i] = value / root[i * length + i]!
  }
}

/** A density of vectors: the logarithm at the vector that begins at `at`. */
export type LogDensity = (vectors: Float64Array, at: number) => number

/**
 * A Gaussian with full covariance, drawn towards a broader one so that few vectors give no narrow density.
 *
 * @param broad of all vectors; counts as `weight` vectors
 */
export function createGaussian(moments: Moments, broad: Moments, weight: number): LogDensity {
  const { dimensions, count, sum } = moments
  const mean = sum.map((value) => value / count)
  const broadMean = broad.sum.map((value) => value / broad.count)
  const root = triangularRoot(dimensions, (i, j) => {
    const at = i * dimensions + j
    const own = moments.products[at]! - count * mean[i]! * mean[j]!
    const prior = broad.products[at]! / broad.count - broadMean[i]! * broadMean[j]!
    return (own + weight * prior) / (count + weight)
  })
  let constant = dimensions * Math.log(2 * Math.PI)
  for (let i = 0; i < dimensions; i++) constant += 2 * Math.log(root[i * dimensions + i]!)
  const distance = new Float64Array(dimensions)
  return (vectors, at) => {
    for (let i = 0; i < dimensions; i++) distance[i] = vectors[at + i]! - mean[i]!
    whiten(root, distance)
    let square = 0
    for (let i = 0; i < dimensions; i++) square += distance[i]! ** 2
    return -0.5 * (constant + square)
  }
}

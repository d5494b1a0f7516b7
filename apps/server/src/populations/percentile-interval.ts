import { normalCumulative, normalQuantile } from './density.ts'

/** The ends of a 95 % confidence interval, both percentiles. */
export type Interval = { low: number; high: number }

const outside = 0.025

/**
 * How far sampling alone may have moved a percentile among n people: the interval of Jeffreys. With an effective n from
 * weights, the number of people below need not be whole.
 *
 * @see Brown, Cai & DasGupta 2001, "Interval estimation for a binomial proportion", Statistical Science 16, 101–133
 */
export function percentileInterval(percentile: number, n: number): Interval {
  const below = (n * percentile) / 100
  const quantile = (share: number) => 100 * betaQuantile(share, below + 0.5, n - below + 0.5)
  // Where nobody is below (or above), Jeffreys' end would leave out the estimate itself.
  return { low: Math.min(percentile, quantile(outside)), high: Math.max(percentile, quantile(1 - outside)) }
}

/**
 * The same where mean and standard deviation of n people are known and the distribution is assumed to be normal.
 *
 * @see Crawford & Garthwaite 2002, Neuropsychologia 40, 1196–1208 (exact, by the noncentral t; this is its approximation
 *   by the standard error of z, which differs by less than a point from n = 30 on)
 */
export function normalPercentileInterval(z: number, n: number): Interval {
  const error = -normalQuantile(outside) * Math.sqrt(1 / n + (z * z) / (2 * n))
  return { low: 100 * normalCumulative(z - error), high: 100 * normalCumulative(z + error) }
}

/** The quantile of a beta distribution, by Newton's steps within bounds that close in. */
export function betaQuantile(share: number, a: number, b: number): number {
  const logScale = logGamma(a + b) - logGamma(a) - logGamma(b)
  let [low, high] = [0, 1]
  const mean = a / (a + b)
  // About where the quantile of a normal distribution would be.
  const guess = mean + (Math.log(share / (1 - share)) / 1.702) * Math.sqrt((mean * (1 - mean)) / (a + b + 1))
  let x = guess > 0 && guess < 1 ? guess : mean
  for (let i = 0; i < 100; i++) {
    const excess = cumulative(x, a, b, logScale) - share
    if (excess < 0) low = x
    else high = x
    const density = Math.exp(logScale + (a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x))
    const step = x - excess / density
    const next = step > low && step < high ? step : (low + high) / 2
    if (Math.abs(next - x) <= 1e-14 * x || high - low <= 1e-15) return next
    x = next
  }
  return x
}

/** The regularised incomplete beta function by its continued fraction. @see Abramowitz & Stegun 26.5.8 */
export const betaCumulative = (x: number, a: number, b: number): number =>
  cumulative(x, a, b, logGamma(a + b) - logGamma(a) - logGamma(b))

/** @param logScale the logarithm of 1 / B(a, b) */
function cumulative(x: number, a: number, b: number, logScale: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges fast on this side of the mean only.
  if (x > (a + 1) / (a + b + 2)) return 1 - cumulative(1 - x, b, a, logScale)
  const front = Math.exp(logScale + a * Math.log(x) + b * Math.log1p(-x))
  // Lentz' way of evaluating it from the front.
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m < 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    fraction *= c * d
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-14) break
  }
  return (front * fraction) / a
}

const lanczos = [
  ...[676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406],
  ...[12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7],
]

/** @param x > 0.  @see Lanczos 1964, SIAM Journal on Numerical Analysis 1, 86–96 (g = 7, n = 9) */
function logGamma(x: number): number {
  // Below 0.5 the series is less exact.
  if (x < 0.5) return logGamma(x + 1) - Math.log(x)
  const t = x + 6.5
  const sum = lanczos.reduce((total, weight, i) => total + weight / (x + i), 0.9999999999998099)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

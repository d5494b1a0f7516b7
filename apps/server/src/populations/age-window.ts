/** Children are compared with children alone. */
export const adultFrom = 18

// How many years to either side count. Children change within a year, adults within decades.
const widths = { adults: [5, 6, 7, 8, 10, 12, 15], children: [1.5, 2, 2.5, 3] }
/** With fewer people than this the window widens, as far as it may. */
const enough = 30

export type Window = { weights: Float64Array; effective: number }
/** `slope` per year; its `variance` as a share of that of the values. */
export type Trend = { slope: number; variance: number }
export type NoWindow = 'no_children' | 'beyond_ages'

/**
 * The weight of each person for a comparison at some age: the nearer in age, the more (Epanechnikov's kernel), children
 * and adults apart. The window is the narrowest of its list with an effective number of 30 people. Nobody is compared
 * beyond the youngest and oldest of a population.
 *
 * @param ages completed years, null if unknown, which gives no weight
 * @see Wright & Bailar 1995 and Royston 1991 on centiles by age; Epanechnikov 1969 for the kernel
 */
export function ageWindow(ages: readonly (number | null)[], age: number): Window | NoWindow {
  const isChild = age < adultFrom
  const alike = ages.map((other) => (other !== null && other < adultFrom === isChild ? other : null))
  const known = alike.filter((other) => other !== null)
  if (known.length === 0) return isChild ? 'no_children' : 'beyond_ages'
  const [youngest, oldest] = known.reduce(([low, high], other) => [Math.min(low, other), Math.max(high, other)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number])
  if (age < Math.floor(youngest) || age > oldest) return 'beyond_ages'
  let found: Window | undefined
  for (const width of isChild ? widths.children : widths.adults) {
    found = weigh(alike, age, width)
    if (found.effective >= enough) break
  }
  return found!
}

function weigh(ages: readonly (number | null)[], age: number, width: number): Window {
  const weights = Float64Array.from(ages, (other) =>
    other === null ? 0 : Math.max(0, 1 - ((other - age) / width) ** 2),
  )
  return { weights, effective: effectiveNumber(weights) }
}

/**
 * The trend with age near some age, per year: the straight line through the people of the widest window, each with their
 * weight. A narrow window would leave the slope to chance.
 *
 * @returns null with too few people, or all of one age
 * @see Fan & Gijbels 1996, "Local Polynomial Modelling and Its Applications", 3.2 (no bias at the ends)
 */
export function trendAt(ages: readonly (number | null)[], values: readonly number[], age: number): Trend | null {
  const isChild = age < adultFrom
  const alike = ages.map((other) => (other !== null && other < adultFrom === isChild ? other : null))
  const { weights, effective } = weigh(alike, age, (isChild ? widths.children : widths.adults).at(-1)!)
  if (effective < enough) return null
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = (of: (i: number) => number) => weights.reduce((sum, weight, i) => sum + weight * of(i), 0) / total
  const fromAge = (i: number) => (alike[i] ?? age) - age
  const [meanAge, meanValue] = [mean(fromAge), mean((i) => values[i]!)]
  const squares = mean((i) => (fromAge(i) - meanAge) ** 2)
  if (!(squares > 0)) return null
  const slope = mean((i) => (fromAge(i) - meanAge) * (values[i]! - meanValue)) / squares
  // Of independent values with one variance: a person far from the others counts with their whole leverage.
  const leverage = weights.reduce((sum, weight, i) => sum + (weight * (fromAge(i) - meanAge)) ** 2, 0) / total ** 2
  return { slope, variance: leverage / squares ** 2 }
}

/** How many people of equal weight would say as much. @see Kish 1965, "Survey Sampling", 11.7 */
export function effectiveNumber(weights: ArrayLike<number>): number {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < weights.length; i++) {
    sum += weights[i]!
    squares += weights[i]! ** 2
  }
  return squares === 0 ? 0 : sum ** 2 / squares
}

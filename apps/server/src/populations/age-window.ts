/** Children are compared with children alone. */
export const adultFrom = 18

// How many years to either side count. Children change within a year, adults within decades.
const widths = { adults: [5, 6, 7, 8, 10, 12, 15], children: [1.5, 2, 2.5, 3] }
/** With fewer people than this the window widens, as far as it may. */
const enough = 30

export type Window = { weights: Float64Array; effective: number }
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

/** How many people of equal weight would say as much. @see Kish 1965, "Survey Sampling", 11.7 */
export function effectiveNumber(weights: ArrayLike<number>): number {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < weights.length; i++) {
    sum += weights[i]!
    squares += weights[i]! ** 2
  }
  return squares === 0 ? 0 : sum ** 2 / squares
}

/** Children are compared with children alone. */
export const adultFrom = 18

// How many years to either side count. Children change within a year, adults within decades.
const widths = { adults: [5, 6, 7, 8, 10, 12, 15], children: [1.5, 2, 2.5, 3] }
/** With fewer people than this the window widens, as far as it may. */
const enough = 30

export type Window = { weights: Float64Array; effective: number }
/** `slope` per year; its `variance` as a share of that of the values. */
type Trend = { slope: number; variance: number }
type NoWindow = 'no_children' | 'beyond_ages'

/**
 * The weight of each person for a comparison at some age: the nearer in age, the more (Epanechnikov's kernel), children
 * and adults apart. The window is the narrowest of its list with an effective number of 30 people. Nobody is compared
 * beyond the youngest and oldest of a population.
 *
 * @param ages completed years, null if unknown, which gives no weight
 * @see Wright & Bailar 1995 and Royston 1991 on centiles by age; Epanechnikov 1969 for the kernel
 */
export function ageWindow(ages: readonly (number | null)[], age: number): Window | NoWindow {
  const alike = ofSameAge(ages, age)
  let [youngest, oldest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const other of alike) {
    if (other < youngest) youngest = other
    if (other > oldest) oldest = other
  }
  if (youngest > oldest) return age < adultFrom ? 'no_children' : 'beyond_ages'
  if (age < Math.floor(youngest) || age > oldest) return 'beyond_ages'
  let found: Window | undefined
  for (const width of widthsAt(age)) {
    found = weigh(alike, age, width)
    if (found.effective >= enough) break
  }
  return found!
}

const widthsAt = (age: number) => (age < adultFrom ? widths.children : widths.adults)

/** The ages of children or those of adults; NaN for all others. */
function ofSameAge(ages: readonly (number | null)[], age: number): Float64Array {
  const alike = new Float64Array(ages.length).fill(Number.NaN)
  for (let i = 0; i < ages.length; i++) {
    const other = ages[i] ?? null
    if (other !== null && other < adultFrom === age < adultFrom) alike[i] = other
  }
  return alike
}

function weigh(ages: Float64Array, age: number, width: number): Window {
  const weights = new Float64Array(ages.length)
  for (let i = 0; i < ages.length; i++) {
    const weight = 1 - ((ages[i]! - age) / width) ** 2
    if (weight > 0) weights[i] = weight
  }
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
  const line = lineAt(ages, age)
  return line && { slope: slopeOf(line, values), variance: line.variance }
}

/** What a trend near some age has of the people alone, whatever their values are. */
export type Line = Pick<Trend, 'variance'> & {
  /** The places of those who count, their weights, and how many years they are from the mean age. */
  places: Int32Array
  weights: Float64Array
  years: Float64Array
  total: number
  squares: number
}

export function lineAt(ages: readonly (number | null)[], age: number): Line | null {
  const alike = ofSameAge(ages, age)
  const all = weigh(alike, age, widthsAt(age).at(-1)!)
  if (all.effective < enough) return null
  const places = placesOf(all.weights)
  const weights = Float64Array.from(places, (i) => all.weights[i]!)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = (of: (k: number) => number) => weights.reduce((sum, weight, k) => sum + weight * of(k), 0) / total
  const fromAge = Float64Array.from(places, (i) => alike[i]! - age)
  const meanAge = mean((k) => fromAge[k]!)
  const years = fromAge.map((one) => one - meanAge)
  const squares = mean((k) => years[k]! ** 2)
  if (!(squares > 0)) return null
  // Of independent values with one variance: a person far from the others counts with their whole leverage.
  const leverage = weights.reduce((sum, weight, k) => sum + (weight * years[k]!) ** 2, 0) / total ** 2
  return { places, weights, years, total, squares, variance: leverage / squares ** 2 }
}

/** The slope of the values of these people, per year. */
export function slopeOf({ places, weights, years, total, squares }: Line, values: readonly number[]): number {
  let sum = 0
  for (let k = 0; k < places.length; k++) sum += weights[k]! * values[places[k]!]!
  const meanValue = sum / total
  let products = 0
  for (let k = 0; k < places.length; k++) products += weights[k]! * (years[k]! * (values[places[k]!]! - meanValue))
  return products / total / squares
}

/** The places of the weights above zero. */
function placesOf(weights: Float64Array): Int32Array {
  const places: number[] = []
  for (let i = 0; i < weights.length; i++) if (weights[i]! > 0) places.push(i)
  return Int32Array.from(places)
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

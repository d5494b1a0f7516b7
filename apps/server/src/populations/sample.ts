import type { Selectable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import './tables.ts'
import type { Uncompared } from '@fonema/contract'
import { adultFrom, ageWindow, effectiveNumber, trendAt } from './age-window.ts'
import { type Direction, percentileOf } from './comparison.ts'
import { type Density, fewestValues } from './density.ts'
import { type Interval, percentileInterval } from './percentile-interval.ts'
import { oldestOfOpenGroup, publishedDensity, publishedPlace, type Stratum, stratumFor } from './published.ts'
import { weightedDensity } from './weighted-density.ts'

export type Sample = Pick<Selectable<Tables['population_samples']>, 'vals' | 'sexes' | 'ages' | 'educations'> & {
  /** Only for a published table. */
  strata?: Stratum[] | null
}

/** The characteristics by which participants are matched. */
export type Person = { sex: string | null; age: number | null; educationYears: number | null }

/** The people of a population with whom a person is compared. */
export type Group = {
  density: Density
  /** The number of people. With weights, how many of equal weight would say as much. */
  n: number
  /** By sex and age. */
  isMatched: boolean
  /** The row of a published table, whose distribution is assumed. */
  stratum?: Stratum
}

/** A score's place among the people of a group. */
export type Place = Interval & { percentile: number }

const enoughOfEducation = 30
const educationBands = [9, 13]
const educationOf = (years: number) => educationBands.filter((limit) => years >= limit).length

/** With fewer people, a trend would be chance. */
const fewestForTrend = 30

// Each age has its own group; a large population's are a megabyte each.
const mostKept = 64
/** A version's samples never change, so their groups are kept as long as the samples are cached (queries.ts). */
const kept = new WeakMap<Sample, Map<string, Group | Uncompared>>()

/** The people of a sample that a person is compared with, or the reason for none. */
export function groupFor(sample: Sample, person: Person): Group | Uncompared {
  const made = kept.get(sample) ?? new Map<string, Group | Uncompared>()
  kept.set(sample, made)
  const { sex, age, educationYears } = person
  const key = [sex, age, educationYears === null ? null : educationOf(educationYears)].join('/')
  const group = made.get(key) ?? findGroup(sample, person)
  if (made.size >= mostKept) made.delete(made.keys().next().value!)
  made.set(key, group)
  return group
}

/** The density of the people that a person is compared with; null: there are none. */
export function densityFor(sample: Sample, person: Person): Group | null {
  const group = groupFor(sample, person)
  return typeof group === 'string' ? null : group
}

/** Where a score stands in a group, and how far sampling alone may have moved that. */
export function placeIn({ density, n, stratum }: Group, score: number): Place {
  if (stratum !== undefined) return publishedPlace(stratum, score)
  const percentile = percentileOf(density, score)
  return { percentile, ...percentileInterval(percentile, n) }
}

/** The same as an evolution shows it: reversed where less is better, so that higher is better or only means more. */
export function evolutionPlaceIn(group: Group, score: number, direction: Direction): Interval & { value: number } {
  const { percentile, low, high } = placeIn(group, score)
  if (direction !== 'lower_better') return { value: percentile, low, high }
  return { value: 100 - percentile, low: 100 - high, high: 100 - low }
}

function findGroup(sample: Sample, person: Person): Group | Uncompared {
  const { vals, educations, strata } = sample
  if (strata) return findStratum(strata, person)
  const weights = weightsFor(sample, person)
  if (typeof weights === 'string') return weights
  const isMatched = weights.isMatched
  const alike = weights.of.map((weight, i) => (hasEducationOf(person, educations[i] ?? null) ? weight : 0))
  const isAlikeEnough = isMatched && person.educationYears !== null && effectiveNumber(alike) >= enoughOfEducation
  const used = isAlikeEnough ? alike : weights.of
  const n = effectiveNumber(used)
  if (n < fewestValues) return 'small_group'
  const density = weightedDensity(vals, used, n)
  if (density === null) return 'all_equal'
  const group = { density, n, isMatched }
  return (isMatched && density.ties.length === 0 && alongTrend(sample, person, used, n)) || group
}

/**
 * The same people with their values as they would be at the person's age: at the youngest and oldest ages all others are
 * on one side. As the trend is uncertain too, they say as much as fewer people.
 *
 * @returns null where there are too few people for a trend; `small_group` where the trend itself rests on too few
 */
function alongTrend({ vals, sexes, ages }: Sample, { sex, age }: Person, weights: Float64Array, n: number) {
  if (age === null) return null
  const theirAges = ages.map((theirs, i) => (sexes[i] === sex ? theirs : null))
  const trend = n < fewestForTrend ? null : trendAt(theirAges, vals, age)
  if (trend === null) return null
  const yearsFrom = (i: number) => (ages[i] ?? age) - age
  const moved = vals.map((value, i) => value - trend.slope * yearsFrom(i))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const distance = weights.reduce((sum, weight, i) => sum + weight * yearsFrom(i), 0) / total
  const worth = 1 / (1 / n + trend.variance * distance ** 2)
  if (worth < fewestValues) return 'small_group'
  const density = weightedDensity(moved, weights, n)
  return density && { density, n: worth, isMatched: true }
}

function findStratum(strata: readonly Stratum[], person: Person): Group | Uncompared {
  const stratum = stratumFor(strata, person)
  if (stratum === undefined) {
    if (person.age === null) return 'unknown_age'
    const hasChildren = strata.some(({ age_max }) => age_max !== null && age_max < adultFrom)
    return person.age < adultFrom && !hasChildren ? 'no_children' : 'beyond_ages'
  }
  const isOpen = stratum.age_max === null && stratum.age_min <= oldestOfOpenGroup
  if (isOpen && person.age! > oldestOfOpenGroup) return 'no_upper_age'
  if (stratum.n < fewestValues) return 'small_group'
  const density = publishedDensity(stratum)
  return density === null ? 'all_equal' : { density, n: stratum.n, isMatched: stratum.sex !== null, stratum }
}

/** The weight of each person of a sample: by sex, and by nearness in age, as far as these are known. */
function weightsFor(
  { sexes, ages }: Sample,
  { sex, age }: Person,
): { of: Float64Array; isMatched: boolean } | Uncompared {
  const hasSexes = sexes.some((theirs) => theirs !== null)
  const isOfSex = sexes.map((theirs) => sex === null || !hasSexes || theirs === sex)
  const theirAges = ages.map((theirs, i) => (isOfSex[i] ? theirs : null))
  const hasAges = ages.some((theirs) => theirs !== null)
  if (age === null || !hasAges) {
    // People of unknown age are taken for adults.
    if (age !== null && age < adultFrom) return 'no_children'
    const of = Float64Array.from(ages, (theirs, i) => (isOfSex[i] && (theirs ?? adultFrom) >= adultFrom ? 1 : 0))
    return { of, isMatched: false }
  }
  const window = ageWindow(theirAges, age)
  return typeof window === 'string' ? window : { of: window.weights, isMatched: sex !== null && hasSexes }
}

const hasEducationOf = ({ educationYears }: Person, theirs: number | null) =>
  educationYears !== null && theirs !== null && educationOf(theirs) === educationOf(educationYears)

/** Completed years at a date. */
export function ageAt(birthday: string | null, day: Date): number | null {
  if (birthday === null) return null
  const [year, month, date] = birthday.split('-').map(Number) as [number, number, number]
  const had = day.getUTCMonth() + 1 > month || (day.getUTCMonth() + 1 === month && day.getUTCDate() >= date)
  return day.getUTCFullYear() - year - (had ? 0 : 1)
}

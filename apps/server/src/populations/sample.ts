import type { Selectable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import './tables.ts'
import type { Uncompared } from '@fonema/contract'
import { adultFrom, ageWindow, effectiveNumber, type Line, lineAt, slopeOf } from './age-window.ts'
import { type Direction, percentileOf } from './comparison.ts'
import { type Density, fewestValues } from './density.ts'
import { type Interval, percentileInterval } from './percentile-interval.ts'
import {
  oldestOfOpenGroup,
  publishedDensity,
  publishedPercentile,
  publishedPlace,
  type Stratum,
  stratumFor,
} from './published.ts'
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
/** About 50 MB. Beyond it, all groups are made anew: a takeout compares each measure with people of every age. */
const mostKeptValues = 2_000_000
/** A group takes as much memory as this many values more. */
const valuesOfGroup = 30
/** A version's samples never change, so their groups are kept as long as the samples are cached (queries.ts). */
let kept = new WeakMap<Sample, Map<string, Group | Uncompared>>()
let keptValues = 0

/** People with the same key are compared with the same people. */
export const keyOfPerson = ({ sex, age, educationYears }: Person) =>
  `${sex}/${age}/${educationYears === null ? null : educationOf(educationYears)}`

/** The people of a sample that a person is compared with, or the reason for none. */
export function groupFor(sample: Sample, person: Person, key = keyOfPerson(person)): Group | Uncompared {
  const made = kept.get(sample) ?? new Map<string, Group | Uncompared>()
  const known = made.get(key)
  if (known !== undefined) return known
  const group = findGroup(sample, person)
  kept.set(sample, made)
  if (made.size >= mostKept) made.delete(made.keys().next().value!)
  made.set(key, group)
  keptValues += valuesOfGroup + (typeof group === 'string' ? 0 : group.density.values.length)
  if (keptValues > mostKeptValues) [kept, keptValues] = [new WeakMap(), 0]
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

/** The percentile of `placeIn` alone. */
export const percentileIn = ({ density, stratum }: Group, score: number): number =>
  stratum === undefined ? percentileOf(density, score) : publishedPercentile(stratum, score)

/** A percentile as an evolution shows it: reversed where less is better, so that higher is better or only means more. */
const onEvolution = (percentile: number, direction: Direction) =>
  direction === 'lower_better' ? 100 - percentile : percentile

/** A score's percentile as an evolution shows it. */
export const evolutionPercentileIn = (group: Group, score: number, direction: Direction): number =>
  onEvolution(percentileIn(group, score), direction)

/** How far sampling alone may have moved it. */
export function evolutionIntervalIn(group: Group, score: number, direction: Direction): Interval {
  const place = placeIn(group, score)
  const [low, high] = [onEvolution(place.low, direction), onEvolution(place.high, direction)]
  return direction === 'lower_better' ? { low: high, high: low } : { low, high }
}

function findGroup(sample: Sample, person: Person): Group | Uncompared {
  const { vals, strata } = sample
  if (strata) return findStratum(strata, person)
  const people = peopleFor(sample, person)
  if (typeof people === 'string') return people
  const { weights, n, isMatched } = people
  if (n < fewestValues) return 'small_group'
  const density = weightedDensity(vals, weights, n)
  if (density === null) return 'all_equal'
  const group = { density, n, isMatched }
  return (isMatched && density.ties.length === 0 && alongTrend(vals, people)) || group
}

/** The people with whom a person is compared, whatever their values are. */
type People = {
  weights: Float64Array
  n: number
  isMatched: boolean
  /** How many years each is from the person's age, and how many people say as much once moved along the trend. */
  trend: { line: Line; years: Float64Array; worth: number } | null
}
type Kept = { sample: Pick<Sample, 'sexes' | 'educations'>; key: string; people: People | Uncompared }

/** The last person's. All scores of a recording are compared with the same people (queries.ts shares their lists). */
const keptPeople = new WeakMap<Sample['ages'], Kept>()

function peopleFor(sample: Sample, person: Person): People | Uncompared {
  const { sexes, ages, educations } = sample
  const key = keyOfPerson(person)
  const known = keptPeople.get(ages)
  if (known?.key === key && known.sample.sexes === sexes && known.sample.educations === educations) return known.people
  const people = findPeople(sample, person)
  keptPeople.set(ages, { sample: { sexes, educations }, key, people })
  return people
}

function findPeople(sample: Sample, person: Person): People | Uncompared {
  const { educations } = sample
  const weights = weightsFor(sample, person)
  if (typeof weights === 'string') return weights
  const isMatched = weights.isMatched
  const alike = weights.of.map((weight, i) => (hasEducationOf(person, educations[i] ?? null) ? weight : 0))
  const isAlikeEnough = isMatched && person.educationYears !== null && effectiveNumber(alike) >= enoughOfEducation
  const used = isAlikeEnough ? alike : weights.of
  const n = effectiveNumber(used)
  return { weights: used, n, isMatched, trend: isMatched ? trendFor(sample, person, used, n) : null }
}

/** @returns null where there are too few people for a trend */
function trendFor({ sexes, ages }: Sample, { sex, age }: Person, weights: Float64Array, n: number): People['trend'] {
  if (age === null || n < fewestForTrend) return null
  const line = lineAt(
    ages.map((theirs, i) => (sexes[i] === sex ? theirs : null)),
    age,
  )
  if (line === null) return null
  const years = Float64Array.from(ages, (theirs) => (theirs ?? age) - age)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const distance = weights.reduce((sum, weight, i) => sum + weight * years[i]!, 0) / total
  return { line, years, worth: 1 / (1 / n + line.variance * distance ** 2) }
}

/**
 * The same people with their values as they would be at the person's age: at the youngest and oldest ages all others are
 * on one side. As the trend is uncertain too, they say as much as fewer people.
 *
 * @returns null where there are too few people for a trend; `small_group` where the trend itself rests on too few
 */
function alongTrend(vals: readonly number[], { weights, n, trend }: People): Group | 'small_group' | null {
  if (trend === null) return null
  if (trend.worth < fewestValues) return 'small_group'
  const slope = slopeOf(trend.line, vals)
  const moved = trend.years.map((years, i) => vals[i]! - slope * years)
  const density = weightedDensity(moved, weights, n)
  return density && { density, n: trend.worth, isMatched: true }
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

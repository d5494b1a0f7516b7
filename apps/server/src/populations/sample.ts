import type { Selectable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import './tables.ts'
import { type Density, estimateDensity } from './density.ts'

export type Sample = Pick<Selectable<Tables['population_samples']>, 'vals' | 'sexes' | 'ages' | 'educations'>

/** The characteristics by which participants are matched. */
export type Person = { sex: string | null; age: number | null; educationYears: number | null }

const minMatched = 30
const ageBands = [40, 60, 70, 80]
const educationBands = [9, 13]

const bandOf = (limits: readonly number[], value: number) => limits.filter((limit) => value >= limit).length

/**
 * The density of those who share sex and age band with a person (and education, if known), if they are thirty or more;
 * otherwise of the whole population.
 */
export function densityFor(sample: Sample, person: Person): Found | null {
  const made = densities.get(sample) ?? new Map<string, Found | null>()
  densities.set(sample, made)
  const key = groupOf(person)
  if (!made.has(key)) made.set(key, findDensity(sample, person))
  return made.get(key) ?? null
}

type Found = { density: Density; isMatched: boolean }

/** A version's samples never change, so their densities are kept as long as the samples are cached (queries.ts). */
const densities = new WeakMap<Sample, Map<string, Found | null>>()

/** People of one group are compared with the same sample. */
function groupOf({ sex, age, educationYears }: Person): string {
  if (sex === null || age === null) return 'unknown'
  const education = educationYears === null ? '' : bandOf(educationBands, educationYears)
  return `${sex}/${bandOf(ageBands, age)}/${education}`
}

function findDensity(sample: Sample, person: Person): Found | null {
  const alike = matchedValues(sample, person)
  const matched = alike.length >= minMatched ? estimateDensity(alike) : null
  if (matched !== null) return { density: matched, isMatched: true }
  const whole = estimateDensity(sample.vals)
  return whole === null ? null : { density: whole, isMatched: false }
}

function matchedValues({ vals, sexes, ages, educations }: Sample, { sex, age, educationYears }: Person): number[] {
  if (sex === null || age === null) return []
  return vals.filter((_, i) => {
    const [theirAge, theirEducation] = [ages[i] ?? null, educations[i] ?? null]
    if (sexes[i] !== sex || theirAge === null || bandOf(ageBands, theirAge) !== bandOf(ageBands, age)) return false
    if (educationYears === null) return true
    return theirEducation !== null && bandOf(educationBands, theirEducation) === bandOf(educationBands, educationYears)
  })
}

/** Completed years at a date. */
export function ageAt(birthday: string | null, day: Date): number | null {
  if (birthday === null) return null
  const [year, month, date] = birthday.split('-').map(Number) as [number, number, number]
  const had = day.getUTCMonth() + 1 > month || (day.getUTCMonth() + 1 === month && day.getUTCDate() >= date)
  return day.getUTCFullYear() - year - (had ? 0 : 1)
}

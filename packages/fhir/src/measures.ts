import { indexNames, type ReadyResult } from '@fonema/contract'
import names from '@fonema/findings/measure-names.json' with { type: 'json' }
import {
  functionVersions,
  indexDescriptions,
  type MeasureDescription,
  measureDescriptions,
  wordFunctionVersions,
  wordMeasureDescriptions,
} from '@fonema/speech'
import type { CodeableConcept } from '@medplum/fhirtypes'
import { concept, systems } from './codes.ts'

export const functions = { ...measureDescriptions, ...wordMeasureDescriptions, ...indexDescriptions }

type Measure = MeasureDescription & { method: string }

/** Every measure by its code, with the function that makes it. */
export const measures: ReadonlyMap<string, Measure> = new Map(
  Object.entries(functions).flatMap(([method, { measures }]) =>
    Object.entries(measures).map(([code, description]) => [code, { ...description, method }]),
  ),
)

/** Indices that are named after no measure of theirs: a session where one is withheld says so under this code. */
export const withheldIndices: readonly string[] = indexNames.filter((name) => !measures.has(name))

export const namesOf = (code: string): Readonly<Record<string, string>> =>
  (names as Record<string, Record<string, string>>)[code] ?? {}

/** The English name, or the code in words. */
export const displayOf = (code: string): string => namesOf(code).en ?? code.replaceAll('_', ' ')

const versions: Readonly<Record<string, number>> = { ...functionVersions, ...wordFunctionVersions }

/** The function that measured, with its version. */
export function methodOf({ feature_extraction_func: { entry }, outdated_version }: ReadyResult): CodeableConcept {
  const version = outdated_version ?? versions[entry]
  const name = displayOf(entry)
  return {
    ...concept(systems.functions, entry, name),
    text: version === undefined ? name : `${name}, version ${version}`,
  }
}

import type { Questionnaire, QuestionnaireItem, QuestionnaireResponseItem, Resource } from '@medplum/fhirtypes'
import { expect, test } from 'vitest'
import { brokenOf } from '../testing/broken.ts'
import { judges, problemsOf } from '../testing/judge.ts'
import { context, recordsOf, resourcesOf } from '../testing/resources.ts'
import { sessionWith } from '../testing/session.ts'
import { codeSystems, observationsOf, searches } from './index.ts'

const resources = resourcesOf(400)
/** One resource of each type, with as many members as possible. */
const examples = [...Map.groupBy(resources, ({ resourceType }) => resourceType).values()].map(
  (all) => all.toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0]!,
)

test('three judges accept four hundred resources of every type', () => {
  const types = new Set(examples.map(({ resourceType }) => resourceType))
  expect([...types]).toEqual(
    expect.arrayContaining([...Object.keys(searches), 'Bundle', 'CapabilityStatement', 'OperationOutcome']),
  )
  const problems = resources.flatMap(problemsOf)
  expect([...new Set(problems)].slice(0, 8)).toEqual([])
})

test('at least one judge refuses each of more than two hundred broken resources of every type', () => {
  const broken = brokenOf(examples, 2)
  const refused = { fhir: 0, medplum: 0, invariants: 0 }
  const accepted = broken.filter(({ resource }) => {
    const by = Object.entries(judges).filter(([, judge]) => judge(resource).length > 0)
    for (const [name] of by) refused[name as keyof typeof refused]++
    return by.length === 0
  })
  console.log(`${broken.length} broken resources, refused by ${JSON.stringify(refused)}`)
  expect(accepted.map(({ type, way }) => `${type}: ${way}`)).toEqual([])
  expect(broken.length).toBeGreaterThan(200)
  for (const { resourceType } of examples)
    expect([resourceType, broken.filter(({ type }) => type === resourceType).length > 12]).toEqual([resourceType, true])
})

test('the judges refuse observations that break our profile', () => {
  const [whole] = observationsOf(sessionWith(), context)
  expect(problemsOf(whole!)).toEqual([])
  const { valueQuantity, code, ...rest } = whole!
  const range = { type: { text: 'Adults' }, low: { value: 1 } }
  const other = { ...code, coding: [{ ...code.coding![0], system: 'urn:other' }] }
  const wrong: Record<string, object> = {
    'no value and no reason': { ...rest, code },
    'a limit of normal': { ...whole, referenceRange: [{ ...range, text: 'x' }] },
    'a population without a name': { ...whole, referenceRange: [{ text: 'percentile 4' }] },
    'another unit': { ...whole, valueQuantity: { ...valueQuantity, code: 'dB' } },
    'an interpretation': { ...whole, interpretation: [{ text: 'high' }] },
    'a code of another system': { ...whole, code: other },
    'no device': { ...whole, device: undefined },
    'no encounter': { ...whole, encounter: undefined },
  }
  for (const [what, observation] of Object.entries(wrong))
    expect([what, problemsOf(JSON.parse(JSON.stringify(observation))).length > 0]).toEqual([what, true])
})

test('every code of ours is in its code system, with its name', () => {
  const names = new Map(
    codeSystems.flatMap(({ url, concept = [] }) =>
      concept.map(({ code, display }) => [`${url}|${code}`, display] as const),
    ),
  )
  expect(names.size).toBeGreaterThan(200)
  const systems = codeSystems.map(({ url }) => url)
  let count = 0
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { system, code, display } = part as { system?: string; code?: string; display?: string }
    if (systems.includes(system) && code !== undefined) {
      count++
      expect([code, names.has(`${system}|${code}`)]).toEqual([code, true])
      if (display !== undefined) expect([code, display]).toEqual([code, names.get(`${system}|${code}`)])
    }
    for (const value of Object.values(part)) visit(value)
  }
  for (const resource of resources) visit(resource)
  expect(count).toBeGreaterThan(500)
})

test('answers have the groups, the questions and the types of their questionnaire', () => {
  const all = resources.filter((one) => one.resourceType === 'QuestionnaireResponse')
  const questionnaires = new Map(
    resources.flatMap((one): [string | undefined, Questionnaire][] =>
      one.resourceType === 'Questionnaire' ? [[one.url, one]] : [],
    ),
  )
  expect(all.length).toBeGreaterThan(10)
  const types = new Set<string>()
  for (const { questionnaire, item = [] } of all) {
    expect(questionnaires.has(questionnaire)).toBe(true)
    const { item: questions = [] } = questionnaires.get(questionnaire)!
    for (const type of compare(item, questions)) types.add(type)
  }
  expect([...types].sort()).toEqual(
    ['boolean', 'choice', 'date', 'decimal', 'group', 'integer', 'open-choice', 'string', 'text'].sort(),
  )
})

/** The types of the answered questions, each of which is found under the same group. */
function compare(answered: readonly QuestionnaireResponseItem[], asked: readonly QuestionnaireItem[]): string[] {
  return answered.flatMap(({ linkId, item, answer = [] }) => {
    const question = asked.find((one) => one.linkId === linkId)!
    expect([linkId, question !== undefined]).toEqual([linkId, true])
    for (const one of answer) expect(typesOfValue[Object.keys(one)[0]!]).toContain(question.type)
    return [question.type, ...compare(item ?? [], question.item ?? [])]
  })
}

const typesOfValue: Readonly<Record<string, readonly string[]>> = {
  valueBoolean: ['boolean'],
  valueCoding: ['choice', 'open-choice'],
  valueDate: ['date'],
  valueDecimal: ['decimal'],
  valueInteger: ['integer'],
  valueString: ['string', 'text', 'open-choice'],
}

test('provenance names every measure, recording and signed report of a record once', () => {
  for (const record of recordsOf(10)) {
    const inside = record.filter(({ resourceType }) => resourceType !== 'Bundle')
    const named = inside.flatMap((one) =>
      one.resourceType === 'Provenance' ? one.target.map(({ reference }) => reference) : [],
    )
    const wanted = inside.filter(({ resourceType }: Resource) =>
      ['Observation', 'DocumentReference', 'DiagnosticReport', 'Encounter'].includes(resourceType),
    )
    for (const { resourceType, id } of wanted)
      expect(named.filter((reference) => reference === `${resourceType}/${id}`)).toHaveLength(1)
  }
})

import { featureErrors, indexNames, indexReasons } from '@fonema/contract'
import { missingReasons } from '@fonema/speech'
import type { CodeSystem, CodeSystemConcept, CodeSystemConceptProperty, ValueSet } from '@medplum/fhirtypes'
import categories from '../../content/item-categories.json' with { type: 'json' }
import { systems, ucum, valueSets } from './codes.ts'
import { displayOf, functions, measures, namesOf, withheldIndices } from './measures.ts'
import { activities } from './provenance.ts'

type Named = { id: keyof typeof systems; title: string; concept: CodeSystemConcept[] }

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const systemOf = ({ id, title, ...rest }: Named & Partial<CodeSystem>): CodeSystem => ({
  resourceType: 'CodeSystem',
  id,
  url: systems[id],
  name: `Fonema${upper(id)}`,
  title,
  status: 'active',
  caseSensitive: true,
  ...(id in valueSets && { valueSet: valueSets[id as keyof typeof valueSets] }),
  content: 'complete',
  ...rest,
  count: rest.concept.length,
})

const coded = (code: string): CodeSystemConcept => ({ code, display: displayOf(code) })

/** Every measure with its definition, its unit, and the function that makes it. */
const measuresSystem = systemOf({
  id: 'measures',
  title: 'Measures of speech recordings',
  property: [
    { code: 'unit', type: 'string', description: 'The unit of stored values; none for a count or a ratio' },
    { code: 'ucum', type: 'string', description: 'The unit in UCUM, where UCUM has it' },
    { code: 'function', type: 'string', description: `The function that makes it, of ${systems.functions}` },
    { code: 'direction', type: 'string', description: 'Whether a higher or a lower value is better, or neither' },
  ],
  concept: [
    ...[...measures].map(([code, { definition, unit, method, direction }]): CodeSystemConcept => {
      const property: CodeSystemConceptProperty[] = [
        ...(unit === '' ? [] : [{ code: 'unit', valueString: unit }]),
        ...(ucum[unit] === undefined ? [] : [{ code: 'ucum', valueString: ucum[unit] }]),
        { code: 'function', valueString: method },
        { code: 'direction', valueString: direction },
      ]
      const others = Object.entries(namesOf(code)).filter(([language]) => language !== 'en')
      return {
        ...coded(code),
        definition,
        ...(others.length > 0 && { designation: others.map(([language, value]) => ({ language, value })) }),
        property,
      }
    }),
    ...withheldIndices.map((code) => ({ ...coded(code), definition: 'An index of a session that has no value' })),
  ],
})

/** Our code systems, made from the tables of the product. */
export const codeSystems: readonly CodeSystem[] = [
  measuresSystem,
  systemOf({
    id: 'functions',
    title: 'Functions and indices that measure',
    concept: [...new Set([...Object.keys(functions), ...indexNames])].map(coded),
  }),
  systemOf({
    id: 'tasks',
    title: 'Tasks that are recorded',
    concept: [{ code: 'task', display: 'Task' }, ...categories.map(({ name }) => coded(name))],
  }),
  systemOf({
    id: 'reasons',
    title: 'Reasons why a measure has no value',
    concept: [...new Set([...missingReasons, ...indexReasons, ...featureErrors, 'unknown'])].map(coded),
  }),
  systemOf({
    id: 'activities',
    title: 'Activities of provenance',
    concept: Object.entries(activities).map(([code, display]) => ({ code, display })),
  }),
]

export const valueSetsOfCodes: readonly ValueSet[] = codeSystems.flatMap(({ id, url, title, valueSet }) =>
  valueSet === undefined
    ? []
    : [
        {
          resourceType: 'ValueSet',
          id,
          url: valueSet,
          name: `Fonema${upper(id!)}Codes`,
          title,
          status: 'active',
          compose: { include: [{ system: url }] },
        },
      ],
)

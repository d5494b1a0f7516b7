import type { ElementDefinition, ElementDefinitionConstraint, StructureDefinition } from '@medplum/fhirtypes'
import { measureProfile, systems, ucum, valueSets } from './codes.ts'
import { measures } from './measures.ts'

type Rule = Partial<ElementDefinition>

const element = (path: string, rule: Rule): ElementDefinition => ({ id: path, path, ...rule })
const rule = (key: string, human: string, expression: string): ElementDefinitionConstraint => ({
  key,
  severity: 'error',
  human,
  expression,
})

/** For each unit of UCUM, that its measures have no other one. */
const unitRules = [...Map.groupBy(measures.keys(), (code) => ucum[measures.get(code)!.unit])].flatMap(
  ([unit, codes], at) =>
    unit === undefined
      ? []
      : [
          rule(
            `fonema-unit-${at + 1}`,
            `These measures are in ${unit}`,
            `code.coding.where(code in (${codes.map((code) => `'${code}'`).join(' | ')})).exists() and value.exists() implies value.ofType(Quantity).code = '${unit}'`,
          ),
        ],
)

/** What holds for each of our observations, beyond FHIR's own rules. */
const measureObservation: StructureDefinition = {
  resourceType: 'StructureDefinition',
  id: 'measure',
  url: measureProfile,
  name: 'FonemaMeasure',
  title: 'A measure of a speech recording, or an index of a session',
  status: 'active',
  fhirVersion: '4.0.1',
  kind: 'resource',
  abstract: false,
  type: 'Observation',
  baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Observation',
  derivation: 'constraint',
  differential: {
    element: [
      element('Observation', {
        constraint: [
          rule(
            'fonema-1',
            'There is a value, or the reason why there is none',
            'value.exists() xor dataAbsentReason.exists()',
          ),
          rule(
            'fonema-2',
            'Each range names its population or cut-off and says the place in words; no limits of normal are invented',
            'referenceRange.all(type.text.exists() and text.exists() and low.empty() and high.empty())',
          ),
          ...unitRules,
        ],
      }),
      element('Observation.category', { min: 1 }),
      element('Observation.code', { binding: { strength: 'required', valueSet: valueSets.measures } }),
      element('Observation.code.coding', { min: 1, max: '1' }),
      element('Observation.code.coding.system', { min: 1, fixedUri: systems.measures }),
      element('Observation.code.coding.code', { min: 1 }),
      element('Observation.subject', {
        min: 1,
        type: [{ code: 'Reference', targetProfile: ['http://hl7.org/fhir/StructureDefinition/Patient'] }],
      }),
      element('Observation.encounter', { min: 1 }),
      element('Observation.effective[x]', { min: 1, type: [{ code: 'dateTime' }] }),
      element('Observation.value[x]', { type: [{ code: 'Quantity' }] }),
      element('Observation.interpretation', { max: '0' }),
      element('Observation.method', { min: 1, binding: { strength: 'extensible', valueSet: valueSets.functions } }),
      element('Observation.device', { min: 1 }),
    ],
  },
}

export const structureDefinitions: readonly StructureDefinition[] = [measureObservation]

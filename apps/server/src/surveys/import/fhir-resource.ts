import { z } from 'zod'
import { plainText, SurveyFileError } from './read-json.ts'

// The parts of a FHIR R4 Questionnaire (https://hl7.org/fhir/R4/questionnaire.html) that are read. Objects are loose:
// other members may be anything. A member that is read and has the wrong type makes the file invalid.

const maxTextLength = 10_000
const text = z.string().max(maxTextLength)
const flag = z.boolean()

const Coding = z.looseObject({
  system: text.optional(),
  code: text.optional(),
  display: text.optional(),
  get _display() {
    return Element.optional()
  },
  get extension() {
    return z.array(Extension).optional()
  },
})
export type Coding = z.infer<typeof Coding>

const Extension = z.looseObject({
  url: text,
  valueString: text.optional(),
  valueMarkdown: text.optional(),
  valueCode: text.optional(),
  valueDecimal: z.number().optional(),
  valueInteger: z.number().optional(),
  valueBoolean: flag.optional(),
  valueDate: text.optional(),
  valueCoding: Coding.optional(),
  valueCodeableConcept: z.looseObject({ text: text.optional(), coding: z.array(Coding).optional() }).optional(),
  get extension() {
    return z.array(Extension).optional()
  },
})
export type Extension = z.infer<typeof Extension>

/** The companion of a text, `_text`, which holds its translations. */
const Element = z.looseObject({ extension: z.array(Extension).optional() })
export type Element = z.infer<typeof Element>

const AnswerOption = z.looseObject({
  valueCoding: Coding.optional(),
  valueString: text.optional(),
  _valueString: Element.optional(),
  valueInteger: z.number().optional(),
  valueDate: text.optional(),
  valueTime: text.optional(),
  initialSelected: flag.optional(),
  extension: z.array(Extension).optional(),
})
export type AnswerOption = z.infer<typeof AnswerOption>

const EnableWhen = z.looseObject({
  question: text,
  operator: z.enum(['exists', '=', '!=', '>', '<', '>=', '<=']),
  answerBoolean: flag.optional(),
  answerDecimal: z.number().optional(),
  answerInteger: z.number().optional(),
  answerDate: text.optional(),
  answerString: text.optional(),
  answerCoding: Coding.optional(),
})
export type EnableWhen = z.infer<typeof EnableWhen>

const Item = z.looseObject({
  linkId: text,
  type: text,
  text: text.optional(),
  _text: Element.optional(),
  prefix: text.optional(),
  enableWhen: z.array(EnableWhen).optional(),
  enableBehavior: z.enum(['all', 'any']).optional(),
  required: flag.optional(),
  repeats: flag.optional(),
  readOnly: flag.optional(),
  maxLength: z.number().optional(),
  answerValueSet: text.optional(),
  answerOption: z.array(AnswerOption).max(500).optional(),
  initial: z.array(z.unknown()).optional(),
  extension: z.array(Extension).optional(),
  modifierExtension: z.array(z.unknown()).optional(),
  get item() {
    return z.array(Item).optional()
  },
})
export type Item = z.infer<typeof Item>

const Concept = z.looseObject({
  code: text,
  display: text.optional(),
  _display: Element.optional(),
  designation: z.array(z.looseObject({ language: text.optional(), value: text })).optional(),
  extension: z.array(Extension).optional(),
})
const ValueSet = z.looseObject({
  resourceType: z.literal('ValueSet'),
  id: text,
  compose: z
    .looseObject({
      include: z.array(z.looseObject({ system: text.optional(), concept: z.array(Concept).max(500).optional() })),
    })
    .optional(),
  expansion: z
    .looseObject({
      contains: z.array(z.looseObject({ ...Concept.shape, system: text.optional() })).max(500),
    })
    .optional(),
})
export type ValueSet = z.infer<typeof ValueSet>

const Questionnaire = z.looseObject({
  resourceType: z.literal('Questionnaire'),
  id: text.optional(),
  url: text.optional(),
  name: text.optional(),
  title: text.optional(),
  _title: Element.optional(),
  description: text.optional(),
  _description: Element.optional(),
  language: text.optional(),
  publisher: text.optional(),
  copyright: text.optional(),
  contained: z.array(z.looseObject({ resourceType: text })).optional(),
  modifierExtension: z.array(z.unknown()).optional(),
  item: z.array(Item).optional(),
})
export type Questionnaire = z.infer<typeof Questionnaire> & { valueSets: ReadonlyMap<string, ValueSet> }

/** @throws {SurveyFileError} naming the first member with a wrong type */
export function parseQuestionnaire(resource: unknown): Questionnaire {
  const parsed = parse(Questionnaire, resource, '')
  const valueSets = (parsed.contained ?? [])
    .map((one, index) => [one, index] as const)
    .filter(([{ resourceType }]) => resourceType === 'ValueSet')
    .map(([one, index]) => parse(ValueSet, one, `contained.${index}.`))
  return { ...parsed, valueSets: new Map(valueSets.map((set) => [set.id, set])) }
}

function parse<T extends z.ZodType>(schema: T, value: unknown, prefix: string): z.output<T> {
  const { data, error } = schema.safeParse(value)
  if (error !== undefined) throw new SurveyFileError('wrong_value', prefix + error.issues[0]!.path.join('.'))
  return data as z.output<T>
}

const urls = {
  translation: 'http://hl7.org/fhir/StructureDefinition/translation',
  ordinal: [
    'http://hl7.org/fhir/StructureDefinition/ordinalValue',
    'http://hl7.org/fhir/StructureDefinition/questionnaire-ordinalValue',
    'http://hl7.org/fhir/StructureDefinition/codesystem-ordinalValue',
    'http://hl7.org/fhir/StructureDefinition/valueset-ordinalValue',
    'http://hl7.org/fhir/StructureDefinition/itemWeight',
  ],
} as const

/** The extension whose address ends like this: publishers use different prefixes. */
export const extensionOf = (one: { extension?: Extension[] | undefined }, ending: string): Extension | undefined =>
  one.extension?.find(({ url }) => url === ending || url.endsWith(`/${ending}`))

export const ordinalOf = (...places: ({ extension?: Extension[] | undefined } | undefined)[]): number | undefined => {
  for (const place of places) {
    const found = place?.extension?.find(({ url }) => (urls.ordinal as readonly string[]).includes(url))
    const value = found?.valueDecimal ?? found?.valueInteger
    if (value !== undefined) return value
  }
  return undefined
}

export type Translation = { language: string; text: string }

/** The translations of a text, from its translation extension. */
export const translationsOf = (element: Element | undefined): Translation[] =>
  (element?.extension ?? [])
    .filter(({ url }) => url === urls.translation)
    .flatMap((one) => {
      const lang = extensionOf(one, 'lang')
      const content = extensionOf(one, 'content')
      const language = lang?.valueCode ?? lang?.valueString
      const words = plainText(content?.valueString ?? content?.valueMarkdown)
      return language === undefined || words === undefined ? [] : [{ language, text: words }]
    })

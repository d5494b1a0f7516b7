import fc from 'fast-check'

/** A JSON schema of our OpenAPI document, as far as values are generated from it. */
export type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
  pattern?: string
}

export const hostileTexts: readonly string[] = [
  ...['', ' ', '\0', 'a\0b', '\u0001\u001f', '\ud800', 'a\udfff', '\uffff', '\u202egnp.exe', '\u2028\u2029', '👩‍👩‍👧'],
  ...['x'.repeat(10_000), 'ñ'.repeat(300), '%00', '%s%n', '../../etc/passwd', '..\\..\\', '/etc/passwd\0.wav'],
  ...["' or 1=1 --", "'; drop table users; --", '%', '_', '\\', '$1', '$$', '{{7*7}}', `\${7*7}`, '<script>x</script>'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
    'true',
    '0',
    '-1',
    '1e400',
  ],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', '9999-12-31', '0000-00-00'],
  ...['+275760-09-13T00:00:00.000Z', '2026-02-30', '0001-01-01', '2026-11-22T25:61:61Z', 'a\r\nset-cookie: x=1'],
]

const hostileNumbers = [0, -0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 5e-324, 2_147_483_648]

/** A value of any type that JSON can represent. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom<unknown>(null, true, false, {}, [], [[]], [null], ...hostileNumbers),
  fc.constantFrom(...hostileTexts).map((text) => [text]),
  fc.constantFrom(...hostileTexts).map((text) => ({ [text]: text })),
  fc.constant({ toString: 'x', valueOf: null, length: -1, $gt: '', toJSON: 1 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Ids of existing objects, by their names in paths. */
export type Ids = Record<string, string>

/** Mostly what the schema requires; now and then something else. `name` is the name of the value. */
export function mostlyValid(schema: Schema, ids: Ids, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: fittingValue(schema, ids, name) }, { weight: 1, arbitrary: hostileValue })
}

function fittingValue(schema: Schema, ids: Ids, name: string): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => fittingValue(each, ids, name)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, ids)
    case 'array':
      return fc.array(mostlyValid(schema.items ?? {}, ids, name), { maxLength: 4 })
    case 'integer': {
      const min = Math.max(schema.minimum ?? 0, 0)
      return fc.integer({ min, max: Math.min(schema.maximum ?? min + 50, min + 50) })
    }
    case 'number':
      return fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 0, max: 90 }) }, fc.constantFrom(...hostileNumbers))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textOf(schema, ids, name)
    default:
      return hostileValue
  }
}

function textOf({ format, pattern }: Schema, ids: Ids, name: string): fc.Arbitrary<string> {
  const examples = ['5491112345678', 'AR', 'a'.repeat(64), '12', '-1']
  const matching = examples.filter((example) => pattern !== undefined && new RegExp(pattern, 'u').test(example))
  const existing = ids[name] ?? ids[`${name}_id`]
  if (existing !== undefined) return fc.oneof({ weight: 9, arbitrary: fc.constant(existing) }, anyIdOf(ids))
  if (format === 'uuid') return anyIdOf(ids)
  if (format === 'date') return fc.constantFrom(...dates)
  if (format === 'date-time') return fc.constantFrom('2026-11-01T00:00:00.000Z', '0000-01-01T00:00:00Z', '2026-11-01')
  if (matching.length > 0) return fc.constantFrom(...matching)
  return fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
    { weight: 3, arbitrary: fc.constantFrom('examiner@demo.example', 'Correct-Horse-7!', '{"start":0,"end":1}', '[]') },
    fc.constantFrom(...hostileTexts),
  )
}

const dates = [...Array<string>(8).fill('1950-02-28'), '2026-11-01', '2026-02-30', '0001-01-01', '9999-12-31']

const anyIdOf = (ids: Ids) => fc.oneof(fc.constantFrom(...Object.values(ids)), fc.uuid())

function objectOf({ properties = {}, required = [] }: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, mostlyValid(schema, ids, name)]),
  )
  return fc.record(members, { requiredKeys: required })
}

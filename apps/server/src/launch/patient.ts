import type { LaunchedValues } from '@fonema/contract'
import { z } from 'zod'

/** What the health record says about its patient cannot be used. */
export class PatientRefused extends Error {
  readonly reason: 'no_patient' | 'patient_unreadable'

  constructor(reason: PatientRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** FHIR's own form of ids. A point alone would lead to another path. */
export function patientIdOf(patient: unknown): string {
  if (typeof patient !== 'string' || !/^[A-Za-z\d.-]{1,64}$/.test(patient) || /^\.+$/.test(patient))
    throw new PatientRefused('no_patient')
  return patient
}

const Name = z.object({
  use: z.string().optional(),
  family: z.string().optional(),
  given: z.array(z.string().nullable()).optional(),
})
const Patient = z.object({
  resourceType: z.literal('Patient'),
  id: z.string(),
  identifier: z
    .array(z.object({ system: z.string().optional(), value: z.string().optional() }))
    .max(1000)
    .optional(),
  name: z.array(Name).max(1000).optional(),
  birthDate: z.string().optional(),
  gender: z.string().optional(),
})

/** Text of another system, as a form here accepts it. */
function textOf(text: string, max: number): string | null {
  const clean = text
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
    .trim()
  return clean === '' ? null : clean
}

const sexes = new Map<string | undefined, 'f' | 'm'>([
  ['female', 'f'],
  ['male', 'm'],
])

/** The values to register, of the resource that was asked for. A person checks them. */
export function valuesOf(resource: unknown, id: string, codeSystem: string): LaunchedValues {
  const parsed = Patient.safeParse(resource)
  if (!parsed.success || parsed.data.id !== id) throw new PatientRefused('patient_unreadable')
  const { identifier = [], name = [], birthDate, gender } = parsed.data
  const used = name.find(({ use }) => use === 'official') ?? name.find(({ use }) => use === 'usual') ?? name[0]
  const given = (used?.given ?? []).filter((part) => part !== null).join(' ')
  const codes = identifier.filter(({ system, value }) => codeSystem !== '' && system === codeSystem && value)
  // A year or a month alone is no birthday.
  const birthday = z.iso.date().safeParse(birthDate)
  return {
    // Of several, a person says which one.
    code: codes.length === 1 ? textOf(codes[0]!.value!, 64) : null,
    first_name: textOf(given, 150),
    last_name: textOf(used?.family ?? '', 150),
    birthday: birthday.success ? birthday.data : null,
    sex: sexes.get(gender) ?? null,
  }
}

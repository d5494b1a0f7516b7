/** A FHIR id has 64 characters at most: a UUID in base 36 leaves room for the name of a measure. */
const shortOf = (uuid: string) =>
  BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0')

function uuidOf(short: string): string | undefined {
  if (!/^[\da-z]{25}$/.test(short)) return undefined
  let value = 0n
  for (const digit of short) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  const hex = value.toString(16).padStart(32, '0')
  if (hex.length > 32) return undefined
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The id of a measure of an item's answer, or of an index of a session. */
export const observationId = (uuid: string, measure: string) => `${shortOf(uuid)}.${measure.replaceAll('_', '-')}`

/** @returns the answer or session of an observation's id; undefined for another text */
export function ownerOfObservation(id: string): string | undefined {
  const [short = '', measure] = id.split('.')
  return measure === undefined ? undefined : uuidOf(short)
}

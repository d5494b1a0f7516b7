import type { Locale, ProtocolSummary } from '@fonema/contract'

/** When each protocol was recorded last, as a date-time of the API, by the protocol's id. */
type LastTimes = ReadonlyMap<string, string>

export function latestTimes(records: readonly { protocol: string; recorded_at: string }[]): LastTimes {
  const times = new Map<string, string>()
  for (const { protocol, recorded_at } of records) {
    const known = times.get(protocol)
    if (known === undefined || Date.parse(known) < Date.parse(recorded_at)) times.set(protocol, recorded_at)
  }
  return times
}

/**
 * Splits protocols into those in the participant's language and the others. In each group: what the participant recorded
 * last comes first, then the exact locale, then what the examiner recorded last with anybody; practice comes last.
 * Otherwise the order is unchanged.
 */
export function groupByLanguage<T extends Pick<ProtocolSummary, 'id' | 'locale' | 'is_practice'>>(
  protocols: readonly T[],
  spoken: Pick<Locale, 'id' | 'lang'> | undefined,
  recorded: LastTimes,
  recordedByExaminer: LastTimes,
): { own: T[]; others: T[] } {
  const lastIn = (times: LastTimes, { id }: T) => Date.parse(times.get(id) ?? '1970-01-01')
  const distance = ({ locale }: T) => (locale.id === spoken?.id ? 0 : locale.lang.code === spoken?.lang.code ? 1 : 2)
  const sorted = [...protocols].sort(
    (a, b) =>
      Number(a.is_practice) - Number(b.is_practice) ||
      lastIn(recorded, b) - lastIn(recorded, a) ||
      distance(a) - distance(b) ||
      lastIn(recordedByExaminer, b) - lastIn(recordedByExaminer, a),
  )
  return { own: sorted.filter((one) => distance(one) < 2), others: sorted.filter((one) => distance(one) === 2) }
}

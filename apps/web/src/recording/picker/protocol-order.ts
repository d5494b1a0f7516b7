import type { Locale, ProtocolSummary } from '@fonema/contract'

/**
 * Splits protocols into those in the participant's language and the others. In each group: the last recorded first, then
 * the exact locale; practice comes last. Otherwise the order is unchanged.
 *
 * @param recorded when the participant recorded each protocol last, as a date-time of the API, by the protocol's id
 */
export function groupByLanguage<T extends Pick<ProtocolSummary, 'id' | 'locale' | 'is_practice'>>(
  protocols: readonly T[],
  spoken: Pick<Locale, 'id' | 'lang'> | undefined,
  recorded: ReadonlyMap<string, string>,
): { own: T[]; others: T[] } {
  const lastTime = ({ id }: T) => Date.parse(recorded.get(id) ?? '1970-01-01')
  const distance = ({ locale }: T) => (locale.id === spoken?.id ? 0 : locale.lang.code === spoken?.lang.code ? 1 : 2)
  const sorted = [...protocols].sort(
    (a, b) => Number(a.is_practice) - Number(b.is_practice) || lastTime(b) - lastTime(a) || distance(a) - distance(b),
  )
  return { own: sorted.filter((one) => distance(one) < 2), others: sorted.filter((one) => distance(one) === 2) }
}

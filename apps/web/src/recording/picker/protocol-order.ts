import type { Locale, ProtocolSummary } from '@fonema/contract'

/**
 * Splits protocols into those in the participant's language, exact locale first, and the others. Practice comes last in
 * each group; otherwise the order is unchanged.
 */
export function groupByLanguage<T extends Pick<ProtocolSummary, 'locale' | 'is_practice'>>(
  protocols: readonly T[],
  spoken: Pick<Locale, 'id' | 'lang'> | undefined,
): { own: T[]; others: T[] } {
  const distance = ({ locale }: T) => (locale.id === spoken?.id ? 0 : locale.lang.code === spoken?.lang.code ? 1 : 2)
  const sorted = [...protocols].sort(
    (a, b) => distance(a) - distance(b) || Number(a.is_practice) - Number(b.is_practice),
  )
  return { own: sorted.filter((one) => distance(one) < 2), others: sorted.filter((one) => distance(one) === 2) }
}

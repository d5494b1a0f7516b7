import type { ProtocolGap } from '@fonema/contract/protocol-gaps'

/** The id of the field that a gap is about, for its link. */
export const fieldId = ({ item, locale, field }: Omit<ProtocolGap, 'code'>) =>
  ['field', item ?? 'protocol', locale ?? 'all', field].join('-')

/** The error texts of one item's or the protocol's fields. */
export const gapsAt = (gaps: readonly ProtocolGap[], item: string | null, locale: string | null) =>
  new Map(gaps.filter((gap) => gap.item === item && gap.locale === locale).map(({ field, code }) => [field, code]))

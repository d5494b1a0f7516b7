import type { Campaign } from '@fonema/contract'
import { formatApiDate } from '../../ui/dates.ts'
import { numberFormat } from '../../ui/formats.ts'
import { currentLanguage, type TFunction } from '../../ui/i18n.ts'

/** A count as people write it. */
export const countOf = (count: number) => numberFormat(currentLanguage()).format(count)

/** Which recordings a campaign measures, in words. */
export function scopeText({ protocol, from, to }: Campaign, t: TFunction): string {
  const day = (text: string) => formatApiDate(text, currentLanguage())
  const what = protocol ?? t('campaigns__scope__all')
  if (from !== null && to !== null) return t('campaigns__scope__between', { what, from: day(from), to: day(to) })
  if (from !== null) return t('campaigns__scope__from', { what, from: day(from) })
  if (to !== null) return t('campaigns__scope__to', { what, to: day(to) })
  return what
}

/** What a campaign did so far, in words. */
export const outcomeText = ({ done, failed, changed }: Campaign, t: TFunction): string =>
  [
    t('campaigns__outcome__done', { count: done, formatted: countOf(done) }),
    t('campaigns__outcome__changed', { count: changed, formatted: countOf(changed) }),
    ...(failed === 0 ? [] : [t('campaigns__outcome__failed', { count: failed, formatted: countOf(failed) })]),
  ].join(' · ')

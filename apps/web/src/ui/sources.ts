import type { TFunction } from './i18n.ts'

export type Sourced = { name: string; source: string; licence: string; locale: { code: string } }
type SourceGroup = { source: string; licence: string; items: Pick<Sourced, 'name' | 'locale'>[] }

/** Groups items by source and licence. */
export function groupBySource(items: readonly Sourced[]): SourceGroup[] {
  const groups = new Map<string, SourceGroup>()
  for (const { name, locale, source, licence } of items) {
    const key = JSON.stringify([source, licence])
    const group = groups.get(key) ?? { source, licence, items: [] }
    group.items.push({ name, locale })
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The source given in the files of the bundled protocols and surveys (packages/content/README.md). */
const bundledSource = 'Written for Fonema'

/** The author and licence of a protocol or survey. */
export const sourceLine = (t: TFunction, { source, licence }: Pick<Sourced, 'source' | 'licence'>): string =>
  [source === bundledSource ? t('base__about__bundled') : source, t('base__about__licence', { licence })].join(' · ')

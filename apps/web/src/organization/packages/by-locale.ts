import { localeName } from '../../ui/locale-name.ts'

type Listed = { id: string; name: string; locale: { code: string } }

/** Choices by locale, those of the reader's language first, then by name. */
export function byLocale(list: readonly Listed[], language: string) {
  const isOwn = (code: string) => Number(code.split('-')[0] === language)
  return [...Map.groupBy(list, ({ locale }) => locale.code)]
    .sort(([a], [b]) => isOwn(b) - isOwn(a) || a.localeCompare(b, 'en'))
    .map(([code, items]) => ({
      group: localeName(code, language),
      items: items
        .toSorted((a, b) => a.name.localeCompare(b.name, code))
        .map(({ id, name }) => ({ value: id, label: name })),
    }))
}

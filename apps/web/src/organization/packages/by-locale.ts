import { currentLanguage } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'

type Listed = { id: string; name: string; locale: { code: string } }

/** Choices by language, then by name: the same order for every reader. */
export const byLocale = (list: readonly Listed[]) =>
  [...Map.groupBy(list, ({ locale }) => locale.code)]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([code, items]) => ({
      group: localeName(code, currentLanguage()),
      items: items
        .toSorted((a, b) => a.name.localeCompare(b.name, code))
        .map(({ id, name }) => ({ value: id, label: name })),
    }))

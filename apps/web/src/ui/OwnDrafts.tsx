import type { DraftState } from '@fonema/contract'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { formatDay } from './dates.ts'
import { currentLanguage, useTranslation } from './i18n.ts'
import { localeName } from './locale-name.ts'
import { StateBadge } from './StateBadge.tsx'
import table from './table.module.css'

type Draft = {
  id: string
  name: string
  state: DraftState
  version: number | null
  is_changed: boolean
  locales: readonly string[]
  updated_at: string
  updated_by: string
}
type OwnDraftsProps<D extends Draft> = {
  drafts: readonly D[]
  countTitle: string
  countOf: (draft: D) => number
  linkTo: (id: string) => string
}

/** The organisation's own protocols or surveys with their states. */
export function OwnDrafts<D extends Draft>({ drafts, countTitle, countOf, linkTo }: OwnDraftsProps<D>) {
  const { t } = useTranslation()
  const languages = (codes: readonly string[]) => codes.map((code) => localeName(code, currentLanguage())).join(', ')
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('studio__list__name')}</th>
          <th scope="col">{t('studio__list__state')}</th>
          <th scope="col" className={table.wide}>
            {t('studio__list__languages')}
          </th>
          <th scope="col" className={table.wide}>
            {countTitle}
          </th>
          <th scope="col" className={table.wide}>
            {t('studio__list__changed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {drafts.map((draft) => (
          <tr key={draft.id}>
            <td>
              <Anchor component={Link} to={linkTo(draft.id)} data-head>
                {draft.name || t('studio__page__unnamed')}
              </Anchor>
              <span className={table.second}>{languages(draft.locales)}</span>
            </td>
            <td>
              <StateBadge draft={draft} />
            </td>
            <td className={table.wide}>{languages(draft.locales)}</td>
            <td className={table.wide}>{countOf(draft)}</td>
            <td className={table.wide}>{`${formatDay(draft.updated_at, currentLanguage())} · ${draft.updated_by}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

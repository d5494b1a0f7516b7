import type { SurveyDraftSummary } from '@fonema/contract'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDay } from '../../ui/dates.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { localeName } from '../../ui/locale-name.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import table from '../../ui/table.module.css'

/** The organisation's own surveys with their states. */
export function OwnTable({ drafts }: { drafts: readonly SurveyDraftSummary[] }) {
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
            {t('builder__list__questions')}
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
              <Anchor component={Link} to={links.surveyDraft(draft.id)}>
                {draft.name || t('studio__page__unnamed')}
              </Anchor>
              <span className={table.second}>{languages(draft.locales)}</span>
            </td>
            <td>
              <StateBadge draft={draft} />
            </td>
            <td className={table.wide}>{languages(draft.locales)}</td>
            <td className={table.wide}>{draft.field_count}</td>
            <td className={table.wide}>{`${formatDay(draft.updated_at, currentLanguage())} · ${draft.updated_by}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import type { SurveySummary } from '@fonema/contract'
import { Button } from '@mantine/core'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'
import { sourceLine } from '../../ui/sources.ts'
import table from '../../ui/table.module.css'

type CopyTableProps = { surveys: readonly SurveySummary[]; onCopy: (survey: SurveySummary) => void }

/** The surveys in use, which can be copied. Those in the reader's language, because a copy has all languages. */
export function CopyTable({ surveys, onCopy }: CopyTableProps) {
  const { t } = useTranslation()
  const mine = surveys.filter(({ locale }) => locale.lang.code === currentLanguage())
  const shown = mine.length > 0 ? mine : surveys
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('studio__list__name')}</th>
          <th scope="col" className={table.wide}>
            {t('studio__list__languages')}
          </th>
          <th scope="col" className={table.wide}>
            {t('survey_import__list__licence')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {shown.map((survey) => (
          <tr key={survey.id}>
            <td>
              <span lang={survey.locale.code}>{survey.name}</span>
            </td>
            <td className={table.wide}>{localeName(survey.locale.code, currentLanguage())}</td>
            <td className={table.wide}>{sourceLine(t, survey)}</td>
            <td>
              <Button
                size="sm"
                variant="subtle"
                aria-label={t('studio__list__copy_of', { name: survey.name })}
                onClick={() => onCopy(survey)}
              >
                {t('studio__list__copy')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import type { SurveySummary } from '@fonema/contract'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { UploadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { localeName } from '../ui/locale-name.ts'
import { Pager } from '../ui/Pager.tsx'
import { pagingOf } from '../ui/paging.ts'
import { sourceLine } from '../ui/sources.ts'
import table from '../ui/table.module.css'
import classes from './SurveyImport.module.css'
import { SurveysImport } from './SurveysImport.tsx'

const pageSize = 5

/** The surveys that the organisation can assign to examiners, their terms of use, and how to add more. */
export function SurveysCard() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [isImporting, setImporting] = useState(false)
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/'))
  // Surveys in the reader's language come first.
  const isOwn = ({ locale }: SurveySummary) => locale.lang.code === currentLanguage()
  const surveys = [...(data?.available_surveys ?? [])].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  const paging = pagingOf(page, surveys.length, pageSize)
  const first = (paging.page - 1) * pageSize
  return (
    <Card
      title={t('survey_import__card__title')}
      aside={
        <Group gap="xs">
          <Button variant="default" component={Link} to={links.surveys}>
            {t('survey_import__card__build')}
          </Button>
          <Button variant="default" leftSection={<UploadIcon />} onClick={() => setImporting(true)}>
            {t('survey_import__card__import')}
          </Button>
        </Group>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('survey_import__list__name')}</th>
              <th scope="col">{t('survey_import__list__language')}</th>
              <th scope="col" className={table.wide}>
                {t('survey_import__list__licence')}
              </th>
            </tr>
          </thead>
          <tbody>
            {surveys.slice(first, first + pageSize).map(({ id, name, locale, licence, source }) => (
              <tr key={id}>
                <td>
                  <span lang={locale.code}>{name}</span>
                  <span className={table.second}>{sourceLine(t, { source, licence })}</span>
                </td>
                <td>{localeName(locale.code, currentLanguage())}</td>
                <td className={`${table.wide} ${classes.terms}`}>{sourceLine(t, { source, licence })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager paging={paging} label={t('survey_import__list__pages')} onPage={setPage} />
      {isImporting && <SurveysImport onClose={() => setImporting(false)} />}
    </Card>
  )
}

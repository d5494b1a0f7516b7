import type { SurveySummary } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import editor from '../../ui/editor.module.css'
import { useTranslation } from '../../ui/i18n.ts'
import { UploadIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { links } from '../../ui/links.ts'
import { OwnDrafts } from '../../ui/OwnDrafts.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { SurveysImport } from '../SurveysImport.tsx'
import { CopyTable } from './CopyTable.tsx'
import { NewSurvey } from './NewSurvey.tsx'

/** The organisation's own surveys with their states, and all surveys that can be copied. */
export function SurveysPage() {
  const { t } = useTranslation()
  const own = useQuery(queryFor('GET /survey_drafts/'))
  const organization = useQuery(queryFor('GET /organizations/'))
  const [isImporting, setImporting] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isStarting, setStarting] = useState<{ copyOf: SurveySummary | null } | null>(null)
  useTitle(t('builder__list__title'))
  const failed = [own, organization].find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (own.data === undefined || organization.data === undefined) return <Loading />
  return (
    <>
      <BackLink to={links.rooms.content}>{t('studio__list__back')}</BackLink>
      <header className={editor.head}>
        <h1>{t('builder__list__title')}</h1>
        <div className={editor.actions}>
          <Button variant="default" leftSection={<UploadIcon />} onClick={() => setImporting(true)}>
            {t('survey_import__card__import')}
          </Button>
          <Button onClick={() => setStarting({ copyOf: null })}>{t('builder__list__new')}</Button>
        </div>
      </header>
      <div className={editor.cards}>
        <Card title={t('builder__list__own')}>
          {own.data.length === 0 ? (
            <EmptyState text={t('builder__list__empty')} />
          ) : (
            <OwnDrafts
              drafts={own.data}
              countTitle={t('builder__list__questions')}
              countOf={({ field_count }) => field_count}
              linkTo={links.surveyDraft}
            />
          )}
        </Card>
        <Card title={t('builder__list__others')}>
          <p className={editor.hint}>{t('builder__list__others_hint')}</p>
          <CopyTable surveys={organization.data.available_surveys} onCopy={(copyOf) => setStarting({ copyOf })} />
        </Card>
      </div>
      {isImporting && (
        <SurveysImport
          onDraft={(draft) => {
            showSuccess(t('builder__import__done'))
            void client.invalidateQueries({ queryKey: queryKeyOf('GET /survey_drafts/') })
            void navigate(links.surveyDraft(draft.id))
          }}
          onClose={() => setImporting(false)}
        />
      )}
      {isStarting !== null && (
        <NewSurvey
          copyOf={isStarting.copyOf}
          usedKeys={own.data.map(({ key }) => key)}
          onClose={() => setStarting(null)}
        />
      )}
    </>
  )
}

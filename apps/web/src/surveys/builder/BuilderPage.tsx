import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApiFailure } from '../../api/http.ts'
import { queryFor } from '../../api/query.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { links } from '../../ui/links.ts'
import { StatusPage } from '../../ui/StatusPage.tsx'
import { BuilderEditor } from './BuilderEditor.tsx'

/** One survey of the organisation: its questions, languages, scores, preview and publication. */
export function BuilderPage() {
  const { t } = useTranslation()
  const { draft_id: survey_draft_id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...queryFor('GET /survey_drafts/{survey_draft_id}/', { params: { survey_draft_id } }),
    // The editor is ahead of the server.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  if (error instanceof ApiFailure && error.code === 'not_found') return <StatusPage status={404} />
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <BackLink to={links.surveys}>{t('builder__page__back')}</BackLink>
      <BuilderEditor key={data.id} stored={data} />
    </>
  )
}

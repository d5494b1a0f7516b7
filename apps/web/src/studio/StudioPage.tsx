import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApiFailure } from '../api/http.ts'
import { queryFor } from '../api/query.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { StatusPage } from '../ui/StatusPage.tsx'
import { Editor } from './Editor.tsx'
import type { PreviewParts } from './Preview.tsx'

/** One protocol of the organisation: its items, its languages, its preview and its publication. */
export function StudioPage({ parts }: { parts: PreviewParts }) {
  const { t } = useTranslation()
  const { draft_id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...queryFor('GET /protocol_drafts/{draft_id}/', { params: { draft_id } }),
    // The editor is ahead of the server.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  if (error instanceof ApiFailure && error.code === 'not_found') return <StatusPage status={404} />
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <BackLink to={links.protocols}>{t('studio__page__back')}</BackLink>
      <Editor key={data.id} stored={data} parts={parts} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { queryFor } from '../api/query.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'

/** A session's items and whether each was recorded or skipped. */
export function ResultPage() {
  const { t } = useTranslation()
  const { participant_id = '', protocolres_id = '' } = useParams()
  const params = { participant_id, protocol_res_id: protocolres_id }
  const session = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
      params,
      query: { distributions: 'false' },
    }),
  )
  useTitle(t('responses__result__title'))
  if (session.data === undefined) {
    return session.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={session.error} onRetry={() => void session.refetch()} />
    )
  }
  return (
    <>
      <BackLink to={links.participant(participant_id)}>{t('responses__page__back')}</BackLink>
      <h1>{session.data.protocol.name}</h1>
      <Card title={t('responses__result__items')}>
        <ol>
          {session.data.responses.map(({ id, protocol_item, is_skipped }) => (
            <li key={id}>
              {protocol_item.title}: {t(is_skipped ? 'responses__result__skipped' : 'responses__result__recorded')}
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}

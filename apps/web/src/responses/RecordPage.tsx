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

/** The protocols that may be recorded with a participant. */
export function RecordPage() {
  const { t } = useTranslation()
  const { participant_id = '' } = useParams()
  const { data: protocols, error, refetch } = useQuery(queryFor('GET /protocols/examiner/'))
  useTitle(t('responses__record__title'))
  if (protocols === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <BackLink to={links.participant(participant_id)}>{t('responses__page__back')}</BackLink>
      <h1>{t('responses__record__title')}</h1>
      <Card title={t('responses__record__protocols')}>
        <ul>
          {protocols.map(({ id, name, description }) => (
            <li key={id}>
              <strong>{name}</strong> {description}
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

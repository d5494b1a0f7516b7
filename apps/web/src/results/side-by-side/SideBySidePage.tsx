import type { Evolution, ProtocolResponse } from '@fonema/contract'
import { Alert, Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiFailure } from '../../api/http.ts'
import { queryFor } from '../../api/query.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { links } from '../../ui/links.ts'
import { StatusPage } from '../../ui/StatusPage.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { changeOf } from '../evolution/change.ts'
import { Measuring } from '../evolution/Measuring.tsx'
import { useEvolution, useEvolved } from '../evolution/useEvolution.ts'
import { useEvolutionTexts } from '../evolution/useEvolutionTexts.ts'
import { WhatChanged } from '../evolution/WhatChanged.tsx'
import { useSession } from '../session/useSession.ts'
import { ComparedItem } from './ComparedItem.tsx'
import { compareSessions, itemsWithoutPair } from './compare.ts'
import { comparableSessions } from './last-comparable.ts'
import { SessionFacts } from './SessionFacts.tsx'
import classes from './SideBySide.module.css'

type PageProps = { participant: (session: ProtocolResponse) => ReactNode }

/** Two sessions of a participant side by side. `participant` renders the participant, which belongs to another domain. */
export function SideBySidePage({ participant }: PageProps) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const { participant_id = '', protocolres_id = '', other_id = '' } = useParams()
  const left = useSession({ participant_id, protocol_res_id: protocolres_id })
  const right = useSession({ participant_id, protocol_res_id: other_id })
  const evolution = useEvolution(participant_id)
  useTitle(t('analysis__sessions__title'))
  const error = left.error ?? right.error ?? evolution.error
  if (error instanceof ApiFailure && error.status === 404) return <StatusPage status={404} />
  if (left.data === undefined || right.data === undefined || evolution.data === undefined) {
    if (error === null) return <Loading />
    const retry = () => void Promise.all([left.refetch(), right.refetch(), evolution.refetch()])
    return <ErrorState error={error} onRetry={retry} />
  }
  return (
    <>
      <BackLink to={links.participant(participant_id)}>{t('responses__page__back')}</BackLink>
      <header className={classes.header}>
        <h1>{t('analysis__sessions__title')}</h1>
        <p>{participant(right.data)}</p>
        <p className={classes.when}>
          {t('analysis__sessions__when', {
            left: texts.dayOf(left.data.date_created),
            right: texts.dayOf(right.data.date_created),
          })}
        </p>
      </header>
      <Sessions key={`${protocolres_id}:${other_id}`} left={left.data} right={right.data} evolution={evolution.data} />
    </>
  )
}

type SessionsProps = { left: ProtocolResponse; right: ProtocolResponse; evolution: Evolution }

function Sessions({ left, right, evolution }: SessionsProps) {
  const { t } = useTranslation()
  const { isLoading, lines, errorOf, important, needs } = useEvolved(right.participant, evolution)
  const ids = [left.id, right.id] as const
  const compared = compareSessions(lines, ids, errorOf)
  const evolved = lines.map((line) => {
    const points = line.points.filter(({ session }) => session === left.id || session === right.id)
    return { line, change: changeOf({ ...line, points }, errorOf(line)) }
  })
  const taskOf = new Map(evolution.items.map(({ id, task }) => [id as string, task]))
  const answerOf = (session: ProtocolResponse, task: string) =>
    session.responses.find(({ protocol_item }) => taskOf.get(protocol_item.id) === task)
  const facts = (
    <>
      <Choices left={left} right={right} />
      <div className={classes.facts}>
        <SessionFacts session={left} />
        <SessionFacts session={right} />
      </div>
    </>
  )
  const measuring = ids.filter((id) => evolution.measuring.includes(id)).length
  const alone = itemsWithoutPair([left, right], (id) => compared.some(({ task }) => task === taskOf.get(id)))
  const hasChanges = compared.some(({ changed }) => changed.length > 0)
  return (
    <>
      {left.protocol.id !== right.protocol.id && (
        <Alert color="yellow" className={classes.notice}>
          {t('analysis__sessions__other_protocol', { left: left.protocol.name, right: right.protocol.name })}
        </Alert>
      )}
      <Measuring sessions={measuring} />
      {isLoading ? (
        <Loading />
      ) : compared.length === 0 ? (
        <>
          {measuring === 0 && (
            <Alert role="status" className={classes.notice}>
              {t('analysis__sessions__nothing')}
            </Alert>
          )}
          {facts}
        </>
      ) : (
        <>
          <WhatChanged evolved={evolved} important={important} needs={needs} />
          {facts}
          <Card title={t('analysis__sessions__items')}>
            {compared.map((item, i) => (
              <ComparedItem
                key={item.task}
                compared={item}
                left={{ session: left, answer: answerOf(left, item.task) }}
                right={{ session: right, answer: answerOf(right, item.task) }}
                isOpen={hasChanges ? item.changed.length > 0 : i === 0}
              />
            ))}
            {alone.length > 0 && (
              <p className={classes.alone}>{t('analysis__sessions__alone', { items: alone.join(' · ') })}</p>
            )}
          </Card>
        </>
      )}
    </>
  )
}

/** Swaps the sessions, or chooses another one of the same protocol for the left side. */
function Choices({ left, right }: { left: ProtocolResponse; right: ProtocolResponse }) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const navigate = useNavigate()
  const { data: all = [] } = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: right.participant } }),
  )
  const earlier = comparableSessions(all, right)
  const options = earlier.some(({ id }) => id === left.id) ? earlier : [left, ...earlier]
  return (
    <div className={classes.choices}>
      <NativeSelect
        label={t('analysis__sessions__compare_with')}
        value={left.id}
        data={options.map(({ id, date_created, protocol }) => ({
          value: id,
          label: `${texts.dayOf(date_created)} · ${protocol.name}`,
        }))}
        onChange={({ currentTarget: { value } }) =>
          void navigate(links.compareSessions(right.participant, value, right.id))
        }
      />
      <Button
        component={Link}
        variant="default"
        to={links.compareSessions(right.participant, right.id, left.id)}
        replace
      >
        {t('analysis__sessions__swap')}
      </Button>
    </div>
  )
}

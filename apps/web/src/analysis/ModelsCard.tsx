import type { Model } from '@fonema/contract'
import { Badge, Button, Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useUser } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { showError } from '../ui/alerts.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fileSize } from '../ui/file-size.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import classes from './ModelsCard.module.css'

const lookEveryMs = 1000
const onItsWay: readonly Model['state'][] = ['waiting', 'downloading', 'checking']

/** The installed recognisers, and how to install one. */
export function ModelsCard() {
  const { t } = useTranslation()
  const { is_demonstration } = useUser().organization
  const { data, error, refetch } = useQuery({
    ...queryFor('GET /ai/models/'),
    refetchInterval: ({ state }) => (state.data?.some((model) => onItsWay.includes(model.state)) ? lookEveryMs : false),
  })
  return (
    <Card title={t('models__card__title')}>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState text={t('models__card__none')} />
      ) : (
        <>
          <p className={classes.about}>{t('models__card__about')}</p>
          {is_demonstration && <p className={classes.about}>{t('models__card__demonstration')}</p>}
          <ul className={classes.models}>
            {data.map((model) => (
              <ModelRow key={model.name} model={model} />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

const colors = { absent: 'gray', ready: 'teal', failed: 'red', waiting: 'blue', downloading: 'blue', checking: 'blue' }
const actions = {
  absent: ['models__list__download', 'models__list__download_label'],
  failed: ['models__list__again', 'models__list__again_label'],
  ready: ['models__list__check', 'models__list__check_label'],
} as const

const givesOf = ({ word_times, word_confidence }: Model) =>
  word_times
    ? word_confidence
      ? 'models__list__gives_all'
      : 'models__list__gives_times'
    : word_confidence
      ? 'models__list__gives_confidence'
      : 'models__list__gives_nothing'

function ModelRow({ model }: { model: Model }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { name, title, licence, source, bytes, state, done_bytes, error, is_chosen, is_checked, has_checksums } = model
  const list = queryFor('GET /ai/models/')
  const ask = useMutation({
    mutationFn: () => call('POST /ai/models/', { body: { name } }),
    // An older answer on its way would end the polling.
    onMutate: () => client.cancelQueries(list),
    onSuccess: (changed) =>
      client.setQueryData(list.queryKey, (models) => models?.map((one) => (one.name === name ? changed : one))),
    onError: (failure) => showError(ofFailure(failure)),
  })
  const size = (count: number) => fileSize(count, currentLanguage())
  const action = state in actions ? actions[state as keyof typeof actions] : undefined
  const isPartial = state === 'downloading' || ((state === 'failed' || state === 'waiting') && done_bytes > 0)
  return (
    <li className={classes.model}>
      <div className={classes.what}>
        <div className={classes.title}>
          {title}
          <Badge variant="light" color={colors[state]}>
            {t(`models__state__${state}`)}
          </Badge>
          {is_chosen && (
            <Badge variant="outline" color="gray">
              {t('models__list__chosen')}
            </Badge>
          )}
        </div>
        <p className={classes.note}>{t('models__list__size', { size: size(bytes), licence })}</p>
        <p className={classes.note}>{source}</p>
        <p className={classes.note}>
          {t(givesOf(model))} {model.detects_language && t('models__list__detects_language')}
        </p>
        {state === 'ready' && is_checked === true && <p className={classes.note}>{t('models__list__checked')}</p>}
        {(!has_checksums || (state === 'ready' && is_checked !== true)) && (
          <p className={classes.note}>{t('models__list__unchecked')}</p>
        )}
        {state === 'ready' && !is_chosen && <p className={classes.note}>{t('models__list__not_chosen', { name })}</p>}
        <div role="status">{error !== null && <p className={classes.error}>{t(`models__error__${error}`)}</p>}</div>
        {isPartial && (
          <>
            <Progress value={(100 * done_bytes) / bytes} aria-label={title} className={classes.progress} />
            <p className={classes.note}>
              {t('models__list__progress', { done: size(done_bytes), total: size(bytes) })}
            </p>
          </>
        )}
      </div>
      {action !== undefined && (
        <Button
          variant={state === 'ready' ? 'subtle' : 'default'}
          loading={ask.isPending}
          aria-label={t(action[1], { title })}
          onClick={() => ask.mutate()}
        >
          {t(action[0])}
        </Button>
      )}
    </li>
  )
}

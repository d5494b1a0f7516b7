import type { RecognitionAccuracy } from '@fonema/contract'
import { itemKinds } from '@fonema/contract/protocol-limits'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Card } from '../ui/Card.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { displayNames, numberFormat } from '../ui/formats.ts'
import { currentLanguage, type TFunction, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { formatDecimals } from '../ui/numbers.ts'
import classes from './ModelsCard.module.css'

/** How accurate recognisers were in confirmed transcripts, and from when their words count before a person confirms them. */
export function AccuracyCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(queryFor('GET /ai/accuracy/'))
  return (
    <Card title={t('models__accuracy__title')}>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState text={t('models__accuracy__empty')} />
      ) : (
        <>
          <p className={classes.about}>{t('models__accuracy__about')}</p>
          <ul className={classes.models}>
            {data.map((group) => (
              <Group key={`${group.language} ${group.category} ${group.model} ${group.model_sha256}`} group={group} />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function Group({ group }: { group: RecognitionAccuracy }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { language, category, model_sha256, trusted, proposed_confidence } = group
  const change = useMutation({
    mutationFn: (is_trusted: boolean) =>
      call('PATCH /ai/accuracy/', { body: { language, category, model_sha256: model_sha256 ?? '', is_trusted } }),
    onSuccess: () => {
      showSuccess(t('models__accuracy__changed'))
      return client.invalidateQueries({ queryKey: queryKeyOf('GET /ai/accuracy/') })
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  const title = titleOf(group, t)
  const limit = proposed_confidence === null ? null : roundedUp(proposed_confidence)
  const mayTrust = limit !== null && model_sha256 !== null
  return (
    <li className={classes.model}>
      <div className={classes.what}>
        <p className={classes.title}>{title}</p>
        <p className={classes.note}>{factsOf(group, t).join(' · ')}</p>
        <p className={classes.note}>{trusted === null && sentenceOf(group, limit, t)}</p>
        {trusted !== null && (
          <p className={classes.note}>
            {t('models__accuracy__trusted', {
              limit: roundedUp(trusted.least_confidence),
              date: formatApiDate(trusted.date_created, currentLanguage()),
              count: trusted.transcripts,
            })}
          </p>
        )}
        {trusted !== null && (proposed_confidence === null || proposed_confidence > trusted.least_confidence) && (
          <p className={classes.error}>{t('models__accuracy__outdated')}</p>
        )}
      </div>
      {trusted !== null ? (
        <Button
          variant="subtle"
          loading={change.isPending}
          aria-label={t('models__accuracy__stop_label', { group: title })}
          onClick={() => change.mutate(false)}
        >
          {t('models__accuracy__stop')}
        </Button>
      ) : (
        mayTrust && (
          <Button
            variant="default"
            loading={change.isPending}
            aria-label={t('models__accuracy__trust_label', { limit, group: title })}
            onClick={() => change.mutate(true)}
          >
            {t('models__accuracy__trust', { limit })}
          </Button>
        )
      )}
    </li>
  )
}

/** A limit is never shown below its value. */
const roundedUp = (limit: number) => formatDecimals(Math.ceil(limit * 100) / 100, currentLanguage(), 2)

function titleOf({ language, category, model }: RecognitionAccuracy, t: TFunction): string {
  const spoken = displayNames(currentLanguage(), { type: 'language' }).of(language) ?? language
  const known = itemKinds.find((kind) => kind === category)
  const kind = known === undefined ? category : t(`studio__kind__${known}`)
  return `${capitalised(spoken)} · ${kind} · ${model ?? t('models__accuracy__unknown_model')}`
}

const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase(currentLanguage()) + text.slice(1)

function factsOf(group: RecognitionAccuracy, t: TFunction): string[] {
  const format = numberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 1 })
  const fact = (share: number | null, text: (share: string) => string) =>
    share === null ? [] : [text(format.format(share))]
  return [
    t('models__accuracy__transcripts', { count: group.transcripts }),
    ...fact(group.word_error_rate, (share) => t('models__accuracy__words', { share })),
    ...fact(group.letter_error_rate, (share) => t('models__accuracy__letters', { share })),
    ...fact(group.filler_recall, (share) => t('models__accuracy__fillers', { share, count: group.fillers })),
    ...fact(group.calibration_error, (share) => t('models__accuracy__calibration', { share })),
  ]
}

function sentenceOf(group: RecognitionAccuracy, limit: string | null, t: TFunction): string {
  if (group.calibration_error === null) return t('models__accuracy__no_probabilities')
  if (group.model_sha256 === null) return t('models__accuracy__unknown_checksum')
  return limit === null ? t('models__accuracy__no_limit') : t('models__accuracy__limit', { limit })
}

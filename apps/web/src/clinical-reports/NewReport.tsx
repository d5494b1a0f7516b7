import type { NewClinicalReport } from '@fonema/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { queryFor } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showError } from '../ui/alerts.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { currentLanguage, languageNames, languages, useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import { sessionChoices } from '../ui/session-choices.ts'
import { lookEveryMs, Measuring } from './Measuring.tsx'
import classes from './Reports.module.css'

type NewReportProps = { participantId: string; sessionId: string | null }
/** Stands for the template that always exists. */
const standard = 'standard'
type Paper = NonNullable<NewClinicalReport['paper']>
type Body = { session: string; language: NewClinicalReport['language']; paper: Paper; template: string | null }

/** What is still being measured, when a draft was refused because of it. */
const measuringIn = (failure: unknown): readonly string[] | null =>
  failure instanceof ApiFailure && failure.code === 'analysis_pending' ? (failure.fields.measuring ?? []) : null

/** Makes a draft about a session, and opens it. */
export function NewReport({ participantId, sessionId }: NewReportProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  const params = { participant_id: participantId }
  const { data } = useQuery(queryFor('GET /protocols/responses/{participant_id}/', { params }))
  const [asked, setAsked] = useState(sessionId)
  const [language, setLanguage] = useState(currentLanguage())
  const templates = useQuery(queryFor('GET /report_templates/')).data
  const [chosen, setChosen] = useState<string | null>(null)
  const template = templates?.find(({ id, is_default }) => (chosen === null ? is_default : id === chosen))
  const [chosenPaper, setPaper] = useState<Paper | null>(null)
  const paper = chosenPaper ?? template?.settings.paper ?? 'A4'
  const [measuring, setMeasuring] = useState<readonly string[] | null>(null)
  const { keyFor } = useIdempotencyKey()
  const sessions = data?.filter((each) => each.active && each.is_completed && !each.protocol.is_practice)
  const session = sessions?.find(({ id }) => id === asked) ?? sessions?.[0]
  const make = useMutation({
    mutationFn: (body: Body) =>
      call('POST /clinical_reports/{participant_id}/', { params, body, idempotencyKey: keyFor(body) }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({
        queryKey: queryFor('GET /clinical_reports/{participant_id}/', { params }).queryKey,
      })
      await navigate(links.report(participantId, id))
    },
    onError: (failure) => {
      const pending = measuringIn(failure)
      setMeasuring(pending)
      if (pending === null) showError(ofFailure(failure))
    },
  })
  const { variables, mutate, isPending } = make
  // The draft is made as soon as the measures are ready, unless something else is chosen meanwhile.
  const isStillAsked =
    variables?.session === session?.id &&
    variables?.language === language &&
    variables?.paper === paper &&
    variables.template === (template?.id ?? null)
  const isWaiting = isStillAsked && (measuring !== null || isPending)
  useEffect(() => {
    if (measuring === null || isPending || !isStillAsked || variables === undefined) return
    const timer = setTimeout(() => mutate(variables), lookEveryMs)
    return () => clearTimeout(timer)
  }, [measuring, isPending, isStillAsked, variables, mutate])
  if (sessions === undefined || templates === undefined) return null

  function send(event: FormEvent) {
    event.preventDefault()
    if (session !== undefined && !make.isPending)
      make.mutate({ session: session.id, language, paper, template: template?.id ?? null })
  }
  return (
    <Card title={t('clinical_reports__new__title')}>
      {session === undefined ? (
        <EmptyState text={t('clinical_reports__new__no_session')} />
      ) : (
        <form className={classes.new} onSubmit={send}>
          <NativeSelect
            className={classes.session}
            label={t('clinical_reports__new__session')}
            value={session.id}
            data={sessionChoices(sessions)}
            onChange={({ currentTarget }) => setAsked(currentTarget.value)}
          />
          <NativeSelect
            label={t('clinical_reports__new__language')}
            value={language}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value as typeof language)}
          />
          <NativeSelect
            label={t('clinical_reports__new__paper')}
            value={paper}
            data={[
              { value: 'A4', label: 'A4' },
              { value: 'LETTER', label: 'Letter' },
            ]}
            onChange={({ currentTarget }) => setPaper(currentTarget.value as Paper)}
          />
          {templates.length > 0 && (
            <NativeSelect
              label={t('clinical_reports__new__template')}
              value={template?.id ?? standard}
              data={[
                { value: standard, label: t('clinical_reports__template__standard') },
                ...templates.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
          <Button type="submit" loading={isWaiting}>
            {t('clinical_reports__new__submit')}
          </Button>
          <p className={classes.hint}>{t('clinical_reports__new__text')}</p>
          {measuring !== null && isStillAsked && (
            <div className={classes.hint}>
              <Measuring items={measuring} then={t('clinical_reports__measuring__new')} />
            </div>
          )}
        </form>
      )}
    </Card>
  )
}

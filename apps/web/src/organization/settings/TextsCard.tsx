import type { OwnTexts, TextLanguage } from '@fonema/contract'
import { ownTextLength } from '@fonema/contract/own-text-length'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { fieldErrorsOf } from '../../ui/form-failure.ts'
import { currentLanguage, languageNames, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Unsaved } from '../../ui/Unsaved.tsx'
import classes from './Settings.module.css'

const fields = ['policy', 'terms'] as const

/** The organisation's own policy and terms, language by language. */
export function TextsCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/texts/'))
  const [language, setLanguage] = useState<TextLanguage>(currentLanguage())
  return (
    <Card title={t('look__texts__title')}>
      <p className={classes.text}>{t('look__texts__about')}</p>
      {data !== undefined ? (
        <>
          {!data.are_shown && <p className={classes.text}>{t('look__texts__several')}</p>}
          <TextsForm key={language} texts={data} language={language} onLanguage={setLanguage} />
        </>
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

type TextsFormProps = { texts: OwnTexts; language: TextLanguage; onLanguage: (language: TextLanguage) => void }

function TextsForm({ texts: { languages }, language, onLanguage }: TextsFormProps) {
  const { t } = useTranslation()
  const failures = useFailureTexts()
  const client = useQueryClient()
  const stored = languages.find((each) => each.language === language)
  const before = { policy: stored?.policy ?? '', terms: stored?.terms ?? '' }
  const [values, setValues] = useState(before)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const isDirty = fields.some((field) => values[field].trim() !== before[field])
  const save = useMutation({
    mutationFn: () =>
      call('PATCH /organizations/texts/{text_language}/', {
        params: { text_language: language },
        body: { policy: values.policy.trim() || null, terms: values.terms.trim() || null },
      }),
    onSuccess: (changed) => {
      showSuccess(t('look__texts__saved'))
      client.setQueryData(queryFor('GET /organizations/texts/').queryKey, changed)
    },
    onError: (error) => setErrors(fieldErrorsOf(error, fields, failures)),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isDirty || save.isPending) return
    setErrors({})
    save.mutate()
  }
  return (
    <form className={classes.texts} noValidate onSubmit={submit}>
      <Unsaved when={isDirty} />
      <NativeSelect
        label={t('look__texts__language')}
        description={isDirty ? t('look__texts__save_first') : undefined}
        // A change of the language would lose what was typed.
        disabled={isDirty}
        data={languages.map((each) => ({ value: each.language, label: languageNames[each.language] }))}
        value={language}
        onChange={(event) => onLanguage(event.currentTarget.value as TextLanguage)} // one of the options
      />
      {fields.map((field) => (
        <Textarea
          key={field}
          name={field}
          label={t(`look__texts__${field}`)}
          description={t('look__texts__marks')}
          placeholder={t('look__texts__empty')}
          autosize
          minRows={4}
          maxRows={20}
          maxLength={ownTextLength}
          value={values[field]}
          error={errors[field]}
          onChange={({ currentTarget: { value } }) => setValues((typed) => ({ ...typed, [field]: value }))}
        />
      ))}
      <div>
        <Button type="submit" disabled={!isDirty} loading={save.isPending}>
          {t('look__texts__save')}
        </Button>
      </div>
    </form>
  )
}

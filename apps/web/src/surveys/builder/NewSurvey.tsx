import type { SurveySummary } from '@fonema/contract'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { showError } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { localeName } from '../../ui/locale-name.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import { emptySurvey, keyFrom } from './edit.ts'

type NewSurveyProps = {
  /** The survey to begin with; null: an empty one. */
  copyOf: SurveySummary | null
  usedKeys: readonly string[]
  onClose: () => void
}

/** Starts a survey: empty in one language, or as a copy in all languages. */
export function NewSurvey({ copyOf, usedKeys, onClose }: NewSurveyProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { keyFor } = useIdempotencyKey()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data ?? []
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('')
  const locale = chosen || locales.find(({ lang }) => lang.code === currentLanguage())?.code || locales[0]?.code
  const start = useMutation({
    mutationFn: () => {
      const body =
        copyOf === null
          ? { content: emptySurvey(keyFrom(name, usedKeys), name.trim(), locale ?? 'es-ES') }
          : { copy_of: copyOf.id, ...(name.trim() !== '' && { name: name.trim() }) }
      return call('POST /survey_drafts/', { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /survey_drafts/') })
      await navigate(links.surveyDraft(id))
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  const isReady = copyOf !== null || (name.trim() !== '' && locale !== undefined)
  function send(event: FormEvent) {
    event.preventDefault()
    if (isReady && !start.isPending) start.mutate()
  }
  return (
    <Dialog
      opened
      title={copyOf === null ? t('builder__list__new') : t('studio__list__copy_of', { name: copyOf.name })}
      onClose={onClose}
    >
      <form onSubmit={send} noValidate>
        <Unsaved when={name.trim() !== '' && !start.isPending && !start.isSuccess} />
        {copyOf !== null && <p>{t('builder__new__copy_text')}</p>}
        <TextInput
          data-autofocus
          label={t(copyOf === null ? 'studio__protocol__name' : 'studio__new__copy_name')}
          value={name}
          maxLength={200}
          required={copyOf === null}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {copyOf === null && (
          <NativeSelect
            mt="md"
            label={t('studio__new__language')}
            value={locale ?? ''}
            data={locales.map(({ code }) => ({ value: code, label: localeName(code, currentLanguage()) }))}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        <DialogButtons cancel={{ text: t('studio__action__cancel'), onClick: onClose }}>
          <Button type="submit" disabled={!isReady} loading={start.isPending}>
            {t('studio__new__start')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queryFor } from '../api/query.ts'
import { showError } from './alerts.ts'
import { Dialog } from './Dialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { useFailureTexts } from './failure-texts.ts'
import { currentLanguage, useTranslation } from './i18n.ts'
import { localeName } from './locale-name.ts'
import { Unsaved } from './Unsaved.tsx'

type NewDraftProps = {
  title: string
  /** What a copy takes over; null: the draft begins empty, with a name and a language. */
  copyText: string | null
  /** Stores the draft and leads to it. The name of a copy may be empty. */
  onStart: (asked: { name: string; locale: string }) => Promise<void>
  onClose: () => void
}

/** Asks how a draft begins: empty in one language, or as a copy in all languages. */
export function NewDraft({ title, copyText, onStart, onClose }: NewDraftProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data ?? []
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const isCopy = copyText !== null
  const name = typed.trim()
  const locale = chosen || locales.find(({ lang }) => lang.code === currentLanguage())?.code || locales[0]?.code
  const start = useMutation({
    mutationFn: () => onStart({ name, locale: locale ?? 'es-ES' }),
    onError: (failure) => showError(ofFailure(failure)),
  })
  const isReady = isCopy || (name !== '' && locale !== undefined)
  function send(event: FormEvent) {
    event.preventDefault()
    if (isReady && !start.isPending) start.mutate()
  }
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form onSubmit={send} noValidate>
        <Unsaved when={name !== '' && !start.isPending && !start.isSuccess} />
        {isCopy && <p>{copyText}</p>}
        <TextInput
          data-autofocus
          label={t(isCopy ? 'studio__new__copy_name' : 'studio__protocol__name')}
          value={typed}
          maxLength={200}
          required={!isCopy}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {!isCopy && (
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

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { useUser } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { currentLanguage } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import classes from './RegistrationForm.module.css'
import { participantsQuery } from './useParticipants.ts'

export function RegistrationForm() {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const { locale: ownLocale } = useUser()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY })
  const { keyFor, renew } = useIdempotencyKey()

  // Most participants speak as their examiner does.
  const form = useForm({ initialValues: { code: '', locale: ownLocale.id, first_name: '', last_name: '' } })

  const register = useMutation({
    mutationFn: (body: typeof form.values) => call('POST /user/participants/', { body, idempotencyKey: keyFor(body) }),
    onSuccess: ({ code }) => {
      renew()
      showSuccess(t('home__form__server_response__success', { code }))
      form.reset()
      return client.invalidateQueries({ queryKey: participantsQuery.queryKey })
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, Object.keys(form.values), texts)),
  })

  function submit(values: typeof form.values) {
    if (register.isPending) return
    if (!form.isDirty()) showError(t('form_hook__empty_data'))
    const missing = (['code', 'locale'] as const).filter((field) => values[field].trim() === '')
    form.setErrors(Object.fromEntries(missing.map((field) => [field, texts.ofFieldCode('required')])))
    if (missing.length === 0) register.mutate(values)
    else form.getInputNode(missing[0]!)?.focus()
  }

  const field = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    name,
    label: t(`participants__field__${name}`),
  })

  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate autoComplete="off">
      <TextInput {...field('code')} key={form.key('code')} required maxLength={64} />
      <NativeSelect
        {...field('locale')}
        key={form.key('locale')}
        required
        data={(locales.data ?? [ownLocale]).map(({ id, code }) => ({
          value: id,
          label: localeName(code, currentLanguage()),
        }))}
      />
      <TextInput {...field('first_name')} key={form.key('first_name')} maxLength={150} />
      <TextInput {...field('last_name')} key={form.key('last_name')} maxLength={150} />
      <Button type="submit" loading={register.isPending} fullWidth>
        {t('home__form__submit')}
      </Button>
    </form>
  )
}

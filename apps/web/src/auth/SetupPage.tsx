import type { Locale } from '@fonema/contract'
import { Alert, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { localeName } from '../ui/locale-name.ts'
import { ownTimeZone, timeZones } from '../ui/time-zones.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import classes from './PasswordPage.module.css'

/**
 * Opened by the link of the first start: creates the organisation and its owner. Removes the token from the address.
 */
export function SetupPage() {
  const { t } = useTranslation()
  const params = useParams()
  const [token] = useState(params.token ?? '')
  useTitle(t('setup__page__title'))
  const validation = useQuery({
    queryKey: ['setup token', token],
    queryFn: () => call('POST /setup/validate_token/', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isInvalid = token === '' || (validation.error instanceof ApiFailure && validation.error.status === 400)
  useEffect(() => {
    // A link left in the history could be used by anyone who finds it there.
    history.replaceState(history.state, '', links.setup)
  }, [])

  if (!isInvalid && validation.error !== null)
    return <ErrorState error={validation.error} onRetry={() => void validation.refetch()} />
  if (!isInvalid && validation.data === undefined) return <Loading />
  return (
    <div className={classes.page}>
      <h1>{t('setup__page__title')}</h1>
      {validation.data === undefined ? (
        <Card title={t('setup__invalid__title')}>
          <p>{t('setup__invalid__text')}</p>
          <Button component="a" href={links.signIn}>
            {t('login__form__submit')}
          </Button>
        </Card>
      ) : (
        <SetupForm token={token} locales={validation.data.locales} />
      )}
    </div>
  )
}

const required = ['organization_name', 'first_name', 'last_name', 'email'] as const
const drawn = [...required, 'time_zone', 'locale', 'is_examiner', 'password']

function SetupForm({ token, locales }: { token: string; locales: readonly Locale[] }) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const [typed, setTyped] = useState(emptyValues)
  // Until somebody chooses it, the locale follows the language of the page.
  const values = { ...typed, locale: typed.locale || localeOf(locales) }
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [refused, setRefused] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const save = useMutation({
    mutationFn: () => call('POST /setup/', { body: { token, clinic: { ...values, password } } }),
    onError: (error) => {
      setRefused(error instanceof ApiFailure ? (error.fields.password ?? []) : [])
      setErrors(fieldErrorsOf(error, drawn, texts))
    },
  })

  const set = (changes: Partial<typeof values>) => {
    setTyped((all) => ({ ...all, ...changes }))
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([name]) => !(name in changes))))
  }
  const field = <N extends (typeof required)[number] | 'time_zone' | 'locale'>(name: N) => ({
    name,
    required: true,
    value: values[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set({ [name]: event.currentTarget.value }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const empty = required.filter((name) => values[name].trim() === '')
    setErrors(Object.fromEntries(empty.map((name) => [name, texts.ofFieldCode('required')])))
    if (empty.length === 0 && !save.isPending && password !== '' && password === repeated) save.mutate()
  }

  if (save.isSuccess)
    return (
      <Card title={save.data.organization.name}>
        <Alert color="teal" role="status" mb="md">
          {t('setup__done__text')}
        </Alert>
        {/* Leads through the sign-in to the first steps, also an owner who assesses participants. */}
        <Button component="a" href={links.admin}>
          {t('login__form__submit')}
        </Button>
      </Card>
    )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Unsaved when={required.some((name) => values[name].trim() !== '') || password !== ''} />
      <p className={classes.text}>{t('setup__page__text')}</p>
      <Card title={t('setup__organization__title')}>
        <div className={classes.form}>
          <TextInput {...field('organization_name')} label={t('setup__organization__name')} maxLength={200} />
          <NativeSelect
            {...field('time_zone')}
            label={t('setup__organization__time_zone')}
            description={t('setup__organization__time_zone_help')}
            data={timeZones()}
          />
        </div>
      </Card>
      <Card title={t('setup__owner__title')}>
        <div className={classes.form}>
          <TextInput
            {...field('first_name')}
            label={t('setup__owner__first_name')}
            autoComplete="given-name"
            maxLength={150}
          />
          <TextInput
            {...field('last_name')}
            label={t('setup__owner__last_name')}
            autoComplete="family-name"
            maxLength={150}
          />
          <TextInput
            {...field('email')}
            type="email"
            inputMode="email"
            label={t('login__form__email')}
            autoComplete="username"
            maxLength={320}
          />
          <NativeSelect
            {...field('locale')}
            label={t('setup__owner__locale')}
            data={locales.map(({ id, code }) => ({ value: id, label: localeName(code, currentLanguage()) }))}
          />
          <Checkbox
            label={t('setup__owner__is_examiner')}
            description={t('setup__owner__is_examiner_help')}
            checked={values.is_examiner}
            onChange={(event) => set({ is_examiner: event.currentTarget.checked })}
          />
          <NewPasswordFields
            password={password}
            repeated={repeated}
            refused={refused}
            onPassword={(changed) => {
              setPassword(changed)
              setRefused([])
            }}
            onRepeated={setRepeated}
          />
        </div>
      </Card>
      <Button type="submit" loading={save.isPending} disabled={password === '' || password !== repeated}>
        {t('setup__page__submit')}
      </Button>
    </form>
  )
}

const emptyValues = () => ({
  organization_name: '',
  time_zone: ownTimeZone(),
  first_name: '',
  last_name: '',
  email: '',
  locale: '',
  is_examiner: true,
})

function localeOf(locales: readonly Locale[]): string {
  const ofLanguage = locales.filter(({ lang }) => lang.code === currentLanguage())
  const own = ofLanguage.find(({ code }) => navigator.languages.includes(code))
  return (own ?? ofLanguage[0] ?? locales[0])?.id ?? ''
}

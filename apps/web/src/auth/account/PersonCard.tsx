import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/current-user.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { fieldErrorsOf } from '../../ui/form-failure.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'
import { timeZones } from '../../ui/time-zones.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import classes from './Account.module.css'

/** The user's name and the language of their mails and their time zone, which they may change, and what only a manager changes. */
export function PersonCard() {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const { first_name, last_name, email, locale, time_zone, organization } = useUser()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data ?? [locale]
  const form = useForm({ initialValues: { first_name, last_name, locale: locale.id, time_zone: time_zone ?? '' } })
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      call('PATCH /user/user_info/', { body: { ...values, time_zone: values.time_zone || null } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeyOf('GET /user/user_info/'), saved)
      form.resetDirty()
      showSuccess(t('account__person__saved'))
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, Object.keys(form.values), texts)),
  })
  const name = (field: 'first_name' | 'last_name') => ({
    ...form.getInputProps(field),
    name: field,
    required: true,
    withAsterisk: false,
    maxLength: 150,
  })
  return (
    <Card title={t('account__person__title')}>
      <FactList
        facts={[
          [t('account__person__email'), email],
          [t('account__person__organization'), organization.name],
        ]}
      />
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Unsaved when={form.isDirty()} />
        <div className={classes.two}>
          <TextInput {...name('first_name')} label={t('account__person__first_name')} autoComplete="given-name" />
          <TextInput {...name('last_name')} label={t('account__person__last_name')} autoComplete="family-name" />
        </div>
        <NativeSelect
          {...form.getInputProps('locale')}
          name="locale"
          label={t('account__person__locale')}
          description={t('account__person__locale_help')}
          data={locales.map(({ id, code }) => ({ value: id, label: localeName(code, currentLanguage()) }))}
        />
        <NativeSelect
          {...form.getInputProps('time_zone')}
          name="time_zone"
          label={t('account__person__time_zone')}
          description={t('account__person__time_zone_help')}
          data={[
            { value: '', label: t('account__person__time_zone_default', { zone: organization.time_zone }) },
            ...timeZones(time_zone ?? undefined),
          ]}
        />
        <div>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('account__person__save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

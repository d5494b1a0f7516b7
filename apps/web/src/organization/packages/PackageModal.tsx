import type { NewPackage, Organization, Package } from '@fonema/contract'
import { Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'
import classes from '../AdminPage.module.css'
import { AssignField } from './AssignField.tsx'
import { byLocale } from './by-locale.ts'

type PackageModalProps = {
  edited: Package | 'new'
  organization: Organization
  /** The tags of the users. */
  tags: readonly string[]
  onClose: () => void
}

const noDefault = ''

export function PackageModal({ edited, organization, tags, onClose }: PackageModalProps) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  const stored = edited === 'new' ? null : edited
  const form = useForm({
    initialValues: {
      name: stored?.name ?? '',
      default_language: stored?.default_language ?? noDefault,
      protocols: (stored?.protocols ?? []) as string[],
      surveys: (stored?.surveys ?? []) as string[],
    },
  })
  const reload = () =>
    Promise.all(
      (['GET /organizations/packages/', 'GET /organizations/examiners/'] as const).map((key) =>
        client.invalidateQueries({ queryKey: queryKeyOf(key) }),
      ),
    )
  const send = (values: typeof form.values) => {
    const language = values.default_language === noDefault ? null : values.default_language
    const body = { ...values, default_language: language } as NewPackage // the selects' own ids
    return stored === null
      ? call('POST /organizations/packages/', { body, idempotencyKey: keyFor(body) })
      : call('PATCH /organizations/packages/{package_id}/', { params: { package_id: stored.id }, body })
  }
  async function onSaved({ name }: Package) {
    showSuccess(t('rooms__packages__saved', { name }))
    await reload()
    onClose()
  }
  const remove = useMutation({
    mutationFn: (id: Package['id']) =>
      call('DELETE /organizations/packages/{package_id}/', { params: { package_id: id } }),
    onSuccess: async () => {
      showSuccess(t('rooms__packages__removed'))
      await reload()
      onClose()
    },
    onError: (error) => showError(texts.ofFailure(error)),
  })
  const languages = [...new Set(organization.available_protocols.map(({ locale }) => locale.lang.code))].sort()
  return (
    <FormDialog
      title={t(stored === null ? 'rooms__packages__create' : 'rooms__packages__change')}
      form={form}
      send={send}
      onSaved={onSaved}
      cancelText={t('organization__user__cancel')}
      saveText={t('organization__user__save')}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('name')}
        name="package_name"
        label={t('rooms__packages__name')}
        required
        maxLength={100}
        autoComplete="off"
      />
      <MultiSelect
        {...form.getInputProps('protocols')}
        label={t('organization__user__protocols')}
        data={byLocale(organization.available_protocols, currentLanguage())}
        searchable
        clearable
      />
      <MultiSelect
        {...form.getInputProps('surveys')}
        label={t('organization__user__surveys')}
        data={byLocale(organization.available_surveys, currentLanguage())}
        searchable
        clearable
      />
      <NativeSelect
        {...form.getInputProps('default_language')}
        label={t('rooms__packages__starting')}
        description={t('rooms__packages__default_help')}
        data={[
          { value: noDefault, label: t('rooms__packages__no_default') },
          ...languages.map((code) => ({ value: code, label: localeName(code, currentLanguage()) })),
        ]}
      />
      {stored !== null && tags.length > 0 && !form.isDirty() && <AssignField of={stored} tags={tags} />}
      {stored !== null && (
        <div>
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate(stored.id)}>
            {t('rooms__packages__remove')}
          </Button>
          <p className={classes.note}>{t('rooms__packages__remove_help')}</p>
        </div>
      )}
    </FormDialog>
  )
}

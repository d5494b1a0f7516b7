import type { PopulationRule } from '@fonema/contract'
import { ranges } from '@fonema/contract/ranges'
import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryFor } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import classes from './Populations.module.css'

const minPeople = 10
const forEver = Number.POSITIVE_INFINITY

const nothing = {
  name: '',
  sex: '',
  locale: '',
  protocol: '',
  diagnosis: '',
  diagnosisText: '',
  age_min: '',
  age_max: '',
  education_min: '',
  education_max: '',
} as Record<string, string | number>
type Values = typeof nothing

/** The typed rule. An empty field sets no condition. */
function ruleOf(values: Values): PopulationRule {
  const text = (name: string) => String(values[name]) || null
  const count = (name: string) => (values[name] === '' ? null : Number(values[name]))
  const contains = String(values.diagnosisText).trim()
  const diagnosis =
    values.diagnosis === 'none'
      ? { none: true as const }
      : values.diagnosis === 'contains' && contains !== ''
        ? { contains }
        : null
  return {
    sex: text('sex') as PopulationRule['sex'], // the select's own values
    age_min: count('age_min'),
    age_max: count('age_max'),
    education_min: count('education_min'),
    education_max: count('education_max'),
    locale: text('locale'),
    protocol: text('protocol') as PopulationRule['protocol'], // also
    diagnosis,
  }
}

/** Creates a population of the organisation's own participants, and shows how many it would include. */
export function RuleModal({ onStored, onClose }: { onStored: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const { keyFor } = useIdempotencyKey()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: forEver }).data ?? []
  const protocols = useQuery(queryFor('GET /protocols/organization/')).data ?? []
  const form = useForm({ initialValues: nothing })
  const rule = ruleOf(form.values)
  const [asked] = useDebouncedValue(JSON.stringify(rule), 300)
  const count = useQuery({
    queryKey: ['population rule', asked],
    queryFn: () =>
      call('POST /ai/populations/', {
        query: { preview: 'true' },
        body: { name: 'x', rule: JSON.parse(asked) as PopulationRule },
      }),
    placeholderData: keepPreviousData,
  }).data
  const store = useMutation({
    mutationFn: (values: Values) => {
      const body = { name: String(values.name), rule: ruleOf(values) }
      return call('POST /ai/populations/', { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: () => {
      showSuccess(t('populations__rule__stored'))
      onStored()
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, Object.keys(nothing), texts)),
  })
  const any = { value: '', label: t('populations__rule__any') }
  const years = (name: 'age_min' | 'age_max' | 'education_min' | 'education_max') => ({
    ...form.getInputProps(name),
    ...ranges[name],
    allowDecimal: false,
    hideControls: true,
  })
  return (
    <Dialog opened size="lg" title={t('populations__card__define')} closeOnClickOutside={false} onClose={onClose}>
      <form className={classes.rule} noValidate onSubmit={form.onSubmit((values) => store.mutate(values))}>
        <Unsaved when={form.isDirty()} />
        <p className={classes.about}>{t('populations__rule__about')}</p>
        <TextInput
          {...form.getInputProps('name')}
          label={t('populations__rule__name')}
          required
          maxLength={100}
          data-autofocus
        />
        <div className={classes.pairs}>
          <NumberInput {...years('age_min')} label={t('populations__rule__age_min')} />
          <NumberInput {...years('age_max')} label={t('populations__rule__age_max')} />
          <NumberInput {...years('education_min')} label={t('populations__rule__education_min')} />
          <NumberInput {...years('education_max')} label={t('populations__rule__education_max')} />
        </div>
        <div className={classes.two}>
          <NativeSelect
            {...form.getInputProps('sex')}
            label={t('populations__rule__sex')}
            data={[
              any,
              { value: 'f', label: t('populations__rule__f') },
              { value: 'm', label: t('populations__rule__m') },
            ]}
          />
          <NativeSelect
            {...form.getInputProps('locale')}
            label={t('populations__rule__locale')}
            data={[any, ...locales.map(({ id, code }) => ({ value: id, label: localeName(code, currentLanguage()) }))]}
          />
          <NativeSelect
            {...form.getInputProps('protocol')}
            label={t('populations__rule__protocol')}
            data={[any, ...protocols.map(({ id, name, locale }) => ({ value: id, label: `${name} (${locale.code})` }))]}
          />
          <NativeSelect
            {...form.getInputProps('diagnosis')}
            label={t('populations__rule__diagnosis')}
            data={[
              any,
              { value: 'none', label: t('populations__rule__diagnosis_none') },
              { value: 'contains', label: t('populations__rule__diagnosis_contains') },
            ]}
          />
          {form.values.diagnosis === 'contains' && (
            <TextInput
              {...form.getInputProps('diagnosisText')}
              label={t('populations__rule__diagnosis_text')}
              maxLength={100}
            />
          )}
        </div>
        <div role="status" className={classes.count}>
          {count !== undefined && (
            <>
              <strong>{t('populations__rule__count', { count: count.n })}</strong>{' '}
              {count.n < minPeople && t('populations__rule__not_shown')}
            </>
          )}
        </div>
        <DialogButtons>
          <Button type="submit" loading={store.isPending}>
            {t('populations__rule__store')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

import type { CutOffChange } from '@fonema/contract'
import { Button, NativeSelect, NumberInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { displayNames, numberFormat } from '../ui/formats.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { localeName } from '../ui/locale-name.ts'
import table from '../ui/table.module.css'
import { Unsaved } from '../ui/Unsaved.tsx'
import classes from './Populations.module.css'

const nothing: Record<string, string | number> = {
  language: 'es',
  value: '',
  sensitivity_pct: '',
  specificity_pct: '',
  n: '',
  reference: '',
}
type Values = typeof nothing

const nameOf = (language: string) => displayNames(currentLanguage(), { type: 'language' }).of(language) ?? language

/** In some languages a decimal point would be a sign of thousands. */
const decimalSign = () => numberFormat(currentLanguage()).format(0.5).charAt(1)

/** The cut-offs that the clinic entered, by language. */
export function CutOffsCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ofFailure } = useFailureTexts()
  const { data, error, refetch } = useQuery(queryFor('GET /ai/cut_offs/'))
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf('GET /ai/cut_offs/') })
  const remove = useMutation({
    mutationFn: (language: string) => call('PATCH /ai/cut_offs/', { body: bodyOf({ ...nothing, language }) }),
    onSuccess: () => {
      showSuccess(t('populations__cut_offs__removed'))
      return reload()
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <Card title={t('populations__cut_offs__title')}>
      <p className={classes.lead}>{t('populations__cut_offs__about')}</p>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        data.length > 0 && (
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t('populations__cut_offs__language')}</th>
                <th scope="col">{t('populations__cut_offs__value')}</th>
                <th scope="col">{t('populations__cut_offs__reference')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map(({ language, value, reference }) => (
                <tr key={language}>
                  <td>
                    {nameOf(language)}{' '}
                    <Button
                      variant="subtle"
                      size="compact-md"
                      loading={remove.isPending && remove.variables === language}
                      aria-label={t('populations__cut_offs__remove_label', { language: nameOf(language) })}
                      onClick={() => remove.mutate(language)}
                    >
                      {t('populations__cut_offs__remove')}
                    </Button>
                  </td>
                  <td className={table.number}>{numberFormat(currentLanguage()).format(value)}</td>
                  <td>
                    <span className={classes.source}>{reference}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      )}
      <CutOffForm onStored={reload} />
    </Card>
  )
}

/** Empty fields are unknown; without a value, the cut-off of the language is removed. */
function bodyOf(values: Values): CutOffChange {
  const figure = (name: string) => (values[name] === '' ? null : Number(values[name]))
  return {
    index: 'avqi',
    language: String(values.language),
    value: figure('value'),
    sensitivity_pct: figure('sensitivity_pct'),
    specificity_pct: figure('specificity_pct'),
    n: figure('n'),
    reference: String(values.reference),
  }
}

function CutOffForm({ onStored }: { onStored: () => unknown }) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data ?? []
  const languages = [...new Set(locales.map(({ lang }) => lang.code))]
  const form = useForm({
    initialValues: nothing,
    validate: { value: (value) => (value === '' ? texts.ofFieldCode('required') : null) },
  })
  const store = useMutation({
    mutationFn: (values: Values) => call('PATCH /ai/cut_offs/', { body: bodyOf(values) }),
    onSuccess: () => {
      showSuccess(t('populations__cut_offs__stored'))
      form.reset()
      return onStored()
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, Object.keys(nothing), texts)),
  })
  const figure = (name: string) => ({
    ...form.getInputProps(name),
    decimalSeparator: decimalSign(),
    allowedDecimalSeparators: [',', '.'],
    hideControls: true,
  })
  return (
    <form className={classes.rule} noValidate onSubmit={form.onSubmit((values) => store.mutate(values))}>
      <Unsaved when={form.isDirty()} />
      <div className={classes.pairs}>
        <NativeSelect
          {...form.getInputProps('language')}
          label={t('populations__cut_offs__language')}
          data={languages.map((code) => ({ value: code, label: localeName(code, currentLanguage()) }))}
        />
        <NumberInput {...figure('value')} label={t('populations__cut_offs__value')} required />
        <NumberInput {...figure('sensitivity_pct')} label={t('populations__cut_offs__sensitivity')} />
        <NumberInput {...figure('specificity_pct')} label={t('populations__cut_offs__specificity')} />
        <NumberInput {...figure('n')} label={t('populations__cut_offs__n')} allowDecimal={false} />
      </div>
      <Textarea
        {...form.getInputProps('reference')}
        label={t('populations__cut_offs__reference')}
        required
        rows={2}
        maxLength={500}
      />
      <div>
        <Button type="submit" loading={store.isPending}>
          {t('populations__cut_offs__store')}
        </Button>
      </div>
    </form>
  )
}

import type { ImportedSurveyField, ScoreRule } from '@fonema/contract'
import { Button, Checkbox, CloseButton, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { randomId } from '../api/random-id.ts'
import { useTranslation } from '../ui/i18n.ts'
import classes from './SurveyImport.module.css'

type Band = { key: string; up_to: string; label: string }
type Notice = { key: string; field: string; at_least: string; text: string }
/** The rule as typed. */
export type RuleValues = { hasSum: boolean; label: string; fields: string[]; bands: Band[]; alerts: Notice[] }
export const emptyRule: RuleValues = { hasSum: false, label: '', fields: [], bands: [], alerts: [] }

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))

/** The rule to send; null if there is none. Invalid numbers are left for the server to refuse. */
export function toRule({ hasSum, label, fields, bands, alerts }: RuleValues): ScoreRule | null {
  if (!hasSum && alerts.length === 0) return null
  return {
    sum: hasSum
      ? { label, fields, bands: bands.map((band) => ({ up_to: numberOf(band.up_to), label: band.label })) }
      : null,
    alerts: alerts.map(({ field, at_least, text }) => ({ field, at_least: numberOf(at_least), text })),
  }
}

type RuleEditorProps = {
  fields: readonly z.infer<typeof ImportedSurveyField>[]
  values: RuleValues
  onChange: (values: RuleValues) => void
}

/** How answers are scored: their sum with its bands, and notices about single answers. */
export function RuleEditor({ fields, values, onChange }: RuleEditorProps) {
  const { t } = useTranslation()
  const counting = fields.filter(({ counts }) => counts)
  if (counting.length === 0) return <p className={classes.note}>{t('survey_import__rule__impossible')}</p>
  const choices = counting.map(({ name, label }) => ({ value: name, label }))
  const set = (changes: Partial<RuleValues>) => onChange({ ...values, ...changes })
  const { hasSum, label, bands, alerts } = values
  const change = <T extends { key: string }>(list: readonly T[], key: string, changes: Partial<T>) =>
    list.map((one) => (one.key === key ? { ...one, ...changes } : one))
  return (
    <fieldset className={classes.rule}>
      <legend>{t('survey_import__rule__title')}</legend>
      <Checkbox
        label={t('survey_import__rule__sum')}
        checked={hasSum}
        onChange={({ currentTarget: { checked } }) =>
          set({ hasSum: checked, fields: checked ? choices.map(({ value }) => value) : [] })
        }
      />
      {hasSum && (
        <>
          <TextInput
            label={t('survey_import__rule__label')}
            required
            maxLength={200}
            value={label}
            onChange={(event) => set({ label: event.currentTarget.value })}
          />
          <MultiSelect
            label={t('survey_import__rule__fields')}
            data={choices}
            value={values.fields}
            onChange={(chosen) => set({ fields: chosen })}
          />
          {bands.map(({ key, up_to, label: words }, index) => (
            <Row
              key={key}
              removeText={t('survey_import__rule__remove_band', { number: index + 1 })}
              onRemove={() => set({ bands: bands.filter((band) => band.key !== key) })}
            >
              <TextInput
                className={classes.number}
                label={t('survey_import__rule__up_to')}
                inputMode="decimal"
                value={up_to}
                onChange={(event) => set({ bands: change(bands, key, { up_to: event.currentTarget.value }) })}
              />
              <TextInput
                label={t('survey_import__rule__band')}
                maxLength={200}
                value={words}
                onChange={(event) => set({ bands: change(bands, key, { label: event.currentTarget.value }) })}
              />
            </Row>
          ))}
          <div>
            <Button
              variant="default"
              onClick={() => set({ bands: [...bands, { key: randomId(), up_to: '', label: '' }] })}
            >
              {t('survey_import__rule__add_band')}
            </Button>
          </div>
        </>
      )}
      {alerts.map(({ key, field, at_least, text }, index) => (
        <Row
          key={key}
          removeText={t('survey_import__rule__remove_alert', { number: index + 1 })}
          onRemove={() => set({ alerts: alerts.filter((alert) => alert.key !== key) })}
        >
          <NativeSelect
            label={t('survey_import__rule__field')}
            data={choices}
            value={field}
            onChange={(event) => set({ alerts: change(alerts, key, { field: event.currentTarget.value }) })}
          />
          <TextInput
            className={classes.number}
            label={t('survey_import__rule__at_least')}
            inputMode="decimal"
            value={at_least}
            onChange={(event) => set({ alerts: change(alerts, key, { at_least: event.currentTarget.value }) })}
          />
          <TextInput
            className={classes.whole}
            label={t('survey_import__rule__text')}
            maxLength={1000}
            value={text}
            onChange={(event) => set({ alerts: change(alerts, key, { text: event.currentTarget.value }) })}
          />
        </Row>
      ))}
      <div>
        <Button
          variant="default"
          onClick={() =>
            set({ alerts: [...alerts, { key: randomId(), field: choices[0]!.value, at_least: '', text: '' }] })
          }
        >
          {t('survey_import__rule__add_alert')}
        </Button>
      </div>
    </fieldset>
  )
}

type RowProps = { removeText: string; onRemove: () => void; children: ReactNode }

function Row({ removeText, onRemove, children }: RowProps) {
  return (
    <div className={classes.row}>
      <div className={classes.cells}>{children}</div>
      <CloseButton size={44} aria-label={removeText} onClick={onRemove} />
    </div>
  )
}

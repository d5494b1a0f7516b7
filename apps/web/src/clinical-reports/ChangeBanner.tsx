import type { ReportChange } from '@fonema/contract'
import { Alert } from '@mantine/core'
import { numberFormat } from '../ui/formats.ts'
import { currentLanguage, type TextKey, useTranslation } from '../ui/i18n.ts'

type ChangeBannerProps = { changes: readonly ReportChange[]; isDraft: boolean; isOutdated: boolean }

/** What a report rests on and that changed since it was prepared. */
export function ChangeBanner({ changes, isDraft, isOutdated }: ChangeBannerProps) {
  const { t } = useTranslation()
  const textOf = useChangeText()
  if (changes.length === 0 && !isOutdated) return null
  const fields = changes.flatMap((change) => (change.kind === 'participant' ? [change.field] : []))
  const others = changes.filter(({ kind }) => kind !== 'participant').map(textOf)
  const ofParticipant = fields.map((field) => t(`clinical_reports__participant__${field}` as TextKey)).join(', ')
  const lines = [
    ...others,
    ...(fields.length === 0 ? [] : [t('clinical_reports__change__participant', { fields: ofParticipant })]),
  ]
  return (
    <Alert color="yellow" mb="md" title={t('clinical_reports__change__title')}>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {isOutdated
        ? t('clinical_reports__change__remake')
        : t(isDraft ? 'clinical_reports__change__same' : 'clinical_reports__change__stays')}
    </Alert>
  )
}

function useChangeText() {
  const { t } = useTranslation()
  return (change: ReportChange): string => {
    switch (change.kind) {
      case 'norm':
        if (change.from === null) return t('clinical_reports__change__norm_new', { ...change, to: change.to ?? '' })
        return change.to === null
          ? t('clinical_reports__change__norm_gone', { name: change.name })
          : t('clinical_reports__change__norm', { ...change, to: change.to })
      case 'measure': {
        const name = t(`clinical_reports__entry__${change.entry}` as TextKey)
        if (change.from === null) return t('clinical_reports__change__measured', { name })
        return t('clinical_reports__change__measure', { name, from: change.from, to: change.to })
      }
      case 'measured_again':
        return t('clinical_reports__change__measured_again', {
          name: t(`clinical_reports__entry__${change.entry}` as TextKey),
        })
      case 'index': {
        const say = (value: number | null) =>
          value === null ? '—' : numberFormat(currentLanguage(), { maximumFractionDigits: 2 }).format(value)
        const index =
          change.index === 'vowel_space' ? t('clinical_reports__index__vowel_space') : change.index.toUpperCase()
        const values = { index, from: say(change.from), to: say(change.to) }
        return change.what === 'value'
          ? t('clinical_reports__change__index_value', values)
          : t('clinical_reports__change__index_cut_off', values)
      }
      case 'transcript':
        return t('clinical_reports__change__transcript', { title: change.title })
      case 'take':
        return t('clinical_reports__change__take', { title: change.title })
      case 'template':
        return t('clinical_reports__change__template', change)
      case 'letterhead':
        return t('clinical_reports__change__letterhead')
      case 'participant':
        return change.field
    }
  }
}

import type { FieldType } from '@fonema/contract'
import type { TFunction } from '../../ui/i18n.ts'

/** In the order in which clinics need them. */
const fieldTypes: readonly FieldType[] = [
  'radio',
  'scale',
  'number',
  'multiselect',
  'select',
  'checkbox',
  'text',
  'textarea',
  'date',
  'email',
  'tel',
]

export const fieldTypeChoices = (t: TFunction) =>
  fieldTypes.map((value) => ({ value, label: t(`survey_import__type__${value}`) }))

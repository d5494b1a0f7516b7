import type { ExaminerChannel as Value } from '@fonema/contract'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Completeness.module.css'

/** Where the examiner is heard, the page says so beside who speaks. */
const texts = {
  unread: null,
  heard: null,
  unused: 'analysis__examiner_channel__unused',
  not_heard: 'analysis__examiner_channel__not_heard',
  silent: 'analysis__examiner_channel__silent',
  same: 'analysis__examiner_channel__same',
} as const

/** Says when the second microphone of a take tells nothing about who speaks. Renders nothing without one. */
export function ExaminerChannel({ value }: { value: Value | null }) {
  const { t } = useTranslation()
  const text = value === null ? null : texts[value]
  return text === null ? null : <p className={classes.note}>{t(text)}</p>
}

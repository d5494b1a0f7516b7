import type { Completeness as Value } from '@fonema/contract'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Completeness.module.css'

/** Says what was not proven about a take. Renders nothing when it was, or when nobody said. */
export function Completeness({ value }: { value: Value | null }) {
  const { t } = useTranslation()
  if (value === null || value === 'verified') return null
  return <p className={classes.note}>{t(`analysis__completeness__${value}`)}</p>
}

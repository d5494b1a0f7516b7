import { useTranslation } from 'react-i18next'
import type { TextKey } from '../ui/i18n.ts'

/** The name of a measure that a norm calls `function/score`. */
export function useMeasureName() {
  const { t, i18n } = useTranslation()
  return (measure: string): string => {
    const key = `analysis__measure__${measure.split('/')[1]}`
    // The key's existence is checked first.
    return i18n.exists(key) ? t(key as TextKey) : measure
  }
}

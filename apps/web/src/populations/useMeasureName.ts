import { type TextKey, useTranslation } from '../ui/i18n.ts'

/** The name of a measure that a norm calls `function/score`. */
export function useMeasureName() {
  const { t, exists } = useTranslation()
  return (measure: string): string => {
    const key = `analysis__measure__${measure.split('/')[1]}`
    // The key's existence is checked first.
    return exists(key) ? t(key as TextKey) : measure
  }
}

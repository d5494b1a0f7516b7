import { useTranslation } from 'react-i18next'
import type { TextKey } from '../../ui/i18n.ts'

/** Words for the codes and names of the analysis. A newer server may know some that these tables do not. */
export function useAnalysisTexts() {
  const { t, i18n } = useTranslation()
  // The key is checked before it is used.
  const textOf = (key: string, fallback: string) => (i18n.exists(key) ? t(key as TextKey) : fallback)
  return {
    ofFunction: ({ entry, name }: { entry: string; name: string }) => textOf(`analysis__function__${entry}`, name),
    ofMeasure: (name: string) => textOf(`analysis__measure__${name}`, name),
    /** Why a measure has no answer. */
    ofMissing: (reason: string | undefined) =>
      textOf(`analysis__missing__${reason ?? 'unknown'}`, t('analysis__missing__unknown')),
    /** Why a whole function failed. */
    ofError: (code: string | null) => textOf(`analysis__error__${code ?? 'unknown'}`, t('analysis__error__unknown')),
  }
}

import { type TextKey, useTranslation } from '../../ui/i18n.ts'

/** Texts for the codes and names of the analysis. A newer server may send some that these tables lack. */
export function useAnalysisTexts() {
  const { t, exists } = useTranslation()
  // The key's existence is checked first.
  const textOf = (key: string, fallback: string) => (exists(key) ? t(key as TextKey) : fallback)
  return {
    ofFunction: ({ entry, name }: { entry: string; name: string }) => textOf(`analysis__function__${entry}`, name),
    /** A heading of the result page. */
    ofHeading: (heading: string) => textOf(`analysis__heading__${heading}`, heading),
    ofMeasure: (name: string) => textOf(`analysis__measure__${name}`, name),
    /** Why a measure has no value. */
    ofMissing: (reason: string | undefined) =>
      textOf(`analysis__missing__${reason ?? 'unknown'}`, t('analysis__missing__unknown')),
    /** Why an index is not valid. */
    ofIndexReason: (code: string) => textOf(`analysis__index_reason__${code}`, t('analysis__index_reason__unknown')),
    /** Why a whole function failed. */
    ofError: (code: string) => textOf(`analysis__error__${code}`, t('analysis__error__unknown')),
  }
}

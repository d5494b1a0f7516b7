import { useEffect, useState } from 'react'
import { languageOf, loadTextsIn, useTranslation } from '../../ui/i18n.ts'

/**
 * The words that the participant reads, in the language of the stimulus: the examiner may use another one. In the
 * interface's language when it does not have that of the stimulus.
 */
export function useWords(locale: string) {
  const { t, language } = useTranslation()
  const [words, setWords] = useState<{ locale: string; t: typeof t } | null>(null)
  useEffect(() => {
    let isCurrent = true
    // The interface's own words stay when the others cannot be loaded.
    void loadTextsIn(locale, 'participant_screen').then(
      (own) => isCurrent && setWords({ locale, t: own }),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [locale])
  const own = languageOf(locale)
  const isOwn = own !== undefined && words?.locale === locale
  return isOwn ? { t: words.t, lang: own } : { t, lang: language }
}

import type { ReactNode } from 'react'
import editor from '../../ui/editor.module.css'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'

type LanguagesProps = {
  locales: readonly string[]
  id: string
  missingIn: (locale: string) => number
  children: (locale: string, name: string) => ReactNode
}

/** The language versions of a part side by side, each with how much it lacks. */
export function Languages({ locales, id, missingIn, children }: LanguagesProps) {
  const { t } = useTranslation()
  return (
    <div className={editor.languages}>
      {locales.map((locale) => {
        const name = localeName(locale, currentLanguage())
        const count = missingIn(locale)
        return (
          <section key={locale} className={editor.language} aria-labelledby={`${id}-${locale}`}>
            <h3 id={`${id}-${locale}`} className={editor.languageHead}>
              {name}
              {count > 0 && <span className={editor.missing}>{t('studio__language__missing', { count })}</span>}
            </h3>
            {children(locale, name)}
          </section>
        )
      })}
    </div>
  )
}

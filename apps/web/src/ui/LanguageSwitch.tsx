import { UnstyledButton } from '@mantine/core'
import { currentLanguage, languageNames, languages, switchLanguage, useTranslation } from './i18n.ts'
import classes from './LanguageSwitch.module.css'

/** ES EN PT FR, each named in its own language for screen readers. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; this is outside one.
    <div className={classes.group} role="group" aria-label={t('base__language__label')}>
      {languages.map((language) => (
        <UnstyledButton
          key={language}
          lang={language}
          className={classes.choice}
          aria-pressed={language === currentLanguage()}
          aria-label={`${language.toUpperCase()}, ${languageNames[language]}`}
          onClick={() => void switchLanguage(language)}
        >
          {language.toUpperCase()}
        </UnstyledButton>
      ))}
    </div>
  )
}

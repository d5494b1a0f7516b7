import type { SurveyImportPreview } from '@fonema/contract'
import { Alert, Badge } from '@mantine/core'
import { Fold } from '../ui/Fold.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import classes from './SurveyImport.module.css'

/** A preview of an imported survey, question by question, with what could not be converted. */
export function ImportedSurvey({ preview }: { preview: SurveyImportPreview }) {
  const { t } = useTranslation()
  const { name, description, locales, wording_version, sections, losses, loss_count, scores } = preview
  const count = sections.reduce((sum, { fields }) => sum + fields.length, 0)
  const lang = locales[0]?.code
  return (
    <>
      <div>
        <h3 className={classes.name} lang={lang}>
          {name}
        </h3>
        {description !== name && (
          <p className={classes.note} lang={lang}>
            {description}
          </p>
        )}
        <p className={classes.facts}>
          {t('survey_import__found__questions', { count })}
          {' · '}
          {t('survey_import__found__version', { version: wording_version })}
          {' · '}
          {locales.map(({ code }) => localeName(code, currentLanguage())).join(', ')}
        </p>
        {scores.length > 0 && (
          <p className={classes.facts}>{t('survey_import__found__scores', { scores: scores.join(', ') })}</p>
        )}
      </div>
      <Fold title={t('survey_import__found__all')}>
        {sections.map(({ title, fields }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no name, and never move
          <section key={index} lang={lang}>
            <h4 className={classes.section}>{title}</h4>
            <ol className={classes.fields}>
              {fields.map(({ name, label, type, required, is_conditional, options }) => (
                <li key={name}>
                  <span className={classes.label}>{label}</span>
                  <span className={classes.badges} lang={currentLanguage()}>
                    <Badge variant="light" tt="none">
                      {t(`survey_import__type__${type}`)}
                    </Badge>
                    {required && (
                      <Badge variant="default" tt="none">
                        {t('survey_import__found__required')}
                      </Badge>
                    )}
                    {is_conditional && (
                      <Badge variant="default" tt="none">
                        {t('survey_import__found__conditional')}
                      </Badge>
                    )}
                  </span>
                  {options.length > 0 && <span className={classes.note}>{options.join(' · ')}</span>}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </Fold>
      {loss_count === 0 ? (
        <p className={classes.facts}>{t('survey_import__losses__none')}</p>
      ) : (
        <Alert color="yellow" title={t('survey_import__losses__title', { count: loss_count })}>
          <ul className={classes.losses}>
            {losses.map(({ code, item, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a question may lose the same thing twice; the list never moves
              <li key={index}>
                {(text !== '' || item !== null) && <strong lang={lang}>{text || item}: </strong>}
                {t(`survey_import__loss__${code}`)}
              </li>
            ))}
          </ul>
          {loss_count > losses.length && <p>{t('imports__problems__more', { count: loss_count - losses.length })}</p>}
        </Alert>
      )}
    </>
  )
}

import type { SurveyResponse } from '@fonema/contract'
import { Alert } from '@mantine/core'
import { formatApiDate } from '../ui/dates.ts'
import { currentLanguage, type TFunction, useTranslation } from '../ui/i18n.ts'
import { WarningIcon } from '../ui/icons.tsx'
import { Sources } from '../ui/Sources.tsx'
import { answerRows } from './answer-rows.ts'
import classes from './Survey.module.css'

export const wordsOf = (t: TFunction) => ({
  yes: t('surveys__response__yes'),
  no: t('surveys__response__no'),
  unanswered: t('surveys__response__unanswered'),
})

/** The notices and sums of a survey response, and its answers unless `isBrief`. */
export function ResponseView({ response, isBrief = false }: { response: SurveyResponse; isBrief?: boolean }) {
  const { t } = useTranslation()
  const { survey, alerts, scores } = response
  const language = currentLanguage()
  const labelOf = (name: string) => survey.fields.find((field) => field.name === name)?.label ?? name
  return (
    <>
      {alerts.map(({ field, score, text }) => (
        <Alert
          key={`${field} ${score} ${text}`}
          color="yellow"
          icon={<WarningIcon />}
          mb="md"
          title={t('surveys__response__alert')}
        >
          <span className={classes.alert} lang={survey.locale.code}>
            {text}
          </span>
        </Alert>
      ))}
      {scores.length > 0 && (
        <dl className={classes.scores}>
          {scores.map(({ name, label, value, min, max, answered, total, missing, band }) => (
            <div key={name} className={classes.score}>
              <dt lang={survey.locale.code}>{label}</dt>
              <dd>
                {value === null
                  ? t('surveys__response__incomplete', { answered, total })
                  : min === 0
                    ? t('surveys__response__of', { value, max })
                    : t('surveys__response__between', { value, min, max })}
                {band !== null && <span lang={survey.locale.code}> · {band}</span>}
                {missing.length > 0 && (
                  <ul className={classes.missing}>
                    {missing.map(({ field, reason }) => (
                      <li key={field}>
                        <span lang={survey.locale.code}>{labelOf(field)}</span>
                        {`: ${t(`surveys__missing__${reason}`)}`}
                      </li>
                    ))}
                  </ul>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!isBrief && (
        <dl className={classes.answers} lang={survey.locale.code}>
          {answerRows(response, wordsOf(t)).map(({ field: { id, label, type }, words, isAnswered }) => (
            <div key={id} className={classes.answer}>
              <dt>{label}</dt>
              {isAnswered ? (
                <dd>{type === 'date' ? formatApiDate(words, language, 'long') : words}</dd>
              ) : (
                <dd className={classes.unanswered} lang={language}>
                  {words}
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
      <Sources of={[survey]} />
    </>
  )
}

import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Judgement } from '../judge/messages.ts'
import classes from './TakeVerdict.module.css'

/** `judging` until the verdict is known; null when the take cannot be judged. */
export type TakeJudgement = Judgement | 'judging' | null

/** Whether the recording can be used, shown while the participant is still there. */
export function TakeVerdict({ judgement }: { judgement: TakeJudgement }) {
  const { t } = useTranslation()
  if (judgement === null) return null
  if (judgement === 'judging')
    return (
      <p className={classes.judging}>
        <Loader size="xs" aria-hidden="true" />
        {t('responses__record__judging')}
      </p>
    )
  const { verdict, reasons } = judgement
  return (
    <div className={classes.verdict} data-verdict={verdict}>
      <strong>
        {t('analysis__quality__title')}: {t(`analysis__verdict__${verdict}`)}
      </strong>
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{t(`analysis__reason__${reason}`)}</li>
          ))}
        </ul>
      )}
      {verdict === 'poor' && <p className={classes.advice}>{t('responses__record__advice_again')}</p>}
    </div>
  )
}

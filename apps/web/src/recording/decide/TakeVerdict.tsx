import { colonIn } from '@fonema/contract/colon'
import { Loader } from '@mantine/core'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import { formatDecimals } from '../../ui/numbers.ts'
import type { Judgement } from '../judge/messages.ts'
import classes from './TakeVerdict.module.css'

/** `judging` until the verdict is known; null when the take cannot be judged. */
export type TakeJudgement = Judgement | 'judging' | null

/** Whether the recording can be used, in one sentence, and what to do, while the participant is still there. */
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
  const { verdict, reasons, otherVoiceS } = judgement
  const textOf = (reason: (typeof reasons)[number]) =>
    reason === 'other_voice' && otherVoiceS !== undefined
      ? `${t('analysis__reason__other_voice')} ${t('analysis__quality__other_voice_lasts', { seconds: formatDecimals(otherVoiceS, currentLanguage(), 1) })}`
      : t(`analysis__reason__${reason}`)
  const [main, ...others] = reasons
  return (
    <div className={classes.verdict} data-verdict={verdict}>
      <p className={classes.sentence}>
        <strong className={classes.sign}>
          {verdict === 'good' ? <CheckIcon size={18} /> : <WarningIcon size={18} />}
          {t('analysis__quality__title')}
          {colonIn(currentLanguage())}
          {t(`analysis__verdict__${verdict}`)}
        </strong>{' '}
        {main === undefined ? (
          t('responses__decide__good')
        ) : (
          <>
            {textOf(main)} <strong className={classes.advice}>{t(`responses__decide__advice__${main}`)}</strong>
          </>
        )}
      </p>
      {others.length > 0 && (
        <ul className={classes.others} aria-label={t('responses__decide__also')}>
          {others.map((reason) => (
            <li key={reason}>{textOf(reason)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

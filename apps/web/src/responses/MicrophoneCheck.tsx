import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CheckIcon, WarningIcon } from '../ui/icons.tsx'
import classes from './MicrophoneCheck.module.css'
import type { MicrophoneCheck as Check } from './useMicrophoneCheck.ts'

/** What to do now for the check, or what it found and what can be done about it. */
export function MicrophoneCheck({ check }: { check: Check }) {
  const { t } = useTranslation()
  switch (check.status) {
    case 'asked':
      return <p className={classes.text}>{t('responses__check__why')}</p>
    case 'checked_before':
      return <p className={classes.text}>{t('responses__check__before')}</p>
    case 'failed':
      return <p className={classes.text}>{t('responses__check__failed')}</p>
    case 'room':
      return (
        <div role="status" className={classes.now}>
          <Loader size="sm" aria-hidden="true" />
          <strong>{t('responses__check__room')}</strong>
        </div>
      )
    case 'sentence':
      return (
        <div role="status" className={classes.now}>
          <Loader size="sm" aria-hidden="true" />
          <div>
            <strong>{t('responses__check__read')}</strong>
            <p className={classes.sentence}>{t('responses__check__sentence')}</p>
          </div>
        </div>
      )
    case 'judging':
      return (
        <div role="status" className={classes.now}>
          <Loader size="sm" aria-hidden="true" />
          {t('responses__record__judging')}
        </div>
      )
    case 'done':
      return (
        <div role="status">
          <dl className={classes.findings}>
            {check.result.map(({ subject, finding, verdict }) => (
              <div key={subject} className={classes.finding} data-verdict={verdict}>
                <dt>
                  {verdict === 'good' ? <CheckIcon /> : <WarningIcon size={18} />}
                  {t(`responses__check__subject__${subject}`)}: {t(`analysis__verdict__${verdict}`)}
                </dt>
                <dd>{t(`responses__check__finding__${finding}`)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )
  }
}

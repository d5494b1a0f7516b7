import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import classes from './MicrophoneCheck.module.css'
import type { MicrophoneCheck as Check } from './useMicrophoneCheck.ts'

/** The instruction for the running check, or its findings and what to do about them. */
export function MicrophoneCheck({ check }: { check: Check }) {
  const { t } = useTranslation()
  switch (check.status) {
    case 'asked':
      return <p className={classes.text}>{t('responses__check__why')}</p>
    case 'failed':
      return <p className={classes.text}>{t('responses__check__failed')}</p>
    case 'room':
      return (
        <div role="status" className={classes.now}>
          <Countdown key="room" seconds={check.seconds} />
          <strong>{t('responses__check__room')}</strong>
        </div>
      )
    case 'sentence':
      return (
        <div role="status" className={classes.now}>
          <Countdown key="sentence" seconds={check.seconds} />
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
      if (check.isEarlier && check.result.every(({ verdict }) => verdict === 'good'))
        return <p className={classes.text}>{t('responses__check__before')}</p>
      return (
        <div role="status" className={classes.done}>
          {check.isEarlier && <p className={classes.text}>{t('responses__check__before_found')}</p>}
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

/** The seconds left. Stays at 1 until the microphone has delivered all samples. */
function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(1, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span role="timer" className={classes.countdown}>
      {left}
    </span>
  )
}

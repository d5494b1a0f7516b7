import { colonIn } from '@fonema/contract/colon'
import { Loader } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import type { CheckResult } from '../judge/check.ts'
import classes from './MicrophoneCheck.module.css'
import type { MicrophoneCheck as Check } from './useMicrophoneCheck.ts'

/** The check's three parts in one column: silence, a sentence, and what they say; or what an earlier check said. */
export function MicrophoneCheck({ check }: { check: Check }) {
  const { t } = useTranslation()
  const { status } = check
  if (status === 'done' && check.from !== 'now') return <Earlier result={check.result} from={check.from} />
  const at = { asked: 0, failed: 0, room: 1, sentence: 2, judging: 3, done: 4 }[status]
  return (
    <div className={classes.check}>
      {(status === 'asked' || status === 'failed') && (
        <p className={classes.text}>{t(status === 'asked' ? 'responses__check__why' : 'responses__check__failed')}</p>
      )}
      <ol className={classes.parts} aria-live="polite">
        <Part number={1} at={at} title={t('responses__check__part_room')}>
          {status === 'room' && <Countdown key="room" seconds={check.seconds} />}
          <span>{t('responses__check__room')}</span>
        </Part>
        <Part number={2} at={at} title={t('responses__check__part_sentence')}>
          {status === 'sentence' && <Countdown key="sentence" seconds={check.seconds} />}
          <span>
            {t('responses__check__read')}
            <span className={classes.sentence}>{t('responses__check__sentence')}</span>
          </span>
        </Part>
        <Part number={3} at={at} title={t('responses__check__part_result')}>
          {status === 'judging' && (
            <>
              <Loader size="sm" aria-hidden="true" />
              {t('responses__record__judging')}
            </>
          )}
          {status === 'done' && <Findings result={check.result} />}
        </Part>
      </ol>
    </div>
  )
}

const lastPart = 3
type PartProps = { number: number; at: number; title: string; children: ReactNode }

function Part({ number, at, title, children }: PartProps) {
  const state = number < at ? 'over' : number === at ? 'now' : 'coming'
  const part = useRef<HTMLLIElement>(null)
  // The last part stays the one to read after it is over.
  const toRead = number === Math.min(at, lastPart) ? state : undefined
  useEffect(() => {
    if (toRead !== undefined) part.current?.scrollIntoView({ block: 'nearest' })
  }, [toRead])
  return (
    <li ref={part} className={classes.part} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={classes.number} aria-hidden="true">
        {state === 'over' ? <CheckIcon size={18} /> : number}
      </span>
      <div className={classes.body}>
        <strong>{title}</strong>
        <div className={classes.now}>{children}</div>
      </div>
    </li>
  )
}

function Earlier({ result, from }: { result: CheckResult; from: 'today' | 'before' }) {
  const { t } = useTranslation()
  if (from === 'today' && result.every(({ verdict }) => verdict === 'good'))
    return <p className={classes.text}>{t('responses__check__before')}</p>
  return (
    <div role="status" className={classes.check}>
      <p className={classes.text}>
        {t(from === 'today' ? 'responses__check__before_found' : 'responses__check__room_before')}
      </p>
      <Findings result={result} />
    </div>
  )
}

function Findings({ result }: { result: CheckResult }) {
  const { t } = useTranslation()
  return (
    <dl className={classes.findings}>
      {result.map(({ subject, finding, verdict }) => (
        <div key={subject} className={classes.finding} data-verdict={verdict}>
          <dt>
            {verdict === 'good' ? <CheckIcon /> : <WarningIcon size={18} />}
            {t(`responses__check__subject__${subject}`)}
            {colonIn(currentLanguage())}
            {t(`analysis__verdict__${verdict}`)}
          </dt>
          <dd>{t(`responses__check__finding__${finding}`)}</dd>
        </div>
      ))}
    </dl>
  )
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

import { Button } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { MicrophoneIcon } from '../../ui/icons.tsx'
import { useKey } from '../keys.ts'
import { PrimaryButton } from '../PrimaryButton.tsx'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import type { StimulusState } from './ItemStep.tsx'

type RecordButtonProps = {
  flow: RecordingFlow
  stimulus: StimulusState
  isBehind: boolean
  isPrimary: boolean
  /** Continue from the end of the interrupted take instead of starting again. */
  goesOn?: boolean
  isHeldBack?: boolean
}

/** Starts a take: the first, another, or the rest of an interrupted one. */
export function RecordButton({
  flow,
  stimulus,
  isBehind,
  isPrimary,
  goesOn = false,
  isHeldBack = false,
}: RecordButtonProps) {
  const { t } = useTranslation()
  const { recording, recorded, space } = flow
  const disabled =
    isHeldBack ||
    recording.status !== 'ready' ||
    space !== 'enough' ||
    stimulus.mustBeHeard ||
    stimulus.isPlaying ||
    stimulus.waitsFor !== null
  const record = ({ timeStamp }: { timeStamp: number }) => flow.record(timeStamp, goesOn)
  // After a take, space plays it and R starts again; going on has no key.
  const isFirst = recorded === 'nothing'
  useKey(isFirst ? 'toggle' : 'again', !disabled && !isBehind && !goesOn, record, isFirst ? 'record' : undefined)
  const content = {
    disabled,
    leftSection: <MicrophoneIcon />,
    onClick: record,
    children: t(
      goesOn ? 'responses__record__go_on' : isFirst ? 'responses__record__record' : 'responses__record__again',
    ),
  }
  return isPrimary ? (
    <PrimaryButton isBehind={isBehind} {...content} />
  ) : (
    <Button variant="default" size="lg" {...content} />
  )
}

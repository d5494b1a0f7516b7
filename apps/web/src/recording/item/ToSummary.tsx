import { Button } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { useKey } from '../keys.ts'
import type { RecordingFlow } from '../useRecordingFlow.ts'

type ToSummaryProps = {
  flow: Pick<RecordingFlow, 'done' | 'items' | 'setDialog'>
  isBehind: boolean
  isPatientMode: boolean
  isHeldBack: boolean
}

/**
 * Once all items have an answer: an item is recorded again from the summary, and this leads back there without a change.
 * In patient mode, the key back leaves that mode instead.
 */
export function ToSummary({ flow, isBehind, isPatientMode, isHeldBack }: ToSummaryProps) {
  const { t } = useTranslation()
  const isComplete = flow.done.size === flow.items.length
  const open = () => flow.setDialog('end')
  useKey('back', isComplete && !isBehind && !isPatientMode && !isHeldBack, open)
  if (!isComplete) return null
  return (
    <Button size="lg" variant="default" disabled={isHeldBack} onClick={open}>
      {t('responses__record__to_summary')}
    </Button>
  )
}

import { Alert, Button } from '@mantine/core'
import { type TextKey, useTranslation } from '../../ui/i18n.ts'
import type { MicrophoneProblem as Problem } from '../recorder/types.ts'

/** A microphone problem and its remedy. */
export function MicrophoneProblem({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { t } = useTranslation()
  const { title, text } = problemTexts[problem]
  // A warning blocks nothing: the main button stays the one to press.
  const isWarning = problem === 'no_volume'
  return (
    <Alert color={isWarning ? 'yellow' : 'red'} title={t(title)} role="alert">
      <p>{t(text)}</p>
      <Button variant={isWarning ? 'default' : 'filled'} onClick={onRetry}>
        {t('base__state__retry')}
      </Button>
    </Alert>
  )
}

const noVolume = { title: 'responses__record__no_volume_title', text: 'responses__record__no_volume_text' } as const

export const problemTexts: Record<Problem, { title: TextKey; text: TextKey }> = {
  denied: { title: 'responses__record__denied_title', text: 'responses__record__denied_text' },
  no_device: { title: 'responses__record__no_device_title', text: 'responses__record__no_device_text' },
  in_use: { title: 'responses__record__in_use_title', text: 'responses__record__in_use_text' },
  // The specification's wording for both problems.
  no_media_api: { title: 'responses__record__no_volume_title', text: 'responses__record__no_media_api_text' },
  no_volume: noVolume,
  device_lost: { title: 'responses__record__device_lost_title', text: 'responses__record__device_lost_text' },
  storage_full: { title: 'responses__record__storage_full_title', text: 'responses__record__storage_full_text' },
  storage_unavailable: {
    title: 'responses__record__storage_unavailable_title',
    text: 'responses__record__storage_unavailable_text',
  },
  capture_failed: { title: 'responses__record__capture_failed_title', text: 'responses__record__capture_failed_text' },
}

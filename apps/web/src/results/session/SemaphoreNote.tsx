import type { Population } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'

/** Explains the words and colours beside the percentiles. */
export function SemaphoreNote({ populations }: { populations: readonly Population[] }) {
  const { t } = useTranslation()
  const hasReference = populations.some(({ is_reference, is_synthetic }) => is_reference && !is_synthetic)
  const hasOthers = populations.some(({ is_reference }) => !is_reference)
  return (
    <>
      {t(hasReference ? 'analysis__compared__semaphore' : 'analysis__compared__no_reference')}{' '}
      {hasOthers && t('analysis__compared__typical_note')}
    </>
  )
}

import type { HeldParticipant } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'

/** The numbers of a participant's sessions, surveys and files, in words. */
export function useHeldCounts({ sessions, surveys, files }: HeldParticipant): string {
  const { t } = useTranslation()
  return [
    t('privacy__count__sessions', { count: sessions }),
    t('privacy__count__surveys', { count: surveys }),
    t('privacy__count__files', { count: files }),
  ].join(', ')
}

import { Dialog } from '../ui/Dialog.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Takeouts } from './Takeouts.tsx'

/** Takeouts of an examiner's own data, opened from the user menu. */
export function TakeoutsModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened size="lg" title={t('takeouts__modal__title')} onClose={onClose}>
      <Takeouts scope="own" />
    </Dialog>
  )
}

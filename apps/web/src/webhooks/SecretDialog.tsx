import { Dialog } from '../ui/Dialog.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { NewSecret } from './NewSecret.tsx'

/** The secret of a webhook's signatures. It closes by its button only, because it cannot be opened again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened size="lg" title={t('webhooks__secret__title')} onClose={onClose} closeOnClickOutside={false}>
      <NewSecret
        about={t('webhooks__secret__about')}
        label={t('webhooks__secret__label')}
        value={secret}
        onClose={onClose}
      />
    </Dialog>
  )
}

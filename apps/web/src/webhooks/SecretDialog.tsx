import { Button } from '@mantine/core'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { ShownOnce } from './ShownOnce.tsx'
import classes from './Webhooks.module.css'

/** The secret of a webhook's signatures. It closes by its button only, because it cannot be opened again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened size="lg" title={t('webhooks__secret__title')} onClose={onClose} closeOnClickOutside={false}>
      <p className={classes.text}>{t('webhooks__secret__about')}</p>
      <ShownOnce label={t('webhooks__secret__label')} value={secret} />
      <DialogButtons>
        <Button onClick={onClose}>{t('webhooks__secret__done')}</Button>
      </DialogButtons>
    </Dialog>
  )
}

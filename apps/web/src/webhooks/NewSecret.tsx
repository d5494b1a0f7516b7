import { Button } from '@mantine/core'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { ShownOnce } from './ShownOnce.tsx'
import classes from './Webhooks.module.css'

type NewSecretProps = { about: string; label: string; value: string; onClose: () => void }

/** The content of a dialog that shows a new secret, and does so only now. */
export function NewSecret({ about, label, value, onClose }: NewSecretProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.text}>{about}</p>
      <ShownOnce label={label} value={value} />
      <DialogButtons>
        <Button onClick={onClose}>{t('webhooks__secret__done')}</Button>
      </DialogButtons>
    </>
  )
}

import { Button, TextInput } from '@mantine/core'
import { showSuccess } from '../ui/alerts.ts'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Webhooks.module.css'

/** A secret to copy. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation()
  // Only pages loaded over HTTPS or from this machine may write to the clipboard.
  const clipboard: Clipboard | undefined = navigator.clipboard
  async function copy() {
    await clipboard?.writeText(value)
    showSuccess(t('webhooks__secret__copied'))
  }
  return (
    <div className={classes.secret}>
      <TextInput label={label} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
      {clipboard !== undefined && (
        <Button variant="default" onClick={() => void copy()}>
          {t('webhooks__secret__copy')}
        </Button>
      )}
    </div>
  )
}

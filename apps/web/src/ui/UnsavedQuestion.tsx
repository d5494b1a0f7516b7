import { Button } from '@mantine/core'
import classes from './Dialog.module.css'
import { DialogButtons } from './DialogButtons.tsx'
import { useTranslation } from './i18n.ts'

type UnsavedQuestionProps = {
  text: string
  stay: string
  leave: string
  onStay: () => void
  onLeave: () => void
  /** Present when the values can be stored on this device. */
  onKeep?: (() => void) | undefined
}

/** The answers to the question about unsaved values. */
export function UnsavedQuestion({ text, stay, leave, onStay, onLeave, onKeep }: UnsavedQuestionProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.text}>{text}</p>
      <DialogButtons cancel={{ text: stay, onClick: onStay, isFocused: true }}>
        <Button variant={onKeep === undefined ? 'filled' : 'default'} color="red" onClick={onLeave}>
          {leave}
        </Button>
        {onKeep !== undefined && <Button onClick={onKeep}>{t('base__unsaved__keep')}</Button>}
      </DialogButtons>
    </>
  )
}

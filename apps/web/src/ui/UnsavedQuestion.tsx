import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Dialog.module.css'

type UnsavedQuestionProps = {
  text: string
  stay: string
  leave: string
  onStay: () => void
  onLeave: () => void
  /** Present where the values can be kept on this device. */
  onKeep?: (() => void) | undefined
}

/** The answers to "what becomes of the unsaved values?". */
export function UnsavedQuestion({ text, stay, leave, onStay, onLeave, onKeep }: UnsavedQuestionProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.text}>{text}</p>
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onStay}>
          {stay}
        </Button>
        {onKeep !== undefined && (
          <Button variant="default" onClick={onKeep}>
            {t('base__unsaved__keep')}
          </Button>
        )}
        <Button variant="default" color="red" onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </>
  )
}

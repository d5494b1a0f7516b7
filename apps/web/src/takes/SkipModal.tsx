import { Button, Radio, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Unsaved, useCloseDialog } from '../ui/Unsaved.tsx'
import classes from './RecordModal.module.css'
import { longestOtherPurpose, purposeTexts, purposeToSend, type SkipPurpose, skipPurposes } from './skip-purpose.ts'

type SkipModalProps = {
  opened: boolean
  /** The protocol requires the item; it may be closed because its recording was interrupted. */
  isRequired: boolean
  failure?: ReactNode
  isPending?: boolean
  onSkip: (purpose: string) => void
  onClose: () => void
}

/** Asks why an item is not recorded. */
export function SkipModal({ opened, ...rest }: SkipModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={opened}
      onClose={rest.onClose}
      title={t(rest.isRequired ? 'responses__take__without' : 'responses__record__skip_title')}
      returnFocus={false}
    >
      <SkipForm {...rest} />
    </Dialog>
  )
}

function SkipForm({ isRequired, failure, isPending, onSkip }: Omit<SkipModalProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation()
  const { ofFieldCode } = useFailureTexts()
  const close = useCloseDialog()
  const [purpose, setPurpose] = useState<SkipPurpose | null>(null)
  const [other, setOther] = useState('')
  const [isRefused, setRefused] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    const text = purposeToSend(purpose, other)
    if (text === null) setRefused(true)
    else onSkip(text)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Unsaved when={purpose !== null} />
      {isRequired && <p className={classes.text}>{t('responses__take__without_text')}</p>}
      <Radio.Group
        label={t('responses__record__skip_purpose')}
        required
        value={purpose ?? ''}
        error={isRefused && purpose === null && t('responses__record__skip_choose')}
        onChange={(value) => setPurpose(skipPurposes.find((each) => each === value) ?? null)}
      >
        <div className={classes.choices}>
          {skipPurposes.map((each, i) => (
            <Radio
              key={each}
              value={each}
              label={t(purposeTexts[each])}
              data-autofocus={i === 0 || undefined}
              className={classes.choice}
            />
          ))}
        </div>
      </Radio.Group>
      {purpose === 'other' && (
        <Textarea
          label={t('responses__record__skip_other_text')}
          required
          autosize
          minRows={2}
          maxLength={longestOtherPurpose}
          value={other}
          error={isRefused && other.trim() === '' && ofFieldCode('required')}
          onChange={(event) => setOther(event.currentTarget.value)}
        />
      )}
      {failure}
      <DialogButtons cancel={{ text: t('responses__record__cancel'), onClick: close }}>
        <Button type="submit" loading={isPending ?? false}>
          {t(isRequired ? 'responses__take__without_submit' : 'responses__record__skip_submit')}
        </Button>
      </DialogButtons>
    </form>
  )
}

import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../api/current-user.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { saveFile } from '../../ui/save-file.ts'
import classes from './SecondFactor.module.css'

/** The recovery codes, shown only once: ways to save them, and a button to continue afterwards. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const { t } = useTranslation()
  const { email } = useUser()
  const [isStored, setStored] = useState(false)
  const heading = t('second_factor__codes__heading', { email })
  const text = `${heading}\n\n${codes.join('\n')}\n`

  // Only pages loaded over HTTPS or from this machine may write to the clipboard.
  const clipboard: Clipboard | undefined = navigator.clipboard
  async function copy() {
    await clipboard?.writeText(text)
    showSuccess(t('second_factor__codes__copied'))
  }

  return (
    <>
      <p className={classes.text}>{t('second_factor__codes__what')}</p>
      <div className={classes.sheet}>
        <p className={classes.heading}>{heading}</p>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <ButtonRow>
        {clipboard !== undefined && (
          <Button variant="default" onClick={() => void copy()}>
            {t('second_factor__codes__copy')}
          </Button>
        )}
        <Button
          variant="default"
          onClick={() => saveFile(`${t('second_factor__codes__file')}.txt`, new Blob([text], { type: 'text/plain' }))}
        >
          {t('second_factor__codes__save')}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {t('second_factor__codes__print')}
        </Button>
      </ButtonRow>
      <div className={classes.stored}>
        <Checkbox
          label={t('second_factor__codes__stored')}
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Button disabled={!isStored} onClick={onStored}>
          {t('second_factor__codes__done')}
        </Button>
      </div>
    </>
  )
}

import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { loadTexts, useTranslation } from '../ui/i18n.ts'
import classes from './Registration.module.css'

// Few users import files, so this loads on demand.
const ParticipantsImport = lazy(async () => {
  const [{ ParticipantsImport }] = await Promise.all([import('./ParticipantsImport.tsx'), loadTexts('imports')])
  return { default: ParticipantsImport }
})

/** Opens the import of a file of participants. */
export function ImportButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className={classes.import} variant="subtle" onClick={() => setOpen(true)}>
        {t('participants__import__open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ParticipantsImport onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

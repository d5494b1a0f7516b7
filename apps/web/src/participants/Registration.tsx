import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../ui/Card.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { loadTexts } from '../ui/i18n.ts'
import classes from './Registration.module.css'
import { RegistrationForm } from './RegistrationForm.tsx'
import { useRegistrationOffer } from './useRegistrationOffer.ts'

// Few users import files, so this loads on demand.
const ParticipantsImport = lazy(async () => {
  const [{ ParticipantsImport }] = await Promise.all([import('./ParticipantsImport.tsx'), loadTexts('imports')])
  return { default: ParticipantsImport }
})

/** The form beside the list. */
export function RegistrationCard({ mayRegister }: { mayRegister: boolean }) {
  const { t } = useTranslation()
  const offer = useRegistrationOffer()
  return (
    <Card title={t('home__form__title')}>
      {mayRegister ? (
        <>
          <RegistrationForm onRegistered={offer} />
          <ImportButton />
        </>
      ) : (
        <p className={classes.unavailable}>{t('home__form__unavailable')}</p>
      )}
    </Card>
  )
}

/** On narrower screens, where the form would come after the list: a button that opens it. */
export function RegistrationButton({ mayRegister }: { mayRegister: boolean }) {
  const { t } = useTranslation()
  const offer = useRegistrationOffer()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!mayRegister) return <p className={classes.unavailable}>{t('home__form__unavailable')}</p>
  return (
    <>
      <Button className={classes.open} onClick={() => setOpen(true)}>
        {t('home__form__title')}
      </Button>
      {isOpen && (
        <Dialog opened title={t('home__form__title')} closeOnClickOutside={false} onClose={close}>
          <RegistrationForm
            onRegistered={(participant) => {
              close()
              offer(participant)
            }}
          />
          <ImportButton />
        </Dialog>
      )}
    </>
  )
}

/** Leads past the list to the form; visible while it has the focus. */
export function RegistrationJump() {
  const { t } = useTranslation()
  return (
    <Button
      className={classes.jump}
      variant="default"
      onClick={() => {
        const form = document.querySelector('[data-tutorial="form"]')
        form?.scrollIntoView()
        form?.querySelector('input')?.focus({ preventScroll: true })
      }}
    >
      {t('home__form__title')}
    </Button>
  )
}

function ImportButton() {
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

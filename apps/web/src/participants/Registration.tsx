import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Registration.module.css'
import { useRegistrationOffer } from './useRegistrationOffer.ts'

const RegistrationDialog = lazy(() =>
  import('./RegistrationDialog.tsx').then(({ RegistrationDialog }) => ({ default: RegistrationDialog })),
)

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
        <Suspense>
          <RegistrationDialog
            onRegistered={(...registered) => {
              close()
              offer(...registered)
            }}
            onClose={close}
          />
        </Suspense>
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

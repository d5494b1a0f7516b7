import { Card } from '../ui/Card.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { ImportButton } from './ImportButton.tsx'
import classes from './Registration.module.css'
import { RegistrationForm } from './RegistrationForm.tsx'
import { useRegistrationOffer } from './useRegistrationOffer.ts'

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

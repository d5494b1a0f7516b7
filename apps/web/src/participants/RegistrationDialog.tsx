import type { ComponentProps } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { ImportButton } from './ImportButton.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'

type RegistrationDialogProps = Pick<ComponentProps<typeof RegistrationForm>, 'onRegistered'> & { onClose: () => void }

/** The registration, where there is no place for it beside the list. */
export function RegistrationDialog({ onRegistered, onClose }: RegistrationDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened title={t('home__form__title')} closeOnClickOutside={false} onClose={onClose}>
      <RegistrationForm onRegistered={onRegistered} />
      <ImportButton />
    </Dialog>
  )
}

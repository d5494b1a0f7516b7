import { Button, TextInput } from '@mantine/core'
import { showSuccess } from '../../ui/alerts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './SignIn.module.css'

type AddressName = 'launch_url' | 'redirect_uri' | 'logout_uri'
type ProviderAddressesProps = { name: string; addresses: readonly (readonly [AddressName, string])[] }

/** What is entered at the provider, or at the health record. */
export function ProviderAddresses({ name: owner, addresses }: ProviderAddressesProps) {
  const { t } = useTranslation()
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    showSuccess(t('sign_in__addresses__copied'))
  }
  return (
    <div className={classes.addresses}>
      {addresses.map(([name, address]) => (
        <div key={name} className={classes.address}>
          <TextInput
            readOnly
            label={t(`sign_in__addresses__${name}`)}
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button
            variant="default"
            aria-label={t(`sign_in__addresses__copy_${name}`, { name: owner })}
            onClick={() => void copy(address)}
          >
            {t('sign_in__addresses__copy')}
          </Button>
        </div>
      ))}
    </div>
  )
}

import type { Provider } from '@fonema/contract'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../ui/alerts.ts'
import classes from './SignIn.module.css'

/** What is entered at the provider. */
export function ProviderAddresses({ provider }: { provider: Pick<Provider, 'name' | 'redirect_uri' | 'logout_uri'> }) {
  const { t } = useTranslation()
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    showSuccess(t('sign_in__addresses__copied'))
  }
  return (
    <div className={classes.addresses}>
      {(['redirect_uri', 'logout_uri'] as const).map((name) => (
        <div key={name} className={classes.address}>
          <TextInput
            readOnly
            label={t(`sign_in__addresses__${name}`)}
            value={provider[name]}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button
            variant="default"
            aria-label={t(`sign_in__addresses__copy_${name}`, { name: provider.name })}
            onClick={() => void copy(provider[name])}
          >
            {t('sign_in__addresses__copy')}
          </Button>
        </div>
      ))}
    </div>
  )
}

import type { Provider } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './SignIn.module.css'

/** Reads the provider's configuration from the server, and says what is wrong with it. */
export function ProviderTestField({ provider }: { provider: Pick<Provider, 'id' | 'name'> }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const test = useMutation({
    mutationFn: () =>
      call('POST /organizations/providers/{provider_id}/test/', { params: { provider_id: provider.id } }),
  })
  const found = test.data
  return (
    <div className={classes.test}>
      <Button
        variant="default"
        size="sm"
        loading={test.isPending}
        aria-label={t('sign_in__test__label', { name: provider.name })}
        onClick={() => test.mutate()}
      >
        {t('sign_in__test__open')}
      </Button>
      <div role="status">
        {test.error !== null && <Alert color="red">{ofFailure(test.error)}</Alert>}
        {found?.problem === null && (
          <Alert color="teal">
            {t('sign_in__test__good')} {!found.can_log_out_from_there && t('sign_in__test__no_logout')}
          </Alert>
        )}
        {found != null && found.problem !== null && (
          <Alert color="red">
            {t(`sign_in__problem__${found.problem}`)}
            {found.detail !== null && <span className={classes.detail}>{found.detail}</span>}
          </Alert>
        )}
      </div>
    </div>
  )
}

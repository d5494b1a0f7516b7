import type { SecondFactor } from '@fonema/contract'
import { Badge, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../api/current-user.ts'
import { signOutEverywhere, takeProof } from '../../api/provider.ts'
import { queryFor } from '../../api/query.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { links } from '../../ui/links.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { AppCard } from './AppCard.tsx'
import { AppSetup } from './AppSetup.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { RecoveryCard } from './RecoveryCard.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondFactor.module.css'

/** The secret for an app until it is confirmed, or the recovery codes until they are saved. */
type Shown = { secret: string; uri: string } | { codes: string[] } | null

/** `required`: the user must turn it on before anything else, and then goes on. */
export function SecondFactorPage({ required }: { required?: { onDone: () => void } }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const state = useQuery(queryFor('GET /user/mfa/'))
  const [shown, setShown] = useState<Shown>(null)
  const [returned] = useState(takeProof)
  useTitle(t('second_factor__page__title'))

  function show(next: Shown) {
    setShown(next)
    void client.invalidateQueries({ queryKey: queryFor('GET /user/mfa/').queryKey })
  }
  /** If another factor was already on, the user has recovery codes and the list is empty. */
  const showCodes = (codes: string[]) => show(codes.length > 0 ? { codes } : null)

  return (
    <div className={classes.page}>
      {required === undefined && <BackLink to={links.dashboard}>{t('second_factor__page__back')}</BackLink>}
      <div className={classes.head}>
        <h1>{t('second_factor__page__title')}</h1>
        {state.data !== undefined && <OnOrOff state={state.data} />}
      </div>
      {shown !== null && 'codes' in shown ? (
        <Card title={t('second_factor__codes__title')}>
          <RecoveryCodes codes={shown.codes} onStored={() => show(null)} />
        </Card>
      ) : shown !== null ? (
        <Card title={t('second_factor__setup__title')}>
          <AppSetup {...shown} onConfirmed={showCodes} onCancel={() => show(null)} />
        </Card>
      ) : state.data !== undefined ? (
        <>
          {required === undefined ? (
            <p className={classes.text}>{t('second_factor__state__what')}</p>
          ) : (
            <Required isOn={state.data.turned_on_at !== null} onDone={required.onDone} />
          )}
          <div className={classes.cards}>
            <AppCard state={state.data} returned={returned} onBegun={show} onTurnedOff={() => show(null)} />
            <PasskeysCard state={state.data} returned={returned} onAdded={showCodes} onRemoved={() => show(null)} />
            {state.data.turned_on_at !== null && (
              <RecoveryCard left={state.data.recovery_codes_left} returned={returned} onCodes={showCodes} />
            )}
          </div>
          {required !== undefined && (
            <Button variant="default" mt="lg" onClick={() => void signOutEverywhere()}>
              {t('base__user_menu__sign_out')}
            </Button>
          )}
        </>
      ) : state.isError ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function OnOrOff({ state }: { state: SecondFactor }) {
  const { t } = useTranslation()
  const isOn = state.turned_on_at !== null
  return (
    <Badge size="lg" variant="light" color={isOn ? 'teal' : 'gray'}>
      {t(isOn ? 'second_factor__state__on' : 'second_factor__state__off')}
    </Badge>
  )
}

/** Why nothing else is shown, and the way on once it is on. */
function Required({ isOn, onDone }: { isOn: boolean; onDone: () => void }) {
  const { t } = useTranslation()
  const { organization } = useUser()
  return (
    <>
      <p className={classes.text}>
        {isOn
          ? t('second_factor__required__done')
          : t('second_factor__required__why', { organization: organization.name })}
      </p>
      {isOn && <Button onClick={onDone}>{t('second_factor__required__go_on')}</Button>}
    </>
  )
}

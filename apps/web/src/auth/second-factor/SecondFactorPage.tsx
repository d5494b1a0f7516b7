import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryFor } from '../../api/query.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { links } from '../../ui/links.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { AppSetup } from './AppSetup.tsx'
import { FactorState } from './FactorState.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondFactor.module.css'

/** What an app needs, shown until it is confirmed; and codes, shown until they are put away. */
type Shown = { secret: string; uri: string } | { codes: string[] } | null

export function SecondFactorPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const state = useQuery(queryFor('GET /user/mfa/'))
  const [shown, setShown] = useState<Shown>(null)
  useTitle(t('second_factor__page__title'))

  function show(next: Shown) {
    setShown(next)
    void client.invalidateQueries({ queryKey: queryFor('GET /user/mfa/').queryKey })
  }
  const showCodes = (codes: string[]) => show({ codes })

  return (
    <div className={classes.page}>
      <BackLink to={links.dashboard}>{t('second_factor__page__back')}</BackLink>
      <h1>{t('second_factor__page__title')}</h1>
      {shown !== null && 'codes' in shown ? (
        <Card title={t('second_factor__codes__title')}>
          <RecoveryCodes codes={shown.codes} onStored={() => show(null)} />
        </Card>
      ) : shown !== null ? (
        <Card title={t('second_factor__setup__title')}>
          <AppSetup {...shown} onConfirmed={showCodes} onCancel={() => show(null)} />
        </Card>
      ) : state.data !== undefined ? (
        <FactorState state={state.data} onBegun={show} onCodes={showCodes} onTurnedOff={() => show(null)} />
      ) : state.isError ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

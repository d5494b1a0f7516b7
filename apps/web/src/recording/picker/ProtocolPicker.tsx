import type { Protocol } from '@fonema/contract'
import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryFor } from '../../api/query.ts'
import { ChoiceCard, ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { currentLanguage } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { localeName } from '../../ui/locale-name.ts'
import { Sources } from '../../ui/Sources.tsx'
import classes from './ProtocolPicker.module.css'
import { groupByLanguage } from './protocol-order.ts'

type ProtocolPickerProps = {
  /** Id of the participant's locale. */
  locale: string | null
  onChoose: (protocol: Protocol) => void
}

/** The protocols assigned to the examiner. If some match the participant's language, the others are collapsed. */
export function ProtocolPicker({ locale, onChoose }: ProtocolPickerProps) {
  const { t } = useTranslation()
  const protocols = useQuery(queryFor('GET /protocols/examiner/'))
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY })
  const failed = [protocols, locales].find(({ error }) => error !== null)
  if (protocols.data === undefined || locales.data === undefined)
    return failed === undefined ? (
      <Loading />
    ) : (
      <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
    )

  const spoken = locales.data.find(({ id }) => id === locale)
  const { own, others: foreign } = groupByLanguage(protocols.data, spoken)
  const others = <Cards protocols={foreign} onChoose={onChoose} />
  return (
    <>
      <h1 className={classes.title}>{t('responses__record__choose')}</h1>
      {protocols.data.length === 0 && <EmptyState text={t('responses__record__no_protocols')} />}
      {own.length > 0 && (
        <>
          {spoken !== undefined && (
            <h2 className={classes.language}>{localeName(spoken.lang.code, currentLanguage())}</h2>
          )}
          <Cards protocols={own} onChoose={onChoose} />
        </>
      )}
      {foreign.length > 0 &&
        (own.length === 0 ? (
          others
        ) : (
          <Fold title={`${t('responses__record__other_languages')} (${foreign.length})`}>{others}</Fold>
        ))}
      <Sources of={protocols.data} />
    </>
  )
}

function Cards({ protocols, onChoose }: { protocols: readonly Protocol[]; onChoose: (protocol: Protocol) => void }) {
  return (
    <ChoiceCards>
      {protocols.map((protocol) => (
        <ProtocolCard key={protocol.id} protocol={protocol} onChoose={() => onChoose(protocol)} />
      ))}
    </ChoiceCards>
  )
}

function ProtocolCard({ protocol, onChoose }: { protocol: Protocol; onChoose: () => void }) {
  const { t } = useTranslation()
  const { name, description, item_count, locale, is_practice } = protocol
  return (
    <ChoiceCard name={name} lang={locale.code} onChoose={onChoose}>
      {is_practice && (
        <Badge color="yellow" variant="light" className={classes.practice}>
          {t('responses__record__practice')}
        </Badge>
      )}
      <span lang={locale.code}>{description}</span>
      <span className={classes.small}>
        {t('responses__record__item_count', { count: item_count })} · {localeName(locale.code, currentLanguage())}
      </span>
    </ChoiceCard>
  )
}

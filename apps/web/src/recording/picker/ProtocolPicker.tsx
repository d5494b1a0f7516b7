import type { Protocol, ProtocolResponseSummary } from '@fonema/contract'
import { Alert, Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import { ChoiceCard, ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { localeName } from '../../ui/locale-name.ts'
import { Sources } from '../../ui/Sources.tsx'
import classes from './ProtocolPicker.module.css'
import { aboutMinutes, measuredDomains } from './protocol-facts.ts'
import { groupByLanguage, latestTimes } from './protocol-order.ts'

type ProtocolPickerProps = {
  participantId: string
  /** Id of the participant's locale. */
  locale: string | null
  onChoose: (protocol: Protocol) => void
}

/**
 * The protocols assigned to the examiner, the participant's last one first, then the examiner's own. If some match the participant's language, the
 * others are collapsed.
 */
export function ProtocolPicker({ participantId, locale, onChoose }: ProtocolPickerProps) {
  const { t } = useTranslation()
  const sessions = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: participantId } }),
  )
  const usual = useQuery(queryFor('GET /protocols/last_recorded/'))
  const protocols = useQuery(queryFor('GET /protocols/examiner/'))
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY })
  const failed = [protocols, locales].find(({ error }) => error !== null)
  // The order depends on what was recorded before, and cards must not move under a click.
  if (protocols.data === undefined || locales.data === undefined || sessions.isPending || usual.isPending)
    return failed === undefined ? (
      <Loading />
    ) : (
      <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
    )

  const spoken = locales.data.find(({ id }) => id === locale)
  const recorded = lastTimes(sessions.data ?? [])
  const { own, others: foreign } = groupByLanguage(protocols.data, spoken, recorded, latestTimes(usual.data ?? []))
  const others = <Cards protocols={foreign} recorded={recorded} onChoose={onChoose} />
  return (
    <>
      <h1 className={classes.title}>{t('responses__record__choose')}</h1>
      {protocols.data.length === 0 && <EmptyState text={t('responses__record__no_protocols')} />}
      {own.length === 0 && foreign.length > 0 && spoken !== undefined && (
        <Alert color="yellow" mb="md">
          {t('responses__record__none_in_language', { language: localeName(spoken.lang.code, currentLanguage()) })}
        </Alert>
      )}
      {own.length > 0 && (
        <>
          {spoken !== undefined && (
            <h2 className={classes.language}>{localeName(spoken.lang.code, currentLanguage())}</h2>
          )}
          <Cards protocols={own} recorded={recorded} onChoose={onChoose} />
        </>
      )}
      {foreign.length > 0 &&
        (own.length === 0 ? (
          others
        ) : (
          <Fold title={`${t('responses__record__other_languages')} (${foreign.length})`}>{others}</Fold>
        ))}
      <Sources of={protocols.data.flatMap(withMedia)} />
    </>
  )
}

/** When each protocol was recorded last, by its id. */
function lastTimes(sessions: readonly ProtocolResponseSummary[]): ReadonlyMap<string, string> {
  // The list begins with the newest.
  const oldestFirst = sessions.filter(({ active }) => active).toReversed()
  return new Map(oldestFirst.map(({ protocol, date_created }) => [protocol.id, date_created]))
}

type CardsProps = {
  protocols: readonly Protocol[]
  recorded: ReadonlyMap<string, string>
  onChoose: (protocol: Protocol) => void
}

function Cards({ protocols, recorded, onChoose }: CardsProps) {
  return (
    <ChoiceCards>
      {protocols.map((protocol) => (
        <ProtocolCard
          key={protocol.id}
          protocol={protocol}
          lastTime={recorded.get(protocol.id)}
          onChoose={() => onChoose(protocol)}
        />
      ))}
    </ChoiceCards>
  )
}

type ProtocolCardProps = { protocol: Protocol; lastTime: string | undefined; onChoose: () => void }

function ProtocolCard({ protocol, lastTime, onChoose }: ProtocolCardProps) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const { name, description, items, item_count, locale, is_practice } = protocol
  const measured = measuredDomains(items).map((domain) => t(`analysis__domain__${domain}`).toLocaleLowerCase(language))
  return (
    <ChoiceCard name={name} lang={locale.code} onChoose={onChoose}>
      {is_practice && (
        <Badge color="yellow" variant="light" className={classes.practice}>
          {t('responses__record__practice')}
        </Badge>
      )}
      {lastTime !== undefined && (
        <Badge variant="light" className={classes.last}>
          {t('responses__record__last_time', { day: formatApiDate(lastTime, language) })}
        </Badge>
      )}
      <span lang={locale.code}>{description}</span>
      {!is_practice && measured.length > 0 && (
        <span className={classes.measures}>
          {t('responses__record__measures', { domains: new Intl.ListFormat(language).format(measured) })}
        </span>
      )}
      <span className={classes.small}>
        {[
          t('responses__record__about_minutes', { count: aboutMinutes(items) }),
          t('responses__record__item_count', { count: item_count }),
          localeName(locale.code, language),
        ].join(' · ')}
      </span>
    </ChoiceCard>
  )
}

/** A protocol and the media of its items, whose licences and sources may differ. */
const withMedia = (protocol: Protocol) => [
  protocol,
  ...protocol.items.flatMap(({ title, sources = [] }) =>
    sources.map((terms) => ({ name: title, locale: protocol.locale, ...terms })),
  ),
]

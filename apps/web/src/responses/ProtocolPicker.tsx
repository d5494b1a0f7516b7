import type { Protocol } from '@fonema/contract'
import { Badge, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { queryFor } from '../api/query.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { localeName } from '../ui/locale-name.ts'
import { Sources } from '../ui/Sources.tsx'
import classes from './ProtocolPicker.module.css'
import { groupByLanguage } from './protocol-order.ts'

type ProtocolPickerProps = {
  /** Id of the participant's locale. */
  locale: string | null
  onChoose: (protocol: Protocol) => void
}

/** The protocols assigned to the examiner, those in the participant's language first. */
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
  const { own, others } = groupByLanguage(protocols.data, spoken)
  const groups = [
    {
      title: spoken === undefined ? '' : localeName(spoken.lang.code, currentLanguage()),
      protocols: own,
    },
    { title: own.length === 0 ? '' : t('responses__record__other_languages'), protocols: others },
  ].filter((group) => group.protocols.length > 0)
  return (
    <>
      <h1 className={classes.title}>{t('responses__record__choose')}</h1>
      {groups.length === 0 && <EmptyState text={t('responses__record__no_protocols')} />}
      {groups.map((group) => (
        <section key={group.title} className={classes.group}>
          {group.title !== '' && <h2 className={classes.language}>{group.title}</h2>}
          <ul className={classes.cards}>
            {group.protocols.map((protocol) => (
              <ProtocolCard key={protocol.id} protocol={protocol} onChoose={() => onChoose(protocol)} />
            ))}
          </ul>
        </section>
      ))}
      <Sources of={protocols.data} />
    </>
  )
}

function ProtocolCard({ protocol, onChoose }: { protocol: Protocol; onChoose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { name, description, item_count, locale, is_practice } = protocol
  return (
    <li className={classes.card}>
      {/* Its surface covers the card. */}
      <UnstyledButton className={classes.name} lang={locale.code} aria-describedby={id} onClick={onChoose}>
        {name}
      </UnstyledButton>
      <div id={id} className={classes.facts}>
        {is_practice && (
          <Badge color="yellow" variant="light" className={classes.practice}>
            {t('responses__record__practice')}
          </Badge>
        )}
        <span lang={locale.code}>{description}</span>
        <span className={classes.small}>
          {t('responses__record__item_count', { count: item_count })} · {localeName(locale.code, currentLanguage())}
        </span>
      </div>
    </li>
  )
}

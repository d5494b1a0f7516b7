import type { ServiceAccount, ServiceAccountKey } from '@fonema/contract'
import { Badge } from '@mantine/core'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import classes from '../Webhooks.module.css'

const warnDays = 30
const dayMs = 24 * 60 * 60 * 1000

const endsSoon = (time: string) => new Date(time).getTime() - Date.now() < warnDays * dayMs

/** Each valid key with its end and its last use; without one, that the account cannot call. */
export function KeyLines({ of: { keys } }: { of: ServiceAccount }) {
  const { t } = useTranslation()
  if (keys.length === 0)
    return (
      <Badge color="red" variant="light" tt="none">
        {t('webhooks__accounts__no_key')}
      </Badge>
    )
  return keys.map((key) => (
    <div key={key.id} className={classes.state}>
      <KeyFacts of={key} />
    </div>
  ))
}

export function KeyFacts({ of: { ending, expires_at, last_used_at } }: { of: ServiceAccountKey }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const until = t('webhooks__accounts__until', { time: formatApiDate(expires_at, language) })
  return (
    <>
      <span>…{ending}</span>
      {endsSoon(expires_at) ? (
        <Badge color="yellow" variant="light" tt="none" className={classes.soon}>
          {until}
        </Badge>
      ) : (
        <span>{until}</span>
      )}
      <span className={classes.note}>
        {last_used_at === null
          ? t('webhooks__directory__never_used')
          : t('webhooks__directory__used', { time: formatApiDate(last_used_at, language) })}
      </span>
    </>
  )
}

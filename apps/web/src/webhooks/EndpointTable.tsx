import type { WebhookEndpoint } from '@fonema/contract'
import { Badge, Button } from '@mantine/core'
import { useTranslation } from '../ui/i18n.ts'
import table from '../ui/table.module.css'
import { textOf } from './WebhookDialog.tsx'
import classes from './Webhooks.module.css'

export const lookEveryMs = 5_000

type EndpointTableProps = {
  rows: readonly WebhookEndpoint[]
  onOpened: (endpoint: WebhookEndpoint) => void
  /** Absent: the user may not change them. */
  onEdited?: ((endpoint: WebhookEndpoint) => void) | undefined
}

/** Addresses of other systems, with what they receive and how that goes. */
export function EndpointTable({ rows, onOpened, onEdited }: EndpointTableProps) {
  const { t } = useTranslation()
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('webhooks__card__url')}</th>
          <th scope="col" className={table.wide}>
            {t('webhooks__card__state')}
          </th>
          <th scope="col" className={table.action}>
            {t('webhooks__card__actions')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((each) => (
          <tr key={each.id}>
            <td className={classes.url}>
              {each.url}
              <div className={classes.note}>
                {each.events.map((event) => t(`webhooks__event__${textOf(event)}`)).join(', ')}
              </div>
              <div className={table.second}>
                <State of={each} />
              </div>
            </td>
            <td className={table.wide}>
              <State of={each} />
            </td>
            <td className={table.action}>
              <div className={classes.actions}>
                <Button
                  variant="light"
                  size="sm"
                  aria-label={t('webhooks__card__deliveries_label', { url: each.url })}
                  onClick={() => onOpened(each)}
                >
                  {t('webhooks__card__deliveries')}
                </Button>
                {onEdited !== undefined && (
                  <Button
                    variant="light"
                    size="sm"
                    aria-label={t('webhooks__card__edit_label', { url: each.url })}
                    onClick={() => onEdited(each)}
                  >
                    {t('webhooks__card__edit')}
                  </Button>
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function State({ of: { is_on, paused_at, failing_since, pending, dead } }: { of: WebhookEndpoint }) {
  const { t } = useTranslation()
  const state = !is_on ? 'off' : paused_at !== null ? 'paused' : failing_since !== null ? 'failing' : 'works'
  const colors = { off: 'gray', paused: 'red', failing: 'yellow', works: 'teal' }
  return (
    <div className={classes.state}>
      <Badge color={colors[state]} variant="light" tt="none">
        {t(`webhooks__state__${state}`)}
      </Badge>
      {pending > 0 && <span>{t('webhooks__state__pending', { count: pending })}</span>}
      {dead > 0 && <span>{t('webhooks__state__dead', { count: dead })}</span>}
    </div>
  )
}

import type { AuditEntry } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { formatApiDate } from '../ui/dates.ts'
import { currentLanguage, type TFunction, useTranslation } from '../ui/i18n.ts'
import table from '../ui/table.module.css'
import classes from './Audit.module.css'
import { actions, subjects } from './filter.ts'
import { type NameOf, sentenceOf } from './sentence.ts'

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation()
  const users = useQuery(queryFor('GET /organizations/user/')).data ?? []
  const examiners = useQuery(queryFor('GET /organizations/examiners/')).data ?? []
  const nameOf: NameOf = (id) => {
    const userId = examiners.find((examiner) => examiner.id === id)?.user_id ?? id
    const user = users.find((user) => user.id === userId)
    return user && `${user.first_name} ${user.last_name}`.trim()
  }
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('audit__table__when')}</th>
          <th scope="col">{t('audit__table__what')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={classes.when}>{formatApiDate(entry.at, currentLanguage())}</td>
            <td className={classes.what}>
              <What entry={entry} nameOf={nameOf} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function What({ entry, nameOf }: { entry: AuditEntry; nameOf: NameOf }) {
  const { t } = useTranslation()
  const text = sentenceOf(t, entry, nameOf) ?? `${subjectText(t, entry.subject)} · ${actionText(t, entry.action)}`
  const fields = [...new Set([...Object.keys(entry.old ?? {}), ...Object.keys(entry.new ?? {})])]
  if (fields.length === 0) return text
  return (
    <details>
      <summary>{text}</summary>
      <dl className={classes.values}>
        {fields.map((field) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {entry.old !== null && field in entry.old && <del>{textOf(entry.old[field])}</del>}
              {entry.new !== null && field in entry.new && <ins>{textOf(entry.new[field])}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const maxCharacters = 300

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '—'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

/** An action of a newer server, for which this page has no name, is shown as its code. */
const actionText = (t: TFunction, action: string) => {
  const known = actions.find((one) => one === action)
  return known === undefined ? action : t(`audit__action__${known}`)
}
const subjectText = (t: TFunction, subject: string) => {
  const known = subjects.find((one) => one === subject)
  return known === undefined ? subject : t(`audit__subject__${known}`)
}

import type { AuditEntry } from '@fonema/contract'
import { dateLocale } from '@fonema/contract/date-locale'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { formatApiDate } from '../ui/dates.ts'
import { dateFormat } from '../ui/formats.ts'
import { currentLanguage, type TFunction, useTranslation } from '../ui/i18n.ts'
import table from '../ui/table.module.css'
import classes from './Audit.module.css'
import { actions, subjects } from './filter.ts'
import { fieldsOf, joinRepeated, type Line } from './lines.ts'
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
        {joinRepeated(entries.map((entry) => ({ entry, text: textOf(t, entry, nameOf) }))).map((line) => (
          <tr key={line.entry.id}>
            <td className={classes.when}>{formatApiDate(line.entry.at, currentLanguage())}</td>
            <td className={classes.what}>
              <What {...line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function What({ entry, text, times }: Line) {
  const { t } = useTranslation()
  const fields = fieldsOf(entry)
  if (times.length > 1) {
    const clock = dateFormat(dateLocale(currentLanguage()), { timeStyle: 'medium' })
    return (
      <details>
        <summary>
          {text} · {t('audit__table__times', { count: times.length })}
        </summary>
        <ul className={classes.times}>
          {times.map(({ id, at }) => (
            <li key={id}>{clock.format(new Date(at))}</li>
          ))}
        </ul>
      </details>
    )
  }
  if (fields.length === 0) return text
  return (
    <details>
      <summary>{text}</summary>
      <dl className={classes.values}>
        {fields.map((field) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {entry.old !== null && field in entry.old && <del>{shownValue(entry.old[field])}</del>}
              {entry.new !== null && field in entry.new && <ins>{shownValue(entry.new[field])}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const maxCharacters = 300

function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '—'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

const textOf = (t: TFunction, entry: AuditEntry, nameOf: NameOf): string =>
  sentenceOf(t, entry, nameOf) ?? `${subjectText(t, entry.subject)} · ${actionText(t, entry.action)}`

/** An action of a newer server, for which this page has no name, is shown as its code. */
const actionText = (t: TFunction, action: string) => {
  const known = actions.find((one) => one === action)
  return known === undefined ? action : t(`audit__action__${known}`)
}
const subjectText = (t: TFunction, subject: string) => {
  const known = subjects.find((one) => one === subject)
  return known === undefined ? subject : t(`audit__subject__${known}`)
}

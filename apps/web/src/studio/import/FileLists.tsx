import type { ProtocolFilePlace, ProtocolLoss } from '@fonema/contract'
import { Alert } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './Import.module.css'

const placeOf = (file: string, path: string) => [file, path].filter((part) => part !== '').join(' · ')

/** Why a file cannot be imported: each problem with its place. */
export function FileProblems({ problems, count }: { problems: readonly ProtocolFilePlace[]; count: number }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" title={t('protocol_import__problems__title', { count })}>
      <ul className={classes.places}>
        {problems.map(({ problem, file, path }) => (
          <li key={`${problem} ${file} ${path}`}>
            {t(`protocol_import__problem__${problem}`)}
            <span className={classes.place}>{placeOf(file, path)}</span>
          </li>
        ))}
      </ul>
      <More count={count - problems.length} />
    </Alert>
  )
}

/** What the draft will not have of the file, by what happens to it. */
export function Losses({ losses, count }: { losses: readonly ProtocolLoss[]; count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  // A list that is cut has not all members of a group.
  const withCount = (text: string, members: number) => (losses.length === count ? `${text} (${members})` : text)
  const groups = [...Map.groupBy(losses, ({ code }) => code)]
  return (
    <Alert color="yellow" title={`${t('protocol_import__losses__title')} (${count})`}>
      <ul className={classes.places}>
        {groups.map(([code, members]) => (
          <li key={code}>
            <strong>{withCount(t(`protocol_import__loss__${code}`), members.length)}</strong>
            {members.map(({ text, file, path }) => (
              <span key={`${text} ${file} ${path}`} className={classes.place}>
                {text === '' ? placeOf(file, path) : `${text} — ${placeOf(file, path)}`}
              </span>
            ))}
          </li>
        ))}
      </ul>
      <More count={count - losses.length} />
    </Alert>
  )
}

function More({ count }: { count: number }) {
  const { t } = useTranslation()
  return count > 0 ? <p className={classes.more}>{t('protocol_import__list__more', { count })}</p> : null
}

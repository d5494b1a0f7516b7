import { type TextKey, useTranslation } from './i18n.ts'
import classes from './KeyTable.module.css'

export type KeyRow = readonly [keys: readonly string[], text: TextKey]

/** Keys and what they do. */
export function KeyTable({ rows }: { rows: readonly KeyRow[] }) {
  const { t } = useTranslation()
  return (
    <dl className={classes.keys}>
      {rows.map(([keys, text]) => (
        <div key={text}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  )
}

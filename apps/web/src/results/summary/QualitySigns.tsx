import { Link } from 'react-router'
import { useTranslation } from '../../ui/i18n.ts'
import type { Item } from '../session/session-state.ts'
import classes from './QualitySigns.module.css'
import { signIcon, signOf, useSignText } from './quality-sign.tsx'

/** How good the recording of each item is, as a row of signs: the titles are at the items below. */
export function QualitySigns({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation()
  const textOf = useSignText()
  return (
    <ul className={classes.signs} aria-label={t('findings__quality__title')}>
      {items.map((one) => {
        const { id, order, title } = one.item
        const sign = signOf(one)
        const name = `${t('responses__result__item', { order, title })}: ${textOf(sign)}`
        return (
          <li key={id}>
            <Link
              to={`?item=${order}&recording=${order}`}
              replace
              preventScrollReset
              className={classes.sign}
              data-sign={sign.verdict ?? sign.state}
              aria-label={name}
              title={name}
            >
              {signIcon(sign)}
              {order}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

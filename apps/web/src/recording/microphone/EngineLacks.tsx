import { useTranslation } from '../../ui/i18n.ts'
import type { Kept } from '../outbox/space.ts'
import classes from './EngineLacks.module.css'
import { engineLacks } from './engine-lacks.ts'

/** What this browser lacks and what it means, in one calm place. Renders nothing in a browser that lacks nothing. */
export function EngineLacks({ kept }: { kept: Kept }) {
  const { t } = useTranslation()
  const lacks = engineLacks(kept)
  if (lacks.length === 0) return null
  return (
    <section className={classes.lacks} aria-label={t('responses__engine__title')}>
      <p>{t('responses__engine__title')}</p>
      <ul>
        {lacks.map((part) => (
          <li key={part} data-lacks={part}>
            {t(`responses__engine__lacks__${part}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useTranslation } from '../../ui/i18n.ts'
import classes from './Evolution.module.css'

/** Says how many sessions are still being measured, because what stands below may change. */
export function Measuring({ sessions }: { sessions: number }) {
  const { t } = useTranslation()
  if (sessions === 0) return null
  return (
    <p role="status" className={classes.measuring}>
      {t('analysis__evolution__measuring', { count: sessions })}
    </p>
  )
}

import type { SessionSummary } from '@fonema/contract'
import { unjudgedText } from '@fonema/findings'
import { Fold } from '../../ui/Fold.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import classes from './SessionSummary.module.css'

/** More lines would push the items off the first screen. */
const mostLines = 2

/** What could not be judged, and why. */
export function Unjudged({ summary: { state, unjudged } }: { summary: Pick<SessionSummary, 'state' | 'unjudged'> }) {
  const { t } = useTranslation()
  // The summary begins with what is still measured.
  const lines = unjudged.filter(({ reason }) => state !== 'measuring' || reason !== 'pending')
  if (lines.length === 0) return null
  const texts = lines.map((line) => unjudgedText(line, currentLanguage()))
  const list = (some: readonly string[]) => (
    <ul className={classes.lines}>
      {some.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
  return (
    <section className={classes.unjudged} aria-label={t('findings__unjudged__title')}>
      <span className={classes.dot} data-sign="unjudged" />
      <div>
        <h3>{t('findings__unjudged__title')}</h3>
        {list(texts.slice(0, mostLines))}
        {texts.length > mostLines && (
          <Fold title={t('findings__unjudged__more', { count: texts.length - mostLines })}>
            {list(texts.slice(mostLines))}
          </Fold>
        )}
      </div>
    </section>
  )
}

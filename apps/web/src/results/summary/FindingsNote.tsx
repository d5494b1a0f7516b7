import type { SessionSummary } from '@fonema/contract'
import { chanceText } from '@fonema/findings'
import type { ReactNode } from 'react'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import classes from './SessionSummary.module.css'

/** Below the findings: how many more there are, what chance explains, and how their scale is read. */
export function FindingsNote({ summary, children }: { summary: SessionSummary; children?: ReactNode }) {
  const { t } = useTranslation()
  const hasScale = summary.findings.some((finding) => finding.kind !== 'index' && finding.place !== null)
  return (
    <p className={classes.note}>
      {summary.more > 0 && `${t('findings__summary__more', { count: summary.more })} `}
      {chanceText(summary, currentLanguage())}
      {hasScale && ` ${t('findings__summary__legend')}`}
      {children}
    </p>
  )
}

import type { ClinicalReport } from '@fonema/contract'
import { longestReportText } from '@fonema/contract/report-limits'
import { Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../ui/i18n.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import classes from './Reports.module.css'
import { Snippets } from './Snippets.tsx'
import type { Writing } from './useReportTexts.ts'

const parts = ['purpose', 'impression', 'recommendations'] as const

/** A text after what is already written, in a paragraph of its own. */
const appended = (written: string, text: string) => (written.trim() === '' ? text : `${written.trimEnd()}\n${text}`)

type ReportTextsProps = { writing: Writing; report: Pick<ClinicalReport, 'content'> }

/** What the examiner writes, and whether it is saved. */
export function ReportTexts({ writing: { texts, state, isDirty, change }, report }: ReportTextsProps) {
  const { t } = useTranslation()
  const sections = report.content.template?.sections
  // A part that the template leaves out is shown while it has a text, because that is printed.
  const shown = parts.filter(
    (part) => part === 'purpose' || sections === undefined || sections.includes(part) || texts[part] !== '',
  )
  const impression = useRef<HTMLTextAreaElement>(null)
  // Whoever opens a draft writes the impression. The page stays where it is, with its state and warnings on top.
  useEffect(() => impression.current?.focus({ preventScroll: true }), [])
  return (
    <div className={classes.editor}>
      <Unsaved when={isDirty} />
      {shown.map((part) => (
        <div key={part}>
          <Textarea
            ref={part === 'impression' ? impression : undefined}
            label={t(`clinical_reports__field__${part}`)}
            value={texts[part]}
            autosize
            minRows={part === 'purpose' ? 2 : 5}
            maxRows={18}
            maxLength={longestReportText}
            onChange={({ currentTarget }) => change(part, currentTarget.value)}
          />
          {part !== 'purpose' && (
            <Snippets
              content={report.content}
              part={part}
              onChoose={(text) => change(part, appended(texts[part], text))}
            />
          )}
        </div>
      ))}
      <p className={classes.hint} role={state === 'failed' || state === 'conflict' ? 'alert' : 'status'}>
        {t(`clinical_reports__save__${state}`)}
      </p>
    </div>
  )
}

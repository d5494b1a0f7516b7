import type { ClinicalReport, ReportSection } from '@fonema/contract'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Reports.module.css'

type ReportPreviewProps = { report: ClinicalReport; texts: ClinicalReport['texts'] }

/** The first page of a report on the screen, in the report's own language. */
export function ReportPreview({ report, texts }: ReportPreviewProps) {
  const { t } = useTranslation()
  const { content, number, signature } = report
  const { words, participant, session } = content
  const has = (section: ReportSection) => content.template?.sections.includes(section) ?? true
  const name = [participant.first_name, participant.last_name].filter(Boolean).join(' ')
  const facts = [
    [words.participant, name === '' ? participant.code : `${name} (${participant.code})`],
    [words.born, [participant.born, participant.age === null ? '' : `${participant.age} ${words.years}`]],
    [words.diagnosis, participant.diagnose],
    [words.sex, participant.sex_text],
    [words.examiner, session.examiner],
    [words.protocol, session.protocol],
  ].flatMap(([label, value]): [string, string][] => {
    const text = Array.isArray(value) ? value.filter(Boolean).join(' · ') : (value ?? '')
    return text === '' ? [] : [[String(label), text]]
  })
  return (
    <section className={classes.paper} lang={content.language} aria-label={t('clinical_reports__page__preview')}>
      <p className={classes.clinic}>{content.organization.name}</p>
      {content.organization.lines.length > 0 && (
        <p className={classes.muted}>{content.organization.lines.join(' · ')}</p>
      )}
      <h2>{words.title}</h2>
      <p className={classes.muted}>
        {words.number} {number} · {words.session_of} {session.day}
        {signature === null && ` · ${words.draft}`}
      </p>
      <dl>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </dl>
      {content.template?.introduction && <p className={classes.written}>{content.template.introduction}</p>}
      {texts.purpose !== '' && <Written title={words.purpose} text={texts.purpose} />}
      {has('findings') && <h3>{words.findings}</h3>}
      {!has('findings') ? null : content.findings.length === 0 ? (
        <p>{words.no_findings}</p>
      ) : (
        <ol>
          {content.findings.map(({ lead, detail, source }) => (
            <li key={`${lead} ${detail}`}>
              <strong>{lead}.</strong> {detail} <span className={classes.muted}>{source}</span>
            </li>
          ))}
        </ol>
      )}
      {content.not_judged.length > 0 && (
        <p className={classes.muted}>
          {words.not_judged}. {content.not_judged.join(' ')}
        </p>
      )}
      {(['impression', 'recommendations'] as const).map(
        (part) =>
          (has(part) || texts[part] !== '') && (
            <Written key={part} title={words[part]} text={texts[part] || words.not_written} />
          ),
      )}
      {content.template?.closing && <p className={classes.written}>{content.template.closing}</p>}
    </section>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

function Written({ title, text }: { title: string | undefined; text: string | undefined }) {
  return (
    <>
      <h3>{title}</h3>
      <p className={classes.written}>{text}</p>
    </>
  )
}

import type { ReportContent } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Reports.module.css'

type SnippetsProps = {
  content: Pick<ReportContent, 'language' | 'sources'>
  part: 'impression' | 'recommendations'
  onChoose: (text: string) => void
}

/** The organisation's texts for this part, in the report's language: one click adds one. */
export function Snippets({ content: { language, sources }, part, onChoose }: SnippetsProps) {
  const { t } = useTranslation()
  const { data } = useQuery(queryFor('GET /report_templates/'))
  const template = data?.find(({ id }) => id === sources.template?.id)
  const snippets = template?.settings.texts[language].snippets.filter((each) => each.part === part) ?? []
  if (snippets.length === 0) return null
  return (
    <div className={classes.snippets}>
      <span>{t('clinical_reports__snippet__add')}</span>
      {snippets.map(({ title, text }) => (
        <Button key={`${title} ${text}`} variant="default" size="compact-md" onClick={() => onChoose(text)}>
          {title}
        </Button>
      ))}
    </div>
  )
}

import type { ReportTemplate } from '@fonema/contract'
import { standardSettings } from '@fonema/contract/report-limits'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { queryFor } from '../../api/query.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { links } from '../../ui/links.ts'
import { StatusPage } from '../../ui/StatusPage.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { TemplateEditor } from './TemplateEditor.tsx'

/** A template of reports, beside a preview of what it prints. */
export function TemplatePage() {
  const { t } = useTranslation()
  const { template_id = 'new' } = useParams()
  const { data, error, refetch } = useQuery({ ...queryFor('GET /report_templates/'), refetchOnWindowFocus: false })
  const template = data?.find(({ id }) => id === template_id)
  const title = template?.name ?? t('clinical_reports__template__new')
  useTitle(title)
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (template === undefined && template_id !== 'new') return <StatusPage status={404} />
  return (
    <>
      <BackLink to={links.rooms.reports}>{t('clinical_reports__template__back')}</BackLink>
      <TemplateEditor key={template?.id ?? 'new'} title={title} template={template ?? unsaved} />
    </>
  )
}

export type EditedTemplate = Pick<ReportTemplate, 'name' | 'settings'> & { id: string | null; version: number }

const unsaved: EditedTemplate = { id: null, name: '', version: 0, settings: standardSettings }

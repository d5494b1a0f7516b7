import type { ReportTemplate } from '@fonema/contract'
import { Anchor, Badge, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { links } from '../../ui/links.ts'
import table from '../../ui/table.module.css'
import { LetterheadForm } from './LetterheadForm.tsx'
import classes from './Templates.module.css'

/** The letterhead and the templates of the organisation's reports. */
export function TemplatesCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(queryFor('GET /report_templates/'))
  return (
    <Card
      title={t('clinical_reports__template__card')}
      aside={
        <Button variant="default" component={Link} to={links.reportTemplate('new')}>
          {t('clinical_reports__template__new')}
        </Button>
      }
    >
      <p className={classes.about}>{t('clinical_reports__template__about')}</p>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <TemplateTable templates={data} />
      )}
      <LetterheadForm />
    </Card>
  )
}

function TemplateTable({ templates }: { templates: readonly ReportTemplate[] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ofFailure } = useFailureTexts()
  const choose = useMutation({
    mutationFn: ({ id, version, is_default }: ReportTemplate) =>
      call('PATCH /report_templates/{template_id}/', {
        params: { template_id: id },
        body: { based_on: version, is_default: !is_default },
      }),
    onSuccess: () => {
      showSuccess(t('clinical_reports__template__default_set'))
      return client.invalidateQueries({ queryKey: queryKeyOf('GET /report_templates/') })
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  const current = templates.find(({ is_default }) => is_default)
  const badge = <Badge variant="light">{t('clinical_reports__template__is_default')}</Badge>
  const makeDefault = (name: string, change: ReportTemplate) => (
    <Button
      variant="subtle"
      size="compact-md"
      loading={choose.isPending && choose.variables.id === change.id}
      aria-label={t('clinical_reports__template__make_default_label', { name })}
      onClick={() => choose.mutate(change)}
    >
      {t('clinical_reports__template__make_default')}
    </Button>
  )
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('clinical_reports__template__name')}</th>
          <th scope="col">{t('clinical_reports__template__for_new')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            {t('clinical_reports__template__standard')}
            <span className={classes.hint}>{t('clinical_reports__template__standard_hint')}</span>
          </td>
          <td>{current === undefined ? badge : makeDefault(t('clinical_reports__template__standard'), current)}</td>
        </tr>
        {templates.map((template) => (
          <tr key={template.id}>
            <td>
              <Anchor component={Link} to={links.reportTemplate(template.id)}>
                {template.name}
              </Anchor>
            </td>
            <td>{template.is_default ? badge : makeDefault(template.name, template)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import type { NewReportTemplate } from '@fonema/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { fieldErrorsOf } from '../../ui/form-failure.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import type { EditedTemplate } from './TemplatePage.tsx'

/** Saves a template: a new one is then opened at its own address. */
export function useSaveTemplate({ id, version, name, settings }: EditedTemplate) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  const [errors, setErrors] = useState<Record<string, string>>({})
  // What is stored, and the version that the next save builds on.
  const [stored, setStored] = useState({ name, settings, version })
  const save = useMutation({
    mutationFn: (body: NewReportTemplate) =>
      id === null
        ? call('POST /report_templates/', { body, idempotencyKey: keyFor(body) })
        : call('PATCH /report_templates/{template_id}/', {
            params: { template_id: id },
            body: { ...body, based_on: stored.version },
          }),
    onSuccess: async (saved, sent) => {
      setStored({ ...sent, version: saved.version })
      showSuccess(t('clinical_reports__template__saved'))
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /report_templates/') })
      if (id === null) await navigate(links.reportTemplate(saved.id), { replace: true })
    },
    onError: (failure) => setErrors(fieldErrorsOf(failure, ['name'], texts)),
  })
  const isDirtyFrom = (typed: NewReportTemplate) =>
    JSON.stringify(typed) !== JSON.stringify({ name: stored.name, settings: stored.settings })
  return { save, errors, clearErrors: () => setErrors({}), isDirtyFrom }
}

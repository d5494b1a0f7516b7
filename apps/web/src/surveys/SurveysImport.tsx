import type { StoredSurveyDraft, SurveyFileProblem, SurveyImportPreview } from '@fonema/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { showSuccess } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { ImportFrame } from '../ui/ImportFrame.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import { ImportedSurvey } from './ImportedSurvey.tsx'
import { emptyRule, RuleEditor, type RuleValues, toRule } from './RuleEditor.tsx'
import classes from './SurveyImport.module.css'

type SurveysImportProps = {
  /** Called with the new draft when the file is to become one; absent: its surveys are offered at once. */
  onDraft?: (draft: StoredSurveyDraft) => void
  onClose: () => void
}

/** Imports a survey from a file: a preview, what is lost, its terms of use and its scoring. */
export function SurveysImport({ onDraft, onClose }: SurveysImportProps) {
  const { t } = useTranslation()
  const { ofFieldCode } = useFailureTexts()
  const client = useQueryClient()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data ?? []
  const [licence, setLicence] = useState('')
  const [source, setSource] = useState('')
  const [locale, setLocale] = useState('')
  const [rule, setRule] = useState<RuleValues>(emptyRule)
  const [isRefused, setRefused] = useState(false)
  const drafted = useRef<StoredSurveyDraft | null>(null)

  async function preview(body: FormData) {
    const query = { preview: 'true' } as const
    const found = await (onDraft === undefined
      ? call('POST /surveys/import/', { body, query })
      : call('POST /survey_drafts/import/', { body, query }))
    // The other answer type belongs to a finished import.
    const shown = found as SurveyImportPreview
    setLicence(shown.licence)
    setSource(shown.source)
    setRule(emptyRule)
    setRefused(false)
    return shown
  }

  async function store(body: FormData, idempotencyKey: string) {
    setRefused(onDraft === undefined && licence.trim() === '')
    if (onDraft === undefined || licence.trim() !== '') body.set('licence', licence)
    if (source.trim() !== '') body.set('source', source)
    if (locale !== '') body.set('locale', locale)
    if (onDraft !== undefined) {
      // The other answer type belongs to a preview.
      drafted.current = (await call('POST /survey_drafts/import/', { body, idempotencyKey })) as StoredSurveyDraft
      return drafted.current
    }
    const wanted = toRule(rule)
    if (wanted !== null) body.set('rule', JSON.stringify(wanted))
    return call('POST /surveys/import/', { body, idempotencyKey })
  }

  const failureText = (error: Error) => {
    if (!(error instanceof ApiFailure)) return undefined
    if (error.fields.licence !== undefined) return t('survey_import__licence__missing')
    if (error.fields.rule !== undefined) return t('survey_import__rule__refused')
    if (error.code !== 'invalid_survey_file') return undefined
    const { problem, path } = error.members as { problem: SurveyFileProblem; path: string }
    return t(`survey_import__problem__${problem}`, { path: path === '' ? '–' : path })
  }

  return (
    <ImportFrame<SurveyImportPreview>
      title={t('survey_import__card__import')}
      accept=".json,application/json,application/fhir+json"
      preview={preview}
      store={store}
      failureText={failureText}
      summary={(found) => (
        <div className={classes.form}>
          <Unsaved when={licence !== found.licence || source !== found.source || locale !== '' || rule !== emptyRule} />
          <ImportedSurvey preview={found} />
          {!found.says_language && (
            <NativeSelect
              label={t('survey_import__language__label')}
              description={t('survey_import__language__help')}
              value={locale || found.locales[0]?.id}
              data={locales.map(({ id, code }) => ({ value: id, label: localeName(code, currentLanguage()) }))}
              onChange={(event) => setLocale(event.currentTarget.value)}
            />
          )}
          <TextInput
            label={t('survey_import__licence__label')}
            description={t('survey_import__licence__help')}
            required={onDraft === undefined}
            maxLength={500}
            value={licence}
            error={isRefused && licence.trim() === '' && ofFieldCode('required')}
            onChange={(event) => setLicence(event.currentTarget.value)}
          />
          <TextInput
            label={t('survey_import__source__label')}
            maxLength={500}
            value={source}
            onChange={(event) => setSource(event.currentTarget.value)}
          />
          {onDraft === undefined && (
            <RuleEditor fields={found.sections.flatMap(({ fields }) => fields)} values={rule} onChange={setRule} />
          )}
        </div>
      )}
      onStored={() => {
        if (drafted.current !== null) return onDraft?.(drafted.current)
        showSuccess(t('survey_import__card__stored'))
        for (const key of ['GET /organizations/', 'GET /organizations/examiners/', 'GET /surveys/examiner/'] as const)
          void client.invalidateQueries({ queryKey: queryKeyOf(key) })
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('survey_import__card__about')}</p>
      <p className={classes.note}>{t('survey_import__card__terms')}</p>
    </ImportFrame>
  )
}

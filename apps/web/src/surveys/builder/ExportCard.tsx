import type { SurveyExport } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import editor from '../../ui/editor.module.css'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { fieldsOf } from './edit.ts'
import type { Builder } from './useBuilder.ts'
import { useNames } from './useNames.ts'

/** Saves the draft as a file, and lists what the format leaves out. */
export function ExportCard({ builder }: { builder: Builder }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const { content, server } = builder
  const { nameOf } = useNames(content)
  const write = useMutation({
    mutationFn: async (as: 'fonema' | 'fhir'): Promise<SurveyExport | null> => {
      // The page says why it could not be saved.
      if ((await builder.save()) === null) return null
      const params = { survey_draft_id: server.id }
      return call('GET /survey_drafts/{survey_draft_id}/export/', { params, query: { as } })
    },
    onSuccess: (found) => {
      if (found === null) return
      const text = JSON.stringify(found.file, null, 2)
      saveFile(found.filename, new Blob([text], { type: 'application/json' }))
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  const losses = write.data?.losses ?? []
  const partOf = (name: string) => (fieldsOf(content).some((field) => field.name === name) ? 'field' : 'score')
  return (
    <Card title={t('builder__export__title')}>
      <p className={editor.hint}>{t('builder__export__hint')}</p>
      <div className={editor.row}>
        {(['fonema', 'fhir'] as const).map((as) => (
          <Button
            key={as}
            variant="default"
            leftSection={<DownloadIcon size={18} />}
            loading={write.isPending && write.variables === as}
            onClick={() => write.mutate(as)}
          >
            {t(`builder__export__as_${as}`)}
          </Button>
        ))}
      </div>
      {losses.length > 0 && (
        <Alert color="yellow" mt="md" title={t('builder__export__losses')}>
          <ul className={editor.gaps}>
            {losses.map(({ code, name }) => (
              <li key={`${code} ${name}`}>
                {`${nameOf({ part: partOf(name ?? ''), name })}: ${t(`builder__loss__${code}`)}`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </Card>
  )
}

import type { SurveyResponse } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccess } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { DownloadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { csvFile, saveFile } from '../ui/save-file.ts'
import { answerRows } from './answer-rows.ts'
import { toCsv } from './csv.ts'
import { ResponseView, wordsOf } from './ResponseView.tsx'
import classes from './Survey.module.css'

type ResponseModalProps = { participant: { id: string; code: string }; responseId: string; onClose: () => void }

/** A survey response: its answers and sums, both also as a spreadsheet file. */
export function ResponseModal({ participant, responseId, onClose }: ResponseModalProps) {
  const { t } = useTranslation()
  const mayDownload = useAccess({ feature: 'downloadSurveyRes' })
  const { data, error, refetch } = useQuery(
    queryFor('GET /surveys/responses/{participant_id}/{survey_response_id}/', {
      params: { participant_id: participant.id, survey_response_id: responseId },
    }),
  )

  function download(response: SurveyResponse) {
    const { survey, scores } = response
    const rows = answerRows(response, wordsOf(t)).map(({ field, words }) => [field.label, words])
    const sums = scores.map(({ label, value }) => [label, value === null ? '' : String(value)])
    const head = [t('surveys__response__field'), t('surveys__response__value')]
    const day = response.date_created.slice(0, 10)
    saveFile(`${participant.code} ${survey.name} ${day}.csv`, csvFile(toCsv([head, ...rows, ...sums])))
  }

  return (
    <Dialog
      opened
      size="lg"
      title={data === undefined ? t('surveys__response__title') : data.survey.name}
      onClose={onClose}
    >
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <p className={classes.text}>
            {participant.code} · {formatApiDate(data.date_created, currentLanguage())} ·{' '}
            {t('surveys__response__version', { version: data.survey.wording_version })}
          </p>
          <ResponseView response={data} />
          {mayDownload && (
            <Button variant="default" leftSection={<DownloadIcon size={18} />} onClick={() => download(data)}>
              {t('surveys__response__csv')}
            </Button>
          )}
        </>
      )}
    </Dialog>
  )
}

import type { ClinicalReport } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Reports.module.css'

/** Compares the stored file, content and signature of a signed report with those of its signing, and says the answer. */
export function VerifyReport({ report }: { report: Pick<ClinicalReport, 'id' | 'participant'> }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      call('GET /clinical_reports/{participant_id}/{report_id}/verify/', {
        params: { participant_id: report.participant, report_id: report.id },
      }),
  })
  const reprint = data?.reprint ?? 'different'
  return (
    <div className={classes.verify}>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {t('clinical_reports__verify__open')}
      </Button>
      <div role="status">
        {error !== null && <Alert color="red">{ofFailure(error)}</Alert>}
        {data?.intact === true && (
          <Alert color="teal">
            {t('clinical_reports__verify__intact')} {/* Another file is a fault, and then nothing is intact. */}
            {reprint !== 'different' && t(`clinical_reports__reprint__${reprint}`)}
          </Alert>
        )}
        {data?.intact === false && (
          <Alert color="red" title={t('clinical_reports__verify__broken')}>
            <ul>
              {data.faults.map((fault) => (
                <li key={fault}>{t(`clinical_reports__fault__${fault}`)}</li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
    </div>
  )
}

import { Alert, Button } from '@mantine/core'
import { ApiFailure } from '../../api/http.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import classes from './TranscriptCard.module.css'
import { type ItemPath, useCorrection } from './useTranscript.ts'

type ConfirmWordsProps = { item: ItemPath; text: string; version: number; seconds: number | null; mayConfirm: boolean }

/** An unconfirmed transcript with a button to confirm it. Confirming stores a version by the current user. */
export function ConfirmWords({ item, text, version, seconds, mayConfirm }: ConfirmWordsProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const save = useCorrection(item, () => {})
  const isConflict = save.error instanceof ApiFailure && save.error.status === 409
  return (
    <Alert color="yellow" mt="md" icon={<WarningIcon size={18} />} className={classes.unconfirmed}>
      <p>
        {t('analysis__transcript__not_confirmed')}{' '}
        {seconds !== null && t('analysis__transcript__confirm_time', { count: seconds })}
      </p>
      {mayConfirm && (
        <Button
          variant="default"
          className={classes.confirm}
          loading={save.isPending}
          onClick={() => save.mutate({ text, based_on: version })}
        >
          {t('analysis__transcript__confirm')}
        </Button>
      )}
      {save.error !== null && (
        <p role="alert">{isConflict ? t('analysis__transcript__confirm_conflict') : ofFailure(save.error)}</p>
      )}
    </Alert>
  )
}

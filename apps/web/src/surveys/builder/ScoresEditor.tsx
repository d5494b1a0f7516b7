import type { SurveyDraft, SurveyGap } from '@fonema/contract'
import { Button } from '@mantine/core'
import { Card } from '../../ui/Card.tsx'
import editor from '../../ui/editor.module.css'
import { useTranslation } from '../../ui/i18n.ts'
import { AlertFields } from './AlertFields.tsx'
import classes from './Builder.module.css'
import { addAlert, addScore, fieldsOf } from './edit.ts'
import { ScoreFields } from './ScoreFields.tsx'

type ScoresEditorProps = {
  draft: SurveyDraft
  gaps: readonly SurveyGap[]
  onChange: (draft: SurveyDraft) => void
}

/** The scores of the survey with their bands, and the notices about single answers. */
export function ScoresEditor({ draft, gaps, onChange }: ScoresEditorProps) {
  const { t } = useTranslation()
  const fields = fieldsOf(draft)
  return (
    <div className={classes.parts}>
      <Card title={t('builder__scores__sums')}>
        <p className={editor.hint}>{t('builder__scores__hint')}</p>
        {draft.scores.map((score) => (
          <ScoreFields key={score.name} draft={draft} score={score} gaps={gaps} onChange={onChange} />
        ))}
        <Button variant="default" mt="md" onClick={() => onChange(addScore(draft))}>
          {t('builder__score__add')}
        </Button>
      </Card>
      <Card title={t('builder__scores__alerts')}>
        <p className={editor.hint}>{t('builder__alerts__hint')}</p>
        {draft.alerts.map((alert) => (
          <AlertFields key={alert.key} draft={draft} alert={alert} gaps={gaps} onChange={onChange} />
        ))}
        <Button
          variant="default"
          mt="md"
          disabled={fields.length === 0}
          onClick={() => onChange(addAlert(draft, fields[0]!.name))}
        >
          {t('builder__alert__add')}
        </Button>
      </Card>
    </div>
  )
}

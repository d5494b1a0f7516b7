import type { SurveyDraft, SurveyDraftScore, SurveyGap } from '@fonema/contract'
import { longestTitle } from '@fonema/contract/survey-limits'
import { countsIn, scoreRange } from '@fonema/contract/survey-scores'
import { versionOf } from '@fonema/contract/survey-versions'
import { Button, MultiSelect, TextInput } from '@mantine/core'
import editor from '../../ui/editor.module.css'
import { Fold } from '../../ui/Fold.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { BandFields } from './BandFields.tsx'
import classes from './Builder.module.css'
import { changeScore, fieldsOf } from './edit.ts'
import { gapsAt } from './gaps.ts'
import { Languages } from './Languages.tsx'
import { withText } from './locales.ts'
import { NumberField } from './NumberField.tsx'
import { useNames } from './useNames.ts'

type ScoreFieldsProps = {
  draft: SurveyDraft
  score: SurveyDraftScore
  gaps: readonly SurveyGap[]
  onChange: (draft: SurveyDraft) => void
}

/** One score: the questions that it sums, their weights, and what its values mean. */
export function ScoreFields({ draft, score, gaps, onChange }: ScoreFieldsProps) {
  const { t } = useTranslation()
  const { ofField, nameOf } = useNames(draft)
  const own = gapsAt(gaps, 'score', score.name)
  const change = (changes: Partial<SurveyDraftScore>) => onChange(changeScore(draft, score.name, changes))
  const errorAt = (field: string, locale: string | null = null) => {
    const code = own.codeOf(field, locale)
    return code === undefined ? undefined : t(`builder__gap__${code}`)
  }
  const fields = fieldsOf(draft)
  const written = versionOf(draft, draft.locales[0]!).sections.flatMap((section) => section.fields)
  const numbers = new Map(written.filter(countsIn).map((field) => [field.name, field]))
  const named = new Set(score.fields.map(({ field }) => field))
  // Fields that no longer have a number stay in the list, so that they can be removed.
  const choices = fields
    .filter(({ name }) => numbers.has(name) || named.has(name))
    .map((field) => ({ value: field.name, label: ofField(field) }))
  const conditional = fields.filter(({ name, show_when }) => named.has(name) && show_when !== null)
  const range = scoreRange(numbers, score.fields)
  const title = nameOf({ part: 'score', name: score.name })
  return (
    <fieldset className={editor.block}>
      <legend>{title}</legend>
      <div className={classes.part}>
        <Languages locales={draft.locales} id={own.idOf('languages')} missingIn={own.countIn}>
          {(locale) => (
            <TextInput
              id={own.idOf('label', locale)}
              lang={locale}
              label={t('builder__score__label')}
              value={score.texts[locale]?.label ?? ''}
              maxLength={longestTitle}
              error={errorAt('label', locale)}
              onChange={({ currentTarget }) =>
                change({ texts: withText(score.texts, locale, { label: '' }, { label: currentTarget.value }) })
              }
            />
          )}
        </Languages>
        <MultiSelect
          id={own.idOf('fields')}
          label={t('builder__field__fields')}
          description={choices.length === 0 ? t('builder__score__nothing') : undefined}
          data={choices}
          value={[...named]}
          error={errorAt('fields')}
          onChange={(chosen) =>
            change({
              fields: chosen.map((field) => ({
                field,
                weight: score.fields.find((one) => one.field === field)?.weight ?? 1,
              })),
            })
          }
        />
        {conditional.length > 0 && (
          <p className={editor.hint}>
            {t('builder__score__conditional', { fields: conditional.map(ofField).join(', ') })}
          </p>
        )}
        {score.fields.length > 0 && own.codeOf('fields') === undefined && (
          <p className={editor.hint}>{t('builder__score__range', range)}</p>
        )}
        {score.fields.length > 0 && (
          <Fold title={t('builder__score__weights')}>
            <div className={editor.rules}>
              {score.fields.map(({ field, weight }) => {
                const counted = fields.find(({ name }) => name === field)
                return (
                  <NumberField
                    key={field}
                    label={counted === undefined ? field : ofField(counted)}
                    value={weight}
                    onChange={(next) =>
                      next !== null &&
                      change({
                        fields: score.fields.map((one) => (one.field === field ? { field, weight: next } : one)),
                      })
                    }
                  />
                )
              })}
            </div>
          </Fold>
        )}
        <BandFields draft={draft} score={score} gaps={own} range={range} onChange={(bands) => change({ bands })} />
        <div>
          <Button
            variant="subtle"
            onClick={() => onChange({ ...draft, scores: draft.scores.filter((one) => one.name !== score.name) })}
          >
            {t('builder__score__remove', { name: title })}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

import type { Clause, Condition, SurveyDraft, SurveyDraftField } from '@fonema/contract'
import { Button, CloseButton, NativeSelect } from '@mantine/core'
import editor from '../../ui/editor.module.css'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './Builder.module.css'
import { ClauseValue } from './ClauseValue.tsx'
import {
  type Behaviour,
  clauseAbout,
  conditionOf,
  flatOf,
  type Operator,
  operatorOf,
  operatorsFor,
} from './conditions.ts'
import { fieldsOf } from './edit.ts'
import type { PartGaps } from './gaps.ts'
import { useNames } from './useNames.ts'

type ConditionEditorProps = {
  draft: SurveyDraft
  field: SurveyDraftField
  gaps: PartGaps
  onChange: (condition: Condition | null) => void
}

/** When a question is asked: always, or depending on answers to questions before it. */
export function ConditionEditor({ draft, field, gaps, onChange }: ConditionEditorProps) {
  const { t } = useTranslation()
  const { ofField } = useNames(draft)
  const fields = fieldsOf(draft)
  const before = fields.slice(0, fields.indexOf(field))
  const flat = flatOf(field.show_when)
  const code = gaps.codeOf('show_when')
  const set = (clauses: Clause[], behaviour: Behaviour = flat?.behaviour ?? 'all') =>
    onChange(conditionOf({ behaviour, clauses }))
  return (
    <fieldset className={editor.block} id={gaps.idOf('show_when')} tabIndex={-1}>
      <legend>{t('builder__field__show_when')}</legend>
      {code !== undefined && <p className={editor.error}>{t(`builder__gap__${code}`)}</p>}
      {flat === null ? (
        <>
          <p className={editor.hint}>{t('builder__condition__mixed')}</p>
          <Button variant="default" onClick={() => onChange(null)}>
            {t('builder__condition__remove_all')}
          </Button>
        </>
      ) : (
        <>
          {flat.clauses.length === 0 && (
            <p className={editor.hint}>
              {t(before.length === 0 ? 'builder__condition__first' : 'builder__condition__always')}
            </p>
          )}
          {flat.clauses.length > 1 && (
            <NativeSelect
              className={classes.behaviour}
              label={t('builder__condition__behaviour')}
              value={flat.behaviour}
              data={(['all', 'any'] as const).map((value) => ({ value, label: t(`builder__condition__${value}`) }))}
              onChange={({ currentTarget }) => set(flat.clauses, currentTarget.value as Behaviour)}
            />
          )}
          {flat.clauses.map((clause, at) => {
            const asked = before.find(({ name }) => name === clause.field)
            const put = (next: Clause) => set(flat.clauses.map((one, index) => (index === at ? next : one)))
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: clauses have no name
              <div key={at} className={classes.row}>
                <div className={classes.cells}>
                  <NativeSelect
                    label={t('builder__condition__field', { number: at + 1 })}
                    value={asked === undefined ? '' : clause.field}
                    data={[
                      ...(asked === undefined ? [{ value: '', label: t('builder__condition__gone') }] : []),
                      ...before.map((one) => ({ value: one.name, label: ofField(one) })),
                    ]}
                    onChange={({ currentTarget }) => {
                      const chosen = before.find(({ name }) => name === currentTarget.value)
                      if (chosen !== undefined) put(clauseAbout(chosen))
                    }}
                  />
                  {asked !== undefined && (
                    <>
                      <NativeSelect
                        label={t('builder__condition__operator', { number: at + 1 })}
                        value={operatorOf(clause)}
                        data={operatorsFor(asked).map((value) => ({ value, label: labelOf(value) }))}
                        onChange={({ currentTarget }) => put(clauseAbout(asked, currentTarget.value as Operator))}
                      />
                      <ClauseValue
                        label={t('builder__condition__value', { number: at + 1 })}
                        locales={draft.locales}
                        field={asked}
                        clause={clause}
                        onChange={put}
                      />
                    </>
                  )}
                </div>
                <CloseButton
                  size={36}
                  aria-label={t('builder__condition__remove', { number: at + 1 })}
                  onClick={() => set(flat.clauses.toSpliced(at, 1))}
                />
              </div>
            )
          })}
          {before.length > 0 && (
            <Button variant="default" onClick={() => set([...flat.clauses, clauseAbout(before.at(-1)!)])}>
              {t('builder__condition__add')}
            </Button>
          )}
        </>
      )}
    </fieldset>
  )

  function labelOf(operator: Operator): string {
    if (operator === '>=') return t('builder__operator__at_least')
    if (operator === '<=') return t('builder__operator__at_most')
    if (operator === '>') return t('builder__operator__above')
    return operator === '<' ? t('builder__operator__below') : t(`builder__operator__${operator}`)
  }
}

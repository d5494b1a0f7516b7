import type { ContentUnitDecision, ContentUnitResult } from '@fonema/contract'
import { useId, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Card } from '../../ui/Card.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { ChoiceButtons } from './ChoiceButtons.tsx'
import classes from './ContentUnits.module.css'
import { UnitWords } from './UnitWords.tsx'
import { useDecision } from './useDecision.ts'
import type { ItemPath } from './useTranscript.ts'

type Choice = ContentUnitDecision['choice']
const choices: readonly Choice[] = ['said', 'not_said']
const choiceTexts = { said: 'content_units__choice__said', not_said: 'content_units__choice__not_said' } as const

/** Whether a unit counts as said; `open`: an examiner has to decide. */
const stateOf = (unit: ContentUnitResult): Choice | 'open' => {
  if (unit.choice !== null) return unit.choice
  return unit.found === 'said' || unit.found === 'not_said' ? unit.found : 'open'
}
const signs = { said: '✓', not_said: '–', open: '?' } as const

type ContentUnitsProps = {
  item: ItemPath
  units: readonly ContentUnitResult[]
  player: AudioPlayer | null
  language: string
}

/** The content units of a picture or a story in their order: what the list found, and what the examiner decides. */
export function ContentUnits({ item, units, player, language }: ContentUnitsProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const mayDecide = useAccess({ role: 'examiner', feature: 'recordProtocol' })
  const rows = useRef<HTMLOListElement>(null)
  const decide = useDecision(item, (body: ContentUnitDecision) =>
    call('PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/content_units/', {
      params: item,
      body,
    }),
  )
  const open = units.filter((unit) => stateOf(unit) === 'open').length
  const isListed = units.some(({ found }) => found !== 'no_list')
  const choose = (index: number, choice: Choice) => {
    if (!mayDecide) return
    const isFirst = stateOf(units[index]!) === 'open'
    decide.mutate({ unit: units[index]!.unit, choice })
    if (!isFirst) return
    // The next open unit, so that one key after the other decides them all.
    const next = units.findIndex((one, other) => other > index && stateOf(one) === 'open')
    rows.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus()
  }
  const numbered = units.map((unit, index) => ({ unit, index }))
  return (
    <Card
      title={t('content_units__card__title')}
      aside={
        <span role="status">
          {open === 0 ? t('content_units__card__done') : t('content_units__card__open', { count: open })}
        </span>
      }
    >
      <p className={classes.count}>
        {t('content_units__card__said', {
          said: units.filter((unit) => stateOf(unit) === 'said').length,
          units: units.length,
        })}
      </p>
      <p className={classes.hint}>{t(isListed ? 'content_units__card__hint' : 'content_units__card__no_list')}</p>
      <ol className={classes.units} ref={rows}>
        {numbered.map(({ unit, index }) => (
          <UnitRow
            key={index}
            unit={unit}
            index={index}
            player={player}
            language={language}
            mayDecide={mayDecide}
            onChoose={(choice) => choose(index, choice)}
          />
        ))}
      </ol>
      {decide.error !== null && <p role="alert">{ofFailure(decide.error)}</p>}
    </Card>
  )
}

type UnitRowProps = {
  unit: ContentUnitResult
  index: number
  player: AudioPlayer | null
  language: string
  mayDecide: boolean
  onChoose: (choice: Choice) => void
}

function UnitRow({ unit, index, player, language, mayDecide, onChoose }: UnitRowProps) {
  const { t } = useTranslation()
  const id = useId()
  const state = stateOf(unit)
  return (
    <li className={classes.unit} data-state={state}>
      <div className={classes.what}>
        <bdi id={id} lang={language}>
          {unit.unit}
        </bdi>
        <p className={classes.why}>
          <span aria-hidden="true" className={classes.sign}>
            {signs[state]}
          </span>
          {unit.choice !== null
            ? t(`content_units__decided__${unit.choice}`)
            : unit.found === 'no_list'
              ? t('content_units__by__nobody')
              : t(`content_units__found__${unit.found}`)}
          {unit.words.length > 0 && <UnitWords words={unit.words} player={player} language={language} />}
        </p>
      </div>
      <ChoiceButtons
        labelledBy={id}
        choices={choices}
        texts={choiceTexts}
        chosen={unit.choice}
        disabled={!mayDecide}
        row={index}
        onChoose={onChoose}
      />
    </li>
  )
}

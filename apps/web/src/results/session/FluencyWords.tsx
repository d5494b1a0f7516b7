import type { FluencyDecision, FluencyWord } from '@fonema/contract'
import { useId, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { Card } from '../../ui/Card.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { ChoiceButtons } from './ChoiceButtons.tsx'
import classes from './FluencyWords.module.css'
import { useDecision } from './useDecision.ts'
import type { ItemPath } from './useTranscript.ts'

type Choice = FluencyDecision['choice']
const choices: readonly Choice[] = ['count', 'repetition', 'intrusion']
const texts = {
  count: 'analysis__fluency__count',
  repetition: 'analysis__fluency__repetition',
  intrusion: 'analysis__fluency__intrusion',
} as const

const keyOf = ({ word, beside }: FluencyWord) => `${word} ${beside}`

type FluencyWordsProps = { item: ItemPath; words: readonly FluencyWord[]; language: string }

/** The words of a fluency item about which the examiner decides, each with one key. */
export function FluencyWords({ item, words, language }: FluencyWordsProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const mayDecide = useAccess({ role: 'examiner', feature: 'recordProtocol' })
  const rows = useRef<HTMLUListElement>(null)
  const decide = useDecision(item, (body: FluencyDecision) =>
    call('PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/fluency/', {
      params: item,
      body,
    }),
  )
  const open = words.filter(({ choice }) => choice === null).length
  const choose = (index: number, choice: Choice) => {
    if (!mayDecide) return
    const { word, beside } = words[index]!
    decide.mutate({ word, beside, choice })
    // The next open word, so that one key after the other decides them all.
    const next = words.findIndex((one, other) => other > index && one.choice === null)
    rows.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus()
  }
  return (
    <Card
      title={t('analysis__fluency__title')}
      aside={
        <span role="status">
          {open === 0 ? t('analysis__fluency__done') : t('analysis__fluency__open', { count: open })}
        </span>
      }
    >
      <p className={classes.hint}>{t('analysis__fluency__hint')}</p>
      <ul className={classes.words} ref={rows}>
        {words.map((word, index) => (
          <WordRow
            key={keyOf(word)}
            word={word}
            index={index}
            language={language}
            mayDecide={mayDecide}
            onChoose={(choice) => choose(index, choice)}
          />
        ))}
      </ul>
      {decide.error !== null && <p role="alert">{ofFailure(decide.error)}</p>}
    </Card>
  )
}

type WordRowProps = {
  word: FluencyWord
  index: number
  language: string
  mayDecide: boolean
  onChoose: (choice: Choice) => void
}

function WordRow({ word: { word, beside, choice }, index, language, mayDecide, onChoose }: WordRowProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <li className={classes.word} data-open={choice === null || undefined}>
      <span id={id}>
        <bdi lang={language}>{word}</bdi>{' '}
        {beside !== '' && <span className={classes.beside}>{t('analysis__fluency__beside', { word: beside })}</span>}
      </span>
      <ChoiceButtons
        labelledBy={id}
        choices={choices}
        texts={texts}
        chosen={choice}
        disabled={!mayDecide}
        row={index}
        onChoose={onChoose}
      />
    </li>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { speakerTexts } from '../../takes/sound/speaker-names.ts'
import { wordAt } from '../../takes/sound/word-at.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { type EditWord, isKept, isUncertain, nextUncertain } from './edits.ts'
import { speakerKeys, workActionOf } from './keys.ts'
import { inParagraphs, type Paragraph, paragraphStarts } from './paragraphs.ts'
import type { Work } from './useWork.ts'
import { WordField } from './WordField.tsx'
import classes from './Workbench.module.css'

/** So many words fill the list on any screen. */
const long = 300

type WordListProps = { work: Work; player: AudioPlayer | null; language: string }

/** All words. Tab enters the list once; the keys of `keys.ts` work on the current word. */
export function WordList({ work, player, language }: WordListProps) {
  const { t } = useTranslation()
  const { history, field, focusTurn, act, choose, leaveField } = work
  const { words, at } = history.now
  const opened = (history.past[0] ?? history.now).words
  const starts = useMemo(() => paragraphStarts(opened), [opened])
  const list = useRef<HTMLFieldSetElement>(null)

  useEffect(() => {
    if (focusTurn >= 0) list.current?.querySelector<HTMLElement>('[data-current]')?.focus()
  }, [focusTurn])

  // Changes the elements directly: the position changes sixty times a second.
  useEffect(() => {
    if (player === null) return
    const light = () => {
      const { seconds, isPlaying } = player.getSnapshot()
      const index = isPlaying ? wordAt(words, seconds) : -1
      for (const lit of list.current?.querySelectorAll('[data-lit]') ?? []) lit.removeAttribute('data-lit')
      list.current?.querySelector(`[data-place="${index}"]`)?.setAttribute('data-lit', '')
    }
    light()
    return player.subscribe(light)
  }, [player, words])

  function onKeyDown(event: KeyboardEvent) {
    if (event.target instanceof HTMLInputElement) return
    const action = workActionOf(event)
    if (action === null) return
    // After the last uncertain word, Tab leaves the list as usual.
    if (action.do === 'uncertain' && nextUncertain(history.now, action.by) === null) return
    event.stopPropagation()
    // The field must have the focus before the browser enters the letter, also one with an accent of its own key.
    if (action.do === 'edit' && action.from === 'empty') return flushSync(() => act(action))
    event.preventDefault()
    act(action)
  }

  return (
    <fieldset
      ref={list}
      className={classes.words}
      data-long={words.length >= long || undefined}
      lang={language}
      aria-label={t('analysis__transcript__words')}
      onKeyDown={onKeyDown}
    >
      {words.length === 0 && field === null && (
        <button
          type="button"
          data-current=""
          className={classes.first}
          onClick={() => act({ do: 'edit', from: 'insert' })}
        >
          {t('workbench__empty')}
        </button>
      )}
      {at < 0 && field !== null && <WordField field={field} onLeave={leaveField} />}
      {inParagraphs(words, starts).map((paragraph) => {
        const isIn = at >= paragraph.from && at < paragraph.from + paragraph.words.length
        return (
          <Words
            key={paragraph.words[0]?.id}
            {...paragraph}
            at={isIn ? at : null}
            field={isIn ? field : null}
            onChoose={choose}
            onEdit={act}
            onLeave={leaveField}
          />
        )
      })}
    </fieldset>
  )
}

type WordsProps = Paragraph & {
  /** The place of the current word; null: it is in another paragraph. */
  at: number | null
  field: Work['field']
  onChoose: (place: number) => void
  onEdit: Work['act']
  onLeave: Work['leaveField']
}

const Words = memo(function Words({ words, from, at, field, onChoose, onEdit, onLeave }: WordsProps) {
  return (
    <div className={classes.paragraph}>
      {words.map((word, index) => {
        const place = from + index
        const isCurrent = place === at
        return (
          // An element of its own, so that a field that comes or goes has no neighbours.
          <span key={word.id} className={classes.place}>
            {isCurrent && field?.kind === 'replace' ? (
              <WordField field={field} onLeave={onLeave} />
            ) : (
              <WordButton word={word} place={place} isCurrent={isCurrent} onChoose={onChoose} onEdit={onEdit} />
            )}
            {isCurrent && field?.kind === 'insert' && <WordField field={field} onLeave={onLeave} />}
          </span>
        )
      })}
    </div>
  )
}, isSame)

function isSame(before: WordsProps, { words, ...after }: WordsProps): boolean {
  return (
    (Object.keys(after) as (keyof typeof after)[]).every((key) => before[key] === after[key]) &&
    before.words.length === words.length &&
    words.every((word, index) => word === before.words[index])
  )
}

type WordButtonProps = {
  word: EditWord
  place: number
  isCurrent: boolean
  onChoose: (place: number) => void
  onEdit: Work['act']
}

const WordButton = memo(function WordButton({ word, place, isCurrent, onChoose, onEdit }: WordButtonProps) {
  const { t } = useTranslation()
  const { text, speaker, marks, doubt } = word
  const isOthers = speaker !== 'participant'
  const notes = [
    ...(isOthers ? [t(speakerTexts[speaker])] : []),
    ...(isUncertain(word)
      ? [doubt === null ? t('workbench__uncertain') : t(`analysis__transcript__doubt__${doubt}`)]
      : []),
  ]
  return (
    <button
      type="button"
      className={classes.word}
      tabIndex={isCurrent ? 0 : -1}
      data-place={place}
      data-current={isCurrent ? '' : undefined}
      data-speaker={speaker}
      data-uncertain={isUncertain(word) || undefined}
      title={notes.length > 0 ? notes.join(', ') : undefined}
      onClick={() => onChoose(place)}
      onDoubleClick={() => onEdit({ do: 'edit', from: 'present' })}
    >
      {isKept(word) ? <span>{text}</span> : <s>{text}</s>}
      {isOthers && <sup aria-hidden="true">{speakerKeys[speaker]}</sup>}
      {marks.length > 0 && (
        <span className={classes.notes}>
          <VisuallyHidden component="span">, </VisuallyHidden>
          {marks.map((mark) => t(`analysis__word_mark__${mark}`)).join(', ')}
        </span>
      )}
      {notes.length > 0 && <VisuallyHidden component="span">{` (${notes.join(', ')})`}</VisuallyHidden>}
    </button>
  )
})

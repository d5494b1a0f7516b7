import type { ReadyResult } from '@fonema/contract'
import { VisuallyHidden } from '@mantine/core'
import { Fragment, type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { speakerTexts } from '../../takes/sound/speaker-names.ts'
import { wordAt } from '../../takes/sound/word-at.ts'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './TranscriptCard.module.css'

type Words = NonNullable<ReadyResult['data']['words']>
type TranscriptWordsProps = { words: Words; player: AudioPlayer | null; language: string }

/**
 * Highlights the words while the audio plays; a click on a word plays it. Tab enters the text once, arrow keys move
 * between its words.
 */
export const TranscriptWords = memo(function TranscriptWords({ words, player, language }: TranscriptWordsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLFieldSetElement>(null)

  // Changes the elements directly: rerendering ten thousand words sixty times a second is too slow.
  useEffect(() => {
    if (player === null) return
    let lit: Element | undefined
    const light = () => {
      const { seconds, isPlaying } = player.getSnapshot()
      const index = isPlaying || seconds > 0 ? wordAt(words, seconds) : -1
      const next = index < 0 ? undefined : list.current?.children[index]
      if (next === lit) return
      lit?.removeAttribute('data-lit')
      next?.setAttribute('data-lit', '')
      lit = next
    }
    light()
    const stop = player.subscribe(light)
    return () => {
      stop()
      lit?.removeAttribute('data-lit')
    }
  }, [player, words])

  function move(event: KeyboardEvent<HTMLFieldSetElement>) {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    const target = to === undefined ? undefined : buttons[to]
    if (at < 0 || target === undefined) return
    event.preventDefault()
    buttons[at]!.tabIndex = -1
    target.tabIndex = 0
    target.focus()
  }

  if (words.length === 0) return <p className={classes.notice}>{t('analysis__transcript__no_words')}</p>
  // A word may occur more than once, so its position is its key.
  const placed = words.map((word, place) => ({ ...word, place }))
  const first = words.findIndex(({ start }) => start !== null)
  return (
    <fieldset
      ref={list}
      aria-label={t('analysis__transcript__words')}
      lang={language}
      // Long texts scroll, even if no word is selectable.
      tabIndex={first < 0 ? 0 : undefined}
      className={classes.words}
      onKeyDown={move}
    >
      {placed.map(({ text, start, end, doubt, speaker, marks, place }) => {
        const notes = [
          ...(speaker === undefined || speaker === 'participant' ? [] : [t(speakerTexts[speaker])]),
          ...(marks ?? []).map((mark) => t(`analysis__word_mark__${mark}`)),
        ]
        const said = doubt === undefined ? text : <NotHeard text={text} doubt={doubt} />
        const word = notes.length === 0 ? said : <Noted said={said} notes={notes} speaker={speaker} />
        return (
          <Fragment key={place}>
            {start === null ? (
              <span>{word}</span>
            ) : (
              <button
                type="button"
                tabIndex={place === first ? 0 : -1}
                onClick={() => (end === null ? player?.seek(start) : player?.playPiece({ start, end }))}
              >
                {word}
              </button>
            )}{' '}
          </Fragment>
        )
      })}
    </fieldset>
  )
})

type NotedProps = { said: ReactNode; notes: string[]; speaker: Words[number]['speaker'] }

/** A word of somebody else, or one that a person marked. */
const Noted = ({ said, notes, speaker = 'participant' }: NotedProps) => (
  <span data-speaker={speaker} title={notes.join(', ')}>
    {said}
    <VisuallyHidden component="span">{` (${notes.join(', ')})`}</VisuallyHidden>
  </span>
)

function NotHeard({ text, doubt }: { text: string; doubt: NonNullable<Words[number]['doubt']> }) {
  const { t } = useTranslation()
  const reason = t(`analysis__transcript__doubt__${doubt}`)
  return (
    <>
      <s title={reason}>{text}</s>
      <VisuallyHidden component="span">{` (${reason})`}</VisuallyHidden>
    </>
  )
}

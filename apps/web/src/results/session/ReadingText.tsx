import type { ReadingWords } from '@fonema/contract'
import { VisuallyHidden } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Card } from '../../ui/Card.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './ReadingText.module.css'

type Word = ReadingWords['words'][number]
type Times = Pick<Word, 'start' | 'end'>

type ReadingTextProps = { reading: ReadingWords; player: AudioPlayer | null; language: string }

/** The text of a reading with a sign at each word that was skipped, replaced, repeated, put right or added. */
export function ReadingText({ reading, player, language }: ReadingTextProps) {
  const { t } = useTranslation()
  const { words, added } = reading
  const reached = words.filter(({ state }) => state !== 'not_reached')
  const countOf = (state: Word['state']) => words.filter((word) => word.state === state).length
  // The same word may be added more than once, so its position is its key.
  const addedAfter = Map.groupBy(
    added.map((word, key) => ({ ...word, key })),
    ({ after }) => after,
  )
  const play = ({ start, end }: Times) => {
    if (player === null || start === null) return undefined
    return () => (end === null || end <= start ? player.seek(start) : player.playPiece({ start, end }))
  }
  const additions = (place: number) =>
    (addedAfter.get(place) ?? []).map((word) => (
      <Fragment key={word.key}>
        <Sound onPlay={play(word)}>
          <ins>{word.text}</ins>
          <Note text={t('content_units__mark__added')} />
        </Sound>{' '}
      </Fragment>
    ))
  // A reading ends once: whatever comes after its last word was not reached.
  const end = words.findIndex(({ state }) => state === 'not_reached')
  const numbered = words.map((word, place) => ({ word, place }))
  return (
    <Card title={t('content_units__reading__title')}>
      <p className={classes.summary}>
        {t('content_units__reading__summary', {
          reached: reached.length,
          read: countOf('read'),
          skipped: countOf('skipped'),
          replaced: countOf('replaced'),
          repeated: words.filter(({ repeated }) => repeated > 0).length,
          corrected: words.filter((word) => word.is_corrected).length,
          added: added.length,
        })}
        {reached.length < words.length &&
          ` ${t('content_units__reading__not_reached', { words: words.length - reached.length })}`}
      </p>
      <p className={classes.hint}>
        {t('content_units__reading__hint')}
        {words.some((word) => play(word) !== undefined) && ` ${t('content_units__reading__click')}`}
      </p>
      <p className={classes.text} lang={language}>
        {additions(-1)}
        {numbered.map(({ word, place }) => (
          <Fragment key={place}>
            {place === end && <Note text={t('content_units__mark__end')} />}
            <Sound onPlay={play(word)}>
              <PrintedWord word={word} />
            </Sound>{' '}
            {additions(place)}
          </Fragment>
        ))}
      </p>
    </Card>
  )
}

function PrintedWord({ word: { text, state, said, repeated, is_corrected } }: { word: Word }) {
  const { t } = useTranslation()
  const printed =
    state === 'skipped' || state === 'replaced' ? (
      <del>{text}</del>
    ) : (
      <span data-state={state === 'not_reached' ? state : undefined}>{text}</span>
    )
  return (
    <>
      {printed}
      {state === 'skipped' && <Note text={t('content_units__mark__skipped')} />}
      {state === 'replaced' && (
        <>
          <span aria-hidden="true" className={classes.said}>
            {` → ${said ?? ''}`}
          </span>
          <VisuallyHidden component="span">
            {` (${t('content_units__mark__replaced', { said: said ?? '' })})`}
          </VisuallyHidden>
        </>
      )}
      {repeated > 0 && (
        <>
          <sup aria-hidden="true">×{repeated + 1}</sup>
          <VisuallyHidden component="span">
            {` (${t('content_units__mark__repeated', { times: repeated + 1 })})`}
          </VisuallyHidden>
        </>
      )}
      {is_corrected && <Note text={t('content_units__mark__corrected')} />}
    </>
  )
}

/** What a sign means, as a small word behind it. */
const Note = ({ text }: { text: string }) => <small className={classes.note}>{` (${text}) `}</small>

/** A word whose moment is known is a button that plays it. */
function Sound({ onPlay, children }: { onPlay: (() => void) | undefined; children: ReactNode }) {
  if (onPlay === undefined) return children
  return (
    <button type="button" className={classes.word} onClick={onPlay}>
      {children}
    </button>
  )
}

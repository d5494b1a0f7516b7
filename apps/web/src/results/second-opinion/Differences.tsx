import type { SecondOpinion, TranscriptDifference, TranscriptWord } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure } from '../../api/http.ts'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { atStart, speakerTexts } from '../../takes/sound/speaker-names.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { PlayIcon } from '../../ui/icons.tsx'
import { formatDecimals } from '../../ui/numbers.ts'
import type { ItemPath } from '../session/useTranscript.ts'
import { nameOf } from './names.ts'
import classes from './SecondOpinion.module.css'
import { useSettle } from './useSecondOpinion.ts'

type Choice = 'first' | 'second'
type Finished = Extract<SecondOpinion, { state: 'finished' }>
type DifferencesProps = {
  item: ItemPath
  opinion: Finished
  player: AudioPlayer | null
  language: string
  maySettle: boolean
}

/** A word without an end is played for this long, s. */
const usualWord = 0.5
const choices = ['first', 'second'] as const

/** Where two transcripts differ, and whose words count. */
export function Differences({ item, opinion, player, language, maySettle }: DifferencesProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const { differences, newest_version } = opinion
  const [chosen, setChosen] = useState<readonly (Choice | null)[]>(() => differences.map(() => null))
  const settle = useSettle(item)
  const names = { first: nameOf(opinion.first.author, t), second: nameOf(opinion.second, t) }
  const left = chosen.filter((choice) => choice === null).length
  const isConflict = settle.error instanceof ApiFailure && settle.error.status === 409
  return (
    <>
      <p className={classes.text}>{t('analysis__opinion__differences', { count: differences.length })}</p>
      {differences.length > 0 && (
        <ol className={classes.differences}>
          {differences.map((difference, place) => (
            // The list never changes its order.
            // biome-ignore lint/suspicious/noArrayIndexKey: a difference has no other name.
            <li key={place}>
              <fieldset>
                <legend>
                  {t('analysis__opinion__difference', {
                    place: place + 1,
                    about: difference.about.map((kind) => t(`analysis__opinion__about__${kind}`)).join(', '),
                  })}
                </legend>
                <Play difference={difference} player={player} />
                {choices.map((choice) => (
                  <button
                    key={choice}
                    type="button"
                    className={classes.choice}
                    disabled={!maySettle}
                    aria-pressed={chosen[place] === choice}
                    onClick={() => setChosen(chosen.with(place, choice))}
                  >
                    <span className={classes.who}>{names[choice]}</span>
                    <Said word={difference[choice]} about={difference.about} language={language} />
                  </button>
                ))}
              </fieldset>
            </li>
          ))}
        </ol>
      )}
      {opinion.newest_version > opinion.first.version && (
        <p className={classes.text}>{t('analysis__opinion__newer', { version: newest_version })}</p>
      )}
      {maySettle && (
        <div className={classes.actions}>
          {differences.length > 0 &&
            choices.map((choice) => (
              <Button key={choice} variant="default" onClick={() => setChosen(chosen.map((each) => each ?? choice))}>
                {t('analysis__opinion__rest', { name: names[choice] })}
              </Button>
            ))}
          <Button
            disabled={left > 0}
            loading={settle.isPending}
            onClick={() =>
              settle.mutate({ choices: chosen.flatMap((choice) => choice ?? []), based_on: newest_version })
            }
          >
            {t('analysis__opinion__settle')}
          </Button>
          <span role="status">{left > 0 && t('analysis__opinion__left', { count: left })}</span>
        </div>
      )}
      {settle.error !== null && (
        <p role="alert" className={classes.failed}>
          {isConflict ? t('analysis__opinion__conflict') : ofFailure(settle.error)}
        </p>
      )}
    </>
  )
}

function Play({ difference, player }: { difference: TranscriptDifference; player: AudioPlayer | null }) {
  const { t } = useTranslation()
  const word = [difference.first, difference.second].find((each) => each !== null && each.start !== null)
  // Keeps the place of the button.
  if (word == null || word.start === null) return <span />
  const { start, end } = word
  return (
    <button
      type="button"
      className={classes.play}
      aria-label={t('analysis__opinion__play')}
      disabled={player === null}
      onClick={() => player?.playPiece({ start, end: end ?? start + usualWord })}
    >
      <PlayIcon />
    </button>
  )
}

type SaidProps = { word: TranscriptWord | null; about: TranscriptDifference['about']; language: string }

/** The word of one of them, with what differs. */
function Said({ word, about, language }: SaidProps) {
  const { t } = useTranslation()
  if (word === null) return <em>{t('analysis__opinion__no_word')}</em>
  const { text, start, end, speaker = 'participant', marks = [] } = word
  const moment = (seconds: number | null) => (seconds === null ? '–' : formatDecimals(seconds, currentLanguage(), 2))
  const notes = [
    ...(about.includes('speaker') || speaker !== 'participant' ? [atStart(t(speakerTexts[speaker]))] : []),
    ...(marks.length > 0
      ? marks.map((mark) => t(`analysis__word_mark__${mark}`))
      : about.includes('marks')
        ? [t('analysis__opinion__no_mark')]
        : []),
    ...(about.includes('times') ? [`${moment(start)}–${moment(end)} s`] : []),
  ]
  return (
    <span>
      <span lang={language}>{text}</span>
      {notes.length > 0 && <span className={classes.notes}> · {notes.join(', ')}</span>}
    </span>
  )
}

import { wordSpeakers } from '@fonema/contract/word-marks'
import { memo } from 'react'
import type { TrackPlace } from '../../takes/sound/SoundView.tsx'
import { speakerTexts } from '../../takes/sound/speaker-names.ts'
import { xOf } from '../../takes/sound/view.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { type EditWord, isKept } from './edits.ts'
import { speakerKeys } from './keys.ts'
import { pieceOf } from './pieces.ts'
import classes from './Workbench.module.css'

type SpeakerTrackProps = { words: readonly EditWord[] } & TrackPlace

/** Who speaks when: a row for each speaker, on the time axis of the sound. */
export const SpeakerTrack = memo(function SpeakerTrack({ words, view, plot, axis }: SpeakerTrackProps) {
  const { t } = useTranslation()
  const end = view.start + view.length
  return (
    <div className={classes.speakers} role="img" aria-label={t('workbench__speakers')}>
      {wordSpeakers.map((speaker) => (
        <div key={speaker} className={classes.lane} title={t(speakerTexts[speaker])}>
          <span style={{ width: axis }}>{speakerKeys[speaker]}</span>
          <div style={{ width: plot }}>
            {words.map((word, at) => {
              if (word.speaker !== speaker || word.start === null || !isKept(word)) return null
              const piece = pieceOf(words, at)
              if (piece === null || piece.end < view.start || piece.start > end) return null
              const left = xOf(view, piece.start, plot)
              const width = Math.max(3, xOf(view, piece.end, plot) - left)
              return <i key={word.id} data-speaker={speaker} style={{ left, width }} />
            })}
          </div>
        </div>
      ))}
    </div>
  )
})

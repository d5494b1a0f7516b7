import { memo, useMemo } from 'react'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { SoundView } from '../../takes/sound/SoundView.tsx'
import { EdgeHandles } from './EdgeHandles.tsx'
import { type Edge, type Edited, isKept, moveEdge } from './edits.ts'
import { pieceOf } from './pieces.ts'
import { SpeakerTrack } from './SpeakerTrack.tsx'
import type { WorkbenchProps } from './Workbench.tsx'

type BenchSoundProps = Pick<WorkbenchProps, 'item' | 'take' | 'name' | 'language' | 'syllables' | 'pitchWithheld'> & {
  edited: Edited
  /** Seconds of the recording. */
  length: number
  onPlayer: (player: AudioPlayer | null) => void
  onMove: (edge: Edge, seconds: number) => void
}

const timedPiece = ({ words, at }: Edited) => (words[at]?.start == null ? null : pieceOf(words, at))

/** The sound of the take with the words, the speakers and the edges of the current word on its time axis. */
export const BenchSound = memo(function BenchSound({ item, take, edited, length, onMove, ...shown }: BenchSoundProps) {
  const { words } = edited
  const timed = useMemo(
    () => words.flatMap((word) => (isKept(word) ? { text: word.text, start: word.start, end: word.end } : [])),
    [words],
  )
  return (
    <SoundView
      {...shown}
      recording={{ ...item, take: take.take }}
      span={take.window}
      gaps={take.gaps}
      words={timed}
      moment={null}
      over={(place) => (
        <EdgeHandles
          piece={timedPiece(edited)}
          place={place}
          limit={(edge, seconds) => timedPiece(moveEdge(edited, edge, seconds, length))?.[edge] ?? seconds}
          onMove={onMove}
        />
      )}
      below={(place) => <SpeakerTrack words={words} {...place} />}
    />
  )
})

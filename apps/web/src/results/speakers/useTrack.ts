import { useCallback, useState } from 'react'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { useLatest } from '../../ui/useLatest.ts'
import type { Edge } from '../workbench/edits.ts'
import { begin, record, redo, undo } from '../workbench/history.ts'
import { besideEdge } from '../workbench/pieces.ts'
import type { TrackAction } from './keys.ts'
import { insert, join, moveEdge, moveTo, nudgeEdge, remove, setSpeaker, split, type Track } from './segments.ts'

type TrackOptions = { player: AudioPlayer | null; length: number; save: (track: Track) => void }

export type TrackWork = ReturnType<typeof useTrack>

/** The segments of an editor, what is done to them, and where the keyboard is. */
export function useTrack(opened: Track, { player, length, save }: TrackOptions) {
  const [history, setHistory] = useState(() => begin(opened))
  /** The current segment takes the focus whenever this changes. */
  const [focusTurn, setFocusTurn] = useState(0)
  const latest = useLatest({ now: history.now, player, length, save })

  const apply = useCallback(
    (edit: (track: Track) => Track): Track => {
      const next = edit(latest.current.now)
      setHistory((before) => record(before, next))
      setFocusTurn((turn) => turn + 1)
      return next
    },
    [latest],
  )

  const choose = useCallback(
    (at: number) => {
      const { segments, at: place } = apply((track) => moveTo(track, at))
      const { player } = latest.current
      if (player === null || player.getSnapshot().isPlaying || segments[place] === undefined) return
      player.select(null)
      player.seek(segments[place].start)
    },
    [apply, latest],
  )

  /** Moves an edge, and plays the sound inside it. */
  const changeEdge = useCallback(
    (edge: Edge, edit: (track: Track) => Track) => {
      const { segments, at } = apply(edit)
      if (segments[at] !== undefined) latest.current.player?.playPiece(besideEdge(segments[at], edge))
    },
    [apply, latest],
  )

  const dragEdge = useCallback(
    (edge: Edge, seconds: number) => changeEdge(edge, (track) => moveEdge(track, edge, seconds, latest.current.length)),
    [changeEdge, latest],
  )

  const act = useCallback(
    (action: TrackAction) => {
      const { now, player, length, save } = latest.current
      const seconds = player?.getSnapshot().seconds ?? 0
      switch (action.do) {
        case 'move':
          return choose(now.at + action.by)
        case 'first':
          return choose(0)
        case 'last':
          return choose(now.segments.length - 1)
        case 'edge':
          return changeEdge(action.edge, (track) => nudgeEdge(track, action.edge, action.by, length))
        case 'speaker':
          apply((track) => setSpeaker(track, action.speaker))
          return
        case 'split':
          apply((track) => split(track, seconds))
          return
        case 'insert':
          apply((track) => insert(track, seconds, length))
          return
        case 'join':
          apply(join)
          return
        case 'remove':
          apply(remove)
          return
        case 'undo':
        case 'redo':
          setHistory(action.do === 'undo' ? undo : redo)
          return setFocusTurn((turn) => turn + 1)
        case 'save':
          return save(now)
        case 'toggle':
          if (player?.getSnapshot().isPlaying === false) player.select(null)
          return player?.toggle()
        case 'play': {
          const segment = now.segments[now.at]
          return segment === undefined ? undefined : player?.playPiece(segment)
        }
      }
    },
    [latest, apply, choose, changeEdge],
  )

  const restart = useCallback((track: Track, past: readonly Track[] = []) => setHistory({ ...begin(track), past }), [])

  return { history, restart, focusTurn, act, choose, dragEdge }
}

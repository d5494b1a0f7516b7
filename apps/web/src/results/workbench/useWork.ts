import { useCallback, useRef, useState } from 'react'
import { type AudioPlayer, rates } from '../../takes/audio-player.ts'
import { wordAt } from '../../takes/sound/word-at.ts'
import { useLatest } from '../../ui/useLatest.ts'
import {
  confirm,
  type Edge,
  type Edited,
  insertAfter,
  join,
  moveEdge,
  moveTo,
  nextUncertain,
  nudgeEdge,
  remove,
  retype,
  setSpeaker,
  toggleMark,
} from './edits.ts'
import { begin, record, redo, undo } from './history.ts'
import type { WorkAction } from './keys.ts'
import { besideEdge, pieceOf } from './pieces.ts'

/** An open field: over the current word, or after it for a new one. */
export type Field = { kind: 'replace' | 'insert'; text: string }

/** How a field was left. Without a reason, the focus went elsewhere. */
export type Leaving = { by?: 'confirm' | 'uncertain' | 'back' | 'join' | 'save' }

export type Work = ReturnType<typeof useWork>

type WorkOptions = {
  player: AudioPlayer | null
  /** Seconds of the recording: no edge of a word is later. */
  length: number
  save: (edited: Edited) => void
}

/** The words of a workbench, what is done to them, and where the keyboard is. */
export function useWork(opened: Edited, { player, length, save }: WorkOptions) {
  const [history, setHistory] = useState(() => begin(opened))
  const [field, setField] = useState<Field | null>(null)
  const [isHelping, setHelping] = useState(false)
  /** The current word takes the focus whenever this changes. */
  const [focusTurn, setFocusTurn] = useState(0)
  const { now } = history
  const latest = useLatest({ now, player, length, save, field })

  /** Shows the sound of the current word, after the word itself. While sound plays, nothing jumps. */
  const frame = useRef(0)
  const showSound = useCallback(() => {
    const show = () => {
      const { player, now } = latest.current
      const start = now.words[now.at]?.start
      if (player === null || start == null || player.getSnapshot().isPlaying) return
      player.select(null)
      player.seek(start)
    }
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => setTimeout(show))
  }, [latest])

  const apply = useCallback(
    (edit: (edited: Edited) => Edited, options: { isMove?: boolean } = {}) => {
      const next = edit(latest.current.now)
      setHistory((before) => record(before, next))
      setFocusTurn((turn) => turn + 1)
      if (options.isMove) showSound()
    },
    [latest, showSound],
  )

  const choose = useCallback((at: number) => apply((edited) => moveTo(edited, at), { isMove: true }), [apply])

  /** Moves an edge, and plays the sound inside it. */
  const changeEdge = useCallback(
    (edge: Edge, edit: (edited: Edited) => Edited) => {
      const { player } = latest.current
      const next = edit(latest.current.now)
      apply(() => next)
      const piece = pieceOf(next.words, next.at)
      if (player !== null && piece !== null) player.playPiece(besideEdge(piece, edge))
    },
    [latest, apply],
  )

  /** Moves an edge of the current word to a moment, as far as it may. */
  const dragEdge = useCallback(
    (edge: Edge, seconds: number) =>
      changeEdge(edge, (edited) => moveEdge(edited, edge, seconds, latest.current.length)),
    [latest, changeEdge],
  )

  const act = useCallback(
    (action: WorkAction) => {
      const { now, player, length, save } = latest.current
      const { words, at } = now
      switch (action.do) {
        case 'edit':
          if (action.from === 'insert') return setField({ kind: 'insert', text: '' })
          if (at >= 0) setField({ kind: 'replace', text: action.from === 'empty' ? '' : words[at]!.text })
          return
        case 'confirm':
          return apply((edited) => afterwards(confirm(edited)), { isMove: true })
        case 'remove':
          return apply(remove)
        case 'join':
          return apply(join)
        case 'speaker':
          return apply((edited) => setSpeaker(edited, action.speaker))
        case 'mark':
          return apply((edited) => toggleMark(edited, action.mark))
        case 'edge':
          return changeEdge(action.edge, (edited) => nudgeEdge(edited, action.edge, action.by, length))
        case 'undo':
        case 'redo':
          setHistory(action.do === 'undo' ? undo : redo)
          return setFocusTurn((turn) => turn + 1)
        case 'move':
          return choose(at + action.by)
        case 'first':
          return choose(0)
        case 'last':
          return choose(words.length - 1)
        case 'uncertain':
          return choose(nextUncertain(now, action.by) ?? at)
        case 'sounding':
          return player === null ? undefined : choose(wordAt(words, player.getSnapshot().seconds))
        case 'save':
          return save(now)
        case 'help':
          return setHelping((is) => !is)
        default:
          if (player !== null) play(player, now, action)
      }
    },
    [latest, apply, changeEdge, choose],
  )

  /** Closes the field with its text; null: the text is given up. */
  const leaveField = useCallback(
    (text: string | null, { by }: Leaving) => {
      const open = latest.current.field
      setField(null)
      const edit = (edited: Edited): Edited => {
        if (open === null || text === null) return edited
        if (open.kind === 'insert') return insertAfter(edited, text)
        // A field that opened empty, for another word, was left empty: nothing was typed.
        if (text.trim() === '' && open.text === '') return edited
        return text === edited.words[edited.at]?.text ? confirm(edited) : retype(edited, text)
      }
      const next = (edited: Edited): Edited => {
        const typed = edit(edited)
        if (by === 'join') return join(typed)
        if (by === 'confirm') return afterwards(typed)
        return by === 'uncertain' ? moveTo(typed, nextUncertain(typed, 1) ?? typed.at) : typed
      }
      const edited = next(latest.current.now)
      setHistory((before) => record(before, edited))
      if (by !== undefined) setFocusTurn((turn) => turn + 1)
      if (by === 'save') latest.current.save(edited)
    },
    [latest],
  )

  /** Starts again from these words. Undo leads back to those before, if any are given. */
  const restart = useCallback((edited: Edited, past: readonly Edited[] = []) => {
    setHistory({ ...begin(edited), past })
    setField(null)
    setFocusTurn((turn) => turn + 1)
  }, [])

  return { history, restart, field, isHelping, focusTurn, act, dragEdge, choose, leaveField }
}

/** Where the work goes on: at the next uncertain word, else at the next one. */
const afterwards = (edited: Edited): Edited => moveTo(edited, nextUncertain(edited, 1) ?? edited.at + 1)

function play(player: AudioPlayer, { words, at }: Edited, action: WorkAction) {
  const { isPlaying, rate } = player.getSnapshot()
  const piece = pieceOf(words, at)
  switch (action.do) {
    case 'toggle':
      if (!isPlaying) player.select(null)
      return player.toggle()
    case 'playWord':
      return piece === null ? undefined : player.playPiece(piece)
    case 'playFrom':
      player.select(null)
      if (piece !== null) player.seek(piece.start)
      return isPlaying ? undefined : player.toggle()
    case 'rate': {
      const next = rates.indexOf(rate) + action.by
      return player.setRate(rates[Math.max(0, Math.min(next, rates.length - 1))]!)
    }
  }
}

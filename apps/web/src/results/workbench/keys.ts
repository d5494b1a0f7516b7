import type { WordMark, WordSpeaker } from '@fonema/contract'
import { wordMarks, wordSpeakers } from '@fonema/contract/word-marks'
import type { Edge } from './edits.ts'

type WordAction =
  | { do: 'confirm' | 'remove' | 'join' | 'undo' | 'redo' }
  | { do: 'speaker'; speaker: WordSpeaker }
  | { do: 'mark'; mark: WordMark }
  | { do: 'edge'; edge: Edge; by: 1 | -1 }

export type WorkAction =
  | WordAction
  | { do: 'edit'; from: 'empty' | 'present' | 'insert' }
  | { do: 'move' | 'uncertain' | 'rate'; by: 1 | -1 }
  | { do: 'first' | 'last' | 'sounding' }
  | { do: 'toggle' | 'playWord' | 'playFrom' }
  | { do: 'save' | 'help' }

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const plain: Record<string, WorkAction> = {
  Enter: { do: 'confirm' },
  F2: { do: 'edit', from: 'present' },
  '+': { do: 'edit', from: 'insert' },
  Delete: { do: 'remove' },
  Backspace: { do: 'join' },
  ArrowRight: { do: 'move', by: 1 },
  ArrowLeft: { do: 'move', by: -1 },
  Home: { do: 'first' },
  End: { do: 'last' },
  ' ': { do: 'toggle' },
  ArrowDown: { do: 'playWord' },
  ArrowUp: { do: 'playFrom' },
  '<': { do: 'rate', by: -1 },
  '>': { do: 'rate', by: 1 },
  '.': { do: 'sounding' },
  '?': { do: 'help' },
  // The key of an accent: the field that opens receives the letter that follows.
  Dead: { do: 'edit', from: 'empty' },
  Process: { do: 'edit', from: 'empty' },
}

export const speakerKeys: Readonly<Record<WordSpeaker, string>> = { participant: '1', examiner: '2', other: '3' }
export const markKeys: Readonly<Record<WordMark, string>> = {
  filler: '4',
  fragment: '5',
  repetition: '6',
  paraphasia: '7',
  unintelligible: '8',
  name: '9',
}

/** The keys that move edges, with the texts of their buttons. */
export const edgeKeys = [
  { keys: '⇧ ←', edge: 'start', by: -1, text: 'workbench__act__start_earlier' },
  { keys: '⇧ →', edge: 'start', by: 1, text: 'workbench__act__start_later' },
  { keys: 'Ctrl ←', edge: 'end', by: -1, text: 'workbench__act__end_earlier' },
  { keys: 'Ctrl →', edge: 'end', by: 1, text: 'workbench__act__end_later' },
] as const

/** What a key does on a word; null: nothing, so that the key keeps its usual effect. A letter begins another word. */
export function workActionOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): WorkAction | null {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key] as 1 | -1 | undefined
  if (step !== undefined && !altKey && (shiftKey || ctrlKey || metaKey)) {
    if (shiftKey && (ctrlKey || metaKey)) return null
    return { do: 'edge', edge: shiftKey ? 'start' : 'end', by: step }
  }
  if (ctrlKey || metaKey) {
    if (key === 'Enter') return { do: 'save' }
    if (key === 'y' || (key.toLowerCase() === 'z' && shiftKey)) return { do: 'redo' }
    return key === 'z' ? { do: 'undo' } : null
  }
  if (key === 'Tab') return { do: 'uncertain', by: shiftKey ? -1 : 1 }
  if (altKey) return null
  const speaker = wordSpeakers.find((each) => speakerKeys[each] === key)
  if (speaker !== undefined) return { do: 'speaker', speaker }
  const mark = wordMarks.find((each) => markKeys[each] === key)
  if (mark !== undefined) return { do: 'mark', mark }
  return plain[key] ?? (/^\p{L}$/u.test(key) ? { do: 'edit', from: 'empty' } : null)
}

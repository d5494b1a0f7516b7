import type { WordSpeaker } from '@fonema/contract'
import { wordSpeakers } from '@fonema/contract/word-marks'
import type { Edge } from '../workbench/edits.ts'
import { speakerKeys, workActionOf } from '../workbench/keys.ts'

export type TrackAction =
  | { do: 'move'; by: 1 | -1 }
  | { do: 'first' | 'last' | 'split' | 'join' | 'remove' | 'insert' | 'undo' | 'redo' | 'save' }
  | { do: 'edge'; edge: Edge; by: 1 | -1 }
  | { do: 'speaker'; speaker: WordSpeaker }
  | { do: 'toggle' | 'play' }

type Pressed = Parameters<typeof workActionOf>[0]

/** What a key does on a segment, as on a word where it is the same; null: nothing, so that it keeps its usual effect. */
export function trackActionOf(event: Pressed): TrackAction | null {
  const { key, ctrlKey, metaKey, altKey } = event
  const isPlain = !ctrlKey && !metaKey && !altKey
  if (isPlain && (key === 'Enter' || key.toLowerCase() === 's')) return { do: 'split' }
  if (isPlain && key === '+') return { do: 'insert' }
  if (isPlain && wordSpeakers.some((speaker) => speakerKeys[speaker] === key)) {
    const speaker = wordSpeakers.find((each) => speakerKeys[each] === key)!
    return { do: 'speaker', speaker }
  }
  const action = workActionOf(event)
  switch (action?.do) {
    case 'edge':
      return action
    case 'move':
      return { do: 'move', by: action.by }
    case 'first':
    case 'last':
    case 'join':
    case 'remove':
    case 'undo':
    case 'redo':
    case 'save':
    case 'toggle':
      return { do: action.do }
    case 'playWord':
      return { do: 'play' }
    default:
      return null
  }
}

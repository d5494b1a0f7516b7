export type SoundAction =
  | { do: 'toggle' | 'loop' | 'clear' | 'fit' | 'first' | 'last' }
  | { do: 'move' | 'zoom' | 'rate' | 'syllable'; by: number }

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What has the focus: its own keys come first. */
type Focused = 'text' | 'button' | 'other'

/** The seconds of an arrow, of an arrow with Shift, and of a page. */
const [arrow, fine, page] = [1, 0.1, 5]

const plain: Record<string, SoundAction> = {
  l: { do: 'loop' },
  L: { do: 'loop' },
  Escape: { do: 'clear' },
  '0': { do: 'fit' },
  Home: { do: 'first' },
  End: { do: 'last' },
  '+': { do: 'zoom', by: 1 },
  '=': { do: 'zoom', by: 1 },
  '-': { do: 'zoom', by: -1 },
  '<': { do: 'rate', by: -1 },
  '>': { do: 'rate', by: 1 },
  s: { do: 'syllable', by: 1 },
  S: { do: 'syllable', by: -1 },
  PageUp: { do: 'move', by: page },
  PageDown: { do: 'move', by: -page },
}

/** What a key does in the sound view; null: nothing, so that the key keeps its usual effect. */
export function soundActionOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Pressed,
  focused: Focused,
): SoundAction | null {
  if (focused === 'text' || ctrlKey || metaKey || altKey) return null
  if (key === ' ') return focused === 'button' ? null : { do: 'toggle' }
  if (key === 'ArrowRight' || key === 'ArrowUp') return { do: 'move', by: shiftKey ? fine : arrow }
  if (key === 'ArrowLeft' || key === 'ArrowDown') return { do: 'move', by: -(shiftKey ? fine : arrow) }
  return plain[key] ?? null
}

export function focusedKind(element: Element): Focused {
  if (element.matches('textarea, select, [contenteditable], input:not([type=range])')) return 'text'
  return element.matches('button, a, summary, [role=button]') ? 'button' : 'other'
}

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createReadable } from '../ui/readable.ts'

/**
 * What the recorder's keys do, by their meaning. Space starts and stops; on the card after a take it plays and stops,
 * except in patient mode. → uses the take or moves on, R records again, Esc goes back, F switches the patient mode, ? shows the keys. In the recording of a whole session, → marks the next
 * item, N a spoken name, and Esc asks whether to stop.
 */
export type KeyAction = 'toggle' | 'next' | 'again' | 'back' | 'patient' | 'help' | 'name'

/** What a press does now, for buttons that stand for a key. */
export type Does = 'record' | 'stop' | 'cancel' | 'play_audio' | 'play_video' | 'next' | 'finish'

/** `timeStamp` in milliseconds, of the press: a recording begins or ends there. */
type Handler = (press: { timeStamp: number }) => void

/** Marks a button that takes the focus by itself: space means the action there, not the button. */
export const selfFocused = { 'data-self-focused': true } as const

/** A second press this soon is the bounce of a key or of a trembling hand. */
export const bounceMs = 400

/**
 * Does `onPress` at the key of an action, while `isOn`; `does` says what that is, where an action has several meanings. Of several handlers of one action, the latest one mounted acts.
 * A handler is on exactly while its button can be pressed, so that a key can do nothing that a button could not.
 */
export function useKey(action: KeyAction, isOn: boolean, onPress: Handler, does?: Does): void {
  const act = useEffectEvent<Handler>((press) => onPress(press))
  useEffect(() => {
    if (!isOn) return
    return keys.add(action, (press) => act(press), does)
  }, [action, isOn, does])
}

/** The actions whose key does something now, and what, for buttons that stand for the keys. */
export const useActiveKeys = () => useSyncExternalStore(keys.active.subscribe, keys.active.getSnapshot)

/** Does what the key of the action does. */
export const pressKey = (action: KeyAction, { timeStamp }: { timeStamp: number }) => keys.press(action, timeStamp)

/** The handlers, and the listeners on `target` while there are any. */
function createKeys(target: () => Pick<EventTarget, 'addEventListener' | 'removeEventListener'>) {
  const handlers: { action: KeyAction; handler: Handler; does: Does | undefined }[] = []
  const active = createReadable<ReadonlyMap<KeyAction, Does | undefined>>(new Map())
  const note = () => active.set(new Map(handlers.map(({ action, does }) => [action, does])))
  /** The key whose release must not press the focused button. */
  let taken: string | null = null
  let last: { action: KeyAction | null; at: number } = { action: null, at: Number.NEGATIVE_INFINITY }

  /** By its key or its button; a bounce of either is ignored. */
  function press(action: KeyAction, timeStamp: number) {
    const found = handlers.findLast((each) => each.action === action)
    // A time before the last one is of another page's clock, not of a bounce.
    const isBounce = action === last.action && Math.abs(timeStamp - last.at) < bounceMs
    if (found === undefined || isBounce) return
    last = { action, at: timeStamp }
    found.handler({ timeStamp })
  }

  function onDown(event: KeyboardEvent) {
    const action = actionOf(event)
    if (action === null || isTyping(event) || isOfOtherControl(event, action) || isBelowDialog()) return
    // A key of the recorder must never press the focused button, even while its action is off.
    if (action === 'toggle' || handlers.some((each) => each.action === action)) {
      event.preventDefault()
      taken = event.code
    }
    if (!event.repeat) press(action, event.timeStamp)
  }

  /** Some browsers press a focused button at the release of the key. */
  function onUp(event: KeyboardEvent) {
    if (event.code !== taken) return
    taken = null
    event.preventDefault()
  }

  return {
    active,
    press,
    add(action: KeyAction, handler: Handler, does?: Does) {
      if (handlers.length === 0) {
        target().addEventListener('keydown', onDown as EventListener)
        target().addEventListener('keyup', onUp as EventListener)
      }
      const own = { action, handler, does }
      handlers.push(own)
      note()
      return () => {
        handlers.splice(handlers.indexOf(own), 1)
        note()
        if (handlers.length > 0) return
        target().removeEventListener('keydown', onDown as EventListener)
        target().removeEventListener('keyup', onUp as EventListener)
      }
    },
  }
}

const keys = createKeys(() => window)

const actions: Readonly<Record<string, KeyAction>> = {
  ' ': 'toggle',
  ArrowRight: 'next',
  r: 'again',
  Escape: 'back',
  f: 'patient',
  '?': 'help',
  n: 'name',
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'>

/** Null for other keys, and with a modifier: those belong to the browser. */
function actionOf(event: Press): KeyAction | null {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return null
  return actions[key.length === 1 ? key.toLowerCase() : key] ?? null
}

/** Fields, and widgets that use letters or arrows themselves. */
const typing = [
  'input:not([type="button"],[type="submit"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  ...['textbox', 'combobox', 'listbox', 'menu', 'menuitem', 'slider', 'spinbutton', 'radiogroup', 'tablist'].map(
    (role) => `[role="${role}"]`,
  ),
].join(',')

const isTyping = ({ target }: Event) => target instanceof Element && target.closest(typing) !== null

/** Space on a button that the user went to belongs to that button. */
const isOfOtherControl = ({ target }: Event, action: KeyAction) =>
  action === 'toggle' &&
  target instanceof Element &&
  target.closest('button:not([data-self-focused]),a[href],summary,audio,video') !== null

const isBelowDialog = () => document.querySelector('[role="dialog"],[role="alertdialog"],dialog[open]') !== null

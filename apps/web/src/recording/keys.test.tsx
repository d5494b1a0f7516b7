import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { bounceMs, type KeyAction, pressKey, selfFocused, useKey } from './keys.ts'

function Action({ action, isOn = true, onPress }: { action: KeyAction; isOn?: boolean; onPress: () => void }) {
  useKey(action, isOn, onPress)
  return null
}

const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key, code: key, ...more })

test('does the action of the latest handler that is on', () => {
  const [stop, play] = [vi.fn(), vi.fn()]
  const page = (isPlayOn: boolean) => (
    <>
      <Action action="toggle" onPress={stop} />
      <Action action="toggle" isOn={isPlayOn} onPress={play} />
    </>
  )
  const { rerender } = render(page(true))
  press(document.body, ' ')
  expect([stop.mock.calls.length, play.mock.calls.length]).toEqual([0, 1])
  rerender(page(false))
  fireEvent(document.body, later(new KeyboardEvent('keydown', { key: ' ', code: 'Space', bubbles: true })))
  expect([stop.mock.calls.length, play.mock.calls.length]).toEqual([1, 1])
})

test('does nothing while somebody types, with a modifier, below a dialog, or when held', () => {
  const again = vi.fn()
  render(
    <>
      <Action action="again" onPress={again} />
      <textarea aria-label="comment" />
      <div role="slider" aria-label="volume" aria-valuenow={1} tabIndex={0} />
    </>,
  )
  press(screen.getByRole('textbox'), 'r')
  press(screen.getByRole('slider'), 'r')
  press(document.body, 'r', { ctrlKey: true })
  press(document.body, 'r', { repeat: true })
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  press(document.body, 'r')
  dialog.remove()
  expect(again).not.toHaveBeenCalled()
  press(document.body, 'R')
  expect(again).toHaveBeenCalledTimes(1)
})

test('ignores a second press that comes too soon', () => {
  const next = vi.fn()
  render(<Action action="next" onPress={next} />)
  press(document.body, 'ArrowRight')
  press(document.body, 'ArrowRight')
  expect(next).toHaveBeenCalledTimes(1)
})

test('a button that stands for a key ignores a second press that comes too soon, too', () => {
  const toggle = vi.fn()
  render(<Action action="toggle" onPress={toggle} />)
  for (const timeStamp of [5000, 5000 + bounceMs - 1]) pressKey('toggle', { timeStamp })
  expect(toggle).toHaveBeenCalledTimes(1)
  pressKey('toggle', { timeStamp: 5000 + bounceMs })
  expect(toggle).toHaveBeenCalledTimes(2)
})

test('space means the action on a button that takes the focus by itself, and the button elsewhere', () => {
  const toggle = vi.fn()
  render(
    <>
      <Action action="toggle" onPress={toggle} />
      <button type="button" {...selfFocused}>
        Next
      </button>
      <button type="button">Skip</button>
    </>,
  )
  const [own, other] = screen.getAllByRole('button')
  // Both presses of the button, at the key's press and at its release, are prevented: fireEvent returns false.
  expect(press(own!, ' ')).toBe(false)
  expect(fireEvent.keyUp(own!, { key: ' ', code: ' ' })).toBe(false)
  expect(press(other!, ' ')).toBe(true)
  expect(fireEvent.keyUp(other!, { key: ' ', code: ' ' })).toBe(true)
  expect(toggle).toHaveBeenCalledTimes(1)
})

test('space presses no button while its action is off', () => {
  render(
    <>
      <Action action="help" onPress={() => {}} />
      <button type="button" {...selfFocused}>
        Next
      </button>
    </>,
  )
  expect(press(screen.getByRole('button'), ' ')).toBe(false)
})

/** The same press after the time in which a second one is ignored. */
const later = (event: KeyboardEvent) =>
  Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + 2 * bounceMs })

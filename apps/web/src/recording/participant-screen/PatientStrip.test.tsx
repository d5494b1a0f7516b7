import { createEvent, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { bounceMs, type Does, type KeyAction, useKey } from '../keys.ts'
import type { ScreenState } from './messages.ts'
import { PatientStrip } from './PatientStrip.tsx'
import { usualView } from './screen-view.ts'

const state: ScreenState = {
  stimulus: { trigger: '', image: null, video: null, lang: 'es' },
  phase: 'ready',
  secondsLeft: 0,
  progress: 0,
  isVideoPlaying: false,
  view: usualView,
}

type ActingProps = { action: KeyAction; does: Does; onPress: () => void }

function Acting({ action, does, onPress }: ActingProps) {
  useKey(action, true, onPress, does)
  return null
}

const draw = (phase: ScreenState['phase'] = 'ready', acting: Partial<ActingProps> = {}) => {
  const onPress = vi.fn()
  return show(
    <>
      {acting.does !== undefined && (
        <Acting action={acting.action ?? 'toggle'} does={acting.does} onPress={acting.onPress ?? onPress} />
      )}
      <PatientStrip state={{ ...state, phase }} time={null} />
    </>,
    { areas: ['responses', 'participant_screen'], answers: {} },
  ).then(() => onPress)
}

let presses = 0
/** A click that is no bounce of an earlier one. */
function laterClick(button: Element): Event {
  presses++
  return Object.defineProperty(createEvent.click(button), 'timeStamp', { value: 1e6 + presses * bounceMs })
}

test.each([
  ['ready', 'record', 'Grabar'],
  ['ready', 'play_audio', 'Reproducir audio'],
  ['ready', 'play_video', 'Reproducir video'],
  ['countdown', 'cancel', 'Cancelar la cuenta atrás'],
  ['recording', 'stop', 'Detener'],
] as const)('in phase %s, the button for %s is named so and does it', async (phase, does, name) => {
  const pressed = await draw(phase, { does })
  const button = screen.getByRole('button', { name })
  fireEvent(button, laterClick(button))
  expect(pressed).toHaveBeenCalledTimes(1)
})

test('the last item is used and finished', async () => {
  await draw('after', { action: 'next', does: 'finish' })
  expect(screen.getByRole('button', { name: 'Usar y terminar' }).hasAttribute('disabled')).toBe(false)
})

test('without an action the button is off, with the name of what it will do', async () => {
  await draw('recording')
  expect(screen.getByRole('button', { name: 'Detener' }).hasAttribute('disabled')).toBe(true)
})

test('a held Enter presses a button once', async () => {
  await draw('ready', { does: 'record' })
  const button = screen.getByRole('button', { name: 'Grabar' })
  // A prevented press of the key makes no click: fireEvent returns false.
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
})

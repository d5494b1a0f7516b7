import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { EngineLacks } from '../microphone/EngineLacks.tsx'
import { StorageRoom } from './StorageRoom.tsx'

/** A browser that grants this many minutes; null: one that cannot be asked. */
function device(minutes: number | null) {
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: (event: { data: number | null }) => void = () => {}
      constructor() {
        queueMicrotask(() => this.onmessage({ data: minutes }))
      }
      terminate() {}
    },
  )
}

test.each([
  [24 * 60, 'Hay espacio para grabar más de 24 h en este dispositivo.'],
  [6 * 60 + 59, 'Hay espacio para grabar 6 h en este dispositivo.'],
  [119, 'Hay espacio para grabar 115 min en este dispositivo.'],
  [60, 'Hay espacio para grabar 60 min en este dispositivo.'],
])('%i minutes are said calmly', async (minutes, text) => {
  device(minutes)
  await show(<StorageRoom kept="unknown" />, { areas: ['responses'], answers: {} })
  await screen.findByText(text)
  expect(screen.queryByRole('status')).toBeNull()
})

test('two channels have room for half as long', async () => {
  device(180)
  await show(<StorageRoom kept="unknown" channels={2} />, { areas: ['responses'], answers: {} })
  await screen.findByText('Hay espacio para grabar 90 min en este dispositivo.')
})

test.each([
  [59, /^Queda poco espacio en este dispositivo: para grabar 55 min\. /],
  [4, /para grabar 4 min/],
  [0, /^No queda espacio para grabar/],
])('%i minutes are a warning that says what to do', async (minutes, text) => {
  device(minutes)
  await show(<StorageRoom kept="unknown" />, { areas: ['responses'], answers: {} })
  const warning = await screen.findByRole('status')
  expect(warning.textContent).toMatch(text)
  expect(warning.textContent).toMatch(/espere a que se envíe lo pendiente o libere espacio\.$/i)
})

test('room that the person frees meanwhile is seen on the way back to the window', async () => {
  device(10)
  await show(<StorageRoom kept="unknown" />, { areas: ['responses'], answers: {} })
  await screen.findByRole('status')
  device(180)
  window.dispatchEvent(new Event('focus'))
  await screen.findByText(/para grabar 3 h/)
})

test('what the browser answered about keeping recordings is shown', async () => {
  device(600)
  const answered = (kept: 'kept' | 'refused') => (
    <>
      <StorageRoom kept={kept} />
      <EngineLacks kept={kept} />
    </>
  )
  await show(answered('refused'), { areas: ['responses'], answers: {} })
  await screen.findByText(/no ha aceptado conservar las grabaciones en espera/)
  await show(answered('kept'), { areas: ['responses'], answers: {} })
  await screen.findByText(/conserva las grabaciones en espera aunque/)
})

test('a browser that cannot be asked shows nothing', async () => {
  device(null)
  await show(<StorageRoom kept="kept" />, { areas: ['responses'], answers: {} })
  expect(document.querySelector('p')).toBeNull()
})

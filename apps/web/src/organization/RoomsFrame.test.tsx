import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { examiner } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { RoomPage } from './rooms/RoomPage.tsx'
import { RoomsFrame } from './rooms/RoomsFrame.tsx'

const roles = { ...examiner.user.roles, is_manager: true }
const manager = { ...examiner, user: { ...examiner.user, roles } }
const owner = { ...examiner, user: { ...examiner.user, roles: { ...roles, is_owner: true } } }

const showFrame = (user: typeof manager, address: string) =>
  show(<RoomsFrame />, {
    user,
    areas: ['rooms'],
    answers: {},
    address,
  })

test('the open room is marked, also on a page below its address', async () => {
  await showFrame(manager, '/admin/content/anything/')
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Personas', null],
    ['Resumen', null],
    ['Contenido', 'page'],
    ['Normas', null],
    ['Transcripción', null],
    ['Informes', null],
    ['Datos', null],
    ['Ingreso', null],
    ['Organización', null],
    ['Integraciones', null],
  ])
})

test('only the owner sees the room of the audit log', async () => {
  await showFrame(owner, '/admin/')
  screen.getByRole('link', { name: 'Seguridad' })
})

test('a narrow screen folds the list under the name of the open room', async () => {
  await showFrame(manager, '/admin/norms/')
  const summary = document.querySelector('summary')!
  expect(summary.textContent).toBe('Normas')
  expect(document.querySelector('details')!.open).toBe(false)
  fireEvent.click(summary)
  expect(document.querySelector('details')!.open).toBe(true)
})

test('a manager who opens the room of the owner sees that it is not allowed', async () => {
  const Part = vi.fn(() => <p>secret</p>)
  await show(<RoomPage room="security" parts={[Part]} />, {
    user: manager,
    areas: ['rooms'],
    answers: {},
  })
  screen.getByRole('heading', { name: 'Acceso no permitido' })
  expect(Part).not.toHaveBeenCalled()
})

test('a room has its name as title and heading', async () => {
  await show(<RoomPage room="data" parts={[() => <p>exports</p>]} />, {
    user: manager,
    areas: ['rooms'],
    answers: {},
  })
  screen.getByRole('heading', { level: 1, name: 'Datos' })
  expect(document.title).toBe('Datos · Fonema')
})

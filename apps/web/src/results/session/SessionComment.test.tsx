import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { SessionComment } from './SessionComment.tsx'

/** The height of the whole text; what is shown has none here. */
function giveHeight(scrollHeight: number) {
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', { configurable: true, get: () => scrollHeight })
}

afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollHeight')
})

const comment = 'Seguimiento a los siete meses: mantiene la mayor parte de lo ganado. Continúa práctica en casa.'
const showComment = () => show(<SessionComment comment={comment} />, { areas: ['responses'], answers: {} })
const isCut = () => screen.getByText(/Seguimiento/).hasAttribute('data-cut')

test('a comment longer than its line can be opened and closed again', async () => {
  giveHeight(52)
  await showComment()
  expect(isCut()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Ver el comentario completo' }))
  expect(isCut()).toBe(false)
  fireEvent.click(screen.getByRole('button', { expanded: true }))
  expect(isCut()).toBe(true)
})

test('a comment of one line has no button', async () => {
  giveHeight(0)
  await showComment()
  expect(screen.queryByRole('button')).toBeNull()
})

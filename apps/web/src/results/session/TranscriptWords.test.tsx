import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { TranscriptWords } from './TranscriptWords.tsx'

test('a word that nobody said is struck through, with the reason for eyes and ears', async () => {
  const words = [
    { text: 'hola', start: 1, end: 2 },
    { text: 'gracias', start: 5, end: 6, doubt: 'no_voice' as const },
    { text: 'amigos', start: null, end: null, doubt: 'loop' as const },
  ]
  await show(<TranscriptWords words={words} player={null} language="es" />, { areas: ['analysis'], answers: {} })
  await screen.findByRole('button', { name: 'hola' })
  screen.getByRole('button', { name: /gracias ?\(no se oye: aquí no hay voz\)/ })
  const struck = [...document.querySelectorAll('s')]
  expect(struck.map(({ textContent, title }) => [textContent, title])).toEqual([
    ['gracias', 'no se oye: aquí no hay voz'],
    ['amigos', 'no se oye: el reconocedor se repite'],
  ])
})

test("another person's word has that person's name for eyes and ears", async () => {
  const words = [
    { text: 'hola', start: 1, end: 2, speaker: 'participant' as const },
    { text: 'siga', start: 5, end: 6, speaker: 'examiner' as const },
  ]
  await show(<TranscriptWords words={words} player={null} language="es" />, { areas: ['analysis'], answers: {} })
  await screen.findByRole('button', { name: 'hola' })
  screen.getByRole('button', { name: /^siga ?\(Evaluador\)$/ })
})

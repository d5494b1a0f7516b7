import type { ReadingWords } from '@fonema/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { ReadingText } from './ReadingText.tsx'

type Word = ReadingWords['words'][number]
const word = (text: string, rest: Partial<Word> = {}): Word => ({
  text,
  state: 'read',
  said: null,
  repeated: 0,
  is_corrected: false,
  start: null,
  end: null,
  ...rest,
})

test('each mark is a sign and a word, and the line above counts them', async () => {
  const reading = {
    words: [
      word('El', { repeated: 1 }),
      word('viento', { is_corrected: true }),
      word('del', { state: 'skipped' }),
      word('norte', { state: 'replaced', said: 'noche' }),
      word('sopló.', { state: 'not_reached' }),
    ],
    added: [{ after: 1, text: 'muy', start: null, end: null }],
  }
  await show(<ReadingText reading={reading} player={null} language="es" />, {
    user: examiner,
    areas: ['content_units'],
    answers: {},
  })
  screen.getByText(
    /alcanzadas: 4\. Leídas: 2, omitidas: 1, sustituidas: 1\. Repetidas: 1, corregidas: 1, añadidas: 1\./,
  )
  screen.getByText(/no se leyeron: 1\./)
  const text = document.querySelector('p[lang="es"]')?.textContent?.replace(/\s+/g, ' ')
  expect(text).toBe(
    'El×2 (repetida: ×2) viento (corregida) muy (añadida) del (omitida) norte → noche (sustituida por «noche») (fin de la lectura) sopló. ',
  )
})

test('a word whose moment is known plays it', async () => {
  const pieces: object[] = []
  const player = { playPiece: (piece: object) => pieces.push(piece) } as never
  const reading = { words: [word('El', { start: 1, end: 1.5 }), word('sol')], added: [] }
  await show(<ReadingText reading={reading} player={player} language="es" />, {
    user: examiner,
    areas: ['content_units'],
    answers: {},
  })
  expect(screen.getAllByRole('button')).toHaveLength(1)
  screen.getByRole('button', { name: 'El' }).click()
  expect(pieces).toEqual([{ start: 1, end: 1.5 }])
})

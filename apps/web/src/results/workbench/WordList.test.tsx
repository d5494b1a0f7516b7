import type { TranscriptWord } from '@fonema/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { ActionBar } from './ActionBar.tsx'
import { CurrentWord } from './CurrentWord.tsx'
import { openWords, toTyped } from './edits.ts'
import { useWork } from './useWork.ts'
import { WordList } from './WordList.tsx'

const spoken: TranscriptWord[] = [
  { text: 'siga', start: 0, end: 0.4, confidence: 0.95 },
  { text: 'el', start: 0.5, end: 0.6, confidence: 0.4 },
  { text: 'pero', start: 0.6, end: 1, confidence: 0.9 },
  { text: 'gracias', start: 4, end: 5, confidence: 0.9, doubt: 'no_voice' },
]

/** The words with their keys, without the sound. `saved` are the words of each save. */
async function open(words = spoken) {
  const saved: { text: string }[][] = []
  function Bench() {
    const work = useWork(openWords(words, false), {
      player: null,
      length: 6,
      save: (edited) => saved.push(toTyped(edited)),
    })
    const { now } = work.history
    return (
      <>
        <ActionBar history={work.history} isHelping={work.isHelping} act={work.act} />
        <CurrentWord edited={now} />
        <WordList work={work} player={null} language="es" />
      </>
    )
  }
  await show(<Bench />, { areas: ['analysis', 'workbench'], answers: {} })
  await screen.findByRole('group', { name: 'Palabras de la transcripción' })
  const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
  const type = (text: string) => fireEvent.change(document.activeElement!, { target: { value: text } })
  const shown = () => [...document.querySelectorAll('[data-place]')].map(({ textContent }) => textContent)
  return { saved, press, type, shown, focused: () => document.activeElement?.textContent }
}

test('Tab leads to the uncertain words, and after the last one it leaves the list', async () => {
  const { press, focused } = await open()
  expect(focused()).toBe('siga')
  screen.getByText('Quedan 2 palabras inciertas.')
  press('Tab')
  expect(focused()).toBe('el (incierta)')
  press('Tab')
  expect(focused()).toBe('gracias (no se oye: aquí no hay voz)')
  expect(press('Tab')).toBe(true)
  expect(press('Tab', { shiftKey: true })).toBe(false)
  expect(focused()).toBe('el (incierta)')
})

test('Enter confirms a word and goes on to the next uncertain one', async () => {
  const { press, focused } = await open()
  press('Tab')
  press('Enter')
  expect(focused()).toBe('gracias (no se oye: aquí no hay voz)')
  press('Enter')
  expect(focused()).toBe('gracias')
  screen.getByText('No quedan palabras inciertas.')
})

test('a letter opens a field for another word; a space in it splits, and Escape gives it up', async () => {
  const { press, type, shown, focused } = await open()
  press('ArrowRight')
  press('ArrowRight')
  // The browser enters the letter into the field that has the focus meanwhile.
  expect(press('p')).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Palabra' }))
  type('perro no')
  press('Escape')
  expect(focused()).toBe('pero')
  press('F2')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('pero')
  type('perro no')
  press('Enter')
  expect(shown().slice(0, 4)).toEqual(['siga', 'el (incierta)', 'perro', 'no'])
  press('z', { ctrlKey: true })
  expect(shown()[2]).toBe('pero')
  press('y', { ctrlKey: true })
  expect(shown()[2]).toBe('perro')
})

test('Backspace joins with the word before, also at the start of a field', async () => {
  const { press, type, shown, focused } = await open()
  press('End')
  press('ArrowLeft')
  press('Backspace')
  expect(focused()).toBe('elpero')
  press('F2')
  type('elperro')
  ;(document.activeElement as HTMLInputElement).setSelectionRange(0, 0)
  press('Backspace')
  expect(shown()[0]).toBe('sigaelperro')
})

test('digits mark the word and say who spoke, and the buttons show it', async () => {
  const { press, shown, saved } = await open()
  press('2')
  press('4')
  press('9')
  expect(shown()[0]).toBe('siga2, pausa llena, nombre de alguien (evaluador)')
  expect(screen.getByRole('button', { name: 'evaluador' }).getAttribute('aria-pressed')).toBe('true')
  press('9')
  press('+')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Palabra nueva' }))
  fireEvent.change(document.activeElement!, { target: { value: 'ya' } })
  press('Enter', { ctrlKey: true })
  expect(saved).toEqual([
    [
      { text: 'siga', start: 0, end: 0.4, speaker: 'examiner', marks: ['filler'] },
      { text: 'ya', start: null, end: null, speaker: 'examiner' },
      { text: 'el', start: 0.5, end: 0.6 },
      { text: 'pero', start: 0.6, end: 1 },
    ],
  ])
})

test('all words can be removed, and a first one typed', async () => {
  const { press, type, shown } = await open(spoken.slice(0, 1))
  press('Delete')
  expect(shown()).toEqual([])
  press('+')
  type('hola')
  press('Enter')
  expect(shown()).toEqual(['hola'])
})

test('a pointer has the same edits, and leaves the focus on the words', async () => {
  const { shown, focused } = await open()
  fireEvent.click(screen.getByRole('button', { name: 'Quitar' }))
  expect(shown()[0]).toBe('el (incierta)')
  expect(focused()).toBe('el (incierta)')
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
  expect(shown()[0]).toBe('siga')
})

test('arrows with Shift and Control move the edges, which are saved; undo brings them back', async () => {
  const { press, saved } = await open()
  press('ArrowRight')
  press('ArrowLeft', { shiftKey: true })
  press('ArrowRight', { ctrlKey: true })
  screen.getByText(/0,49–0,60 s/)
  press('Enter', { ctrlKey: true })
  press('z', { ctrlKey: true })
  press('Enter', { ctrlKey: true })
  expect(saved.map((words) => words[1])).toEqual([
    // The next word of the same speaker begins at its end.
    { text: 'el', start: 0.49, end: 0.6 },
    { text: 'el', start: 0.5, end: 0.6 },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Final antes' }))
  screen.getByText(/0,50–0,59 s/)
})

// The style sheet gives such a list a size of its own, so that a letter lays out nothing outside.
test('a long transcript is marked, a short one is not', async () => {
  const list = () => screen.getByRole('group', { name: 'Palabras de la transcripción' })
  const words = Array.from({ length: 300 }, (_, i) => ({ ...spoken[0]!, text: `palabra${i}`, start: i, end: i + 0.5 }))
  const { press } = await open(words)
  expect(list().dataset.long).toBe('true')
  press('Delete')
  expect(list().dataset.long).toBeUndefined()
})

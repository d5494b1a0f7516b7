import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { createReadable } from '../ui/readable.ts'
import type { AudioPlayer, Playing } from './audio-player.ts'
import { WordTrack } from './sound/WordTrack.tsx'

const words = [
  { text: 'el', start: 0.1, end: 0.3 },
  { text: 'viento', start: 0.3, end: 0.8 },
  { text: 'norte', start: 2, end: 2.5 },
]

/** A player without sound, which records what it is asked for. */
function silentPlayer() {
  const store = createReadable<Playing>({
    status: 'ready',
    isPlaying: false,
    seconds: 0,
    durationSeconds: 3,
    selection: null,
    isLooping: false,
    rate: 1,
  })
  const asked: unknown[] = []
  const player: AudioPlayer = {
    ...store,
    toggle: () => asked.push('toggle'),
    seek: (seconds) => asked.push({ seek: seconds }),
    select: (piece) => asked.push({ select: piece }),
    playPiece: ({ start, end }) => asked.push({ play: [start, end] }),
    setLooping: () => undefined,
    setRate: () => undefined,
    retry: () => undefined,
    close: () => undefined,
  }
  const reach = (seconds: number) => act(() => store.set({ ...store.getSnapshot(), isPlaying: true, seconds }))
  return { player, asked, reach }
}

async function showTrack(view = { start: 0, length: 3 }) {
  const made = silentPlayer()
  const track = (
    <WordTrack
      words={words}
      pauses={[{ start_s: 0.8, end_s: 1.9 }]}
      player={made.player}
      view={view}
      plot={900}
      axis={40}
      language="es"
    />
  )
  await show(track, { areas: ['responses'], answers: {} })
  return made
}

test('a click on a word or a pause plays it from start to end', async () => {
  const { asked } = await showTrack()
  fireEvent.click(screen.getByRole('button', { name: 'viento' }))
  fireEvent.click(screen.getByRole('button', { name: 'Pausa de 1,1 s' }))
  expect(asked).toEqual([{ play: [0.3, 0.8] }, { play: [0.8, 1.9] }])
})

test('the word under the position is marked, one at a time', async () => {
  const { reach } = await showTrack()
  const lit = () => [...document.querySelectorAll('[data-lit]')].map((element) => element.textContent)
  reach(0.5)
  expect(lit()).toEqual(['viento'])
  reach(2.2)
  expect(lit()).toEqual(['norte'])
  reach(2.9)
  expect(lit()).toEqual([])
})

test('tab enters once, arrows move between words and pauses and seek there', async () => {
  const { asked } = await showTrack()
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1])
  act(() => buttons[0]!.focus())
  fireEvent.keyDown(buttons[0]!, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(buttons[1])
  fireEvent.keyDown(buttons[1]!, { key: 'End' })
  expect(document.activeElement).toBe(buttons[3])
  expect(asked).toEqual([{ seek: 0.3 }, { seek: 2 }])
})

test('only what is in view is drawn', async () => {
  await showTrack({ start: 1.95, length: 1 })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['norte'])
})

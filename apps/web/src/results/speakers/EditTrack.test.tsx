import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { EditTrack } from './EditTrack.tsx'
import { openTrack, toSegments } from './segments.ts'
import { TrackActions } from './TrackActions.tsx'
import { useTrack } from './useTrack.ts'

const piece = (start_s: number, end_s: number, speaker: 'participant' | 'examiner' | 'other' = 'participant') => ({
  start_s,
  end_s,
  speaker,
})

/** The track with its keys, without the sound. `saved` are the segments of each save. */
async function open(segments = [piece(0.5, 2), piece(2, 3, 'examiner'), piece(14, 15)]) {
  const saved: object[][] = []
  function Editor() {
    const work = useTrack(openTrack(segments), {
      player: null,
      length: 20,
      save: (track) => saved.push(toSegments(track)),
    })
    const { now, past, future } = work.history
    return (
      <>
        <EditTrack work={work} place={{ view: { start: 0, length: 10 }, plot: 1000, axis: 0 }} />
        <TrackActions
          segment={now.segments[now.at]}
          isFirst={now.at <= 0}
          canUndo={past.length > 0}
          canRedo={future.length > 0}
          act={work.act}
        />
      </>
    )
  }
  await show(<Editor />, { areas: ['analysis', 'workbench'], answers: {} })
  const track = await screen.findByRole('group', { name: 'Tramos de quién habla' })
  const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
  const shown = () => [...track.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'))
  track.querySelector<HTMLElement>('[data-current]')?.focus()
  return { saved, press, shown, track }
}

test('keys say who speaks, move edges, split and join; undo brings everything back, and the track is saved', async () => {
  const { press, shown, saved } = await open()
  expect(shown()).toEqual(['Participante, de 0,50 a 2,00 s', 'Evaluador, de 2,00 a 3,00 s'])
  press('ArrowRight')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Evaluador, de 2,00 a 3,00 s')
  press('3')
  press('ArrowRight', { ctrlKey: true })
  expect(shown()[1]).toBe('Otra persona, de 2,00 a 3,01 s')
  press('s')
  press('1')
  expect(shown().slice(1)).toEqual(['Otra persona, de 2,00 a 2,51 s', 'Participante, de 2,51 a 3,01 s'])
  press('Enter', { ctrlKey: true })
  expect(saved[0]).toEqual([piece(0.5, 2), piece(2, 2.505, 'other'), piece(2.505, 3.01), piece(14, 15)])
  press('Backspace')
  expect(shown()[1]).toBe('Otra persona, de 2,00 a 3,01 s')
  for (let i = 0; i < 5; i++) press('z', { ctrlKey: true })
  expect(shown()).toEqual(['Participante, de 0,50 a 2,00 s', 'Evaluador, de 2,00 a 3,00 s'])
})

test('a pointer has the same edits; out of view and without segments, the track itself has the keys', async () => {
  const { press, shown, track } = await open()
  fireEvent.click(screen.getByRole('button', { name: 'otra persona' }))
  expect(shown()[0]).toBe('Otra persona, de 0,50 a 2,00 s')
  press('End')
  expect(document.activeElement).toBe(track)
  for (const _ of [1, 2, 3]) press('Delete')
  expect(shown()).toEqual([])
  expect(document.activeElement).toBe(track)
  press('+')
  expect(shown()).toEqual(['Participante, de 0,00 a 1,00 s'])
})

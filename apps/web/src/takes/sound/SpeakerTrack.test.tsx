import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { SpeakerTrack } from './SpeakerTrack.tsx'

type Player = Parameters<typeof SpeakerTrack>[0]['player']

const segments = [
  { start_s: 0, end_s: 4, speaker: 'participant' as const },
  { start_s: 4.5, end_s: 5, speaker: 'examiner' as const },
  { start_s: 12, end_s: 14, speaker: 'other' as const },
]

test('each piece in view has the name of its speaker and its times, and a click plays it', async () => {
  const player = { playPiece: vi.fn() }
  const view = { start: 0, length: 10 }
  await show(
    <SpeakerTrack segments={segments} player={player as unknown as Player} view={view} plot={1000} axis={0} />,
    { areas: ['analysis'], answers: {} },
  )
  const buttons = screen.getAllByRole('button')
  expect(buttons.map((button) => [button.getAttribute('aria-label'), button.textContent, button.tabIndex])).toEqual([
    ['Participante, de 0,0 a 4,0 s', 'Participante', 0],
    ['Evaluador, de 4,5 a 5,0 s', 'E', -1],
  ])
  buttons[0]!.focus()
  fireEvent.keyDown(buttons[0]!, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(buttons[1])
  fireEvent.click(buttons[1]!)
  expect(player.playPiece).toHaveBeenCalledExactlyOnceWith({ start: 4.5, end: 5 })
})

import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useStagePointers } from './useStagePointers.ts'

type Stage = Parameters<typeof useStagePointers>[0]

/** Ten seconds on 1000 px, with syllables at 2 s and 2.3 s whose lane is 40 to 60 px from the top. */
function draw() {
  const player = { seek: vi.fn(), select: vi.fn(), playPiece: vi.fn() }
  const stage: Stage = {
    player: player as unknown as Stage['player'],
    view: { start: 0, length: 10 },
    duration: 10,
    plot: 1000,
    syllables: [2, 2.3],
    lane: { top: 40, bottom: 60 },
    onView: () => {},
    onClick: () => {},
  }
  function Overlay() {
    const { handlers, overlay } = useStagePointers(stage)
    return <div ref={overlay} data-testid="overlay" {...handlers} />
  }
  render(<Overlay />)
  const overlay = screen.getByTestId('overlay')
  // jsdom captures no pointers.
  overlay.setPointerCapture = () => {}
  const drag = (from: number, to: number, y: number) => {
    const of = { button: 0, pointerId: 1, clientY: y }
    fireEvent.pointerDown(overlay, { ...of, clientX: from })
    fireEvent.pointerMove(overlay, { ...of, clientX: to })
    fireEvent.pointerUp(overlay, { ...of, clientX: to })
  }
  return { player, drag, click: (x: number, y: number) => drag(x, x, y) }
}

test('a click on a syllable plays it, up to the middle to its neighbour', () => {
  const { player, click } = draw()
  click(205, 50)
  expect(player.playPiece).toHaveBeenCalledExactlyOnceWith({ start: 1.8, end: expect.closeTo(2.15, 9) })
  expect(player.seek).not.toHaveBeenCalled()
})

test('a click beside the syllables, or above their lane, moves the position', () => {
  const { player, click } = draw()
  click(400, 50)
  click(200, 39)
  click(200, 60)
  expect(player.seek.mock.calls).toEqual([[4], [2], [2]])
  expect(player.playPiece).not.toHaveBeenCalled()
})

test('a drag across the syllables selects', () => {
  const { player, drag } = draw()
  drag(200, 300, 50)
  expect(player.select).toHaveBeenCalledExactlyOnceWith({ start: 2, end: 3 })
  expect(player.playPiece).not.toHaveBeenCalled()
})

import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { EdgeHandles } from './EdgeHandles.tsx'

/** Ten seconds on 1000 px, with a piece from 2 to 3 s whose edges may not leave 1.5 to 3.5 s. */
function draw() {
  const onMove = vi.fn()
  const below = vi.fn()
  const { container } = render(
    <div onPointerDown={below}>
      <EdgeHandles
        piece={{ start: 2, end: 3 }}
        place={{ view: { start: 0, length: 10 }, plot: 1000, axis: 0 }}
        limit={(_, seconds) => Math.max(1.5, Math.min(seconds, 3.5))}
        onMove={onMove}
      />
    </div>,
  )
  const handle = (edge: string) => {
    const element = container.querySelector<HTMLElement>(`[data-edge="${edge}"]`)!
    // jsdom captures no pointers.
    element.setPointerCapture = () => {}
    return element
  }
  return { onMove, below, handle }
}

test('a drag moves an edge once, from where it was gripped, and begins no selection', () => {
  const { onMove, below, handle } = draw()
  fireEvent.pointerDown(handle('start'), { button: 0, clientX: 195 })
  fireEvent.pointerMove(handle('start'), { clientX: 215 })
  expect(handle('start').textContent).toMatch(/^2[.,]20 s$/)
  expect(onMove).not.toHaveBeenCalled()
  fireEvent.pointerUp(handle('start'), { clientX: 215 })
  expect(onMove).toHaveBeenCalledExactlyOnceWith('start', expect.closeTo(2.2, 9))
  expect(below).not.toHaveBeenCalled()
})

test('a drag stops at the limit, and one that is cancelled or goes nowhere moves nothing', () => {
  const { onMove, handle } = draw()
  fireEvent.pointerDown(handle('end'), { button: 0, clientX: 300 })
  fireEvent.pointerMove(handle('end'), { clientX: 900 })
  fireEvent.pointerCancel(handle('end'))
  fireEvent.pointerDown(handle('end'), { button: 0, clientX: 300 })
  fireEvent.pointerUp(handle('end'), { clientX: 300 })
  expect(onMove).not.toHaveBeenCalled()
  fireEvent.pointerDown(handle('end'), { button: 0, clientX: 300 })
  fireEvent.pointerMove(handle('end'), { clientX: 900 })
  fireEvent.pointerUp(handle('end'), { clientX: 900 })
  expect(onMove).toHaveBeenCalledExactlyOnceWith('end', 3.5)
})

import { expect, test } from 'vitest'
import { firstView, fitted, following, panned, showing, timeAt, timeTicks, wholeView, xOf, zoomed } from './view.ts'

test('a zoom keeps the moment under the pointer, and stays inside the take', () => {
  const view = zoomed(wholeView(40), 4, 10, 40)
  expect(view.length).toBe(10)
  expect(xOf(view, 10, 1000)).toBeCloseTo(250)
  expect(zoomed(wholeView(40), 4, 0, 40)).toEqual({ start: 0, length: 10 })
  expect(zoomed({ start: 30, length: 10 }, 0.01, 39, 40)).toEqual(wholeView(40))
  expect(zoomed(wholeView(40), 1e9, 20, 40).length).toBe(0.05)
})

test('a view never leaves the take, however short that is', () => {
  expect(panned({ start: 30, length: 10 }, 5, 40)).toEqual({ start: 30, length: 10 })
  expect(panned({ start: 3, length: 10 }, -5, 40)).toEqual({ start: 0, length: 10 })
  expect(fitted({ start: 1, length: 9 }, 0.02)).toEqual({ start: 0, length: 0.02 })
})

test('the first view is the whole of a short take, and a readable beginning of a long one', () => {
  expect(firstView(5, 1000)).toEqual(wholeView(5))
  expect(firstView(600, 1024)).toEqual({ start: 0, length: 16 })
  expect(firstView(600, 320)).toEqual({ start: 0, length: 5 })
})

test('playback turns the page; a moment outside comes to the middle', () => {
  const view = { start: 0, length: 10 }
  expect(following(view, 9.9, 40)).toBe(view)
  expect(following(view, 10.5, 40)).toEqual({ start: 10, length: 10 })
  expect(showing(view, { start: 2, end: 3 }, 40)).toBe(view)
  expect(showing(view, { start: 20, end: 22 }, 40)).toEqual({ start: 16, length: 10 })
  expect(showing(view, { start: 20, end: 32 }, 40)).toEqual({ start: 17, length: 18 })
})

test('places and times are each other’s inverse', () => {
  const view = { start: 2, length: 4 }
  expect(timeAt(view, xOf(view, 3.3, 700), 700)).toBeCloseTo(3.3)
})

test('ticks are round, inside the view and never too near', () => {
  expect(timeTicks({ start: 0, length: 10 }, 1000, 60)).toEqual({
    times: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    decimals: 0,
  })
  expect(timeTicks({ start: 1.02, length: 0.3 }, 300, 60).times.map((time) => time.toFixed(2))).toEqual([
    '1.10',
    '1.20',
    '1.30',
  ])
  expect(timeTicks({ start: 0, length: 600 }, 300, 60).times).toEqual([0, 120, 240, 360, 480, 600])
})

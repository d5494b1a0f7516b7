import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagingOf } from './paging.ts'

const twenty = (page: number, count: number) => pagingOf(page, count, 20)

test('a list that fits on one page needs no other page', () => {
  expect(twenty(1, 0)).toEqual({ page: 1, pages: 1, window: [1], before: null, after: null })
  expect(twenty(1, 20)).toEqual({ page: 1, pages: 1, window: [1], before: null, after: null })
  expect(twenty(1, 21)).toMatchObject({ pages: 2, window: [1, 2] })
})

test('shows three pages, with ellipses that jump by three', () => {
  expect(twenty(1, 200)).toMatchObject({ window: [1, 2, 3], before: null, after: 4 })
  expect(twenty(5, 200)).toMatchObject({ window: [4, 5, 6], before: 2, after: 8 })
  expect(twenty(10, 200)).toMatchObject({ window: [8, 9, 10], before: 7, after: null })
})

test('a jump stops at the first and the last page', () => {
  expect(twenty(3, 100)).toMatchObject({ window: [2, 3, 4], before: 1, after: 5 })
})

test('a page that does not exist becomes the nearest one that does', () => {
  expect(twenty(9, 60).page).toBe(3)
  expect(twenty(-4, 60).page).toBe(1)
  expect(twenty(Number.NaN, 60).page).toBe(1)
})

test('the window always contains the page, and every page is reachable from every other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 900 }), (page, count) => {
      const paging = twenty(page, count)
      expect(paging.window).toContain(paging.page)
      expect(paging.before === null).toBe(paging.window[0] === 1)
      expect(paging.after === null).toBe(paging.window.at(-1) === paging.pages)
    }),
  )
})

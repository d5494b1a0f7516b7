import type { Page } from 'playwright'
import { expect } from 'vitest'
import { phone } from './browser.ts'

/** The sum of all layout shifts since the page was opened that no input caused. The browser's CLS is at most as much. */
const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0
    const add = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput } of entries as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!hadRecentInput) sum += value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // Buffered entries are delivered in a task of their own.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    add(observer.takeRecords())
    observer.disconnect()
    return sum
  })

/** Requires that hardly anything moved while the page of this address loaded, at both sizes. */
export async function requireStill(page: Page) {
  const before = page.viewportSize()!
  // Otherwise a page shows after some seconds what it has, on a slow machine too.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const size of [before, phone]) {
    await page.setViewportSize(size)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await layoutShift(page), `${page.url()} at ${size.width} px`).toBeLessThanOrEqual(0.02)
  }
  await page.setViewportSize(before)
  await page.emulateMedia({ reducedMotion: null })
}

/** What 1440×900 becomes at 400 %. */
export const zoomed = { width: 360, height: 225 }

/**
 * Requires that nothing is cut off at the sides, and that the end of each visible text, control and picture can be
 * scrolled to where it is seen, uncovered. `part`: what fills the window, if something lies behind it.
 */
export async function requireReachable(page: Page, part = 'body') {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  const hidden = await page.evaluate((root) => {
    const isSeen = (element: Element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.closest('[inert]') === null
    }
    const problems: string[] = []
    for (const element of document
      .querySelector(root)!
      .querySelectorAll('p, h1, h2, h3, button, [role=status], img, progress')) {
      if (!isSeen(element) || (element.getAttribute('role') === 'status' && element.textContent === '')) continue
      element.scrollIntoView({ block: 'end', inline: 'nearest' })
      const box = element.getBoundingClientRect()
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`
      if (box.left < -1 || box.right > window.innerWidth + 1) problems.push(`${name}: cut off at the side`)
      if (element instanceof HTMLElement && element.scrollWidth > element.clientWidth + 1 && box.width > 1)
        problems.push(`${name}: too wide for its place`)
      const isDisabled = element instanceof HTMLButtonElement && element.disabled
      const found = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3)
      if (!isDisabled && !element.contains(found))
        problems.push(`${name}: covered by ${found?.tagName} ${found?.className}`)
    }
    return problems
  }, part)
  expect(hidden).toEqual([])
}

import type { Page } from 'playwright'
import { expect } from 'vitest'

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

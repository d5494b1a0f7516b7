import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { phone, requireAccessible } from './browser.ts'

const tablet = { width: 1024, height: 768 }

/**
 * Looks at the page as a finger meets it, on a tablet and on a phone: accessible, without sideways overflow, and each
 * control at least 44 px high and wide. `SCREENSHOTS` keeps pictures.
 */
export async function lookByTouch(page: Page, name: string) {
  const before = page.viewportSize()!
  const devices = await page.context().newCDPSession(page)
  await devices.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  for (const size of [tablet, phone]) {
    await page.setViewportSize(size)
    await requireAccessible(page)
    expect(await smallTargets(page), `${name} at ${size.width}`).toEqual([])
    if (process.env.SCREENSHOTS === undefined) continue
    mkdirSync(process.env.SCREENSHOTS, { recursive: true })
    await page.screenshot({ path: path.join(process.env.SCREENSHOTS, `touch-${name}-${size.width}.png`) })
  }
  await devices.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devices.detach()
  await page.setViewportSize(before)
}

/** Controls that a finger may miss. A link in a sentence is as high as its line, and a label is part of its field. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const small: string[] = []
    const main = document.querySelector('[role=dialog]') ?? document.querySelector('main') ?? document.body
    for (const control of main.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, summary, [role=slider]',
    )) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (control.closest('[inert], [aria-hidden=true]') !== null) continue
      if (control.matches('a') && getComputedStyle(control).display === 'inline') continue
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
      const boxes = [control, ...labels].map((element) => element.getBoundingClientRect())
      const width = Math.max(...boxes.map((box) => box.width))
      const height = Math.max(...boxes.map((box) => box.height))
      if (width === 0 || height === 0) continue
      const text = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)
      if (width >= 43.5 && height >= 43.5) continue
      // The area around it may belong to it, as on a card.
      control.scrollIntoView({ block: 'center' })
      const { left, top, width: wide, height: high } = control.getBoundingClientRect()
      const isHit = (at: number) => control.contains(document.elementFromPoint(left + wide / 2, top + high / 2 + at))
      if (width < 43.5 || !isHit(-21) || !isHit(21))
        small.push(`${control.tagName} ${text}: ${width.toFixed()}×${height.toFixed()}`)
    }
    return small
  })

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
    expect((await targetsOf(page)).small, `${name} at ${size.width}`).toEqual([])
    if (process.env.SCREENSHOTS === undefined) continue
    mkdirSync(process.env.SCREENSHOTS, { recursive: true })
    await page.screenshot({ path: path.join(process.env.SCREENSHOTS, `touch-${name}-${size.width}.png`) })
  }
  await devices.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devices.detach()
  await page.setViewportSize(before)
}

/**
 * The controls of the open dialog, or of the page, and those that a finger may miss: not 44 px wide and high, and not
 * alone in so large a square. A link in a sentence may be as high as its line (WCAG 2.5.8), and a label is part of its
 * field.
 */
export const targetsOf = (page: Page): Promise<{ count: number; small: string[] }> =>
  page.evaluate(() => {
    const small: string[] = []
    let count = 0
    const root = document.querySelector('[role=dialog]') ?? document.body
    const isInline = (node: Node) => !(node instanceof Element) || getComputedStyle(node).display.startsWith('inline')
    /** With text before or after it in the same line; blocks beside it are other lines. */
    const isInSentence = (control: HTMLElement) => {
      if (!control.matches('a, [data-inline]')) return false
      if (control.matches('a') && getComputedStyle(control).display !== 'inline') return false
      let part: Element = control
      while (isInline(part.parentElement!)) part = part.parentElement!
      const line = (next: (node: Node) => Node | null) => {
        let text = ''
        for (let node = next(part); node !== null && isInline(node); node = next(node)) text += node.textContent
        return text
      }
      const around = line((node) => node.previousSibling) + part.textContent + line((node) => node.nextSibling)
      return around.trim() !== control.textContent.trim()
    }
    const controls =
      'button, a[href], input, select, textarea, summary, [role=slider], [role=button], [role=tab], [role=menuitem]'
    for (const control of root.querySelectorAll<HTMLElement>(controls)) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (control.closest('[inert], [aria-hidden=true]') !== null) continue
      if (isInSentence(control)) continue
      const labels = 'labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : []
      const boxes = [control, ...labels].map((element) => element.getBoundingClientRect())
      const width = Math.max(...boxes.map((box) => box.width))
      const height = Math.max(...boxes.map((box) => box.height))
      if (width === 0 || height === 0) continue
      count++
      if (width >= 43.5 && height >= 43.5) continue
      // The area around it may belong to it, as on a card.
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width: wide, height: high } = control.getBoundingClientRect()
      const isHit = (x: number, y: number) => {
        const found = document.elementFromPoint(left + wide / 2 + x, top + high / 2 + y)
        return [control, ...labels].some((element) => element.contains(found))
      }
      const missed = [
        ...(width < 43.5 ? [isHit(-21, 0), isHit(21, 0)] : []),
        ...(height < 43.5 ? [isHit(0, -21), isHit(0, 21)] : []),
      ]
      if (!missed.includes(false)) continue
      const text = control.getAttribute('aria-label') ?? labels[0]?.textContent ?? control.textContent?.trim()
      small.push(
        `${control.tagName} .${control.className} ${text?.slice(0, 40)}: ${width.toFixed()}×${height.toFixed()}`,
      )
    }
    return { count, small }
  })

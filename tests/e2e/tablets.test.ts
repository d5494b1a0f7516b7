import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { requireAccessible, spanish } from './browser.ts'
import { openEach } from './every-page.ts'
import { targetsOf } from './touch-views.ts'

const upright = { width: 768, height: 1024 }
const across = { width: 1024, height: 768 }
const touch = { ...spanish, viewport: across, hasTouch: true }

test.each(['nobody', 'examiner', 'owner'] as const)(
  'each control is large enough for a finger on a tablet, across and upright: %s',
  async (who) => {
    const small: Record<string, string[]> = {}
    let count = 0
    await openEach(who, { context: touch }, async (page, name) => {
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => matchMedia('(pointer: coarse) and (hover: none)').matches)).toBe(true)
      for (const size of [across, upright]) {
        await page.setViewportSize(size)
        if (process.env.SCREENSHOTS !== undefined) {
          mkdirSync(process.env.SCREENSHOTS, { recursive: true })
          const file = path.join(process.env.SCREENSHOTS, `tablet-${name}-${size.width}.png`)
          await page.screenshot({ path: file })
        }
        await requireAccessible(page)
        const targets = await targetsOf(page)
        count += targets.count
        if (targets.small.length > 0) small[`${name} at ${size.width}`] = targets.small
      }
    })
    const found = Object.values(small).flat().length
    console.log(`${who}: ${count} controls, ${found} below 44 px`)
    expect(small).toEqual({})
  },
)

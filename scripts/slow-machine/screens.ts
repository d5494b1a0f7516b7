import type { Page } from 'playwright'
import { enter } from '../../tests/faults/browser/steps.ts'
import { type Figure, quantile, type SlowOptions, withTablet } from './tablet.ts'

const loads = 9
const limit = 2.5

/** How soon the first screen is painted: the sign-in page with an empty cache, and home of somebody who is signed in. */
export async function measureScreens({ clinic, rate }: SlowOptions): Promise<Figure[]> {
  await clinic.startServer()
  return withTablet({ rate }, async (page, devtools) => {
    await page.addInitScript(() => {
      const marks = { signIn: 'input[type="password"]', home: 'main h1' }
      const painted: Record<string, number> = {}
      Object.assign(window, { painted })
      new MutationObserver(() => {
        for (const [name, selector] of Object.entries(marks)) {
          if (name in painted || document.querySelector(selector) === null) continue
          painted[name] = Number.NaN
          requestAnimationFrame(() => setTimeout(() => (painted[name] = performance.now())))
        }
      }).observe(document, { childList: true, subtree: true })
    })
    const load = async (mark: 'signIn' | 'home', isCold: boolean) => {
      if (isCold) await devtools.send('Network.clearBrowserCache')
      await page.goto(`${clinic.baseUrl}/`, { waitUntil: 'commit' })
      return paintOf(page, mark)
    }
    const repeat = async (mark: 'signIn' | 'home', isCold: boolean) => {
      const seconds: number[] = []
      for (let i = 0; i < loads; i++) seconds.push((await load(mark, isCold)) / 1000)
      return quantile(seconds, 0.5)
    }
    const signIn = await repeat('signIn', true)
    await enter(page, clinic)
    const cold = await repeat('home', true)
    const warm = await repeat('home', false)
    return [
      { what: 'Sign-in page, empty cache, median', value: signIn, unit: 's', limit },
      { what: 'Home, signed in, empty cache, median', value: cold, unit: 's', limit },
      { what: 'Home, signed in, median', value: warm, unit: 's', limit },
    ]
  })
}

/** Milliseconds from the start of the navigation to the frame with the mark. */
async function paintOf(page: Page, mark: string): Promise<number> {
  const painted = await page.waitForFunction(
    (name) => (window as unknown as { painted?: Record<string, number> }).painted?.[name] || false,
    mark,
  )
  return Number(await painted.jsonValue())
}

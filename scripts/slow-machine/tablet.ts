import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import type { CDPSession, Page } from 'playwright'
import { openChromium } from '../../tests/faults/browser/chromium.ts'
import type { Clinic } from '../../tests/faults/clinic.ts'

export type Figure = { what: string; value: number; unit: 's' | 'ms' | ''; limit?: number }
export type SlowOptions = { clinic: Clinic; rate: number; recordings: number; seconds: number }

/** This process and all that it starts, the clinic too, share two processors. */
export function onTwoProcessors(): void {
  if (availableParallelism() > 2)
    execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', '0,1', String(process.pid)], { stdio: 'ignore' })
}

/** Works with the page of a slow tablet, in a profile of its own. */
export async function withTablet<Result>(
  { rate, microphone }: { rate: number; microphone?: string },
  work: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const profile = await mkdtemp(path.join(tmpdir(), 'fonema-slow-'))
  const { page, kill } = await openChromium(profile, microphone)
  try {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      width: 1024,
      height: 768,
      deviceScaleFactor: 2,
      mobile: false,
    })
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
    await devtools.send('Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: 2 })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    page.setDefaultTimeout(240_000)
    return await work(page, devtools)
  } finally {
    await kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('Nothing was measured')
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)]!
}

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { inject, onTestFinished, vi } from 'vitest'
import { demoPassword } from './start-server.ts'

/** A folder for a profile, until the test ends. */
export async function makeProfile(): Promise<string> {
  const profile = await mkdtemp(path.join(tmpdir(), 'fonema-profile-'))
  onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 10 }))
  return profile
}

/** A browser with a profile on the disk, separate from the others so that it can be killed. */
export async function openProfile(profile: string): Promise<{ page: Page; kill: () => Promise<void> }> {
  await rm(path.join(profile, 'DevToolsActivePort'), { force: true })
  const child: ChildProcess = spawn(
    process.env.CHROMIUM ?? '/usr/bin/chromium',
    [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
      ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', '--lang=es-AR'],
      ...[`--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'],
    ],
    { stdio: 'ignore', detached: true },
  )
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid!, 'SIGKILL')
    await gone
  }
  onTestFinished(kill)
  const port = await vi.waitFor(
    async () => {
      const [, written] = /^(\d+)\n/.exec(await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8')) ?? []
      if (written === undefined) throw new Error('Chromium has made the file and not written its port yet')
      return written
    },
    { timeout: 60_000, interval: 100 },
  )
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = browser.contexts()[0]!.pages()[0]!
  return { page, kill }
}

export async function signInAgain(page: Page, email: string) {
  await page.goto(inject('baseUrl'))
  await page.locator('input[type="email"], input[name="email"]').first().fill(email)
  await page.locator('input[type="password"]').first().fill(demoPassword)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/dashboard/')
}

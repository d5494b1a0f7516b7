import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, spanish } from './browser.ts'
import { button, callAs, openItem, startRecording, stopRecording, writeVoice } from './recording-steps.ts'
import { targetsOf } from './touch-views.ts'

const upright = { width: 768, height: 1024 }
const across = { width: 1024, height: 768 }

type Session = {
  responses: { capture: { gaps: unknown[] }; takes: { interrupted: boolean; duration: number }[] }[]
}

/** Requires controls for fingers, across and upright; `SCREENSHOTS` keeps pictures. */
async function lookTurned(page: Page, name: string) {
  for (const size of [across, upright]) {
    await page.setViewportSize(size)
    if (process.env.SCREENSHOTS !== undefined) {
      mkdirSync(process.env.SCREENSHOTS, { recursive: true })
      await page.screenshot({ path: path.join(process.env.SCREENSHOTS, `tablet-${name}-${size.width}.png`) })
    }
    expect((await targetsOf(page)).small, `${name} at ${size.width}`).toEqual([])
  }
}

test('a tablet that is turned while it records loses nothing of the take', async () => {
  const page = await openPage({
    microphone: { file: await writeVoice(2) },
    context: { ...spanish, viewport: across, hasTouch: true },
  })
  await openItem(page)
  await lookTurned(page, 'item')
  await startRecording(page)
  const timer = page.getByRole('timer')
  // Turned four times, at known times of the take.
  for (const [second, size] of [upright, across, upright, across].entries()) {
    await timer.filter({ hasText: `0:0${second + 1}` }).waitFor({ timeout: 60_000 })
    await page.setViewportSize(size)
    await page.getByText('Grabando', { exact: true }).waitFor()
    expect(await button(page, 'Detener').isVisible()).toBe(true)
  }
  await lookTurned(page, 'recording')
  await timer.filter({ hasText: '0:08' }).waitFor({ timeout: 60_000 })
  const shown = (await timer.textContent())!
  await stopRecording(page)
  await lookTurned(page, 'decide')
  const [, participantId, sessionId] = /resume\/([\w-]+)\/([\w-]+)/.exec(page.url()) ?? []
  const { responses } = (await callAs(page, `/protocols/responses/${participantId}/${sessionId}/`)) as Session
  expect(responses).toMatchObject([{ capture: { gaps: [] }, takes: [{ interrupted: false }] }])
  // The sound is as long as the clock said: no second is missing.
  expect(shown).toMatch(/0:0[89]/)
  expect(responses[0]!.takes[0]!.duration).toBeGreaterThan(7.5)
})

test('the field with the focus stays in sight when the keyboard of the screen opens', async () => {
  const page = await openPage({ context: { ...spanish, viewport: across, hasTouch: true } })
  await page.goto('/')
  const password = page.getByLabel('Contraseña', { exact: true })
  await password.tap()
  // The keyboard takes the lower half: the window gets lower (interactive-widget=resizes-content).
  await page.setViewportSize({ width: 1024, height: 330 })
  await page.waitForFunction(() => {
    const { top, bottom } = document.activeElement!.getBoundingClientRect()
    return document.activeElement!.matches('[type=password]') && top >= 0 && bottom <= window.innerHeight
  })
})

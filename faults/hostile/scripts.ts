import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { openChromium } from '../browser/chromium.ts'
import { enter } from '../browser/steps.ts'
import { signIn } from '../client.ts'
import type { Rig } from '../rig.ts'
import { openBeacon } from './beacon.ts'
import { type Poisoned, poison, scriptPayloads } from './script-payloads.ts'

const languages = ['es', 'en', 'pt', 'fr'] as const
const reportNames = /^(Informe|Report|Relatório|Rapport)$/

/** Texts that want to be run, in every field that is shown, on every page that shows it, in each language. */
export const scripts: Rig = {
  name: 'scripts',
  title: 'Script payloads in every shown text in Chromium: nothing is called, and the policy has nothing to refuse',
  inBrowser: true,
  async run({ clinic, short, random }) {
    await clinic.startServer()
    const examiner = await signIn(clinic.baseUrl)
    const beacon = await openBeacon()
    const payloads = scriptPayloads(beacon.url)
    const chosen = short ? payloads.toSorted(() => random() - 0.5).slice(0, 2) : payloads
    const poisoned: Poisoned[] = []
    for (const payload of chosen) poisoned.push(await poison(clinic, examiner, payload))

    const profile = await mkdtemp(path.join(tmpdir(), 'fonema-scripts-'))
    const { page, kill } = await openChromium(profile)
    const violations: string[] = []
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text()))
        violations.push(`${page.url()}: ${message.text().slice(0, 200)}`)
    })
    page.on('dialog', (dialog) => {
      violations.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    let [loads, shown] = [0, 0]
    try {
      await enter(page, clinic)
      for (const language of short ? [languages[Math.floor(random() * 4)]!] : languages) {
        await page.evaluate((code) => localStorage.setItem('fonema.language', code), language)
        for (const address of addressesOf(poisoned)) {
          shown += await load(page, clinic.baseUrl + address, payloads)
          loads++
        }
      }
      const failures = [...new Set(violations), ...beacon.hits.map((hit) => `the beacon was called: ${hit}`)]
      violations.length = 0
      await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), payloads[0]!)
      await page.waitForTimeout(300)
      if (violations.length === 0)
        failures.push('a payload put into the page as HTML was not seen: the rig sees nothing')
      if (shown < loads * 3) failures.push(`only ${shown} payloads were shown on ${loads} pages`)
      const counts = { payloads: chosen.length, 'pages loaded': loads, 'payload × field × page': shown }
      return { counts: { ...counts, 'calls of the beacon': beacon.hits.length }, failures }
    } finally {
      await kill()
      await rm(profile, { recursive: true, force: true })
      beacon.close()
    }
  },
}

function addressesOf(poisoned: readonly Poisoned[]): string[] {
  const ofEach = poisoned.flatMap(({ participantId, sessionId }) => [
    `/dashboard/participant/${participantId}/`,
    `/dashboard/participant/edit/${participantId}/`,
    `/dashboard/participant/protocol_result/${participantId}/${sessionId}/`,
  ])
  return ['/dashboard/', '/dashboard/agenda/', '/admin/', ...ofEach]
}

/** Opens the page, with its report where it has one; how many payloads stand in its texts and fields. */
async function load(page: Page, address: string, payloads: readonly string[]): Promise<number> {
  await page.goto(address)
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {}) // it may poll
  await page.waitForTimeout(200)
  const report = page.getByRole('button', { name: reportNames })
  if (await report.isVisible()) await report.click({ timeout: 2_000 }).catch(() => {})
  await page.waitForTimeout(300)
  return page.evaluate((texts) => {
    const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
    const said = [document.body.textContent ?? '', ...fields]
    return texts.reduce((sum, text) => sum + said.reduce((found, each) => found + each.split(text).length - 1, 0), 0)
  }, payloads)
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { openChromium } from '../browser/chromium.ts'
import { enter } from '../browser/steps.ts'
import { signIn } from '../client.ts'
import type { Scenario } from '../scenario.ts'
import { openBeacon } from './beacon.ts'
import { poisonedSurvey } from './poisoned-survey.ts'
import { nameOrganization, type Poisoned, poisonAll, scriptPayloads, spokenItem } from './script-payloads.ts'
import {
  beaconOf,
  createVisitor,
  elementsOf,
  type Findings,
  type Language,
  type Shown,
  type Visitor,
} from './visitor.ts'

const languages: readonly Language[] = ['es', 'en', 'pt', 'fr']
/** How many payloads are opened on every page in the languages after the first. */
const sample = 3

/** Texts with scripts, in every field that is shown, on every page and in every dialog that shows it. */
export const scripts: Scenario = {
  name: 'scripts',
  title: 'Script payloads in every shown text in Chromium: nothing calls the beacon, and the policy refuses nothing',
  inBrowser: true,
  async run({ clinic, short, random }) {
    await clinic.startServer()
    const examiner = await signIn(clinic.baseUrl)
    const beacon = await openBeacon()
    const shuffle = <T>(all: readonly T[]) => all.toSorted(() => random() - 0.5)
    const payloads = scriptPayloads(beacon.url)
    const chosen = short ? shuffle(payloads).slice(0, 2) : payloads
    const poisoned = await poisonAll(clinic, examiner, chosen)

    const profile = await mkdtemp(path.join(tmpdir(), 'fonema-scripts-'))
    const { page, kill } = await openChromium(profile)
    const violations = watchViolations(page)
    const seen: Findings = { shown: new Map(), elements: new Set() }
    try {
      await enter(page, clinic)
      const spoken = short ? shuffle(languages).slice(0, 1) : languages
      for (const [index, language] of spoken.entries()) {
        const visitor = await createVisitor(page, clinic.baseUrl, payloads, seen, language)
        const each = index === 0 ? poisoned : shuffle(poisoned).slice(0, sample)
        await visitLists(visitor, each)
        for (const one of each) {
          await nameOrganization(clinic, one.payload)
          await visitParticipant(visitor, one)
        }
      }
      const failures = [
        ...new Set(violations),
        ...beacon.hits.map((hit) => `the beacon was called: ${hit}`),
        ...[...seen.elements].map((element) => `a text became an element, ${element}`),
        ...emptyOf(seen.shown),
      ]
      violations.length = 0
      await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), payloads[0]!)
      await page.waitForTimeout(300)
      if (violations.length === 0 || (await elementsOf(page, beaconOf(payloads))).length === 0)
        failures.push('a payload put into the page as HTML was not noticed: the scenario detects nothing')
      const counts = { payloads: chosen.length, ...summaryOf(seen.shown), 'calls of the beacon': beacon.hits.length }
      return { counts: { ...counts, 'texts that became elements': seen.elements.size }, failures }
    } finally {
      await kill()
      await rm(profile, { recursive: true, force: true })
      beacon.close()
    }
  },
}

/** Collects the policy's refusals and the dialogs that a script opened. */
function watchViolations(page: Page): string[] {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text()))
      violations.push(`${page.url()}: ${message.text().slice(0, 200)}`)
  })
  page.on('dialog', (dialog) => {
    // The page itself asks before unsaved values are lost.
    if (dialog.type() === 'beforeunload') return void dialog.accept()
    violations.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return violations
}

/** Visits what shows the texts of all payloads at once. */
async function visitLists({ open, turnPages, openDialog, button, note, dialogs }: Visitor, each: readonly Poisoned[]) {
  await open('list of participants', '/dashboard/')
  await turnPages('list of participants')
  await open('agenda', '/dashboard/agenda/')
  await open('organisation', '/admin/')
  await turnPages('organisation')
  await open('reported errors', '/admin/security/')
  await turnPages('reported errors')
  await open('administration of surveys', '/admin/content/')
  await turnPages('administration of surveys')
  await openDialog('import of a survey', async () => {
    await button('survey_import__card__import').click()
    for (const { payload } of each) {
      const buffer = Buffer.from(JSON.stringify(poisonedSurvey(payload, 'hostile')))
      const file = { name: 'survey.json', mimeType: 'application/json', buffer }
      await dialogs.locator('input[type="file"]').setInputFiles(file)
      await dialogs.getByText(payload).first().waitFor()
      await note('import of a survey', dialogs.last())
    }
  })
  await open('participant', `/dashboard/participant/${each[0]!.participantId}/`)
  await openDialog('surveys to choose', () => button('participants__page__survey').click())
}

/** Visits everything that shows the texts of one participant. */
async function visitParticipant({ dialogs, open, openDialog, chooseInMenu, button }: Visitor, poisoned: Poisoned) {
  const { participantId, sessionId, payload } = poisoned
  const result = `/dashboard/participant/protocol_result/${participantId}/${sessionId}/`
  await open('participant', `/dashboard/participant/${participantId}/`)
  await openDialog('files', () => chooseInMenu('participants__menu__files'))
  await openDialog('report of a participant', () => chooseInMenu('participants__menu__report'))
  await openDialog('filled survey', () => button('participants__activity__open_label').click())
  await openDialog('survey to fill in', async () => {
    await button('participants__page__survey').click()
    await dialogs.getByRole('button', { name: payload, exact: true }).first().click()
  })
  await open('registration', `/dashboard/participant/edit/${participantId}/`)
  await open('skipped item', result)
  await open('recorded item', `${result}?item=${spokenItem}`)
  await openDialog('report of a session', () => button('responses__result__report').click())
}

function summaryOf(shown: Shown): Record<string, string | number> {
  const all = [...shown]
  const sum = (of: 'opened' | 'places') => all.reduce((total, [, one]) => total + one[of], 0)
  return {
    'pages and dialogs opened': sum('opened'),
    'payload × field × page': sum('places'),
    ...Object.fromEntries(all.map(([view, { opened, places }]) => [`of which: ${view}`, `${places} in ${opened}`])),
  }
}

/** Views without a payload: there, nothing was tested. */
const emptyOf = (shown: Shown): string[] =>
  [...shown].filter(([, { places }]) => places === 0).map(([view]) => `no payload was shown in: ${view}`)

import { writeWav16 } from '@fonema/speech'
import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn, spanish } from './browser.ts'
import { signInByApi } from './clinic-api.ts'
import { demoPassword } from './start-server.ts'

const sampleRateHz = 16_000

/** Opens the newest session of a participant of the demonstration, and waits for its findings. */
async function openFindings(page: Page, language: 'es' | 'en') {
  await signIn(page)
  if (language === 'en') {
    await page.getByRole('button', { name: 'Elena Evaluadora' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
  }
  await page.getByRole('main').getByRole('searchbox').fill('DEMO-001')
  await page.getByRole('link', { name: 'DEMO-001' }).first().click()
  await page
    .getByRole('link', { name: /^(Resultado de|Result of)/ })
    .first()
    .click()
  // The participant's page shows them too.
  await page
    .getByRole('heading', { level: 2, name: /^(Lo que se destaca|What stands out)$/ })
    .waitFor({ timeout: 300_000 })
  const findings = page.locator('[data-finding]')
  await findings.first().waitFor({ timeout: 300_000 })
  return findings
}

const bottomOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().bottom)

test.each([
  ['es', 'Preparar informe', 'Escuchar', 'Más acciones', 'Impresión rápida'],
  ['en', 'Prepare report', 'Listen', 'More actions', 'Quick print'],
] as const)(
  'in %s, the findings come first, and lead to their measure',
  async (language, report, play, more, print) => {
    const page = await openPage({ context: spanish })
    const findings = await openFindings(page, language)
    await page.getByRole('link', { name: report }).waitFor()
    // With the signs of all items on the first screen.
    expect(await bottomOf(page, '[role="tablist"]')).toBeLessThanOrEqual(900)
    await requireAccessible(page)

    const link = findings.locator('a[href*="measure="]').first()
    const measure = new URL((await link.getAttribute('href'))!, 'http://x').searchParams.get('measure')
    await link.click()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-measure'))
    await expect.poll(focused, { timeout: 60_000 }).toBe(measure)

    const button = findings.getByRole('button', { name: new RegExp(`^${play}`) }).first()
    await button.click()
    await expect
      .poll(
        () => page.evaluate(() => [...document.querySelectorAll('audio')].some(({ currentTime }) => currentTime > 0)),
        {
          timeout: 60_000,
        },
      )
      .toBe(true)

    await page.setViewportSize(phone)
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await bottomOf(page, '[data-finding]')).toBeLessThanOrEqual(phone.height)
    await requireAccessible(page)
    await page.getByRole('button', { name: more }).click()
    await page.getByRole('menuitem', { name: print }).waitFor()
    await requireAccessible(page)
  },
)

/** Answers of the server with more items and findings than the demonstration has: twelve items, five long findings. */
async function lengthen(page: Page) {
  const change = (url: RegExp, changed: (answer: Answer) => Answer) =>
    page.route(url, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      await route.fulfill({ response, json: changed((await response.json()) as Answer) })
    })
  const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
  await change(/\/protocols\/responses\/[^/]+\/[0-9a-f-]{36}\/(\?.*)?$/, (session) => {
    const { items } = session.protocol
    const more = Array.from({ length: 12 - items.length }, (_, i) => {
      const order = items.length + i + 1
      return { ...items[0]!, id: idOf(order), order, title: `Repetición de frases largas, ${order}` }
    })
    return { ...session, protocol: { ...session.protocol, items: [...items, ...more] } }
  })
  await change(/\/summary\/$/, (summary) => {
    const [longest] = summary.findings.toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)
    // Not measured yet.
    if (longest === undefined) return summary
    const many = Array.from({ length: 5 }, (_, i) => ({
      ...longest,
      id: `${i}`,
      also: ['Repetición de frases largas'],
    }))
    return { ...summary, findings: many, more: 3 }
  })
}

type Answer = {
  protocol: { items: { id: string; order: number; title: string }[] }
  findings: { id: string; also: string[] }[]
}

test('with twelve items and five long findings, the signs and the first finding are on the first screen', async () => {
  const page = await openPage({ context: spanish })
  await lengthen(page)
  await openFindings(page, 'es')
  const signs = page.getByRole('list', { name: 'Calidad de cada ítem' })
  expect(await signs.getByRole('link').count()).toBe(12)
  expect(await page.locator('[data-finding]').count()).toBe(5)
  const keep = (name: string) =>
    process.env.SCREENSHOTS === undefined ? null : page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` })
  await keep('summary-1440')
  // The whole summary: its last line says what chance explains.
  const summary = page.locator('section', { has: page.locator('[data-finding]') })
  expect(await summary.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(900)

  await page.setViewportSize(phone)
  await page.evaluate(() => window.scrollTo(0, 0))
  await keep('summary-390')
  const bottom = await signs.evaluate((element) => element.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThan(
    await page
      .locator('[data-finding]')
      .first()
      .evaluate((one) => one.getBoundingClientRect().top),
  )
  expect(await bottomOf(page, '[data-finding]')).toBeLessThanOrEqual(phone.height)
  await requireAccessible(page)

  await signs.getByRole('link').nth(2).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-recording'))).toBe('3')
})

/** Almost nothing: too quiet to be measured. */
const silence = (seconds: number) =>
  new Blob(
    [
      new Uint8Array(
        writeWav16(
          new Int16Array(Math.ceil(seconds * sampleRateHz)).map((_, i) => i % 2),
          sampleRateHz,
        ),
      ),
    ],
    {
      type: 'audio/wav',
    },
  )

test('a session with only poor takes has no finding, and lists what could not be judged', async () => {
  const ask = await signInByApi('examiner@demo.example')
  const protocols = (await ask('GET', 'protocols/examiner/')) as unknown as {
    id: string
    name: string
    locale: { id: string; code: string }
  }[]
  const protocol = protocols.find(({ name, locale }) => name === 'Sesión breve' && locale.code === 'es-ES')!
  const { id } = await ask('POST', 'user/participants/', { code: 'POOR-1', locale: protocol.locale.id })
  const sessions = `protocols/responses/${id}/`
  const session = (await ask('POST', sessions, { protocol_id: protocol.id })) as unknown as {
    id: string
    protocol: { items: { id: string; min_duration: number }[] }
  }
  const signedIn = await fetch(`${inject('baseUrl')}/api/user/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'examiner@demo.example', password: demoPassword }),
  })
  const { access } = (await signedIn.json()) as { access: string }
  for (const item of session.protocol.items) {
    const body = new FormData()
    body.set('take', '1')
    body.set('speech', silence(item.min_duration + 1), 'item.wav')
    const url = `${inject('baseUrl')}/api/${sessions}${session.id}/item/${item.id}/`
    const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${access}` }, body })
    expect(answer.ok, await answer.text()).toBe(true)
  }
  const page = await openPage({ context: spanish })
  await signIn(page)
  await page.goto(`/dashboard/participant/protocol_result/${id}/${session.id}/`)
  const unjudged = page.getByRole('region', { name: 'No se pudo evaluar' })
  await unjudged.waitFor({ timeout: 300_000 })
  await page.getByText(/^(No se pudo evaluar ninguna medida|El análisis falló en todos)/).waitFor({ timeout: 300_000 })
  expect(await page.locator('[data-finding]').count()).toBe(0)
  await requireAccessible(page)
})

import { expect, test } from 'vitest'
import { openPage, requireAccessible, signIn } from './browser.ts'
import { lookByTouch } from './touch-views.ts'

/** The result of a check that found nothing, as the microphone step keeps it for the day. */
const goodToday = (deviceId: string) =>
  JSON.stringify({
    day: new Date().toDateString(),
    deviceId,
    result: [
      { subject: 'room', finding: 'room_quiet', verdict: 'good' },
      { subject: 'level', finding: 'level_good', verdict: 'good' },
    ],
  })

// Of a participant whom no other journey opens: the session that this one leaves unfinished becomes the newest.
const code = 'DEMO-011'

test('a returning participant repeats the last protocol: two clicks from home to a recording', async () => {
  const page = await openPage()
  await signIn(page)
  const repeat = page.getByRole('link', { name: new RegExp(`^Repetir .*: ${code}$`) })
  await page.getByRole('main').getByRole('searchbox').fill(code)
  await repeat.waitFor()
  await requireAccessible(page)
  // Without a check of today, the microphone step comes first, and says how to skip the check.
  await repeat.click()
  await page.getByRole('button', { name: 'Continuar sin comprobar' }).waitFor()
  await page.getByText('Esclerosis múltiple', { exact: false }).first().waitFor()
  await lookByTouch(page, 'repeat')
  const deviceId = await page.evaluate(() => localStorage.getItem('fonema.microphone'))
  await page.evaluate((kept) => localStorage.setItem('fonema.microphone_check', kept), goodToday(deviceId!))
  await page.goBack()

  await page.getByRole('main').getByRole('searchbox').fill(code)
  await repeat.click()
  const record = page.getByRole('button', { name: 'Grabar', exact: true })
  await record.waitFor()
  const session = page.url()
  // Left before the first answer: the same session goes on, in as few clicks.
  await page.goto('/')
  await page.getByRole('main').getByRole('searchbox').fill(code)
  await repeat.click()
  await record.click()
  expect(page.url()).toBe(session)
  await page.getByRole('button', { name: /^(Detener|Podrá detener)/ }).waitFor()
}, 200_000)

test('the picker shows what the participant recorded last, first, and what each protocol measures', async () => {
  const page = await openPage()
  await signIn(page)
  await page.getByRole('main').getByRole('searchbox').fill('DEMO-004')
  await page.getByRole('link', { name: 'Grabar un protocolo con DEMO-004' }).click()
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
    .first()
  await first.getByText(/^La última vez: /).waitFor()
  expect(await first.getByText(/^Mide /).count()).toBe(1)
  expect(await first.getByText(/^unos \d+ min · \d ítems · Español/).count()).toBe(1)
  await requireAccessible(page)
  await lookByTouch(page, 'picker')
}, 100_000)

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { reportWords } from '../../apps/server/src/clinical-reports/words.ts'
import { signInByApi } from './clinic-api.ts'
import { demoPassword } from './start-server.ts'
import { enter, openView, views } from './views.ts'

const run = promisify(execFile)

type Ask = Awaited<ReturnType<typeof signInByApi>>
type Item = { id: string; protocol_item: { id: string }; feature_extraction_res: { status: string }[] }
type Session = { id: string; is_completed: boolean; responses: Item[]; indices: { status: string }[] }

/** The newest complete session of a participant of the demonstration, when all their sessions are measured. */
async function measuredSession(ask: Ask, code: string) {
  const people = (await ask('GET', `user/participants/?search=${code}`)) as unknown as { id: string; code: string }[]
  const participant = people.find((each) => each.code === code)!.id
  const sessions = (await ask('GET', `protocols/responses/${participant}/`)) as unknown as Session[]
  const completed = sessions.filter(({ is_completed }) => is_completed)
  const { id } = completed[0]!
  const read = async (session = id) =>
    (await ask('GET', `protocols/responses/${participant}/${session}/`)) as unknown as Session
  // A draft shows the change since earlier sessions, so it is outdated when one of them is measured.
  const pending = async () => {
    const all = await Promise.all(completed.map((session) => read(session.id)))
    return all
      .flatMap(({ responses, indices }) => [...responses.flatMap((item) => item.feature_extraction_res), ...indices])
      .filter(({ status }) => status === 'pending').length
  }
  const measured = () => expect.poll(pending, { timeout: 300_000, interval: 5000 }).toBe(0)
  await measured()
  return { participant, session: id, read, measured }
}

/** Types other words for the first item that has a transcript. */
async function correctWords(ask: Ask, url: string, { responses }: Session) {
  for (const { protocol_item } of responses) {
    const transcript = `${url}/item/${protocol_item.id}/transcript/`
    const [newest] = (await ask('GET', transcript)) as unknown as { version: number }[]
    if (newest !== undefined) return ask('POST', transcript, { text: 'otra cosa', based_on: newest.version })
  }
  throw new Error('no item has a transcript')
}

/** Downloads the report that the page shows, and reads its text. */
async function textOf(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const { stdout } = await run('pdftotext', ['-layout', await download.path(), '-'])
  return stdout
}

/** A participant of its own for each language, whom no other journey changes: both correct a transcript. */
const participants = { es: 'DEMO-006', en: 'DEMO-005' }

test.each(views)('from the result to a signed report and its amendment, in $language', async ({ language, size }) => {
  const ask = await signInByApi('examiner@demo.example')
  const code = participants[language]
  const { participant, session, read, measured } = await measuredSession(ask, code)
  const { page, t, look } = await openView({ language, size })
  await enter(page, t)
  await page.goto(`/dashboard/participant/protocol_result/${participant}/${session}/`)

  let clicks = 0
  const click = async (target: Locator) => {
    await target.click()
    clicks++
  }
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
  const dialog = page.getByRole('dialog')
  await click(page.getByRole('link', { name: t('responses__result__prepare') }))
  await button('clinical_reports__new__submit').waitFor()
  await look('report-new')
  await click(button('clinical_reports__new__submit'))
  const impression = page.getByLabel(t('clinical_reports__field__impression'))
  await impression.waitFor()
  // The cursor is already there.
  await page.keyboard.type('Voz estable — sin cambios.')
  await page.getByText(t('clinical_reports__save__saved'), { exact: true }).waitFor()
  await look('report-draft')
  const draft = await textOf(page, button('clinical_reports__page__pdf'))
  expect(draft).toContain(reportWords[language].draft)
  await click(button('clinical_reports__sign__open'))
  await dialog.waitFor()
  await look('report-sign')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText(t('clinical_reports__sign__wrong_password')).waitFor()
  await look('report-wrong-password')
  await dialog.locator('input[name="password"]').fill(demoPassword)
  await click(dialog.getByRole('button', { name: t('clinical_reports__sign__open'), exact: true }))
  await page.getByText(t('clinical_reports__sign__done')).waitFor()
  expect(clicks).toBe(4)

  await button('clinical_reports__amend__open').waitFor()
  await look('report-signed')
  const [, number] = /(\d{4}-\d{4})/.exec(await page.getByRole('heading', { level: 1 }).innerText())!
  const signed = await textOf(page, button('clinical_reports__page__pdf'))
  const { signed_by, page: pageWord, of } = reportWords[language]
  for (const part of [code, number!, `${signed_by} Elena Evaluadora`, 'Voz estable — sin cambios.'])
    expect(signed).toContain(part)
  const pages = signed.split('\f').filter((text) => text.trim() !== '')
  for (const [i, text] of pages.entries()) expect(text).toContain(`${pageWord} ${i + 1} ${of} ${pages.length}`)

  // An amendment with its reason: both versions stay.
  const first = page.url()
  await button('clinical_reports__amend__open').click()
  await dialog.getByRole('button', { name: t('clinical_reports__amend__title') }).click()
  await dialog.getByText(t('form_hook__field_error__required')).waitFor()
  await look('report-amend')
  await dialog.getByLabel(t('clinical_reports__amend__reason')).fill('Faltaba una recomendación.')
  await dialog.getByRole('button', { name: t('clinical_reports__amend__title') }).click()
  await page.getByText(t('clinical_reports__page__reason', { reason: 'Faltaba una recomendación.' })).waitFor()
  expect(await impression.inputValue()).toBe('Voz estable — sin cambios.')
  await button('clinical_reports__sign__open').click()
  await dialog.locator('input[name="password"]').fill(demoPassword)
  await page.keyboard.press('Enter')
  // The message of the first signature may still be there.
  await button('clinical_reports__amend__open').waitFor()
  const second = page.url()
  await page.goto(first)
  await page.getByText(t('clinical_reports__state__amended'), { exact: true }).waitFor()
  expect(await textOf(page, button('clinical_reports__page__pdf'))).toBe(signed)

  // The transcript is corrected: the signed version tells it, and stays.
  await page.goto(second)
  await button('clinical_reports__page__pdf').waitFor()
  const changed = page.getByText(t('clinical_reports__change__title'))
  expect(await changed.count()).toBe(0)
  const amended = await textOf(page, button('clinical_reports__page__pdf'))
  await correctWords(ask, `protocols/responses/${participant}/${session}`, await read())
  await page.reload()
  await changed.waitFor()
  await page.getByText(t('clinical_reports__change__stays')).waitFor()
  await look('report-changed')
  expect(await textOf(page, button('clinical_reports__page__pdf'))).toBe(amended)

  // A draft is revoked, and stays in the list with the others.
  await measured()
  await page.goto(`/dashboard/participant/reports/${participant}/?session=${session}`)
  await button('clinical_reports__new__submit').click()
  await button('clinical_reports__revoke__open').click()
  await dialog.getByRole('button', { name: t('clinical_reports__revoke__open') }).click()
  await page.getByText(t('clinical_reports__state__revoked'), { exact: true }).waitFor()
  await page.getByRole('link', { name: t('clinical_reports__page__back') }).click()
  for (const state of ['signed', 'amended', 'revoked'])
    await page.getByRole('cell', { name: t(`clinical_reports__state__${state}`), exact: true }).waitFor()
  await look('report-list')
  const inList = page.getByRole('button', { name: t('clinical_reports__list__download', { number: number! }) }).first()
  expect(await textOf(page, inList)).toContain(code)
})

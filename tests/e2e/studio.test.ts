import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { smallPng } from '../../apps/server/testing/logo.ts'
import { submit } from './browser.ts'
import { createAccount } from './clinic-api.ts'
import { enter, openView, registerParticipant, views } from './views.ts'

/** The languages of the protocol: how many options the second one is away from the first in its list. */
const languagesOf = {
  es: { own: 'es-ES', other: 'en-US', speaks: /^Español/, down: 2 },
  en: { own: 'en-US', other: 'es-ES', speaks: /^English/, down: 0 },
}

/** Uses a control by its keys: the focus, then Enter. */
async function press(page: Page, name: string, key = 'Enter') {
  await page.getByRole('button', { name, exact: true }).first().focus()
  await page.keyboard.press(key)
}

async function type(page: Page, id: string, text: string) {
  await page.locator(`[id="${id}"]`).focus()
  await page.keyboard.type(text)
}

async function choose(page: Page, label: string, down: number) {
  await page.getByLabel(label, { exact: true }).focus()
  for (let times = 0; times < down; times++) await page.keyboard.press('ArrowDown')
}

test.each(views)(
  'a manager builds a protocol by keys, an examiner records it, and its result appears, in $language',
  { timeout: 300_000 },
  async ({ language, size }) => {
    const { own, other, speaks, down } = languagesOf[language]
    const name = `Calle ${language} ${Date.now()}`
    const { page, t, look } = await openView({ language, size })
    await submit(page, 'manager@demo.example')
    await page.waitForURL('**/admin/')
    await page.goto('/admin/content/')
    await page.getByRole('link', { name: t('studio__card__open') }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: t('studio__list__title') }).waitFor()
    await look('studio-list')
    await press(page, t('studio__list__new'))
    await page.getByRole('dialog').getByLabel(t('studio__protocol__name')).focus()
    await page.keyboard.type(name)
    await look('studio-new')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()

    await type(page, 'field-protocol-all-licence', 'CC BY 4.0')
    await type(page, 'field-protocol-all-source', 'Clínica de ejemplo')
    await type(page, `field-protocol-${own}-description`, 'Una calle.')
    await choose(page, t('studio__language__another'), down)
    await press(page, t('studio__language__add'))
    await type(page, `field-protocol-${other}-name`, `${name} ${other}`)
    await type(page, `field-protocol-${other}-description`, 'A street.')
    await look('studio-protocol')

    await choose(page, t('studio__outline__kind'), 5)
    await press(page, t('studio__outline__add'))
    for (const [locale, title] of [
      [own, 'La calle'],
      [other, 'The street'],
    ] as const) {
      await type(page, `field-item-1-${locale}-title`, title)
      await type(page, `field-item-1-${locale}-trigger`, 'Mire y cuente <todo>.')
    }
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.locator(`[id="field-item-1-${own}-image"]`).press('Enter'),
    ])
    await chooser.setFiles({ name: 'calle.png', mimeType: 'image/png', buffer: smallPng(640, 400) })
    await type(page, `field-item-1-${own}-image.alt`, 'Una calle con árboles')
    await type(page, `field-item-1-${own}-image.licence`, 'CC0-1.0')
    await type(page, `field-item-1-${own}-image.source`, 'Dibujo de la clínica')
    await press(page, t('studio__medium__everywhere'))
    await look('studio-item')
    // A vowel is added after the picture, moved before it, and taken away.
    await page.getByLabel(t('studio__outline__kind')).press('Home')
    await press(page, t('studio__outline__add'))
    await page.locator('[id="outline-item-2"]').press('Alt+ArrowUp')
    await expect
      .poll(() => page.locator('[id^="outline-"]').evaluateAll((all) => all.map(({ id }) => id)))
      .toEqual(['outline-item-2', 'outline-item-1'])
    await press(page, t('studio__outline__remove', { title: t('studio__kind__sustained_vowel') }))
    await page.getByText(t('studio__gaps__none')).waitFor()

    await press(page, t('studio__preview__open'))
    await page.getByRole('dialog').getByRole('img', { name: 'Una calle con árboles' }).waitFor()
    await look('studio-preview')
    await press(page, t('studio__trial__start'))
    await press(page, t('studio__trial__stop'))
    await page.getByLabel(t('studio__trial__listen')).waitFor()
    await page.getByText(t('studio__preview__participant'), { exact: true }).click()
    await look('studio-preview-participant')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await press(page, t('studio__publish__open'))
    await look('studio-publish')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('studio__question__confirm_publish') })
      .press('Enter')
    await page.getByText(t('studio__state__published', { version: 1 })).waitFor()

    const examiner = await createAccount(`Studio${language}${Date.now()}`)
    const offered = (await examiner.owner('GET', 'protocols/organization/')) as unknown as {
      id: string
      name: string
    }[]
    const protocols = offered.filter((one) => one.name.startsWith(name)).map(({ id }) => id)
    expect(protocols).toHaveLength(2)
    await examiner.owner('PATCH', `organizations/examiners/${examiner.examinerId}/`, { protocols })
    await record({ language, size }, examiner.email, name, speaks)
  },
)

async function record(view: (typeof views)[number], email: string, name: string, speaks: RegExp) {
  const { page, t, look } = await openView(view)
  const button = (text: string) => page.getByRole('button', { name: text, exact: true })
  await enter(page, t, email)
  const code = await registerParticipant(page, t, { speaks })
  await page
    .getByRole('link', { name: t('participants__list__record_label', { code }) })
    .first()
    .click()
  await button(name).first().click()
  const allow = button(t('responses__record__microphone_allow'))
  await allow.or(page.getByRole('meter')).first().waitFor()
  if (await allow.isVisible()) await allow.click({ timeout: 2_000 }).catch(() => {})
  await page.getByRole('meter').waitFor()
  await button(t('responses__check__skip')).click()
  await page.getByRole('img', { name: 'Una calle con árboles' }).waitFor()
  await look('studio-recorded')
  await button(t('responses__record__record')).click({ timeout: 60_000 })
  await button(t('responses__record__stop')).click({ timeout: 60_000 })
  await page.getByText(t('responses__record__stored')).first().waitFor({ timeout: 30_000 })
  await button(t('responses__record__finish')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('responses__end__see_results') })
    .click()
  await page.waitForURL('**/protocol_result/**')
  await page.getByText('La calle').first().waitFor()
  await look('studio-result')
}

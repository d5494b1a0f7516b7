import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { passMicrophone } from './recording-steps.ts'
import { startSession } from './session-by-api.ts'
import { demoPassword } from './start-server.ts'
import { enter, openView, views } from './views.ts'

test('from finishing the last item to a signed report in six clicks', async () => {
  const { resumeAddress, send, measured } = await startSession()
  await send(1, 8, { take: '1' })
  await send(2, 30, { take: '1' })
  await send(3, 30, { take: '1' })
  // It waits for the examiner's decision, so that the recorder finishes without a microphone.
  await send(4, 6, { take: '1', settings: JSON.stringify({ interrupted: true }) })
  const { page, t, look } = await openView(views[0])
  await enter(page, t)
  await page.goto(resumeAddress)
  await passMicrophone(page)

  const clicks: string[] = []
  const click = async (target: Locator) => {
    clicks.push(await target.innerText())
    await target.click()
  }
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
  await click(button('responses__take__use_as_it_is'))
  await click(button('responses__end__see_results'))
  await measured()
  await click(page.getByRole('link', { name: t('responses__result__prepare') }))
  await click(button('clinical_reports__new__submit'))
  await page.getByLabel(t('clinical_reports__field__impression')).waitFor()
  await page.keyboard.type('Voz estable.')
  await page.getByText(t('clinical_reports__save__saved'), { exact: true }).waitFor()
  await click(button('clinical_reports__sign__open'))
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.keyboard.type(demoPassword)
  await click(dialog.getByRole('button', { name: t('clinical_reports__sign__open'), exact: true }))
  await page.getByText(t('clinical_reports__sign__done')).waitFor()
  expect(clicks).toHaveLength(6)

  expect(await page.getByLabel(t('clinical_reports__page__preview')).innerText()).toContain('Voz estable.')
  await button('clinical_reports__verify__open').click()
  await page.getByText(t('clinical_reports__verify__intact')).waitFor()
  await look('report-verified')
})

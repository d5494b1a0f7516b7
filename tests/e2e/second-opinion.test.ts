// @module-tag long
import { expect, test } from 'vitest'
import { createAccount, signInByApi } from './clinic-api.ts'
import { typedSentence } from './spoken-items.ts'
import { openView, submitSignIn, views } from './views.ts'

type Examiner = { id: string; user_id: string }

test.each(views)(
  'transcribes a recording a second time, blind, and settles the differences, in $language',
  async ({ language, size }) => {
    const { versions, type, page: address } = await typedSentence()
    const secret = 'zarigüeya'
    await type(`una ${secret} verde`)
    const [first] = await versions()

    const helper = await createAccount(`Ciega${Date.now()}`, { isExaminer: false })
    const examiners = (await helper.owner('GET', 'organizations/examiners/')) as unknown as Examiner[]
    const { id } = await (await signInByApi('examiner@demo.example'))('GET', 'user/user_info/')
    const { id: examiner_id } = examiners.find(({ user_id }) => user_id === id)!
    await helper.owner('PATCH', `organizations/impersonification/${helper.id}/`, [{ examiner_id, mode: 'full' }])
    const { page, t, look } = await openView({ language, size })
    await submitSignIn(page, t, helper.email)
    await page.getByRole('button', { name: t('impersonation__mode__full') }).click()
    await page.getByRole('button', { name: t('home__tutorial__skip'), exact: true }).click()
    const answers: string[] = []
    page.on('response', async (answer) => {
      if (answer.url().includes('/api/')) answers.push(await answer.text().catch(() => ''))
    })
    await page.goto(address)
    const start = page.getByRole('button', { name: t('analysis__opinion__start') })
    await start.waitFor({ timeout: 60_000 })
    await page.getByText(secret).first().waitFor()
    await look('second-opinion')
    await start.click()
    const list = page.getByRole('group', { name: t('analysis__transcript__words') })
    await list.waitFor({ timeout: 60_000 })
    await page.getByText(t('workbench__blind__how')).waitFor()
    expect(await list.innerText()).not.toContain(secret)
    await look('second-opinion-blind')

    // Another visit, while it is open: nothing of the first one arrives.
    answers.length = 0
    await page.reload()
    const onward = page.getByRole('button', { name: t('analysis__opinion__continue') })
    await onward.waitFor({ timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    expect(answers.length).toBeGreaterThan(2)
    expect(answers.filter((answer) => answer.includes(secret))).toEqual([])
    await look('second-opinion-open')
    await onward.click()
    await list.waitFor({ timeout: 60_000 })
    // The recogniser may have heard no word in a tone: then the first one is inserted.
    await list.getByRole('button').first().focus()
    await page.keyboard.press('+')
    await page.getByRole('textbox', { name: t('workbench__field_new') }).fill('liebre')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: t('workbench__blind__finish') }).click()

    await page.getByText(t('analysis__opinion__words'), { exact: true }).waitFor()
    const settle = page.getByRole('button', { name: t('analysis__opinion__settle') })
    expect(await settle.isDisabled()).toBe(true)
    await look('second-opinion-finished')
    await page
      .getByRole('button', { name: /liebre/ })
      .first()
      .click()
    await page.getByRole('button', { name: t('analysis__opinion__rest', { name: 'Elena Evaluadora' }) }).click()
    await settle.click()
    await page
      .getByText(/liebre/)
      .first()
      .waitFor()
    await expect.poll(async () => (await versions())[0]).toMatchObject({ version: first!.version + 1 })
    const [newest] = await versions()
    expect(newest!.text.split(' ')).toEqual(expect.arrayContaining(['liebre', secret]))
    await look('second-opinion-settled')
  },
  400_000,
)

import { readFile } from 'node:fs/promises'
import { test } from 'vitest'
import { submit } from './browser.ts'
import { openView, views } from './views.ts'

test.each(views)(
  'a manager exports a shipped protocol, and starts another from its file, in $language',
  async (view) => {
    const { page, t, look } = await openView(view)
    await submit(page, 'manager@demo.example')
    await page.waitForURL('**/admin/')
    await page.goto('/admin/protocols/')
    const shipped = page
      .getByRole('row')
      .filter({ hasText: t('protocol_import__export__button') })
      .first()
    const name = await shipped.getByRole('cell').first().innerText()
    const download = page.waitForEvent('download')
    await shipped.getByRole('button', { name: t('protocol_import__export__of', { name }) }).click()
    const file = await readFile(await (await download).path())

    await page.getByRole('button', { name: t('protocol_import__dialog__open'), exact: true }).click()
    const give = (bytes: Buffer) =>
      page
        .locator('input[type="file"]')
        .setInputFiles({ name: 'protocol.zip', mimeType: 'application/zip', buffer: bytes })
    await give(file.subarray(0, file.length - 40))
    await page.getByText(t('protocol_import__problem__not_a_zip')).waitFor()
    await look('protocol-file-refused')
    await give(file)
    await page.getByText(t('protocol_import__losses__none')).waitFor()
    await look('protocol-file')
    await page.getByRole('button', { name: t('protocol_import__confirm__start') }).click()
    await page.waitForURL('**/admin/protocols/*/')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await look('protocol-from-file')
  },
)

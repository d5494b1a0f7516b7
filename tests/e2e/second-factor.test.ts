import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import { shownByApp } from '../../apps/server/testing/authenticator.ts'
import { openPage, phone, submit } from './browser.ts'
import { createAccount } from './clinic-api.ts'
import { demoPassword } from './start-server.ts'
import { look, openView } from './views.ts'

async function giveCode(page: Page, code: string) {
  await page.locator('input[name="code"]').fill(code)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Eva (Factor|Llave)/ }).click()
  await page.getByText('Cerrar sesión').click()
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
}

test('turns a second factor on, asks for it, accepts a recovery code, and lets the owner turn it off', async () => {
  const account = await createAccount(`Factor${Date.now()}`)
  const page = await openPage()
  await page.goto('/')
  await submit(page, account.email)
  await page.getByRole('button', { name: 'Omitir', exact: true }).click()

  await page.getByRole('button', { name: /Eva (Factor|Llave)/ }).click()
  await page.getByRole('menuitem', { name: 'Verificación en dos pasos' }).click()
  await page.getByText('Desactivada').waitFor()
  await look(page, 'factor-off')
  await page.getByRole('button', { name: 'Conectar una aplicación' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name="password"]').fill('wrong')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByText('La contraseña no es correcta').waitFor()
  await look(page, 'factor-password')
  await dialog.locator('input[name="password"]').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Continuar' }).click()

  await page.getByRole('img', { name: 'Código QR' }).waitFor()
  const key = await page.locator('code').innerText()
  const type = async (code: string) => {
    await page.locator('input[name="code"]').fill(code)
    await page.getByRole('button', { name: 'Confirmar y activar' }).click()
  }
  await type('000000')
  await page.getByText('El código no es correcto').waitFor()
  await look(page, 'factor-setup')
  await type(shownByApp(key, new Date()))

  await page.getByRole('heading', { name: 'Guarde sus códigos de recuperación' }).waitFor()
  const codes = await page.locator('code').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  await look(page, 'factor-codes')
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('code').first().isVisible()).toBe(true)
  for (const beside of [page.getByRole('banner').locator('a'), page.getByRole('heading'), page.getByRole('button')])
    expect(await beside.first().isVisible()).toBe(false)
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/factor-print.png` })
  await page.emulateMedia({ media: null })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Guardar como archivo' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('codigos-de-recuperacion-fonema.txt')
  const text = await readFile(await download.path(), 'utf8')
  expect(codes.filter((code) => !text.includes(code))).toEqual([])
  expect(await page.getByRole('button', { name: 'Terminar' }).isDisabled()).toBe(true)
  await page.getByLabel('Ya guardé los códigos').check()
  await page.getByRole('button', { name: 'Terminar' }).click()
  await page.getByText('Le quedan 10 códigos de recuperación.').waitFor()
  await look(page, 'factor-on')

  await signOut(page)
  await submit(page, account.email)
  await page.getByRole('heading', { name: 'Verificación en dos pasos' }).waitFor()
  await look(page, 'sign-in-code')
  // The code that was just confirmed cannot be used again; the next one is already valid.
  await giveCode(page, '000000')
  await page.getByText('El código no es correcto o ya se usó').waitFor()
  await look(page, 'sign-in-code-wrong')
  await giveCode(page, shownByApp(key, new Date(), 1))
  await page.waitForURL('**/dashboard/')

  await signOut(page)
  await submit(page, account.email)
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await look(page, 'sign-in-recovery')
  await giveCode(page, codes[0]!.toLowerCase())
  await page.waitForURL('**/dashboard/')
  await page.goto('/second_factor/')
  await page.getByText('Le quedan 9 códigos de recuperación.').waitFor()

  const owner = await openPage()
  await owner.goto('/')
  await submit(owner, 'owner@demo.example')
  await owner.getByRole('searchbox').fill(account.email)
  await owner.getByRole('button', { name: /^Editar Factor/ }).click()
  await owner.getByRole('button', { name: 'Desactivar' }).click()
  await owner.getByText('asegúrese de que la solicitud viene de esta persona').waitFor()
  await look(owner, 'factor-owner')
  await owner.getByRole('button', { name: 'Confirmar y desactivar' }).click()
  await owner.getByText('ya puede ingresar solo con la contraseña').waitFor()
  // The use of the recovery code is in the audit log.
  await owner.goto('/admin/security/')
  await owner.getByText('modificó la verificación en dos pasos').first().waitFor()

  await signOut(page)
  await submit(page, account.email)
  await page.waitForURL('**/dashboard/')
})

test('creates a passkey, signs in with it and the password, and removes it', async () => {
  const account = await createAccount(`Llave${Date.now()}`)
  const page = await openPage()
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // A passkey belongs to a host name; an IP address does not count as one.
  const home = inject('baseUrl').replace('127.0.0.1', 'localhost')
  await page.goto(home)
  await submit(page, account.email)
  await page.getByRole('button', { name: 'Omitir', exact: true }).click()
  await page.goto(`${home}/second_factor/`)
  const dialog = page.getByRole('dialog')
  const confirm = async (button: string) => {
    await dialog.locator('input[name="password"]').fill(demoPassword)
    await dialog.getByRole('button', { name: button }).click()
  }
  await page.getByRole('button', { name: 'Añadir una llave' }).click()
  await dialog.locator('input[name="passkey_name"]').fill('Notebook del consultorio')
  await look(page, 'passkey-add')
  await confirm('Continuar')
  await page.getByLabel('Ya guardé los códigos').check()
  await page.getByRole('button', { name: 'Terminar' }).click()
  await page.getByText('Notebook del consultorio').waitFor()
  await look(page, 'passkey-list')
  // The same device cannot be registered twice.
  await page.getByRole('button', { name: 'Añadir una llave' }).click()
  await confirm('Continuar')
  await dialog.getByText('La llave no se creó').waitFor()
  await page.keyboard.press('Escape')

  await signOut(page)
  await submit(page, account.email)
  await page.getByText('Confirme con la huella').waitFor()
  await look(page, 'sign-in-passkey')
  await page.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await page.waitForURL('**/dashboard/')

  // An authenticator that has lost the passkey signs nothing; a code can still be used.
  await signOut(page)
  await browser.send('WebAuthn.clearCredentials', { authenticatorId })
  await submit(page, account.email)
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).waitFor()
  await page.getByRole('button', { name: 'Volver' }).click()
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()

  // On another address of the clinic, the passkey is not offered.
  const { page: elsewhere } = await openView({ language: 'es', size: phone })
  await submit(elsewhere, account.email)
  await elsewhere.getByLabel('Código de recuperación').waitFor()
  expect(await elsewhere.getByText('Usar una llave de acceso').count()).toBe(0)
})

import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn, spanish } from './browser.ts'
import { demoPassword } from './start-server.ts'

test('the sign-in page greets in four languages, keeps what was typed, and is open to everybody', async () => {
  const page = await openPage()
  await page.goto('/')
  await page.getByLabel('Correo electrónico').fill('examiner@demo.example')
  const greetings = { ES: 'Iniciar sesión', EN: 'Sign in', PT: 'Entrar', FR: 'Se connecter' }
  for (const [language, greeting] of Object.entries(greetings)) {
    await page.getByText(language, { exact: true }).click()
    await page.getByRole('heading', { name: greeting }).waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe(language.toLowerCase())
    await requireAccessible(page)
  }
  expect(await page.locator('input[name="email"]').inputValue()).toBe('examiner@demo.example')
  await page.setViewportSize(phone)
  await requireAccessible(page)
})

test('a wrong password clears and marks the fields and counts down to the lock', async () => {
  const page = await openPage()
  await page.goto('/')
  const attempt = async (password: string) => {
    await page.getByLabel('Correo electrónico').fill('norole@demo.example')
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Ingresar' }).click()
  }
  await page.getByRole('button', { name: 'Ingresar' }).click()
  expect(await page.getByText('Complete este campo.').count()).toBe(2)
  await attempt('wrong')
  await page.getByText('Le quedan 2 intentos').waitFor()
  expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('')
  expect(await page.getByText('Datos no válidos').count()).toBe(2)
  await requireAccessible(page)
  await attempt('wrong')
  await page.getByText('Le queda 1 intento').waitFor()
  await attempt('wrong')
  await page.getByText('La cuenta está bloqueada').waitFor()
  await attempt(demoPassword)
  await page.getByText(/La cuenta está bloqueada .* Espere 1[45] minutos/).waitFor()
})

test('a session lasts over a reload and in a second tab, and ends in both', async () => {
  const page = await openPage()
  await signIn(page)
  await page.reload()
  await page.getByRole('heading', { name: 'Hola, Elena Evaluadora' }).waitFor()
  const second = await page.context().newPage()
  await second.goto('/')
  await second.waitForURL('**/dashboard/')
  await second.getByRole('button', { name: /Elena/ }).click()
  await second.getByText('Cerrar sesión').click()
  await second.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  await page.goto('/dashboard/')
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
})

test('a bad access token is refreshed once, unnoticed; a dead session ends at the sign-in page', async () => {
  const page = await openPage()
  await signIn(page)
  const spoil = (part: 'access' | 'both') =>
    page.evaluate((which) => {
      for (const key of Object.keys(localStorage)) {
        const value = localStorage.getItem(key) ?? ''
        if (!value.includes('eyJ')) continue
        const session = JSON.parse(value)
        localStorage.setItem(
          key,
          JSON.stringify({ ...session, access: 'a.b.c', ...(which === 'both' && { refresh: 'gone' }) }),
        )
      }
    }, part)
  await spoil('access')
  await page.reload()
  await page.getByRole('heading', { name: 'Hola, Elena Evaluadora' }).waitFor()
  await spoil('both')
  await page.reload()
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
})

test('tokens copied to another browser refresh nothing there', async () => {
  const page = await openPage()
  await signIn(page)
  const copied = await page.evaluate(() => ({ kept: { ...localStorage }, cookie: document.cookie }))
  expect([Object.keys(copied.kept).includes('fonema.session'), copied.cookie]).toEqual([true, ''])
  const refresh = (by: Page) =>
    by.evaluate(async () => {
      const body = JSON.stringify({ refresh: JSON.parse(localStorage.getItem('fonema.session') ?? '{}').refresh })
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch('/api/user/api/token/refresh/', { method: 'POST', headers, body })).status
    })
  const thief = await openPage()
  await thief.goto('/reset_password')
  await thief.evaluate((kept) => {
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
  }, copied.kept)
  expect(await refresh(thief)).toBe(401)
  expect(await refresh(page)).toBe(200)
})

test('managers find their organisation, and users without a role a page with a way out', async () => {
  for (const [email, text] of [
    ['manager@demo.example', 'Protocolos completados'],
    ['impersonator@demo.example', 'Ingresó a Clínica Demostración.'],
  ] as const) {
    const page = await openPage()
    await page.goto('/')
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.getByText(text).waitFor()
    if (email.startsWith('impersonator')) await page.getByRole('dialog').waitFor()
    await requireAccessible(page)
  }
})

test('unknown addresses draw the 404 page with status 200, and unknown calls answer 404', async () => {
  const page = await openPage()
  await signIn(page)
  const answer = await page.goto('/nothing/here/')
  expect(answer?.status()).toBe(200)
  await page.getByRole('heading', { name: 'Página no encontrada' }).waitFor()
  await requireAccessible(page)
  // Whoever is signed in keeps the menu; a language chosen in it closes it.
  await page.getByRole('button', { name: 'Elena Evaluadora' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
})

test('what the pages load stays within its budget', async () => {
  const page = await openPage({ context: spanish })
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body())
  })
  const loaded = async (name: string) => {
    await page.waitForLoadState('networkidle')
    const kilobytes = (await Promise.all(scripts.values())).reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000
    console.log(`${name}: ${kilobytes.toFixed(1)} kB of JavaScript (gzip)`)
    return kilobytes
  }
  await page.goto('/')
  const signInPage = await loaded('sign-in page')
  expect(signInPage).toBeGreaterThan(50)
  expect(signInPage).toBeLessThanOrEqual(130)
  await signIn(page)
  await page.getByRole('heading', { name: /Hola/ }).waitFor()
  expect(await loaded('sign-in page and dashboard')).toBeLessThanOrEqual(280)
})

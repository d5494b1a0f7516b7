import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn, spanish } from './browser.ts'
import { demoPassword } from './start-server.ts'

test('the sign-in page has four languages, keeps typed text, and is accessible', async () => {
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

test('a session survives a reload, continues in a second tab, and ends in both', async () => {
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

test('refreshes an invalid access token once, and opens the sign-in page when the session has ended', async () => {
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

test('tokens copied to another browser cannot be refreshed there', async () => {
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

test('managers see their organisation, and users without a role a page to sign out', async () => {
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

test('unknown addresses show the 404 page with status 200, and unknown calls answer 404', async () => {
  const page = await openPage()
  await signIn(page)
  const answer = await page.goto('/nothing/here/')
  expect(answer?.status()).toBe(200)
  await page.getByRole('heading', { name: 'Página no encontrada' }).waitFor()
  await requireAccessible(page)
  // A signed-in user keeps the menu; choosing a language in it closes it.
  await page.getByRole('button', { name: 'Elena Evaluadora' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
})

test('the pages load no more JavaScript than their budget', async () => {
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
  expect(signInPage).toBeLessThanOrEqual(110)
  await signIn(page)
  await page.getByRole('heading', { name: /Hola/ }).waitFor()
  expect(await loaded('sign-in page and dashboard')).toBeLessThanOrEqual(250)
})

import { expect, inject, test } from 'vitest'
import { openPage, spanish } from './browser.ts'

type Manifest = {
  name: string
  theme_color: string
  lang: string
  description: string
  icons: { src: string; sizes: string }[]
}

test.each([
  ['127.0.0.1', 'Fonema'],
  ['neuro.localhost', 'Fonema Neuro'],
  ['voz.localhost', 'Fonema Voz'],
  ['lab.localhost', 'Fonema Lab'],
])('the pages of %s can be installed as %s, in Spanish and in English', async (host, name) => {
  const { port } = new URL(inject('baseUrl'))
  const page = await openPage({ profile: true, context: { ...spanish, baseURL: `http://${host}:${port}` } })
  await page.goto('/')
  const devtools = await page.context().newCDPSession(page)
  const read = async () => {
    const { data, errors } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    return JSON.parse(data ?? '') as Manifest
  }
  await page.getByText('EN', { exact: true }).waitFor()
  const manifest = await read()
  expect(manifest).toMatchObject({ name, lang: 'es' })
  const colour = await page.locator('meta[name="theme-color"]').getAttribute('content')
  expect(colour, 'the colour of the window').toBe(manifest.theme_color)
  expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })

  await page.getByText('EN', { exact: true }).click()
  await page.locator('html[lang="en"]').waitFor()
  const english = await read()
  expect(english).toMatchObject({ name, lang: 'en', description: expect.stringMatching(/^Speech/) })
  for (const { src, sizes } of english.icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size, src).toBe(sizes)
  }
})

test('manifest and icons have their types, and a missing icon is not found', async () => {
  const answer = async (address: string) => {
    const { status, headers } = await fetch(new URL(address, inject('baseUrl')))
    return [status, headers.get('content-type'), headers.get('cache-control')]
  }
  expect(await answer('/manifest.webmanifest')).toEqual([200, 'application/manifest+json; charset=utf-8', 'no-cache'])
  expect(await answer('/icons/neuro-192.png')).toEqual([200, 'image/png', 'public, max-age=86400'])
  expect((await answer('/icons/none.png'))[0]).toBe(404)
})

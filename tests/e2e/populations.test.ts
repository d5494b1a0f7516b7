import { expect, test } from 'vitest'
import { openAdministration, phone, requireAccessible } from './browser.ts'

const header = 'population;participant;language;item;function;score;value;sex;age;education'
const row = (name: string, person: number, value: string) =>
  `${name};P${person};es;short-session/sustained-a/1;voice_quality;jitter_local_pct;${value};f;6${person % 10};12`

test('a manager defines a population by a rule, sees its size, and finds it computed', async () => {
  const page = await openAdministration('norms')
  const part = page.getByRole('region', { name: 'Poblaciones de referencia' })
  await part.getByRole('button', { name: 'Definir población' }).click()
  const dialog = page.getByRole('dialog', { name: 'Definir población' })
  const name = `Nuestras ${Date.now()}`
  await dialog.getByLabel('Nombre').fill(name)
  await dialog.getByLabel('Edad, desde').fill('60')
  await dialog.getByLabel('Sexo').selectOption('f')
  await dialog.getByLabel('Diagnóstico').selectOption('none')
  await dialog.getByText(/cumplen? la regla ahora/).waitFor()
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Definir y calcular' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const row = part.getByRole('row', { name })
  await row.waitFor()
  await row.getByRole('button', { name: `Recalcular ${name}` }).click()
  await row.getByRole('cell', { name: '2', exact: true }).waitFor()
  await requireAccessible(page)
})

test('a manager imports populations from a file, after its invalid cells were listed', async () => {
  const page = await openAdministration('norms')

  const name = `Norma ${Date.now()}`
  const part = page.getByRole('region', { name: 'Poblaciones de referencia' })
  await part.getByRole('button', { name: 'Importar poblaciones' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar poblaciones' })
  const give = (lines: string[]) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'normas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([header, ...lines].join('\r\n'), 'latin1'),
    })
  await give([row(name, 1, '0,5'), row(name, 2, '=1+1'), row(name, 1, '0,6')])
  await dialog.getByText('Hay 2 problemas', { exact: false }).waitFor()
  const cells = await dialog.getByRole('row').allInnerTexts()
  expect(cells.slice(1).map((cell) => cell.split(/\s+/).slice(0, 2))).toEqual([
    ['3', 'value'],
    ['4', 'participant'],
  ])
  expect(await dialog.getByRole('button', { name: 'Importar', exact: true }).count()).toBe(0)
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await give(Array.from({ length: 12 }, (_, i) => row(name, i, `0,${40 + i}`)))
  await dialog.getByRole('row', { name }).waitFor()
  await requireAccessible(page)
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await part.getByRole('row', { name }).waitFor()

  const reference = part.getByRole('checkbox', { name: `${name}: referencia sin diagnóstico` })
  expect(await reference.isChecked()).toBe(false)
  const marked = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await Promise.all([marked, reference.click()])
  await page.reload()
  await reference.waitFor()
  expect(await reference.isChecked()).toBe(true)

  const semaphore = part.getByRole('switch', { name: 'Semáforo en los resultados' })
  const stored = () => page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  // An earlier attempt may have ended before it was switched off again.
  if (await semaphore.isChecked()) await Promise.all([stored(), semaphore.click()])
  await Promise.all([stored(), semaphore.click()])
  await page.reload()
  await semaphore.waitFor()
  expect(await semaphore.isChecked()).toBe(true)
  await Promise.all([stored(), semaphore.click()])
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)
})

test('a manager adds a published norm and confirms, on its card, the measures whose definition agrees', async () => {
  const page = await openAdministration('norms')
  const part = page.getByRole('region', { name: 'Poblaciones de referencia' })
  await part.getByRole('button', { name: 'Normas publicadas' }).click()
  const shipped = page.getByRole('dialog', { name: 'Normas publicadas' })
  await shipped.getByText('Apache-2.0', { exact: false }).waitFor()
  await requireAccessible(page)
  await shipped.getByRole('button', { name: 'Añadir' }).click()
  await shipped.waitFor({ state: 'hidden' })
  const row = part.getByRole('row', { name: /^Voiceome/ })
  await row.getByText('Ninguna medida está confirmada', { exact: false }).waitFor()
  await row.getByRole('button', { name: /ficha y medidas$/ }).click()
  const card = page.getByRole('dialog', { name: /^Voiceome/ })
  await card.getByText('Palabras que dijo el participante, sin pausas llenas', { exact: false }).waitFor()
  await card.getByRole('checkbox', { name: 'Palabras dichas' }).check()
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await card.getByRole('button', { name: 'Guardar' }).click()
  await card.waitFor({ state: 'hidden' })
  await row.getByText('Ninguna medida está confirmada', { exact: false }).waitFor({ state: 'hidden' })
})

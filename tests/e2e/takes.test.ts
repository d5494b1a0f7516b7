import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn, spanish } from './browser.ts'
import { button, passMicrophone } from './recording-steps.ts'
import { startSession } from './session-by-api.ts'

/** The length that the player shows. */
const playedLength = (page: Page, seconds: number) => page.getByText(new RegExp(`/ 0:0${seconds},0$`)).waitFor()

test('plays every take of an item on the result page, which shows which one counts', async () => {
  const interrupted = JSON.stringify({ interrupted: true })
  const { address, send, skip } = await startSession()
  await send(1, 4, { take: '1' })
  await send(1, 2, { take: '2', settings: interrupted })
  await send(1, 5, { take: '3', continues: '2' })
  await send(2, 3, { take: '1', settings: interrupted })
  await skip(2)
  await send(4, 6, { take: '1', settings: interrupted })

  const page = await openPage({ context: spanish })
  await signIn(page)
  await page.goto(address)
  const takes = page.getByLabel('Toma', { exact: true })
  await takes.waitFor()
  expect((await takes.locator('option').allInnerTexts()).map((text) => text.replace(/ \(.*/, ''))).toEqual([
    '1 de 3, no cuenta',
    '2 de 3, interrumpida',
    '3 de 3, la que cuenta',
  ])
  expect(await takes.inputValue()).toBe('3')
  await page.getByText('Continúa la toma 2, que se interrumpió.').waitFor()
  await playedLength(page, 5)
  await requireAccessible(page)
  await takes.selectOption('1')
  await page.getByText('Esta toma no cuenta. Las medidas son de la toma 3.').waitFor()
  await playedLength(page, 4)
  await takes.selectOption('2')
  await playedLength(page, 2)
  await page.setViewportSize(phone)
  await requireAccessible(page)

  await page.goto(`${address}?item=2`)
  await page.getByText('Se grabó antes de omitir el ítem y no cuenta como respuesta.').waitFor()
  await playedLength(page, 3)
  await page.goto(`${address}?item=4`)
  await page.getByText('La grabación se interrumpió: el ítem todavía no tiene una respuesta completa.').waitFor()
  await playedLength(page, 6)
  await requireAccessible(page)
})

test('uses an interrupted take of a required item as it is, or closes the item with a reason', async () => {
  const interrupted = JSON.stringify({ interrupted: true })
  const { address, resumeAddress, send } = await startSession()
  await send(1, 8, { take: '1', settings: interrupted })
  await send(2, 30, { take: '1' })
  await send(3, 30, { take: '1' })
  await send(4, 6, { take: '1', settings: interrupted })

  const page = await openPage({ context: spanish })
  await signIn(page)
  await page.goto(resumeAddress)
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  await playedLength(page, 8)
  await requireAccessible(page)
  await button(page, 'Reproducir la grabación').click()
  await page.locator('button:disabled', { hasText: 'Grabar de nuevo' }).waitFor()
  await button(page, 'Usar esta toma tal como está').click()

  await page.getByText('Ítem 4 de 4').waitFor()
  await playedLength(page, 6)
  await button(page, 'Seguir sin este ítem').click()
  await page.getByLabel('Cansancio').check()
  await requireAccessible(page)
  await button(page, 'Cerrar el ítem').click()
  // A page that is left earlier sends the rest at the next visit.
  await page.getByRole('dialog', { name: 'Sesión terminada' }).getByText('Todo llegó al servidor.').waitFor()

  await page.goto(`${address}?item=1`)
  await page.getByText('La grabación se interrumpió y se usa tal como está').waitFor()
  expect(await page.getByText('Sin terminar').count()).toBe(0)
  await page.goto(`${address}?item=4`)
  await page.getByText('Ítem obligatorio: se cerró sin una respuesta').waitFor()
  await playedLength(page, 6)
  await requireAccessible(page)
  // The examiner may change the decision later.
  await button(page, 'Usar esta toma tal como está').click()
  const ask = page.getByRole('dialog', { name: '¿Usar esta toma?' })
  await ask.getByRole('button', { name: 'Usar esta toma' }).click()
  await ask.getByText('Complete este campo.').waitFor()
  await ask.getByLabel('Motivo del cambio').fill('La respuesta está completa')
  await requireAccessible(page)
  await ask.getByRole('button', { name: 'Usar esta toma' }).click()
  await page.getByText('La grabación se interrumpió y se usa tal como está').waitFor()
})

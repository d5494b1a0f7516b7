import type { Page } from 'playwright'
import { hideTutorial } from '../../e2e/hide-tutorial.ts'
import type { Session } from '../client.ts'
import { type Clinic, email, password } from '../clinic.ts'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The header's sign for recordings that wait in the outbox. */
export const waitingSign = (page: Page) => page.getByRole('button', { name: /por enviar$/ })

const uploads = '**/api/protocols/responses/*/*/item/*/'
export const cutUploads = (page: Page) => page.route(uploads, (route) => route.abort())
export const allowUploads = (page: Page) => page.unroute(uploads)

/** Signs in if the browser has no session. */
export async function enter(page: Page, { baseUrl }: Clinic): Promise<void> {
  // Each browser shows the tutorial to a new examiner, and a killed browser has forgotten that it did.
  await hideTutorial(page)
  await page.goto(baseUrl)
  const [secret, inside] = [page.locator('input[type="password"]'), page.getByRole('heading', { name: /^Hola/ })]
  await secret.or(inside).first().waitFor()
  if (await inside.isVisible()) return
  await page.locator('input[type="email"], input[name="email"]').first().fill(email)
  await secret.first().fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/dashboard/')
}

/** From the session's address to its first unanswered item, with the microphone open. */
export async function openItems(page: Page, { baseUrl }: Clinic, session: Session): Promise<void> {
  // The killed page may still hold the lease of the session.
  await page.addLocatorHandler(page.getByText('Esta sesión se está grabando en otro lugar'), async () => {
    await button(page, 'Continuar aquí').click()
  })
  await page.addInitScript(() => {
    addEventListener('click', ({ timeStamp }) => Object.assign(window, { clickedAt: timeStamp }), { capture: true })
  })
  const { participantId, id } = session
  await page.goto(`${baseUrl}/dashboard/participant/protocol/resume/${participantId}/${id}/`)
  await passMicrophone(page)
  await page.getByText(/^Ítem \d de \d$/).waitFor()
}

/** From the microphone step to the first item, without a check. */
export async function passMicrophone(page: Page) {
  const allow = button(page, 'Permitir micrófono')
  const opened = page.getByRole('meter')
  await allow.or(opened).first().waitFor()
  if (await allow.isVisible()) await allow.click({ timeout: 2_000 }).catch(() => {}) // it opened without a click
  await opened.waitFor()
  await button(page, /^Continuar( sin comprobar)?$/).click()
}

/** Starts a recording. @returns the time of the click in epoch milliseconds */
export async function startRecording(page: Page, name: 'Grabar' | 'Grabar de nuevo' = 'Grabar'): Promise<number> {
  await button(page, name).click()
  await page.getByText('Grabando', { exact: true }).waitFor()
  return page.evaluate(() => performance.timeOrigin + (window as unknown as { clickedAt: number }).clickedAt)
}

/** Stops a recording, but not before the item's minimum. */
export async function stopRecording(page: Page, outcome = /Grabación guardada/): Promise<void> {
  await button(page, 'Detener').click()
  await page.getByText(outcome).first().waitFor()
}

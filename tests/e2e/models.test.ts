import { test } from 'vitest'
import { openAdministration, phone, requireAccessible } from './browser.ts'

test('a manager downloads a model, sees its progress, and sees why another one failed', async () => {
  const page = await openAdministration('recognition')

  const part = page.getByRole('region', { name: 'Transcripción automática' })
  const row = (title: string) => part.getByRole('listitem').filter({ hasText: title })
  await row('Whisper base').getByText('Elegido').waitFor()
  // An earlier attempt of this journey may have downloaded it; then it is verified.
  await row('Pequeño').getByRole('button').click()
  await row('Pequeño').getByText('Instalado', { exact: true }).waitFor()
  await row('Pequeño').getByText('Comprobado con la suma de verificación publicada.').waitFor()
  await row('Pequeño').getByText('TRANSCRIBER_MODEL=tiny', { exact: false }).waitFor()

  await row('Perdido').getByRole('button').click()
  await row('Perdido').getByText('No se pudo descargar').waitFor()
  await row('Perdido').getByText('La dirección ya no tiene el archivo.', { exact: false }).waitFor()
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)
})

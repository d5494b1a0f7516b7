import type { Locale } from '@fonema/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { argentina, idOf } from '../testing/people.ts'
import { type Answers, show } from '../testing/show.tsx'
import { switchLanguage } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import { SetupPage } from './SetupPage.tsx'

const showPage = (answers: Answers) =>
  show(<SetupPage />, { path: '/setup/:token/', address: `${links.setup}token/`, areas: ['login', 'setup'], answers })

const fill = (name: string, value: string) =>
  fireEvent.change(document.querySelector(`input[name="${name}"]`)!, { target: { value } })

test('a value that the server refuses is reported at its field, and the typed values stay', async () => {
  const { sent } = await showPage({
    'POST /setup/validate_token/': { body: { locales: [argentina] } },
    'POST /setup/': { status: 400, body: { email: ['invalid'] } },
  })
  const submit = await screen.findByRole('button', { name: 'Crear la organización' })
  fill('new_password', 'Largo-Camino-83!')
  fill('repeated_password', 'Largo-Camino-83!')
  fireEvent.click(submit)
  expect(screen.getAllByText('Complete este campo.')).toHaveLength(4)
  for (const name of ['organization_name', 'first_name', 'last_name']) fill(name, 'Ana')
  fill('email', 'no es un correo')
  fireEvent.click(submit)
  await screen.findByText('El valor no es válido.')
  expect(screen.getByLabelText<HTMLInputElement>(/^Correo electrónico/).value).toBe('no es un correo')
  expect(sent.map(({ key }) => key)).toEqual(['POST /setup/validate_token/', 'POST /setup/'])
})

test('after the set-up, the way leads through the sign-in to the first steps', async () => {
  await showPage({
    'POST /setup/validate_token/': { body: { locales: [argentina] } },
    'POST /setup/': { status: 201, body: { organization: { name: 'Clínica del Puerto' } } },
  })
  const submit = await screen.findByRole('button', { name: 'Crear la organización' })
  for (const name of ['organization_name', 'first_name', 'last_name', 'email']) fill(name, 'ana@puerto.example')
  for (const name of ['new_password', 'repeated_password']) fill(name, 'Largo-Camino-83!')
  fireEvent.click(submit)
  await screen.findByText(/verá los primeros pasos/)
  expect(screen.getByRole('link', { name: 'Ingresar' }).getAttribute('href')).toBe(links.admin)
})

test('the locale follows the language of the page, until it is chosen', async () => {
  const british = { ...argentina, id: idOf<Locale['id']>(9), code: 'en-GB', lang: { ...argentina.lang, code: 'en' } }
  await showPage({ 'POST /setup/validate_token/': { body: { locales: [argentina, british] } } })
  await screen.findByRole('button', { name: 'Crear la organización' })
  const locale = document.querySelector<HTMLSelectElement>('select[name="locale"]')!
  expect(locale.value).toBe(argentina.id)
  onTestFinished(() => switchLanguage('es'))
  await act(() => switchLanguage('en'))
  expect(locale.value).toBe(british.id)
  fireEvent.change(locale, { target: { value: british.id } })
  await act(() => switchLanguage('es'))
  expect(locale.value).toBe(british.id)
})

test('a used link is reported as no longer valid', async () => {
  await showPage({ 'POST /setup/validate_token/': { status: 400, body: { code: 'invalid_token' } } })
  await screen.findByRole('heading', { name: 'Este enlace ya no sirve' })
  expect(screen.queryByRole('button', { name: 'Crear la organización' })).toBeNull()
})

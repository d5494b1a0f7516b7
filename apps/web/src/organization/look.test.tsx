import type { Organization, OwnTexts, UserId } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, idOf } from '../testing/people.ts'
import { type Answers, show } from '../testing/show.tsx'
import { AccentCard } from './settings/AccentCard.tsx'
import { SignInRulesCard } from './settings/SignInRulesCard.tsx'
import { TextsCard } from './settings/TextsCard.tsx'

const organization: Organization = {
  id: examiner.user.organization.id,
  name: 'Demo',
  time_zone: 'UTC',
  accent: null,
  settings: { semaphore_column: false, offline_participants: 'none' },
  owner: idOf<UserId>(9),
  available_protocols: [],
  available_surveys: [],
}
const none = { policy: null, terms: null }
const texts: OwnTexts = {
  are_shown: true,
  languages: [
    { language: 'es', policy: 'Nuestra política', terms: null },
    { language: 'en', ...none },
    { language: 'pt', ...none },
    { language: 'fr', ...none },
  ],
}

const showCard = (Shown: typeof AccentCard, answers: Answers) =>
  show(<Shown />, { user: examiner, areas: ['look'], answers })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a colour that is hard to read is refused with the reason before it is sent', async () => {
  const { sent } = await showCard(AccentCard, {
    'GET /organizations/': { body: organization },
    'PATCH /organizations/': { body: { ...organization, accent: '#8a1c4a' } },
    'GET /user/user_info/': { body: examiner.user },
  })
  await screen.findByLabelText('Color de botones y enlaces')
  expect(screen.queryByRole('button', { name: 'Volver al color del producto' })).toBeNull()
  fill('Color de botones y enlaces', '#e0a000')
  screen.getByText('Contraste: 2,1 : 1. Se necesitan al menos 4,5 : 1.')
  screen.getByText(/^No se lee bien sobre blanco/)
  expect(button('Guardar el color').disabled).toBe(true)
  fill('Color de botones y enlaces', '#8a1c4a')
  fireEvent.click(button('Guardar el color'))
  await waitFor(() => button('Volver al color del producto'))
  expect(sent.filter(({ key }) => key.startsWith('PATCH'))).toEqual([
    { key: 'PATCH /organizations/', body: { accent: '#8a1c4a' } },
  ])
})

test('texts are saved by language, and an emptied one brings the product’s back', async () => {
  const { sent } = await showCard(TextsCard, {
    'GET /organizations/texts/': { body: texts },
    'PATCH /organizations/texts/{text_language}/': { body: texts },
  })
  const policy = () => screen.getByLabelText<HTMLTextAreaElement>('Política de privacidad')
  await screen.findByLabelText('Política de privacidad')
  expect([policy().value, button('Guardar los textos').disabled]).toEqual(['Nuestra política', true])
  fill('Política de privacidad', ' ')
  fill('Condiciones de uso', 'Reglas')
  // What was typed would be lost.
  expect(screen.getByLabelText<HTMLSelectElement>('Idioma').disabled).toBe(true)
  fireEvent.click(button('Guardar los textos'))
  await screen.findByText('Los textos quedaron guardados.')
  expect(sent.at(-1)!.body).toEqual({ policy: null, terms: 'Reglas' })
})

test('another language has its own texts, and a server with several organisations says what visitors see', async () => {
  await showCard(TextsCard, { 'GET /organizations/texts/': { body: { ...texts, are_shown: false } } })
  await screen.findByText(/^En este servidor hay varias organizaciones/)
  fill('Idioma', 'en')
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Política de privacidad').value).toBe(''))
})

test('the rules in force have their numbers and say who can change them', async () => {
  await showCard(SignInRulesCard, {
    'GET /organizations/sign_in_rules/': {
      body: {
        password: { min_length: 8 },
        lockout: { attempts: 4, minutes: 20, all_attempts: 40, all_minutes: 80 },
        session: { idle_minutes: 60, absolute_hours: 12 },
        second_factor: { users: 5, with_factor: 2, required_from: { examiner: null, manager: '2026-12-01' } },
      },
    },
  })
  await screen.findByText(/^Longitud mínima: 8\./)
  screen.getByText(/^Intentos fallidos desde un lugar hasta un bloqueo de 20.min: 4\. .* de 80.min: 40\.$/)
  screen.getByText('Cuentas activas que la tienen: 2 de 5.')
  screen.getByText(/^Termina tras 60.min sin uso y, en todo caso, después de 12.h\.$/)
  screen.getByText(/^El bloqueo lo fija quien opera el servidor/)
})

test('the owner sets from which day examiners need a second factor, and keeps the day of the managers', async () => {
  const rules = {
    password: { min_length: 8 },
    lockout: { attempts: 4, minutes: 20, all_attempts: 40, all_minutes: 80 },
    session: { idle_minutes: 60, absolute_hours: 12 },
    second_factor: { users: 5, with_factor: 2, required_from: { examiner: null, manager: '2026-12-01' } },
  }
  const required_from = { examiner: '2027-01-15', manager: '2026-12-01' }
  const changed = { ...rules, second_factor: { ...rules.second_factor, required_from } }
  const { sent } = await showCard(SignInRulesCard, {
    'GET /organizations/sign_in_rules/': { body: rules },
    'PATCH /organizations/sign_in_rules/': { body: changed },
  })
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Guardar' })
  expect(save.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Evaluadores, desde'), { target: { value: '2027-01-15' } })
  fireEvent.click(save)
  await screen.findByText('La regla quedó guardada.')
  expect(sent.at(-1)?.body).toEqual({ second_factor_required_from: required_from })
})

test('a card that fails offers to try again', async () => {
  await showCard(TextsCard, { 'GET /organizations/texts/': { status: 500, body: { code: 'server_error' } } })
  await screen.findByRole('button', { name: 'Reintentar' })
})

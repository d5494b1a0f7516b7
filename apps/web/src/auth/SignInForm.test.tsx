import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { idOf } from '../testing/people.ts'
import { type Answers, show } from '../testing/show.tsx'
import { SignInForm } from './SignInForm.tsx'

const tokens = { access: 'a', refresh: 'r' }

async function showForm(answer: Answers['POST /user/api/token/'], more: Answers = {}) {
  const signedIn: unknown[] = []
  const form = <SignInForm returnTo={null} onSignedIn={(given) => signedIn.push(given)} onCodeRequired={() => {}} />
  const { sent } = await show(form, { answers: { 'POST /user/api/token/': answer, ...more } })
  const email = screen.getByLabelText<HTMLInputElement>('Correo electrónico')
  const password = screen.getByLabelText<HTMLInputElement>('Contraseña')
  const submit = (emailText: string, passwordText: string) => {
    fireEvent.change(email, { target: { value: emailText } })
    fireEvent.change(password, { target: { value: passwordText } })
    fireEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
  }
  return { sent, signedIn, email, password, submit }
}

test('sends the e-mail without surrounding spaces and passes on the tokens', async () => {
  const { sent, signedIn, submit } = await showForm({ body: tokens })
  submit('  examiner@demo.example ', ' a password ')
  await expect.poll(() => signedIn).toEqual([tokens])
  expect(sent).toEqual([
    { key: 'POST /user/api/token/', body: { email: 'examiner@demo.example', password: ' a password ' } },
  ])
})

test('marks empty fields, moves the focus to the first and sends nothing', async () => {
  const { sent, email, password, submit } = await showForm({ body: tokens })
  submit('', '')
  expect(screen.getAllByText('Complete este campo.')).toHaveLength(2)
  expect(document.activeElement).toBe(email)
  submit('examiner@demo.example', '')
  expect(screen.getAllByText('Complete este campo.')).toHaveLength(1)
  expect(document.activeElement).toBe(password)
  expect(sent).toEqual([])
})

test('clears and marks both fields after a refusal and shows the remaining attempts', async () => {
  const { email, password, submit } = await showForm({
    status: 401,
    body: { code: 'invalid_credentials_remaining_attempts', remaining_attempts: 2 },
  })
  submit('examiner@demo.example', 'wrong')
  expect((await screen.findByRole('alert')).textContent).toContain('Le quedan 2 intentos')
  expect([email.value, password.value]).toEqual(['', ''])
  expect(screen.getAllByText('Datos no válidos')).toHaveLength(2)
  expect(document.activeElement).toBe(email)
})

test('reports a missing connection when no answer arrives, and marks both fields', async () => {
  const { signedIn, submit } = await showForm('unreachable')
  submit('examiner@demo.example', 'right')
  expect((await screen.findByRole('alert')).textContent).toContain('No hay conexión con el servidor')
  expect(screen.getAllByText('Datos no válidos')).toHaveLength(2)
  expect(signedIn).toEqual([])
})

test('after a refusal, the way to the provider of that address stays', async () => {
  const provider = { id: idOf(1), name: 'Hospital' }
  const { sent, email, submit } = await showForm(
    { status: 401, body: { code: 'invalid_credentials_remaining_attempts', remaining_attempts: 4 } },
    { 'POST /user/provider/find/': { body: { provider } }, 'POST /user/provider/begin/': { status: 503, body: {} } },
  )
  fireEvent.change(email, { target: { value: 'dora@demo.example' } })
  fireEvent.blur(email)
  submit('dora@demo.example', 'a password that is off')
  await screen.findByText(/Le quedan 4 intentos/)
  fireEvent.click(await screen.findByRole('button', { name: 'Continuar con Hospital' }))
  const begin = { key: 'POST /user/provider/begin/', body: { provider_id: provider.id, email: 'dora@demo.example' } }
  await expect.poll(() => sent.at(-1)).toEqual(begin)
})

import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, show } from '../testing/show.tsx'
import { ResetPasswordPage } from './ResetPasswordPage.tsx'

async function showPage(answer: Answers['POST /user/password_reset/'] = { status: 204, body: null }) {
  const { sent } = await show(<ResetPasswordPage />, {
    areas: ['login'],
    answers: { 'POST /user/password_reset/': answer },
  })
  const submit = (email: string) => {
    fireEvent.change(screen.getByLabelText('Correo electrónico'), { target: { value: email } })
    fireEvent.click(screen.getByRole('button', { name: 'Enviar enlace' }))
  }
  return { sent, submit }
}

test('an empty or incomplete address is reported at its field, and no request is sent', async () => {
  const { sent, submit } = await showPage()
  submit('')
  screen.getByText('Complete este campo.')
  submit('eva@')
  screen.getByText('Escriba una dirección completa, como nombre@ejemplo.org.')
  expect(sent).toEqual([])
})

test('a request that does not reach the server can be repeated', async () => {
  const { submit } = await showPage('unreachable')
  submit('eva@demo.example')
  await screen.findByRole('alert')
  expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe('eva@demo.example')
})

import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { SetPasswordPage } from './SetPasswordPage.tsx'

async function showPage() {
  const { sent } = await show(<SetPasswordPage />, {
    areas: ['login'],
    answers: {
      'POST /user/password_reset/validate_token/': { body: null },
      'POST /user/password_reset/confirm/': { status: 400, body: { password: ['too_common'] } },
    },
  })
  const password = await screen.findByLabelText('Contraseña nueva')
  const fill = (typed: string, repeated: string) => {
    fireEvent.change(password, { target: { value: typed } })
    fireEvent.change(screen.getByLabelText('Repita la contraseña'), { target: { value: repeated } })
  }
  const saving = screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar contraseña' })
  return { sent, fill, saving }
}
const rulesThatAre = (state: string) =>
  screen.getAllByRole('listitem').flatMap(({ dataset, textContent }) => (dataset.state === state ? [textContent] : []))

test('the rules of a password are ticked off while it is typed', async () => {
  const { fill } = await showPage()
  fill('abc', '')
  expect(rulesThatAre('met')).toEqual(['Una letra minúscula (cumplida)'])
  fill('Password1!', '')
  expect(rulesThatAre('met')).toHaveLength(5)
})

test('a rule that only the server can check says when it is checked', async () => {
  const { fill, saving } = await showPage()
  fill('Password1!', 'Password1!')
  const later = ['Que no sea demasiado común', 'Que no se parezca demasiado al correo']
  expect(rulesThatAre('later')).toEqual(later.map((text) => `${text} (se comprueba al guardar)`))
  fireEvent.click(saving)
  await screen.findByText('Hubo un error al definir la contraseña nueva')
  expect(rulesThatAre('later')).toHaveLength(1)
})

test('a password that was repeated differently cannot be saved', async () => {
  const { sent, fill, saving } = await showPage()
  fill('Password1!', 'Password1')
  screen.getByText('Las contraseñas no coinciden')
  expect(saving.disabled).toBe(true)
  fireEvent.submit(saving.form!)
  expect(sent.map(({ key }) => key)).toEqual(['POST /user/password_reset/validate_token/'])
})

test('a password that the server refuses marks the broken rule until it is changed', async () => {
  const { fill, saving } = await showPage()
  fill('Password1!', 'Password1!')
  fireEvent.click(saving)
  await screen.findByText('Hubo un error al definir la contraseña nueva')
  expect(rulesThatAre('broken')).toEqual(['Que no sea demasiado común'])
  fill('Molino-verde-82!', '')
  expect(rulesThatAre('broken')).toEqual([])
})

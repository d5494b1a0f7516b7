import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PasswordField } from './PasswordField.tsx'

test('a password is shown from the keyboard, by a button with a name', () => {
  render(
    <MantineProvider env="test">
      <PasswordField label="Contraseña" showText="Mostrar lo escrito" />
    </MantineProvider>,
  )
  const field = screen.getByLabelText('Contraseña')
  const button = screen.getByRole('button', { name: 'Mostrar lo escrito' })
  expect(button.tabIndex).toBe(0)
  expect(field.getAttribute('type')).toBe('password')
  fireEvent.keyDown(button, { key: 'Enter' })
  expect(field.getAttribute('type')).toBe('text')
})

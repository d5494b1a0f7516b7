import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Alerts } from './Alerts.tsx'
import { showError } from './alerts.ts'

test('an alert without any gesture before it is shown', async () => {
  render(
    <MantineProvider>
      <Alerts />
    </MantineProvider>,
  )
  act(() => showError('No se pudo guardar.'))
  expect(await screen.findByText('No se pudo guardar.')).toBeTruthy()
})
